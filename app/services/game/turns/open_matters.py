"""What a turn leaves open between a player and the person that spoke last: the person's question or offer."""

from collections.abc import Sequence

from app.language.reading.replying import asked_last
from app.models.messages.message import Message, Role
from app.models.messages.speech import ActKind
from app.models.state.dialogue import Dialogue, OpenMatter
from app.models.state.game_state import GameState


def note_open_matters(state: GameState, first: int) -> None:
    """Note in the players' dialogues what people asked and offered in the messages from ``first`` on.

    Args:
        state: The game, which is changed.
        first: The index of the turn's first message.
    """
    spoken = state.conversation_history[first:]
    for player_id in dict.fromkeys(m.speaker_id for m in spoken if m.role is Role.PLAYER and m.speaker_id):
        heard = [m for m in spoken if m.role is Role.NPC and player_id in (m.addressee_ids or (player_id,))]
        if heard and heard[-1].speaker_id in state.npcs:
            answered = [act.question for m in spoken if m.speaker_id == player_id for act in m.acts if act.question]
            state.dialogues[player_id] = _after(state, state.dialogues.get(player_id), heard[-1], answered)


def _after(state: GameState, talk: Dialogue | None, said: Message, answered: Sequence[str]) -> Dialogue:
    """Return the state of a talk after a speech, which may ask or offer something; what was answered is closed."""
    if talk is None or talk.speaker_id != said.speaker_id:
        talk = Dialogue(speaker_id=said.speaker_id or "", answer=said.content, turn=state.turn)
    is_now = talk.turn == state.turn
    closed = {
        name: None
        for name in ("question", "offer")
        if (matter := getattr(talk, name)) is not None and matter.words in answered
    }
    talk = talk.still_open(state.turn).model_copy(update={"answered": talk.answered if is_now else "", **closed})
    if question := asked_last(said.content):
        talk = talk.model_copy(update={"question": OpenMatter(words=question, turn=state.turn)})
    if offers := [said.content[slice(*act.span)] for act in said.acts if act.kind is ActKind.OFFER]:
        talk = talk.model_copy(update={"offer": OpenMatter(words=offers[-1], turn=state.turn)})
    return talk

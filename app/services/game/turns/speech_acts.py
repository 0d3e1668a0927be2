"""Speech acts of a turn's messages, and the commitments that they make or fulfil."""

from collections.abc import Mapping, Sequence

from app.events.commands.play import (
    AskTopicCommand,
    ChangeLocationCommand,
    EntrustMessageCommand,
    GiveItemCommand,
)
from app.language.language import language_of
from app.language.reading.hearing import Hearing, whole
from app.language.reading.replying import Reply, reply_in
from app.language.reading.spoken_text import spoken_in
from app.memory.stream import commitments
from app.models.command import Command, Event
from app.models.events.play import TopicTold
from app.models.messages.message import Message, Role
from app.models.messages.payload import Utterance
from app.models.messages.speech import ActKind, SpeechAct
from app.models.state.dialogue import Dialogue
from app.models.state.game_state import GameState

_YES_OR_NO = (Reply.YES, Reply.NO)
_TAKEN_OR_NOT = (*_YES_OR_NO, Reply.ACCEPTED, Reply.DECLINED)
Orders = Mapping[int, Sequence[Command]]


def annotate_speech_acts(state: GameState, first: int, orders: Orders) -> None:
    """Add speech acts to messages that have none; words that were refused or said to no one get none.

    Args:
        state: The game.
        first: The index of the turn's first message.
        orders: The commands that a player's words caused, by index of the message.
    """
    history = state.conversation_history
    has_parts = sum(message.role is Role.PLAYER for message in history[first:]) > 1
    last_typed = max(_typed(history, first), default=-1)
    for position, message in enumerate(history[first:], first):
        if has_parts and _is_walk(orders.get(message.index, ())):
            continue
        is_spoken = message.role in (Role.PLAYER, Role.NPC) and message.speaker_id is not None
        if not is_spoken or message.acts or message.refused or message.quoted == ((0, len(message.content)),):
            continue
        acts = _acts(state, message, orders.get(message.index, ()))
        if position == last_typed and (open_one := _answered(state, message)):
            answer = whole(message.content, ActKind.ANSWER, to=(open_one.speaker_id,), question=open_one.answered)
            acts = (answer, *(act for act in acts if act.kind is not ActKind.STATEMENT))
        if acts:
            history[position] = message.model_copy(update={"acts": acts})


def _is_walk(orders: Sequence[Command]) -> bool:
    """Check whether a part of a line only moved the party, so that nothing was said by it."""
    return bool(orders) and all(isinstance(order, ChangeLocationCommand) for order in orders)


def settle_commitments(state: GameState, first: int, events: Sequence[Event]) -> None:
    """Make the commitments of the messages from ``first`` on, fulfil those that the events fulfil, and mark due
    ones."""
    for message in state.conversation_history[first:]:
        if message.acts and message.speaker_id is not None:
            said = Utterance(
                kind="utterance",
                speaker_id=message.speaker_id,
                words=message.content,
                addressee_ids=message.addressee_ids,
                acts=message.acts,
            )
            commitments.record_commitments(
                state,
                said,
                hearers=message.witness_ids,
                message_index=message.index,
                at=message.game_time,
                quest_id=_quest_given(state, message),
            )
    commitments.mark_kept_commitments(state, events)
    commitments.mark_due_commitments(state)


def _quest_given(state: GameState, message: Message) -> str | None:
    """Return the id of the quest that a person's words gave, if any."""
    topics = (state.sheets.topic(event.topic_id)[1] for event in message.events if isinstance(event, TopicTold))
    return next((topic.starts_quest for topic in topics if topic.starts_quest), None)


def _acts(state: GameState, message: Message, ordered: Sequence[Command]) -> tuple[SpeechAct, ...]:
    hearing = Hearing(state.sheet, message.witness_ids, message.addressee_ids, message.game_time)
    if message.role is Role.NPC:
        return hearing.read_speech(message.content, message.quoted)
    if given := [order for order in ordered if isinstance(order, EntrustMessageCommand)]:
        return (_message_request(message.content, given[0]),)  # what it says is not said to the messenger
    read = hearing.read_typed(message.content, message.said)
    if asked := tuple(dict.fromkeys(order.npc_id for order in ordered if isinstance(order, AskTopicCommand))):
        if not read:  # the command is the question, about the topic as it was typed
            about = language_of(state.sheet).pattern("speech.matter").search(message.content)
            read = (whole(message.content, ActKind.QUESTION, what=about.span("what") if about else None),)
        read = tuple(act.model_copy(update={"to": asked}) if act.kind is ActKind.QUESTION else act for act in read)
    handed = (order for order in ordered if isinstance(order, GiveItemCommand) and not order.to_party)
    by_id = message.speaker_id or ""
    kept = [one.item_id for one in handed if commitments.is_item_promised(state, by_id, one.npc_id, one.item_id)]
    if not kept:
        return read
    became = (whole(message.content, ActKind.KEPT, subject_id=item_id) for item_id in kept)
    return (*became, *(act for act in read if act.kind not in (ActKind.STATEMENT, ActKind.KEPT)))


def _message_request(content: str, order: EntrustMessageCommand) -> SpeechAct:
    """Return the request to pass on a message, whose words are those of the order."""
    start = content.rfind(order.words)
    what = (start, start + len(order.words)) if start >= 0 else None
    return whole(content, ActKind.REQUEST, to=(order.npc_id,), what=what)


def _typed(history: Sequence[Message], first: int) -> list[int]:
    """Return the positions of the players' messages from ``first`` on."""
    return [at for at in range(first, len(history)) if history[at].role is Role.PLAYER]


def _answered(state: GameState, message: Message) -> Dialogue | None:
    """Return the talk in which a player's message answers a question or an offer, with what is answered: as the rules
    have found, else as the words say."""
    talk = state.dialogues.get(message.speaker_id or "")
    if talk is None or talk.speaker_id not in message.witness_ids:
        return None
    if talk.turn == state.turn:
        return talk if talk.answered else None
    open_one = talk.still_open(state.turn)
    reply = reply_in(spoken_in(state, message.content))
    asked = open_one.offer if open_one.offer is not None and reply in _TAKEN_OR_NOT else None
    asked = asked or (open_one.question if reply in _YES_OR_NO else None)
    return None if asked is None else open_one.model_copy(update={"answered": asked.words})

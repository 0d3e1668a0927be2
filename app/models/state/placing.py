"""Where a passage is told, and who of the people hears it."""

from dataclasses import replace

from app.models.messages.passage import Passage
from app.models.state.game_state import GameState


def placed(state: GameState, passage: Passage) -> Passage:
    """Say where and before whom a passage is told, at this moment of the turn, unless it says so itself.

    Args:
        state: The game.
        passage: A speech is where its speaker is, narration where the party is; all people there hear it.
    """
    place, speaker = passage.location_id, passage.speaker_id
    if place is None and speaker is not None and speaker in state.npcs:
        place = state.npc(speaker).current_location_id
    place = place or state.scenario.current_location_id
    heard = passage.witness_ids
    if heard is None:
        heard = tuple(npc.instance_id for npc in state.present(place))
        if speaker is not None and speaker not in heard:
            heard = (*heard, speaker)
    return replace(passage, location_id=place, witness_ids=heard)

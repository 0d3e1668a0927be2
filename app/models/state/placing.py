"""The place and the witnesses of a passage."""

from dataclasses import replace

from app.models.messages.passage import Passage
from app.models.state.game_state import GameState


def placed(state: GameState, passage: Passage) -> Passage:
    """Return a passage with its place and witnesses, as of the present state.

    Args:
        state: The game.
        passage: Its own place and witnesses are kept. Otherwise a speech is at the speaker's place and narration at
            the party's, and all people there hear it.
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

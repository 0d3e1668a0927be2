"""Speeches that people make of their own accord: checked here, recorded by the turn."""

from collections.abc import Sequence

from app.language.analysis.mentions import mentions_for
from app.language.rendering.refusing import invalid, list_choices, not_found, refused
from app.models.base import has_control_characters
from app.models.messages.passage import Passage
from app.models.minds.activity import Activity
from app.models.state.game_state import GameState

MAX_SPEECH = 2000
"""Most characters of one speech."""


Addressed = tuple[Passage, tuple[str, ...]]
"""A speech, and the ids of its addressees, people and players; () for all who hear it."""


def make_speech(state: GameState, npc_id: str, text: str, to: Sequence[str] = ()) -> Addressed:
    """Make a speech of a person, heard by all at its place.

    Args:
        state: The game.
        npc_id: The speaker.
        text: What it says, 1 to 2,000 characters.
        to: The ids of its addressees; empty for all who hear it.

    Raises:
        InvalidInput: The text is blank or longer, or holds control characters other than line breaks and tabs.
        NotPossible: The speaker is nowhere or asleep, or an addressee is elsewhere.
        NotFound: The speaker or an addressee does not exist.
    """
    said = text.strip()
    if not said or len(said) > MAX_SPEECH or has_control_characters(said):
        raise invalid(state, "speech-limits", most=f"{MAX_SPEECH:,}")
    check_can_speak(state, npc_id)
    hearers = who_hears(state, npc_id)
    here = list_choices(state, map(state.name, hearers), "nobody")
    for other in to:
        if other == npc_id or other not in (*state.npcs, *(player.id for player in state.party.players)):
            raise not_found(state, "somebody-unknown", person=repr(other), here=here)
        if other not in hearers:
            raise refused(state, "person-no-hearer", person=state.name(other), here=here)
    return Passage.speech(npc_id, said), tuple(dict.fromkeys(to))


def check_can_speak(state: GameState, npc_id: str) -> None:
    """Raise NotPossible if a person is nowhere or asleep."""
    npc, name = state.npc(npc_id), state.name(npc_id)
    if npc.current_location_id is None:
        raise refused(state, "person-unheard", person=name)
    if npc.activity is Activity.SLEEPING:
        raise refused(state, "person-mute", person=name)


def who_hears(state: GameState, npc_id: str) -> tuple[str, ...]:
    """Return the ids of the others at a person's place, people and players; () if it is nowhere or asleep."""
    npc = state.npc(npc_id)
    place = npc.current_location_id
    if place is None or npc.activity is Activity.SLEEPING:
        return ()
    people = [npc.instance_id for npc in state.present(place) if npc.instance_id != npc_id]
    players = state.party.players if place == state.scenario.current_location_id else ()
    return (*people, *(player.id for player in players))


def address(state: GameState, text: str, player_id: str) -> tuple[str, ...]:
    """Find the addressees of a player's words; they remain addressed until others are."""
    present = [npc.instance_id for npc in state.present()]
    addressees = mentions_for(state.sheet).addressed(text, present, state.party.addressees_of(player_id))
    state.party.address(player_id, addressees)
    return addressees

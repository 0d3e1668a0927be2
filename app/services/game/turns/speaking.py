"""Speeches that people make of their own accord: checked here, recorded by the turn."""

from collections.abc import Sequence

from app.errors import InvalidInput, NotFound, NotPossible
from app.language.analysis.mentions import mentions_for
from app.models.base import has_control_characters
from app.models.messages.passage import Passage
from app.models.minds.activity import Activity
from app.models.refusals import people as refusals
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
        raise InvalidInput(refusals.SpeechLimits(most=MAX_SPEECH))
    check_can_speak(state, npc_id)
    hearers = who_hears(state, npc_id)
    for other in to:
        if other == npc_id or other not in (*state.npcs, *(player.id for player in state.party.players)):
            raise NotFound(refusals.SomebodyUnknown(person=other, here=hearers))
        if other not in hearers:
            raise NotPossible(refusals.PersonNoHearer(addressee_id=other, here=hearers))
    return Passage.speech(npc_id, said), tuple(dict.fromkeys(to))


def check_can_speak(state: GameState, npc_id: str) -> None:
    """Raise NotPossible if a person is nowhere or asleep."""
    npc = state.npc(npc_id)
    if npc.current_location_id is None:
        raise NotPossible(refusals.PersonUnheard(npc_id=npc_id))
    if npc.activity is Activity.SLEEPING:
        raise NotPossible(refusals.PersonMute(npc_id=npc_id))


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

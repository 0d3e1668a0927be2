"""Whom a person knows and where it has been, by its own memories."""

from typing import Any

from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.events.play import BeingsSeen, ItemGiven, NPCMoved, PlaceReached
from app.models.memory import MemoryKind, MemoryOrigin
from app.models.messages.payload import ConclusionKind, ConclusionPayload, EventPayload, Payload, Utterance
from app.models.minds.activity import Activity
from app.models.state.commitment import Commitment, CommitmentKind
from app.models.state.game_state import GameState
from app.services.game.relationship_report import Acquaintance, Stay, Tie, acquaintances, memories_between, stays
from tests.unit.services.remembering import MARA
from tests.worlds import NOW, new_game

KIND = MemoryKind.OBSERVATION


def remember(
    state: GameState, time: int, payload: Payload | None = None, kind: MemoryKind = KIND, **fields: Any
) -> str:
    """A memory of Mara's, by default something perceived at the inn."""
    given = {"origin": MemoryOrigin.PERCEPTION, "location_id": "inn", **fields}
    context = MemoryContext(content=f"At {time}.", created_at=NOW, game_time=time, payload=payload, **given)
    return MemoryStream(state, MARA).add(kind, context).id or ""


def event(*events: Any) -> EventPayload:
    return EventPayload(kind="event", events=events)


def seen(being: str, time: int, place: str = "inn") -> EventPayload:
    return event(BeingsSeen(being_ids=(being,), activity=Activity.IDLE, location_id=place, since=time))


def said(speaker: str, *to: str) -> Utterance:
    return Utterance(kind="utterance", speaker_id=speaker, words="Well.", addressee_ids=to)


def known(state: GameState) -> dict[str, Acquaintance]:
    return {one.other_id: one for one in acquaintances(state, "mara")}


def test_who_was_spoken_with_is_dealt_with_and_who_was_only_there_is_seen() -> None:
    state = new_game()
    remember(state, 500, seen("guard-1", 500), subjects=("guard-1",))
    remember(state, 510, seen("guard-2", 510), subjects=("guard-2",))
    remember(state, 520, said("guard-1", "mara"), MemoryKind.CONVERSATION, origin=MemoryOrigin.DIALOGUE)
    found = known(state)
    assert found["guard-1"] == Acquaintance("guard-1", dealings=1, sightings=1, since=500, last=520)
    assert (found["guard-1"].tie, found["guard-2"].tie) == (Tie.DEALT, Tie.SEEN)
    assert "mara" not in found


def test_what_is_said_at_one_time_is_one_dealing() -> None:
    state = new_game()
    for time in (500, 500, 500, 640):
        remember(state, time, said("guard-1", "mara"), MemoryKind.CONVERSATION)
    assert known(state)["guard-1"].dealings == 2


def test_what_others_say_to_each_other_is_no_dealing_and_what_is_given_to_one_is() -> None:
    state = new_game()
    subjects = ("guard-1", "guard-2")
    remember(state, 500, said("guard-1", "guard-2"), MemoryKind.CONVERSATION, subjects=subjects)
    assert "guard-1" not in known(state) or known(state)["guard-1"].tie is Tie.HEARD_OF
    given = remember(state, 510, event(ItemGiven(item_id="key", npc_id="mara", to_party=True)), subjects=("player",))
    remember(
        state, 520, event(ItemGiven(item_id="key", npc_id="guard-1", to_party=True)), subjects=("player", "guard-1")
    )
    assert known(state)["player"].dealings == 1
    assert [entry.id for entry in memories_between(state, "mara", "player")] == [given]


def test_those_who_were_only_there_in_a_scene_with_the_players_are_not_dealt_with() -> None:
    state = new_game()
    subjects = ("player", "guard-1", "guard-2")
    talk = event().model_copy(update={"said": (said("guard-2", "mara"),)})
    remember(state, 500, talk, MemoryKind.SUMMARY, origin=MemoryOrigin.DIALOGUE, subjects=subjects)
    found = known(state)
    assert {other: one.tie for other, one in found.items()} == {
        "player": Tie.DEALT,
        "guard-1": Tie.SEEN,
        "guard-2": Tie.DEALT,
    }


def test_a_promise_is_between_the_one_who_gave_it_and_each_who_was_given_it() -> None:
    state = new_game()
    bound, kind = ("mara", "guard-1"), CommitmentKind.PROMISE
    promise = Commitment(id="c-1", kind=kind, by_id="player", to_ids=bound, words="I shall.", made_at=500, turn=1)
    state.set_commitment(promise)
    found = known(state)
    assert (found["player"].dealings, found["player"].since) == (1, 500)
    assert "guard-1" not in found or found["guard-1"].tie is not Tie.DEALT


def test_who_is_only_told_of_is_heard_of() -> None:
    state = new_game()
    remember(state, 500, None, MemoryKind.GIFTED, origin=None, subjects=("guard-2",))
    assert known(state)["guard-2"] == Acquaintance("guard-2")
    assert known(state)["guard-2"].tie is Tie.HEARD_OF


def test_between_two_stand_dealings_and_conclusions_newest_first() -> None:
    state = new_game()
    talk = remember(state, 500, said("mara", "guard-1"), MemoryKind.CONVERSATION)
    remember(state, 510, seen("guard-1", 510), subjects=("guard-1",))
    liking = ConclusionPayload(kind="conclusion", of=ConclusionKind.LIKING, about=("guard-1",))
    thought = remember(state, 520, liking, MemoryKind.REFLECTION, origin=MemoryOrigin.INTERNAL)
    assert [entry.id for entry in memories_between(state, "mara", "guard-1")] == [thought, talk]
    assert memories_between(state, "mara", "guard-2") == []


def test_stays_join_what_was_perceived_at_a_place_and_end_where_the_person_is_now() -> None:
    state = new_game()
    state.npc("mara").current_location_id = "inn"
    state.clock.minutes = 600
    remember(state, 500, event(PlaceReached(npc_id="mara", location_id="inn")))
    # At one tick people look round before they act, however the two are remembered.
    remember(state, 520, event(NPCMoved(npc_id="guard-1", from_id="inn", to_id="market")), location_id="market")
    remember(state, 520, event(PlaceReached(npc_id="mara", location_id="inn")))
    remember(state, 540, None, MemoryKind.REFLECTION, origin=MemoryOrigin.INTERNAL)
    assert stays(state, "mara") == [
        Stay(location_id="inn", since=500, until=520),
        Stay(location_id="market", since=520, until=600),
        Stay(location_id="inn", since=600),
    ]


def test_from_a_place_with_coordinates_others_are_seen_elsewhere_so_that_a_sighting_is_no_stay() -> None:
    state = new_game()
    placed = [each.id for each in state.sheet.locations if each.coordinates is not None]
    here = state.npc("mara").current_location_id
    for place in (each.id for each in state.sheet.locations):
        remember(state, 500, seen("guard-1", 500, place), location_id=place)
    assert not {stay.location_id for stay in stays(state, "mara")} & (set(placed) - {here})


def test_who_has_noticed_nothing_has_been_nowhere_that_is_known() -> None:
    state = new_game()
    state.npc("mara").npc_memories.clear()
    assert stays(state, "mara") == []

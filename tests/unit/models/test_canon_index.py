"""Who has added or changed which part of a game, and which facts hold."""

from typing import Any

from app.events.command_table import parse_command
from app.models.sheets.canon import CanonSource
from app.models.state.canon_index import CanonIndex, CanonMark
from app.models.state.facts import fact_of, facts
from app.models.state.game_state import GameState
from tests.unit.events.canonical import edited, game_of
from tests.unit.events.playing import whole_bus

ODO: dict[str, Any] = {"kind": "create_person", "name": "Odo Finn", "description": "Small."}
HOUSE: dict[str, Any] = {
    "kind": "create_place",
    "name": "Lamp House",
    "description": "White.",
    "ways": [{"to": "market"}],
}


async def order(state: GameState, turn: int, **fields: Any) -> None:
    state.turn = turn
    await whole_bus().execute(parse_command(fields), state)


def by_master(turn: int, number: int = 0) -> CanonMark:
    return CanonMark(CanonSource.GAME_MASTER, turn, number)


async def test_a_made_part_names_the_order_that_added_it_and_the_last_that_changed_it() -> None:
    state = game_of()
    await order(state, 3, **ODO)
    assert CanonIndex.of(state).added("made-odo-finn") == by_master(3)
    assert CanonIndex.of(state).changed("made-odo-finn") is None
    await order(state, 5, kind="rename", of="made-odo-finn", name="Odo the Tall")
    await order(state, 6, kind="describe", of="made-odo-finn", text="Tall by now.")
    assert CanonIndex.of(state).added("made-odo-finn") == by_master(3)
    assert CanonIndex.of(state).changed("made-odo-finn") == by_master(6, 2)


async def test_an_authored_part_is_marked_where_it_was_changed_only() -> None:
    state = game_of()
    await order(state, 2, kind="describe", of="mara", text="Old now.")
    index = CanonIndex.of(state)
    assert (index.added("mara"), index.changed("mara")) == (None, by_master(2))
    assert (index.added("guard-2"), index.changed("guard-2")) == (None, None)


async def test_ways_to_and_from_a_made_place_are_marked_and_authored_ways_are_not() -> None:
    state = game_of()
    await order(state, 4, **HOUSE)
    index = CanonIndex.of(state)
    assert index.added("made-lamp-house") == by_master(4)
    assert index.way_added("market", "made-lamp-house") == by_master(4)
    assert index.way_added("made-lamp-house", "market") == by_master(4)
    authored = state.amended.authored.locations[0]
    assert all(index.way_added(authored.id, way.to) is None for way in authored.exits)


async def test_what_an_edited_scenario_adds_and_changes_is_the_author_s() -> None:
    state = game_of()
    state.turn = 7
    await whole_bus().execute(
        parse_command({"kind": "update_scenario", "sheet": edited(2).model_dump(mode="json")}), state
    )
    index = CanonIndex.of(state)
    mark = CanonMark(CanonSource.AUTHOR, 7, 0)
    assert (index.added("shed"), index.added("spade"), index.changed("market")) == (mark, mark, mark)
    assert index.way_added("market", "shed") == mark


async def test_facts_are_the_last_ones_and_claims_that_no_fact_has_answered() -> None:
    state = game_of()
    fact = {"kind": "establish_fact", "subject": "mara", "attribute": "mother"}
    await order(state, 1, **fact, value="Ottilie", claimed_by="player")
    await order(state, 2, kind="establish_fact", subject="the old king", attribute="colour", value="blue")
    assert [(entry.by, said.value) for entry, said in facts(state)] == [
        (CanonSource.PLAYER, "Ottilie"),
        (CanonSource.GAME_MASTER, "blue"),
    ]
    assert fact_of(state, "mara", "mother") is None
    await order(state, 3, **fact | {"attribute": "Mother"}, value="Berta")
    assert [said.value for _, said in facts(state)] == ["blue", "Berta"]
    assert fact_of(state, "mara", "MOTHER") == "Berta"
    assert [CanonIndex.of(state).is_held(number) for number in range(3)] == [False, True, True]

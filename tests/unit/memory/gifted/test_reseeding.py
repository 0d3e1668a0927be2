"""A sheet that has changed: only what changed is given anew, and what a person edited is left alone."""

from typing import Any

from app.events.commands import ArchiveMemoryCommand, PinMemoryCommand, ReplaceMemoryCommand
from app.events.handlers.memory_handler import MemoryHandler
from app.memory.entries.markers import category_of, chunk_number
from app.memory.seeding.seeding import RESEEDED, SeedResult, seed
from app.models.memory import MemoryEntry, Scope
from app.models.sheets.lore import LoreSheet
from app.models.state.game_state import GameState
from tests.unit.memory.gifted.sheets import MARA, game, reread, standing, texts, village
from tests.worlds import NOW

LONG = (
    "Sentence {} of a life that was neither easy nor dull, and that took her down the river and up again, year by year."
)


def seeded(**different: Any) -> GameState:
    state = game(village(**different))
    seed(state, NOW)
    return state


def the(state: GameState, category: str) -> MemoryEntry:
    return next(entry for entry in standing(state, MARA) if category_of(entry) == category)


def ids(state: GameState) -> set[str]:
    return {entry.id or "" for scope in state.scopes() for entry in standing(state, scope)}


def test_what_changed_supersedes_and_all_else_keeps_its_id() -> None:
    state = seeded()
    before, old = ids(state), the(state, "decision")
    reread(state, village(decision_style="By a coin."))
    assert seed(state, NOW) == SeedResult(added=1, superseded=1, unchanged=len(before) - 1)
    new = the(state, "decision")
    assert new.summary == "How I decide: By a coin."
    assert state.status(old.id).superseded_by == new.id
    assert before - ids(state) == {old.id}


def test_what_others_know_changes_with_what_can_be_seen() -> None:
    state = seeded()
    reread(state, village(description="A thin woman, all of a sudden."))
    assert seed(state, NOW).superseded == 3, "her own, and what two guards know"
    assert "thin woman" in texts(state, Scope.npc("guard-2"), about="mara")[0]


def test_a_place_of_another_name_is_called_so_by_those_who_share_it() -> None:
    """The game has looked up the old name before; seeding twice finds nothing more to do."""
    state = seeded()
    reread(state, village(inn={"name": "Lion"}))
    seed(state, NOW)
    assert texts(state, Scope.npc("guard-1"), about="mara")[0].endswith("We both work at Lion.")
    assert seed(GameState.model_validate_json(state.model_dump_json()), NOW).added == 0


def test_where_nothing_stands_for_it_any_more_it_is_archived() -> None:
    state = seeded()
    old = the(state, "background")
    reread(state, village(background=""))
    assert seed(state, NOW) == SeedResult(added=0, superseded=1, unchanged=len(ids(state)))
    assert state.status(old.id).archived_by == RESEEDED
    assert texts(state, MARA, "background") == []


def test_what_comes_back_is_given_again() -> None:
    state = seeded()
    reread(state, village(background=""))
    seed(state, NOW)
    reread(state, village())
    assert seed(state, NOW).added == 1
    assert seed(state, NOW).added == 0


def test_of_a_long_text_only_the_chunk_that_changed_is_new_and_the_order_stays() -> None:
    lines = [LONG.format(number) for number in range(8)]
    state = seeded(background=" ".join(lines))
    before = ids(state)
    lines[4] = lines[4].replace("river", "coast")
    reread(state, village(background=" ".join(lines)))
    assert seed(state, NOW).added == 1
    assert len(before - ids(state)) == 1
    own = sorted((entry for entry in standing(state, MARA) if category_of(entry) == "background"), key=chunk_number)
    told = " ".join(entry.summary.removeprefix("My background: ") for entry in own)
    assert told == " ".join(lines)


def test_chunks_put_in_between_stand_in_between() -> None:
    lines = [LONG.format(number) for number in range(6)]
    state = seeded(background=" ".join(lines))
    longer = [*lines[:2], *(LONG.format(f"{n} more") for n in range(4)), *lines[2:]]
    reread(state, village(background=" ".join(longer)))
    assert seed(state, NOW) == SeedResult(added=2, superseded=0, unchanged=len(ids(state)) - 2)
    own = sorted((entry for entry in standing(state, MARA) if category_of(entry) == "background"), key=chunk_number)
    told = " ".join(entry.summary.removeprefix("My background: ") for entry in own)
    assert told == " ".join(longer)


def test_lore_with_other_keys_or_another_weight_is_other_lore() -> None:
    state = seeded(lore=(LoreSheet(text="The Duke owes.", keys=("Duke",)),))
    reread(state, village(lore=(LoreSheet(text="The Duke owes.", keys=("Duke", "debt")),)))
    assert seed(state, NOW).superseded == 1
    reread(state, village(lore=(LoreSheet(text="The Duke owes.", keys=("Duke", "debt"), importance=9),)))
    assert seed(state, NOW).superseded == 1
    assert texts(state, Scope.world()) == ["The Duke owes."]


async def test_what_was_replaced_by_hand_is_left_alone() -> None:
    state = seeded()
    old = the(state, "decision").id or ""
    await MemoryHandler().replace(ReplaceMemoryCommand(memory_id=old, text="I toss a coin."), state)
    assert seed(state, NOW).added == 0
    assert texts(state, MARA, "decision") == ["I toss a coin."]
    reread(state, village(background="Born at sea."))
    assert seed(state, NOW) == SeedResult(added=1, superseded=1, unchanged=len(ids(state)) - 1)
    assert texts(state, MARA, "decision") == ["I toss a coin."]


async def test_words_of_a_person_stay_beside_a_sheet_that_changes() -> None:
    state = seeded()
    old = the(state, "decision").id or ""
    await MemoryHandler().replace(ReplaceMemoryCommand(memory_id=old, text="I toss a coin."), state)
    reread(state, village(decision_style="By the stars."))
    assert seed(state, NOW) == SeedResult(added=1, superseded=0, unchanged=len(ids(state)) - 2)
    assert texts(state, MARA, "decision") == ["I toss a coin.", "How I decide: By the stars."]


async def test_what_was_put_away_by_hand_does_not_come_back() -> None:
    state = seeded()
    old = the(state, "values").id or ""
    await MemoryHandler().archive(ArchiveMemoryCommand(memory_id=old), state)
    assert seed(state, NOW).added == 0
    assert texts(state, MARA, "values") == []


async def test_a_pinned_gift_is_not_given_twice() -> None:
    state = seeded()
    await MemoryHandler().pin(PinMemoryCommand(memory_id=the(state, "values").id or ""), state)
    assert seed(state, NOW).added == 0


def test_a_game_that_was_begun_without_gifts_gets_them_now() -> None:
    state = game(village())
    state.clock.advance(3000)
    assert seed(state, NOW).added > 10
    assert {entry.game_time for entry in state.memories(MARA)} == {state.sheet.start_minutes}

"""A memory alone: agents remember, recall and know, without a scenario; journal, undo and copies are those of games."""

from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from app import export_game, import_game
from app.errors import InvalidInput, NotFound, NotPossible
from app.interfaces.cognition import TickResult
from app.interfaces.memory_tools import RankedBy
from app.memory.entries.markers import is_inactive
from app.models.state.game_state import GameState
from app.services.remembering.memory_time import date_of
from app.stores.transfer import import_playable
from app.testing import small_sheet
from tests.integration.remembering.memories import NOON, Clock, Remembering

LAUNCH = "The launch is on Friday."


@pytest.fixture
def alone() -> Remembering:
    return Remembering()


async def test_agents_are_made_by_being_named_and_each_recalls_its_own(alone: Remembering) -> None:
    added = await alone.remember(("Ana", "Ben Okri"), LAUNCH, about=("launch",))
    assert [(each.who, each.text, each.when) for each in added] == [
        ("Ana", LAUNCH, NOON),
        ("Ben Okri", LAUNCH, NOON),
    ]
    await alone.remember("Cleo", "The cat sleeps on the printer.")
    [first, *_] = await alone.recall("ben okri", "When is the launch?")
    assert (first.who, first.text, first.about) == ("Ben Okri", LAUNCH, ["launch"])
    assert first.relevance > 0.3
    assert LAUNCH not in [each.text for each in await alone.recall("Cleo", "When is the launch?")]


async def test_a_name_is_a_whole_name(alone: Remembering) -> None:
    await alone.remember("Ana Lima", "The tea is green.")
    await alone.remember("Ana", "The tea is black.")
    assert [each.text for each in await alone.recall("Ana", "tea")] == ["The tea is black."]
    with pytest.raises(NotFound, match=r"Nobody called An remembers anything here; there is Ana Lima, Ana\."):
        await alone.recall("An", "tea")


async def test_who_knows_says_since_when_and_through_whom(alone: Remembering) -> None:
    await alone.remember(("Ana", "Ben"), "The ferry leaves at six.", said_by="Ben")
    alone.clock.go_on(hours=2)
    await alone.remember("Ana", "The ferry leaves at nine.", said_by="Ben")
    await alone.remember("Cleo", "Lunch is at one.")
    found = {each.who: each for each in await alone.memory.who_knows(alone.game_id, "The ferry leaves at nine.")}
    assert {who: each.standing for who, each in found.items()} == {
        "Ana": "knows",
        "Ben": "knows an old version",
        "Cleo": "cannot know",
    }
    assert (found["Ana"].since, found["Ana"].through) == (NOON + timedelta(hours=2), "Ben")
    assert found["Cleo"].since is None


async def test_who_knows_of_a_topic(alone: Remembering) -> None:
    await alone.remember("Ana", "The launch is on Friday.")
    await alone.remember("Ben", "Lunch is at one.")
    assert await alone.known("the launch") == {"Ana": "knows", "Ben": "cannot know"}


async def test_a_confidence_is_recalled_only_before_those_who_were_told(alone: Remembering) -> None:
    await alone.remember(("Ana", "Ben"), "Dora wants to leave the company.", confidential=True, said_by="Dora")
    await alone.remember("Cleo", "Lunch is at one.")
    [own] = await alone.recall("Ana", "What does Dora want?")
    assert (own.confidential, own.said_by) == (True, "Dora")
    assert len(await alone.recall("Ana", "What does Dora want?", before=("Ben",))) == 1
    assert await alone.recall("Ana", "What does Dora want?", before=("Ben", "Cleo")) == []
    assert await alone.recall("Ana", "What does Dora want?", before=("a stranger",)) == []


async def test_nobody_is_said_to_have_said_a_confidence_that_is_nobodys_words(alone: Remembering) -> None:
    await alone.remember(("Ana", "world"), "Ben means to leave.", confidential=True)
    recalled = [*await alone.recall("Ana", "leave"), *await alone.recall("world", "leave")]
    assert [(each.who, each.said_by, each.confidential) for each in recalled] == [
        ("Ana", None, True),
        ("world", None, True),
    ]
    assert await alone.recall("Ana", "leave", before=["Ben"]) == []
    [ana] = await alone.memory.who_knows(alone.game_id, "Ben means to leave.")
    assert (ana.who, ana.standing, ana.through) == ("Ana", "knows", None)


async def test_when_and_where_are_given_by_the_caller(alone: Remembering) -> None:
    spring = datetime(2025, 4, 3, 9, 30, tzinfo=UTC)
    await alone.remember("Ana", "We met the printer's uncle.", when=spring, where="the old mill")
    await alone.remember("Ana", "We met the printer's aunt.", where="The Old Mill")
    [aunt, uncle] = sorted(await alone.recall("Ana", "Who did we meet?"), key=lambda each: -each.when.timestamp())
    assert (uncle.when, uncle.where) == (spring, "the old mill")
    assert (aunt.when, aunt.where) == (NOON, "the old mill")
    assert [each.text for each in await alone.recall("Ana", "Who did we meet?", until=spring)] == [uncle.text]
    assert [each.text for each in await alone.recall("Ana", "Who did we meet?", since=NOON)] == [aunt.text]


async def test_yesterday_is_yesterday(alone: Remembering) -> None:
    for days, text in ((1, "We painted the door."), (9, "We painted the fence.")):
        await alone.remember("Ana", text, when=NOON - timedelta(days=days))
    assert (await alone.recall("Ana", "What did we paint yesterday?"))[0].text == "We painted the door."


async def test_real_time_has_no_future_and_a_time_of_ones_own_goes_only_as_it_is_given(alone: Remembering) -> None:
    with pytest.raises(InvalidInput, match="lies ahead"):
        await alone.remember("Ana", LAUNCH, when=NOON + timedelta(hours=1))
    begins = datetime(1990, 1, 1, tzinfo=UTC)
    alone.game_id = alone.memory.begin("Simulated", start=begins)
    [first] = await alone.remember("Ana", LAUNCH)
    assert first.when == begins
    await alone.remember("Ana", "It rains.", when=begins + timedelta(days=3))
    alone.clock.go_on(days=100)
    [after] = await alone.remember("Ana", "It still rains.")
    assert after.when == begins + timedelta(days=3)


async def test_nothing_else_is_told_or_recorded_than_what_was_remembered(alone: Remembering) -> None:
    await alone.remember("Ana", LAUNCH)
    alone.clock.go_on(days=400)
    await alone.remember("Ben", LAUNCH)
    state = alone.container.turns().state(alone.game_id)
    assert state.conversation_history == []
    assert [entry.summary for npc_id in state.npcs for entry in state.npc(npc_id).npc_memories] == [LAUNCH, LAUNCH]
    assert not state.pending


async def test_undo_takes_back_what_was_remembered_and_who_was_made(alone: Remembering) -> None:
    await alone.remember("Ana", LAUNCH)
    await alone.remember("Ben", LAUNCH, where="the office")
    turns = alone.container.turns()
    branch = await turns.branch(alone.game_id)
    await turns.undo(alone.game_id, 1)
    assert await alone.known(LAUNCH) == {"Ana": "knows"}
    alone.game_id = branch
    assert await alone.known(LAUNCH) == {"Ana": "knows", "Ben": "knows"}


async def test_an_exported_memory_can_be_imported(alone: Remembering) -> None:
    await alone.remember("Ana", LAUNCH, where="the office")
    library = alone.container.library()
    document = export_game(library.read(alone.game_id))
    assert import_game(document).header.scenario_id == "memory"
    alone.game_id = library.import_journal(import_playable(document, "The scenario"))
    assert (await alone.recall("Ana", "launch"))[0].where == "the office"


async def test_what_exceeds_the_limit_is_forgotten_as_time_goes_by(alone: Remembering) -> None:
    short = Remembering(Clock(), {"observations_kept": 20})
    for number in range(30):
        short.clock.go_on(minutes=30)
        await short.remember("Ana", f"Parcel {number} came from the depot in town {number}.", importance=3)
    short.clock.go_on(days=2)
    await short.remember("Ana", "The depot closed.", importance=9)
    await short.container.turns().settle(short.game_id)
    state = short.container.turns().state(short.game_id)
    own = state.npc(next(iter(state.npcs))).npc_memories
    active = [entry for entry in own if not is_inactive(state.status(entry.id))]
    assert len(active) <= 22
    assert "The depot closed." in [entry.summary for entry in active]


async def test_forgetting_is_looked_for_once_a_day_at_most_however_far_the_clock_goes(
    alone: Remembering, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks: list[datetime] = []

    def watch(state: GameState) -> TickResult:
        ticks.append(date_of(state.clock.minutes))
        return TickResult()

    monkeypatch.setattr(alone.container.cognition(), "tick", watch)
    await alone.remember("Ana", "The tea is green.")
    alone.clock.go_on(days=90, minutes=5)
    await alone.remember("Ana", "The tea is black.")
    assert ticks == [datetime(2026, 7, 30, tzinfo=UTC), datetime(2026, 7, 30, 12, tzinfo=UTC)]


@pytest.mark.parametrize("preset", get_args(RankedBy))
async def test_every_ranking_finds_what_is_remembered(alone: Remembering, preset: str) -> None:
    await alone.remember("Ana", LAUNCH)
    alone.clock.go_on(hours=5)
    await alone.remember("Ana", "The cat sleeps on the printer.")
    found = await alone.recall("Ana", "When is the launch?", preset=preset, explain=True)
    assert LAUNCH in [each.text for each in found]
    assert all(str(each.why).startswith(preset) for each in found)


async def test_a_repeated_request_is_carried_out_once(alone: Remembering) -> None:
    for _ in range(2):
        await alone.remember_as("request-1", "Ana", LAUNCH)
    assert len(await alone.recall("Ana", "launch")) == 1


async def test_the_world_and_a_place_remember_too(alone: Remembering) -> None:
    await alone.remember("world", "The office closes in August.")
    assert (await alone.recall("world", "When does the office close?"))[0].who == "world"
    await alone.remember("Ana", "The lift is slow.", where="the office")
    await alone.remember("the office", "The carpet was changed.")
    assert (await alone.recall("the office", "carpet"))[0].text == "The carpet was changed."


async def test_a_game_with_a_story_is_no_memory_alone(alone: Remembering) -> None:
    alone.game_id = alone.container.library().begin(small_sheet(), "Élan")
    with pytest.raises(NotPossible, match="story of its own"):
        await alone.remember("Ana", LAUNCH)
    with pytest.raises(NotPossible, match="story of its own"):
        await alone.recall("Mara", "owl")

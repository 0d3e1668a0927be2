"""A visit in which nothing was said and nothing changed makes no memory, and is not asked for again."""

import pytest

from app.models.command import Event
from app.models.events.play import (
    EffectAdded,
    ItemTaken,
    ItemUsed,
    LocationChanged,
    NPCMoved,
    TimeAdvanced,
)
from app.models.messages.message import Role
from app.models.state.game_state import GameState
from app.testing import FakeSummarizer
from tests.unit.services.remembering import GUARD, MARKET, WORLD, memory_over, play_turn, ranges
from tests.worlds import new_game, say

LOOKED = "Stalls, a well and a guard who yawns."


@pytest.fixture
def state() -> GameState:
    return new_game()


def narrate(state: GameState, text: str, *events: Event, role: Role = Role.NARRATOR) -> None:
    say(state, text, role=role, speaker_id=None, speaker_name="", events=events)


def look_around(state: GameState, *events: Event) -> None:
    play_turn(state, "look")
    narrate(state, LOOKED)
    narrate(state, "Market · Day 1, 08:01", *events, role=Role.SYSTEM)


@pytest.mark.parametrize("typed", ["look", "wait", "go east", "examine the well", "help"])
@pytest.mark.parametrize(
    "event",
    [
        LocationChanged(from_id="market", to_id="inn", minutes=5, first_visit=True),
        NPCMoved(npc_id="guard-1", from_id="market", to_id="inn"),
        TimeAdvanced(minutes=10),
        EffectAdded(location_id="tower", effect="A bell rings."),
    ],
)
async def test_a_visit_of_orders_that_changed_nothing_here_is_no_memory(
    state: GameState, typed: str, event: Event
) -> None:
    look_around(state)
    play_turn(state, typed, npc_ids=("guard-1",))
    narrate(state, LOOKED, role=Role.NARRATOR)
    narrate(state, "It is later.", event, role=Role.SYSTEM)
    summarizer = FakeSummarizer()

    await memory_over(summarizer).on_location_exit(state)

    assert summarizer.history == []
    assert state.memories(MARKET) == state.memories(GUARD) == []
    assert state.pending == {}
    assert state.scenario.last_location_message_index == {"market": 5}
    assert state.scenario.last_npc_message_index == {"guard-1": 3}


async def test_the_next_visit_does_not_tell_of_the_one_that_was_passed_over(state: GameState) -> None:
    memory = memory_over(FakeSummarizer())
    look_around(state)
    await memory.on_location_exit(state)
    play_turn(state, "My brother drowned here.")
    await memory.on_location_exit(state)
    assert ranges(state, MARKET) == [(3, 3)]


async def test_what_a_player_says_is_remembered_whether_or_not_somebody_answers(state: GameState) -> None:
    look_around(state)
    play_turn(state, "My brother drowned here.")
    await memory_over(FakeSummarizer()).on_location_exit(state)
    assert ranges(state, MARKET) == [(0, 3)]


async def test_what_a_person_says_of_its_own_accord_is_remembered(state: GameState) -> None:
    look_around(state)
    say(state, "Move along.", role=Role.NPC, speaker_id="guard-1", speaker_name="Guard")
    await memory_over(FakeSummarizer()).on_location_exit(state)
    assert ranges(state, MARKET) == [(0, 3)]
    assert ranges(state, GUARD) == [(3, 3)]


async def test_speech_that_only_repeats_a_memory_is_no_speech(state: GameState) -> None:
    words = "You promised me a lantern."
    look_around(state)
    say(state, words, role=Role.NPC, speaker_id="guard-1", speaker_name="Guard", quoted=((0, len(words)),))
    await memory_over(FakeSummarizer()).on_location_exit(state)
    assert state.memories(MARKET) == []


async def test_what_a_person_answers_by_rote_keeps_what_it_answered(state: GameState) -> None:
    """Said to nobody by name, so that it is no message of the person's own."""
    play_turn(state, "I promise to bring the lantern back.")
    stock = "That is said, then."
    say(state, stock, role=Role.NPC, speaker_id="guard-1", speaker_name="Guard", quoted=((0, len(stock)),))
    await memory_over(FakeSummarizer()).on_location_exit(state)
    assert ranges(state, GUARD) == [(1, 1)]


@pytest.mark.parametrize(
    "event",
    [
        ItemTaken(item_id="lantern", location_id="market"),
        EffectAdded(location_id="market", effect="The well is lit."),
        ItemUsed(item_id="lantern", target_id=None, text="You light the lantern.", consumed=False),
    ],
)
async def test_a_visit_in_which_something_changed_is_remembered(state: GameState, event: Event) -> None:
    look_around(state, event)
    await memory_over(FakeSummarizer()).on_location_exit(state)
    assert ranges(state, MARKET) == [(0, 2)]


async def test_an_event_of_the_world_is_remembered_though_nothing_was_said(state: GameState) -> None:
    look_around(state)
    await memory_over(FakeSummarizer()).on_world_event(
        state, event_kind="quest_completed", related={"quest_id": "light"}
    )
    assert ranges(state, WORLD) == [(0, 2)]

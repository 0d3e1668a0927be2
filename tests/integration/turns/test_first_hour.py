"""What a new player types in the first hour of both scenarios that ship: questions, and what is remembered of them."""

import pytest

from app.agents.narrator.offline import OfflineNarrator
from app.events.commands import MoveNPCCommand
from app.interfaces.stores import IGameStore
from app.models.events.play import LocationChanged, TopicTold
from app.models.memory import MemoryKind
from app.models.messages.message import Role
from app.models.messages.speech import ActKind
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState
from app.services.game.games.scenario_library import ScenarioLibrary
from app.services.game.turns.turn_service import TurnService
from app.settings import PROJECT
from tests.integration.turns.table import captured, new_table

pytestmark = pytest.mark.long

BELL, THAW = "tide-bell", "before-the-thaw"


class Game:
    """A game of a scenario that ships, with the offline narrator and everything behind it."""

    def __init__(self, store: IGameStore, scenario: str) -> None:
        self.table: TurnService = new_table(store, narrator=OfflineNarrator())
        sheet = ScenarioLibrary([PROJECT / "app" / "content"]).load(scenario)
        self.id = self.table.library.begin(sheet, "Élan", seed=7)

    @property
    def state(self) -> GameState:
        return self.table.state(self.id)

    async def do(self, *lines: str) -> str:
        """Each line as a turn; what is told in the last one."""
        told = ""
        for line in lines:
            before = len(self.state.conversation_history)
            await self.table.take_turn(self.id, line)
            new = self.state.conversation_history[before:]
            told = "\n".join(message.content for message in new if message.role in (Role.NARRATOR, Role.NPC))
        await self.table.settle(self.id)
        return told

    @property
    def told_topics(self) -> list[str]:
        history = self.state.conversation_history
        return [event.topic_id for m in history for event in m.events if isinstance(event, TopicTold)]

    def memories(self, npc_id: str) -> str:
        return "\n".join(entry.summary for entry in captured(self.state.npc(npc_id).npc_memories))


@pytest.fixture
def bell(store: IGameStore) -> Game:
    return Game(store, BELL)


@pytest.fixture
def thaw(store: IGameStore) -> Game:
    return Game(store, THAW)


# -- what is asked of people -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "what happened to the bell?",
        "where is the bell?",
        "I want to help with the bell",
        "tell me about the clapper",
        "Tove, what's wrong with the bell?",
        "ask Tove about the bell",
    ],
)
async def test_a_topic_that_can_be_told_wins_over_a_late_one_of_the_same_name(bell: Game, line: str) -> None:
    await bell.do(line)
    assert bell.told_topics == ["the-silence"]
    assert bell.state.quest("silent-bell").status is QuestStatus.ACTIVE


@pytest.mark.parametrize("line", ["what became of Ivo?", "ask Jorun what became of Ivo", "do you know Ivo Haldane?"])
async def test_asked_for_a_late_matter_by_its_full_name_a_person_tells_the_earlier_one(thaw: Game, line: str) -> None:
    await thaw.do("go down", "go north", line)
    assert thaw.told_topics == ["jorun-ivo"]


async def test_a_late_topic_with_a_name_of_its_own_is_still_refused_in_the_authors_words(thaw: Game) -> None:
    told = await thaw.do("go down", "go north", "ask Jorun about Ivo's ring")
    assert "First ask me who wears it." in told
    assert thaw.told_topics == []


async def test_a_late_topic_that_has_become_tellable_is_told_before_what_was_told_already(bell: Game) -> None:
    await bell.do("what happened to the bell?")
    bell.state.place("bell-rock").discovered_secrets.append("bell-voice")
    await bell.do("what happened to the bell?")
    assert bell.told_topics == ["the-silence", "three-strokes"]


# -- what is remembered of it ----------------------------------------------------------------------------------------


async def test_what_was_asked_is_remembered_in_the_players_words(bell: Game) -> None:
    await bell.do("ask Tove about the silence", "go east")
    assert "Élan asked Tove Marrick about the silence." in bell.memories("tove")


async def test_what_was_asked_in_vain_is_remembered_in_the_players_words(bell: Game) -> None:
    told = await bell.do("ask Tove about the ringing", "go east")
    assert bell.told_topics == []
    assert "ringing" in bell.memories("tove") + told
    assert "three strokes" not in bell.memories("tove")
    assert "Élan asked Tove Marrick about the ringing." in bell.memories("tove")


async def test_who_only_wants_to_help_has_asked_nothing(bell: Game) -> None:
    await bell.do("I want to help with the bell")
    said = next(m for m in bell.state.conversation_history if m.role is Role.PLAYER)
    assert [act.kind for act in said.acts] == [ActKind.STATEMENT]
    await bell.do("go east")
    assert "asked" not in bell.memories("tove")
    assert "Tove Marrick told Élan about the bell." in bell.memories("tove")


async def test_the_act_of_a_question_holds_what_was_said_and_whom_it_was_for(bell: Game) -> None:
    for line, matter in (("ask Tove about the silence", "the silence"), ("what happened to the bell?", None)):
        await bell.do(line)
        said = next(m for m in reversed(bell.state.conversation_history) if m.role is Role.PLAYER)
        [act] = said.acts
        assert (act.kind, act.to, act.subject_id) == (ActKind.QUESTION, ("tove",), None)
        assert (said.content[slice(*act.what)] if act.what else None) == matter


# -- walking to a place that is known --------------------------------------------------------------------------------


def moves(game: Game) -> list[str]:
    """The places that the party came to in the last turn, in order."""
    state = game.state
    told = (event for message in state.conversation_history if message.turn == state.turn for event in message.events)
    return [event.to_id for event in told if isinstance(event, LocationChanged)]


async def test_the_known_way_is_walked_from_place_to_place_each_with_its_minutes(bell: Game) -> None:
    await bell.do("go east", "go west", "ask Tove about the bell", "go north")
    before, visits = bell.state.clock.minutes, bell.state.place("ferry-landing").visits
    told = await bell.do("go to the boiling house")
    assert moves(bell) == ["ferry-landing", "boiling-house"]
    assert bell.state.clock.minutes - before == 10 + 5
    assert bell.state.place("ferry-landing").visits == visits + 1
    assert told.index("come to the Ferry Landing") < told.index("come to the Boiling House")
    assert "Ways from here: the door (west)" in told
    assert told.count("Ways from here") == 1


async def test_what_was_passed_leaves_no_memory_and_who_stands_by_the_way_sees_the_party_pass(bell: Game) -> None:
    await bell.do("go east", "go west", "ask Tove about the bell", "go north", "go to the boiling house")
    assert captured(bell.state.place("causeway").location_memories) == []
    assert bell.state.pending == {}
    seen = [entry.summary for entry in bell.state.npc("tove").npc_memories if entry.kind is MemoryKind.OBSERVATION]
    assert seen[-2:] == ["Élan came to the Ferry Landing.", "Élan left the Ferry Landing for the Boiling House."]


async def test_a_walk_ends_where_something_stands_in_the_way(thaw: Game) -> None:
    await thaw.do("go down", "go east", "go west", "go north")
    thaw.state.place("upper-hut").visits = 1
    told = await thaw.do("go to the upper hut")
    assert moves(thaw) == ["varnholt-square", "pass-road"]
    assert "You stop at the Pass Road, on the way to the Upper Hut." in told


async def test_a_walk_ends_at_a_locked_way_with_the_authors_words(bell: Game) -> None:
    await bell.do("go east")
    told = await bell.do("go to the causeway")
    assert moves(bell) == ["ferry-landing"]
    assert "Nobody goes out there to look at the view" in told


async def test_going_back_after_a_walk_leads_to_where_it_began(bell: Game) -> None:
    await bell.do("go east", "go west", "ask Tove about the bell", "go north", "go to the boiling house")
    await bell.do("go back")
    assert moves(bell) == ["ferry-landing", "causeway"]


async def test_nobody_walks_to_a_place_that_the_party_has_not_heard_of(thaw: Game) -> None:
    await thaw.do("go to the wheel-house")
    assert moves(thaw) == []


async def test_a_person_is_looked_for_where_it_was_last_seen_and_not_where_it_is(bell: Game) -> None:
    await bell.do("go east", "look", "go west")
    await bell.table.execute(bell.id, MoveNPCCommand(npc_id="ansel", location_id="bell-rock"))
    await bell.do("ask Tove about the bell", "go north", "go to Ansel")
    assert moves(bell) == ["ferry-landing", "boiling-house"]


async def test_a_promise_stays_in_a_memory_that_long_answers_would_fill(bell: Game) -> None:
    promise = "I promise to ring it once for Henrik"
    await bell.do("talk to Tove", "ask Tove about the bell", f"say {promise}", "ask Tove about Henrik", "go east")
    assert promise in bell.memories("tove")

"""What a new player types in the first hour of both scenarios that ship: questions, and what is remembered of them."""

import pytest

from app.agents.narrator.offline import OfflineNarrator
from app.models.events.play import TopicTold
from app.models.messages.message import Role
from app.models.messages.speech import ActKind
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState
from app.services.game.games.scenario_library import ScenarioLibrary
from app.services.game.turns.turn_service import TurnService
from app.settings import PROJECT
from app.stores.json_store import JsonGameStore
from tests.integration.turns.table import captured, new_table

BELL, THAW = "tide-bell", "before-the-thaw"


class Game:
    """A game of a scenario that ships, with the offline narrator and everything behind it."""

    def __init__(self, store: JsonGameStore, scenario: str) -> None:
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
def bell(store: JsonGameStore) -> Game:
    return Game(store, BELL)


@pytest.fixture
def thaw(store: JsonGameStore) -> Game:
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

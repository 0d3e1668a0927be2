"""What the tests of prompts share: a rich game, long ones, and building prompts for both readers."""

from typing import Any

from app.memory.prompt_data import estimate
from app.models.memory import MemoryEntry, Scope
from app.models.messages.message import Role
from app.models.prompt import Agent, Prompt
from app.models.records.record import PromptRecipe
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState, Note
from app.services.ai.context_service import NEWEST_LAYOUT, ContextService
from tests.worlds import NOW, at_once, message, new_game, say

BUDGET = 6000


def recipe(budget: int = BUDGET, tools_tokens: int = 0) -> PromptRecipe:
    return PromptRecipe(model="test", mode="guided", budget=budget, layout=NEWEST_LAYOUT, tools_tokens=tools_tokens)


def narrator_prompt(state: GameState, text: str = "I look around.", **fields: int) -> Prompt:
    return at_once(ContextService().build(state, Agent.NARRATOR, text, recipe(**fields)))


def npc_prompt(state: GameState, npc_id: str = "mara", text: str = "I look around.", **fields: int) -> Prompt:
    return at_once(ContextService().build(state, Agent.NPC, text, recipe(**fields), npc_id=npc_id))


def honest(prompt: Prompt) -> bool:
    """Whether what it says it takes is what it takes, and within the budget."""
    return estimate(prompt.text) + prompt.reserve + prompt.tools_tokens <= prompt.tokens <= prompt.budget


def section(prompt: Prompt, name: str) -> str:
    """The text of one section, empty if the prompt has none of that name."""
    return next((section.text for section in prompt.sections if section.name == name), "")


def remember(state: GameState, scope: Scope, summary: str, **fields: Any) -> MemoryEntry:
    entry = MemoryEntry(created_at=NOW, source=scope.source, summary=summary, **{"game_time": 480, **fields})
    return state.remember(scope, entry)


def rich_game() -> GameState:
    """The party sits in the inn with Mara, in the middle of the first quest, and a good deal has happened."""
    state = new_game()
    state.turn = 12
    say(state, "I take the lantern.", turn=10)
    say(state, "The lantern is yours.", role=Role.NARRATOR, speaker_id=None, speaker_name="Narrator", turn=10)
    say(state, "+ lantern · Market · Day 1, 08:01", role=Role.SYSTEM, speaker_id=None, speaker_name="", turn=10)
    state.scenario.current_location_id = "inn"
    state.clock.minutes, state.clock.scene = 9 * 60, 3
    state.place("inn").visits = 2
    state.place("inn").lasting_changes.append("a broken window")
    state.place("market").discovered_secrets.append("loose-stone")
    state.place("market").items.remove("lantern")
    state.party.items.append("lantern")
    state.quest("light").status = QuestStatus.ACTIVE
    state.npc("mara").topics_told.append("owl-trouble")
    state.notes.append(Note(text="The bell rings at noon.", turn=3, game_time=485))
    state.notes.append(Note(text="Mara wants a lantern.", pinned=True, turn=5, game_time=490))
    remember(state, Scope.location("market"), "Élan haggled at the stalls.")
    remember(state, Scope.location("inn"), "Élan came in out of the rain.", visit="inn-1")
    remember(state, Scope.location("inn"), "Mara lit the fire.", visit="inn-1", game_time=500)
    remember(state, Scope.npc("mara"), "Élan promised Mara a lantern.", visit="inn-1", game_time=500)
    remember(state, Scope.npc("guard-1"), "Élan asked the guard for the way.")
    remember(state, Scope.world(), "Word of the owl went round.", game_time=510)
    say(state, "Here is your lantern, Mara.", addressee_ids=("mara",), turn=12)
    return state


def talk(state: GameState, messages: int, words: str = "We talked of nothing much, and the evening went on.") -> None:
    """A long conversation with everybody here."""
    here = state.scenario.current_location_id
    heard = tuple(npc.instance_id for npc in state.present())
    first = len(state.conversation_history)
    state.conversation_history.extend(
        message(n, f"{words} ({n})", location_id=here, witness_ids=heard, turn=n // 3)
        for n in range(first, first + messages)
    )

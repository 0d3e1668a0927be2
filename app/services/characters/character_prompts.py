"""The prompts with which an agent begins to play a character; what comes from the game is quoted as JSON strings."""

from collections.abc import Iterator

from app.interfaces.seat import PromptSpec
from app.language.rendering.phrases import time_text
from app.memory.prompt_data import clipped, data_line
from app.memory.recall.query import Preset, RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.goals import open_goals
from app.memory.stream.kinds import EPISODE_KINDS
from app.memory.stream.markers import NON_EVENTS
from app.memory.stream.stream import MemoryStream
from app.models.memory import Scope
from app.models.state.game_state import GameState
from app.models.state.plan import PlanStatus
from app.package_data import package_data
from app.services.characters.character_views import scene_lines
from app.services.characters.memory_views import perceived_text

MINIMAL, PREPOPULATED, CONSULTING = "minimal", "pre-populated", "consulting"
PROMPTS = (
    PromptSpec(MINIMAL, "Find out everything by asking your memory: a few hundred tokens."),
    PromptSpec(PREPOPULATED, "Who you are in short, who is here, your goals, what happened lately and your plan."),
    PromptSpec(CONSULTING, "Minimal, and consult your memories before every word and deed."),
)

LONGEST_NAME = 60
MAX_PROSE = 300
MAX_EVENTS, MAX_EVENT = 6, 240
IMPORTANT = 4.0
INSTRUCTIONS: dict[str, str] = package_data(__package__, "instructions")


def minimal(state: GameState, npc_id: str) -> str:
    return INSTRUCTIONS["minimal"].format(name=_name(state, npc_id))


def consulting(state: GameState, npc_id: str) -> str:
    return f"{minimal(state, npc_id)}\n\n{INSTRUCTIONS['consulting']}"


def prepopulated(state: GameState, npc_id: str, recaller: Recaller) -> str:
    sections = {
        "You": _self_lines(state, npc_id),
        "The scene": scene_lines(state, npc_id),
        "Your goals": _goal_lines(state, npc_id),
        "Recent important events": _event_lines(state, npc_id, recaller),
        "Your plan": _plan_lines(state, npc_id),
    }
    texts = ["\n".join((f"## {name}", *lines)) for name, found in sections.items() if (lines := list(found))]
    return "\n\n".join((INSTRUCTIONS["known"].format(name=_name(state, npc_id)), *texts))


def _name(state: GameState, npc_id: str) -> str:
    return data_line(clipped(state.name(npc_id), LONGEST_NAME))


def _self_lines(state: GameState, npc_id: str) -> Iterator[str]:
    sheet = state.sheets.npc(npc_id)
    facts = {
        "Are": ", ".join(part for part in (sheet.archetype, sheet.occupation) if part),
        "Look": sheet.description,
        "Past": sheet.background,
        "Speak": sheet.communication_style,
        "Traits": ", ".join(sheet.traits),
        "Values": ", ".join(sheet.values),
    }
    yield from (f"{name}: {data_line(clipped(text, MAX_PROSE))}" for name, text in facts.items() if text)


def _goal_lines(state: GameState, npc_id: str) -> Iterator[str]:
    for goal in open_goals(state, npc_id):
        yield f"- {goal.id}, {goal.progress} of 100: {data_line(clipped(goal.text, MAX_PROSE))}"


def _event_lines(state: GameState, npc_id: str, recaller: Recaller) -> Iterator[str]:
    """Most recent and important, in order of time."""
    query = RecallQuery(
        now=state.clock.minutes,
        kinds=EPISODE_KINDS,
        without_types=NON_EVENTS,
        minimum_importance=IMPORTANT,
        limit=MAX_EVENTS,
        preset=Preset.SITUATIONAL,
    )
    hits = recaller.recall(MemoryStream(state, Scope.npc(npc_id)), query)
    for entry in sorted((hit.memory for hit in hits), key=lambda memory: memory.game_time or 0):
        text, is_distorted = perceived_text(state, npc_id, entry)
        mark = " (as it seems to you)" if is_distorted else ""
        yield f"- {entry.id}, {time_text(entry.game_time or 0)}{mark}: {data_line(clipped(text, MAX_EVENT))}"


def _plan_lines(state: GameState, npc_id: str) -> Iterator[str]:
    for item in state.npc(npc_id).plan:
        if item.status in (PlanStatus.PENDING, PlanStatus.ACTIVE):
            where = "" if item.place is None else f" at {data_line(state.name(item.place))}"
            what = data_line(clipped(item.description, MAX_EVENT))
            yield f"- {time_text(item.time)}{where}, {item.status.value}: {what}"

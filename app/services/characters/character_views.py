"""What a character can read: scene, journal, people, and the prompts with which an agent begins to play it. Text
from the game is quoted as JSON strings."""

import json
from collections.abc import Iterator
from operator import itemgetter

from app.interfaces.seat import PromptSpec, ResourceSpec, ToolSpec
from app.language.rendering.phrases import time_text
from app.language.rendering.refusing import render_refusal
from app.language.rendering.states import shown_states
from app.memory.entries.markers import KNOWLEDGE, NON_EVENTS, SELF_TYPES, type_of
from app.memory.index.message_view import message_entry, message_text
from app.memory.profile import ProfileReader, glimpse, profile, profile_lines
from app.memory.prompt_data import clipped, data_line, language_line
from app.memory.recall.current_facts import current_facts, own_matters
from app.memory.recall.perceived import is_message, perceive
from app.memory.recall.query import Preset, RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.goals import goals_of, open_goals
from app.memory.stream.stream import MemoryStream
from app.models.clock import part_of_day
from app.models.memory import Scope
from app.models.memory_kinds import EPISODE_KINDS
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanStatus
from app.models.state.game_state import GameState
from app.models.state.texts import description_now
from app.models.state.things import lying_at
from app.package_data import package_data
from app.services.characters.memory_views import feelings_towards
from app.services.characters.names import way_lines
from app.services.game.action_lines import action_lines
from app.services.game.turns.speaking import who_hears

SCENE_URI, JOURNAL_URI, PEOPLE_URI = "game://scene", "game://journal", "game://characters/"
LATEST = 50
MAX_LINE = 400  # characters of one line of a journal, or of one authored text of a scene
_UNKNOWN_TO_ITSELF = {"distortions", "extensions", "topics", "lore", "items", "goals"}
"""Fields of a sheet that are for the engine alone, or are shown elsewhere in their present state, without conditions
and ids."""
_MEMORY_MARK = {True: "seems", False: "remembered"}

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


HOW_TO_CALL = "Call them by name, or by more_tools with tool and arguments."


def signature(spec: ToolSpec) -> str:
    """Return a tool on one line: its name, its arguments, optional ones with a question mark, and what it is for."""
    fields = spec.arguments.model_fields.items()
    given = ", ".join(name if field.is_required() else f"{name}?" for name, field in fields)
    purpose = " ".join(spec.description.partition("\n\n")[0].split())
    return f"{spec.name}({given}): {purpose}"


def resource_specs(state: GameState, npc_id: str) -> list[ResourceSpec]:
    """List the scene, the journal, and one resource per person, the reader first."""
    people = {npc_id: "everything about yourself"}
    people |= {other: "what anybody may know" for other in state.npcs if other != npc_id}
    return [
        ResourceSpec(SCENE_URI, "The scene", "where you are, what it is like there and who is there"),
        ResourceSpec(JOURNAL_URI, "Your journal", f"what you witnessed and remember, the last {LATEST} of each"),
        *(
            ResourceSpec(f"{PEOPLE_URI}{other}", clipped(state.name(other), 60), what, "application/json")
            for other, what in people.items()
        ),
    ]


def scene_lines(state: GameState, npc_id: str) -> Iterator[str]:
    """Yield the scene as a person perceives it; nothing for a sleeper."""
    npc = state.npc(npc_id)
    here = npc.current_location_id
    yield f"Time: {time_text(state.clock.minutes)}, {part_of_day(state.clock.minutes)}"
    if here is None:
        yield "You are nowhere in particular."
        return
    if npc.activity is Activity.SLEEPING:
        yield "You are asleep and perceive nothing."
        return
    sheet, now = state.sheets.location(here), state.place(here)
    yield f"Place: {data_line(sheet.name)} [{sheet.id}]: {_prose(description_now(state, sheet))}"
    yield from (f"Seen here: {_prose(words)}" for words in shown_states(state, here))
    if sheet.atmosphere:
        yield f"Atmosphere: {_prose(sheet.atmosphere)}"
    yield from (f"Changed here: {_prose(effect)}" for effect in now.lasting_changes)
    for item in lying_at(state, here):
        yield " ".join((f"Thing here: {data_line(state.name(item))}", *map(_prose, shown_states(state, item))))
    for detail in sheet.features:
        yield from (f"Detail: {data_line(detail.name)}: {_prose(words)}" for words in shown_states(state, detail.id))
    yield from (f"Way: {data_line(way)}" for way in way_lines(state, here))
    others = who_hears(state, npc_id)
    for other in others:
        line = f"Here: {data_line(state.name(other))} [{other}]"
        if other in state.npcs:
            line += f", {state.npc(other).activity.value}: {glimpse(state, other, 200)}"
        yield " ".join((line, *map(_prose, shown_states(state, other))))
    for deed in action_lines(state, npc_id):
        why = "" if deed.refusal is None else f" ({_prose(str(render_refusal(deed.refusal, state)))})"
        yield f"You can: {_prose(deed.line)}{why}"
    if npc_id in state.party.companions:
        yield "You go with the players."
    if not others:
        yield "Nobody else is here."


def experience_lines(state: GameState, npc_id: str) -> Iterator[str]:
    """Yield witnessed messages and own memories, in order of time."""
    scope, history = Scope.npc(npc_id), state.conversation_history
    heard = [history[position] for position in state.message_index.heard(scope)]
    said = [message_entry(message, scope) for message in heard if message_text(message) is not None][-LATEST:]
    standing = [entry for entry in MemoryStream(state, scope).active() if type_of(entry) not in SELF_TYPES][-LATEST:]
    for entry in sorted((*said, *standing), key=lambda entry: (entry.game_time or 0, entry.turn or 0)):
        text, is_distorted, _ = perceive(state, npc_id, entry)
        mark = "heard" if is_message(entry) else _MEMORY_MARK[is_distorted]
        yield f"{time_text(entry.game_time or 0)} · {mark} · {_prose(text)}"


def own_sheet(state: GameState, npc_id: str) -> str:
    """Return a person's own sheet and present state, without what is for the engine alone."""
    npc, own = state.npc(npc_id), own_matters(state, npc_id)
    now = {
        "place": npc.current_location_id,
        **npc.model_dump(mode="json", include={"activity", "energy", "hunger", "mood", "plan"}),
        "has": [state.name(item) for item in own.belongings],
        "keeps_to_itself": [state.name(item) for item in own.belongings if item in own.kept_back],
        "goals": [goal.model_dump(mode="json") for goal in goals_of(state, npc_id)],
        "stands": [now.content for now in current_facts(state, npc_id) if now.type == KNOWLEDGE],
    }
    sheet = state.sheets.npc(npc_id)
    written = sheet.model_dump(mode="json", exclude_defaults=True, exclude=_UNKNOWN_TO_ITSELF)
    told = [{"name": topic.name, "text": topic.text} for topic in own.topics]
    known = {**written, "topics": told, "lore": [lore.text for lore in sheet.lore]}
    return json.dumps({"sheet": known, "now": now}, ensure_ascii=False, indent=1)


def known_sheet(state: GameState, npc_id: str, other: str) -> str:
    """What is common knowledge of another, and the reader's own feelings about them."""
    npc = state.npc(other)
    known: dict[str, object] = {"name": state.sheets.npc(other).name}
    known |= profile(state, other, ProfileReader.ACQUAINTANCE)
    known["stands"] = feelings_towards(state, npc_id, other)
    known["here"] = is_here = other in who_hears(state, npc_id)
    if is_here:
        known["activity"] = npc.activity.value
    return json.dumps(known, ensure_ascii=False, indent=1)


def minimal(state: GameState, npc_id: str) -> str:
    return _begun("minimal", state, npc_id)


def consulting(state: GameState, npc_id: str) -> str:
    return f"{minimal(state, npc_id)}\n\n{INSTRUCTIONS['consulting']}"


def prepopulated(state: GameState, npc_id: str, recaller: Recaller) -> str:
    sections = {
        "You": profile_lines(profile(state, npc_id, ProfileReader.SEAT), MAX_PROSE),
        "The scene": scene_lines(state, npc_id),
        "Your goals": _goal_lines(state, npc_id),
        "Recent important events": _event_lines(state, npc_id, recaller),
        "Your plan": _plan_lines(state, npc_id),
    }
    texts = ["\n".join((f"## {name}", *lines)) for name, found in sections.items() if (lines := list(found))]
    return "\n\n".join((_begun("known", state, npc_id), *texts))


def _begun(how: str, state: GameState, npc_id: str) -> str:
    """Return what a prompt begins with: who is played, how, and in which language."""
    told = INSTRUCTIONS[how].format(name=_prose(state.name(npc_id), LONGEST_NAME))
    return f"{told} {language_line(state.sheet.language)}".strip()


def _goal_lines(state: GameState, npc_id: str) -> Iterator[str]:
    for goal in open_goals(state, npc_id):
        yield f"- {goal.id}, {goal.progress} of 100: {_prose(goal.text, MAX_PROSE)}"


def _event_lines(state: GameState, npc_id: str, recaller: Recaller) -> Iterator[str]:
    """Yield recent and important events, in order of time; one that there is no room for is left out whole."""
    query = RecallQuery(
        now=state.clock.minutes,
        kinds=EPISODE_KINDS,
        without_types=NON_EVENTS,
        minimum_importance=IMPORTANT,
        limit=MAX_EVENTS,
        preset=Preset.SITUATIONAL,
    )
    left, lines = MAX_EVENTS * MAX_EVENT, list[tuple[int, str]]()
    for hit in recaller.recall(MemoryStream(state, Scope.npc(npc_id)), query):
        at, (text, is_distorted, _) = hit.memory.game_time or 0, perceive(state, npc_id, hit.memory)
        mark = " (as it seems to you)" if is_distorted else ""
        if len(text) <= left:
            left -= len(text)
            lines.append((at, f"- {hit.memory.id}, {time_text(at)}{mark}: {data_line(text)}"))
    yield from (line for _, line in sorted(lines, key=itemgetter(0)))


def _plan_lines(state: GameState, npc_id: str) -> Iterator[str]:
    for item in state.npc(npc_id).plan:
        if item.status in (PlanStatus.PENDING, PlanStatus.ACTIVE):
            where = "" if item.place is None else f" at {data_line(state.name(item.place))}"
            what = _prose(item.description, MAX_EVENT)
            yield f"- {time_text(item.time)}{where}, {item.status.value}: {what}"


def _prose(text: str, limit: int = MAX_LINE) -> str:
    return data_line(clipped(text, limit))

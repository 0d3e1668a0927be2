"""What concerns the party itself: time, belongings, quests, the journal, notes, help."""

from app.agents.narrator.acting.company import addressee
from app.agents.narrator.acting.turn import Stage
from app.agents.narrator.telling import sight
from app.agents.narrator.telling.suggestions import in_words
from app.agents.narrator.telling.variants import pick
from app.agents.narrator.understanding.intents import MakeNote, Outside, Wait
from app.events.commands.play import AddNoteCommand, AdvanceTimeCommand
from app.language.language import language_of
from app.language.pack import Lines
from app.language.rendering.filling import sentence
from app.models.memory import MemoryEntry
from app.models.sheets.quest import QuestStatus
from app.models.state.clock import MINUTES_PER_DAY
from app.models.state.game_state import GameState

_NOTE_LIMIT = 1000
_NOTES_SHOWN = 5
_MEMORIES_SHOWN = 3
_LONGEST_WAIT = 30 * MINUTES_PER_DAY
"""Game minutes: everybody lives through them while the player sits there."""


async def wait(stage: Stage, intent: Wait) -> bool:
    """Let time pass."""
    minutes = intent.minutes if intent.minutes is not None else 0
    if intent.until is not None:
        now = stage.state.clock.minutes % MINUTES_PER_DAY
        minutes = (intent.until - now) % MINUTES_PER_DAY or MINUTES_PER_DAY
    if minutes < 1:
        return stage.refuse(stage.words("wait-too-short"))
    if minutes > _LONGEST_WAIT:
        return stage.refuse(stage.words("wait-too-long", days=_LONGEST_WAIT // MINUTES_PER_DAY))
    return await stage.do(AdvanceTimeCommand(minutes=minutes))


async def make_note(stage: Stage, intent: MakeNote) -> bool:
    """Keep a line on purpose."""
    if len(intent.text) > _NOTE_LIMIT:
        return stage.refuse(stage.words("note-too-long", count=len(intent.text), most=_NOTE_LIMIT))
    return await stage.do(AddNoteCommand(text=intent.text, pinned=intent.pinned))


def inventory(stage: Stage) -> bool:
    """What the party carries."""
    stage.remark(sight.carried(stage.state))
    return True


def who(stage: Stage) -> bool:
    """Who is here."""
    state = stage.state
    spoken_to = addressee(state)
    stage.remark(sight.people(state) or stage.words("nobody-here", ways=sight.ways(state)))
    if spoken_to is not None and len(state.present()) > 1:
        stage.remark(stage.words("speaking-with", person=state.name(spoken_to)))
    return True


def clock(stage: Stage) -> bool:
    """What time it is."""
    stage.remark(sight.hour(stage.state))
    return True


def quests(stage: Stage) -> bool:
    """What is to be done."""
    open_now, done = _quest_lines(stage)
    lines = [*open_now, *done]
    stage.remark("\n".join(lines) if lines else stage.words("no-quests", could=in_words(stage.state)))
    return True


def journal(stage: Stage) -> bool:
    """Open quests, notes, and what this place and the world remember."""
    state = stage.state
    open_now, _ = _quest_lines(stage)
    notes = [f"– {note.text}" for note in state.notes[-_NOTES_SHOWN:]]
    here = _remembered(
        stage.words("of-here", place=sight.the_place(state.here.name)),
        state,
        state.place(state.here.id).location_memories,
    )
    world = _remembered(stage.words("of-world"), state, state.scenario.world_memories)
    parts = ["\n".join([stage.words("to-be-done"), *open_now]) if open_now else ""]
    parts += ["\n".join([stage.words("your-notes"), *notes]) if notes else "", here, world]
    if any(parts):
        stage.remark(*parts)
    else:
        stage.remark(stage.words("journal-empty"))
    return True


def give_help(stage: Stage) -> bool:
    """What can be done, and what would work here."""
    stage.remark(
        stage.words("help"),
        in_words(stage.state),
    )
    return True


def forbear(stage: Stage) -> bool:
    """Nothing is done, because the player said so."""
    stage.remark(pick(stage.state, "let-be", _lines(stage, "let_be")))
    return True


def point_outside(stage: Stage, intent: Outside) -> bool:
    """What is no part of the story has its own commands."""
    more = sight.ways(stage.state) if intent.word == "map" else ""
    return stage.refuse(stage.words("outside", word=intent.word, more=more).strip())


def puzzled(stage: Stage) -> bool:
    """Not understood: say what would work here."""
    stage.understood = False
    words = pick(stage.state, "puzzled", _lines(stage, "puzzled"))
    return stage.refuse(f"{words} {in_words(stage.state)}")


def _lines(stage: Stage, name: str) -> Lines:
    return language_of(stage.state.sheet).lines(f"telling.{name}")


def _quest_lines(stage: Stage) -> tuple[list[str], list[str]]:
    state, open_now, done = stage.state, [], []
    for quest in state.sheet.quests:
        progress = state.quest(quest.id)
        if progress.status is QuestStatus.ACTIVE:
            left = [step.name for step in quest.objectives if step.id not in progress.completed_objectives]
            still = " " + stage.words("still-to-do", left="; ".join(left)) if left else ""
            open_now.append(f"– {quest.name}: {sentence(quest.description)}{still}")
        elif progress.status is QuestStatus.COMPLETED:
            done.append(f"– {stage.words('quest-over', quest=quest.name)}")
    return open_now, done


def _remembered(heading: str, state: GameState, memories: list[MemoryEntry]) -> str:
    """The latest memories under a heading; empty if there are none."""
    standing: list[MemoryEntry] = []
    for entry in reversed(memories):
        if state.status(entry.id).archived_by is None:
            standing.append(entry)
        if len(standing) == _MEMORIES_SHOWN:
            break
    if not standing:
        return ""
    return "\n".join([heading, *(f"– {entry.summary}" for entry in reversed(standing))])

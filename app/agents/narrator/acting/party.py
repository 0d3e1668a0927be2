"""What concerns the party itself: time, belongings, quests, the journal, notes, help."""

from itertools import chain, islice

from app.agents.narrator.acting.company import addressee
from app.agents.narrator.acting.meaning import named_instead
from app.agents.narrator.acting.turn import TurnBuilder
from app.agents.narrator.answering.own_memory import own_answer, told
from app.agents.narrator.answering.questions import Report
from app.agents.narrator.telling import sight
from app.agents.narrator.telling.suggestions import dealing_with, suggestion_line
from app.agents.narrator.telling.variants import pick
from app.agents.narrator.understanding.intents import Forbear, Listing, MakeNote, Outside, Unknown, Wait
from app.agents.narrator.understanding.naming import Kind, everything_here, named_in
from app.agents.narrator.understanding.typed_words import Phrase, asks_anything, word_set
from app.events.commands.play import AddNoteCommand, AdvanceTimeCommand
from app.language.language import language_of
from app.language.rendering.filling import sentence
from app.language.rendering.phrases import named_place
from app.models.memory import MemoryEntry
from app.models.sheets.quest import QuestStatus
from app.models.state.clock import MINUTES_PER_DAY
from app.models.state.game_state import GameState

_NOTE_LIMIT = 1000
_NOTES_SHOWN = 5
_MEMORIES_SHOWN = 3
_LONGEST_WAIT = 30 * MINUTES_PER_DAY
"""Game minutes: everybody lives through them while the player sits there."""


async def wait(turn: TurnBuilder, intent: Wait) -> bool:
    minutes = intent.minutes or 0
    if intent.until is not None:
        minutes = (intent.until - turn.state.clock.minutes) % MINUTES_PER_DAY or MINUTES_PER_DAY
    if minutes < 1:
        return turn.refuse(turn.text("wait-too-short"))
    if minutes > _LONGEST_WAIT:
        return turn.refuse(turn.text("wait-too-long", days=_LONGEST_WAIT // MINUTES_PER_DAY))
    return await turn.do(AdvanceTimeCommand(minutes=minutes))


async def make_note(turn: TurnBuilder, intent: MakeNote) -> bool:
    if len(intent.text) > _NOTE_LIMIT:
        return turn.refuse(turn.text("note-too-long", count=len(intent.text), most=_NOTE_LIMIT))
    return await turn.do(AddNoteCommand(text=intent.text, pinned=intent.pinned))


async def listing(turn: TurnBuilder, intent: Listing) -> bool:
    """Tell what is only looked up: texts that are no events."""
    state = turn.state
    match intent.what:
        case "inventory":
            turn.remark(sight.carried(state))
        case "who":
            turn.remark(sight.people(state) or turn.text("nobody-here", ways=sight.ways(state)))
            if (spoken_to := addressee(state)) and len(state.present()) > 1:
                turn.remark(turn.text("speaking-with", person=state.name(spoken_to)))
        case "clock":
            turn.remark(sight.hour(state))
        case "quests":
            turn.remark("\n".join(chain(*_quest_lines(turn))) or turn.text("no-quests", could=suggestion_line(state)))
        case "journal":
            turn.remark(*_journal(turn))
        case "help":
            turn.remark(turn.text("help"), suggestion_line(state))
    return True


def _journal(turn: TurnBuilder) -> list[str]:
    """Open quests, notes, and what this place and the world remember."""
    state = turn.state
    open_now, _ = _quest_lines(turn)
    memories_here = state.place(state.here.id).location_memories
    parts = {
        turn.text("to-be-done"): open_now,
        turn.text("your-notes"): [f"– {note.text}" for note in state.notes[-_NOTES_SHOWN:]],
        turn.text("of-here", place=named_place(state.here.name)): _remembered(state, memories_here),
        turn.text("of-world"): _remembered(state, state.scenario.world_memories),
    }
    shown = ["\n".join([heading, *lines]) for heading, lines in parts.items() if lines]
    return shown or [turn.text("journal-empty")]


async def forbear(turn: TurnBuilder, _: Forbear) -> bool:
    """Nothing is done, because the player said so."""
    turn.remark(_stock_line(turn, "let-be", "let_be"))
    return True


async def outside(turn: TurnBuilder, intent: Outside) -> bool:
    """What is no part of the story has its own commands."""
    more = sight.ways(turn.state) if intent.what == "map" else ""
    return turn.refuse(turn.text("outside", word=intent.what, more=more).strip())


async def unknown(turn: TurnBuilder, intent: Unknown) -> bool:
    """What nobody can be asked the party may know itself; else it is not understood: say what would work here."""
    text = named_instead(turn, intent.what)
    phrase = Phrase.of(text)
    asks, is_said = asks_anything(phrase), not word_set("others").isdisjoint(phrase.norms)
    if own := own_answer(turn, text) or (told(turn, text, Report("", text)) if asks and not is_said else ""):
        turn.remark(own)
        return True
    turn.understood = False
    if asks:
        return turn.refuse(turn.text("spoken-alone"))
    things = [thing for thing in named_in(intent.what, everything_here(turn.state)) if thing.kind is not Kind.PERSON]
    if things:
        return turn.refuse(turn.text("nothing-comes", hint=dealing_with(turn.state, things[0])))
    return turn.refuse(f"{_stock_line(turn, 'puzzled', 'puzzled')} {suggestion_line(turn.state)}")


def _stock_line(turn: TurnBuilder, purpose: str, name: str) -> str:
    return pick(turn.state, purpose, language_of(turn.state.sheet).lines(f"telling.{name}"))


def _quest_lines(turn: TurnBuilder) -> tuple[list[str], list[str]]:
    state, open_now, done = turn.state, [], []
    for quest in state.sheet.quests:
        progress = state.quest(quest.id)
        if progress.status is QuestStatus.ACTIVE:
            left = [step.name for step in quest.objectives if step.id not in progress.completed_objectives]
            still = " " + turn.text("still-to-do", left="; ".join(left)) if left else ""
            open_now.append(f"– {quest.name}: {sentence(quest.description)}{still}")
        elif progress.status is QuestStatus.COMPLETED:
            done.append(f"– {turn.text('quest-over', quest=quest.name)}")
    return open_now, done


def _remembered(state: GameState, memories: list[MemoryEntry]) -> list[str]:
    """The latest memories that still stand, the oldest of them first."""
    standing = (entry for entry in reversed(memories) if state.status(entry.id).archived_by is None)
    return [f"– {entry.summary}" for entry in islice(standing, _MEMORIES_SHOWN)][::-1]

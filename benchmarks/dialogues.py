"""Dialogues with questions and the turns that answer them, read from a file and remembered by somebody who listens."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryKind, Scope
from app.models.messages.message import Message, Role
from app.models.sheets.condition import PlaceEntered
from app.models.sheets.location import LocationSheet
from app.models.sheets.person import NPCSheet
from app.models.sheets.quest import ActSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.models.state.opening import begin

FORMAT = """\
DATA is a JSON file, or a folder of them; each holds one dialogue or a list of dialogues, in either of two shapes:

    {"title": "Two friends",
     "sessions": [{"at": "2024-01-14T19:05",
                   "turns": [{"id": "1:1", "speaker": "Ines", "text": "Rowan! How was the move?"}, ...]}, ...],
     "questions": [{"question": "When do they open?", "evidence": ["4:2"], "kind": "when"}, ...]}

    {"sample_id": "7",
     "conversation": {"session_1_date_time": "7:05 pm on 14 January, 2024",
                      "session_1": [{"speaker": "Ines", "dia_id": "D1:1", "text": "Rowan! How was the move?",
                                     "blip_caption": "a van full of boxes"}, ...], "session_2": [...], ...},
     "qa": [{"question": "When do they open?", "evidence": ["D4:2"], "category": 2}, ...]}

Turns are in the order in which they were said, ids unique within a dialogue. `evidence` lists the ids of all turns
that are needed for the answer. What may be missing: `title`, `sample_id`, `kind` or `category` (any word or number;
the results are given for each), and `caption` or `blip_caption` (what a picture that comes with a turn shows; it
becomes part of the turn's text). Dates: ISO ("2024-01-14", "2024-01-14T19:05"), "7:05 pm on 14 January, 2024",
"14 January 2024, 19:05", "January 14, 2024 7:05 pm" and the like. Other keys are not read.

Questions without evidence are left out and counted. In the second shape one string may name several turns ("D1:1;
D2:4"), and names of turns that are not there are left out and counted; in the first they are an error."""

OWNER = Scope.npc("listener")
_CLOCKS = ("%H:%M", "%I:%M %p", "%I %p", "%H:%M:%S")
_DATES = ("%Y-%m-%d", "%Y/%m/%d", "%d %B %Y", "%B %d %Y", "%d %b %Y", "%b %d %Y")
_DATE_FORMATS = (
    *_DATES,
    *(f"{d} {c}" for d in _DATES for c in _CLOCKS),
    *(f"{c} {d}" for d in _DATES for c in _CLOCKS),
)
_PAUSE = 60
"""Minutes of game time at least between two sessions."""


@dataclass(frozen=True)
class Turn:
    """What somebody said."""

    id: str
    speaker: str
    text: str


@dataclass(frozen=True)
class Session:
    """What was said at one time."""

    at: datetime
    turns: tuple[Turn, ...]


@dataclass(frozen=True)
class Question:
    """A question and the ids of the turns that answer it."""

    text: str
    evidence: tuple[str, ...]
    kind: str


@dataclass(frozen=True)
class Dialogue:
    """A dialogue as two games: its turns as memories and as messages. ``turn_ids`` by the id of a hit."""

    title: str
    as_memories: MemoryStream
    as_messages: MemoryStream
    turn_ids: dict[str, str]
    questions: tuple[Question, ...]
    now: int
    without_evidence: int
    unknown_ids: int


class Unreadable(ValueError):
    """The data are not in the form that is described; says where."""


def load(path: Path) -> list[Dialogue]:
    """The dialogues of a file, or of a folder's files in the order of their names. `Unreadable` names the place."""
    files = sorted(path.glob("*.json")) if path.is_dir() else [path]
    if not files:
        raise Unreadable(f"{path}: a folder without JSON files")
    return [dialogue for file in files for dialogue in _dialogues(file)]


def _dialogues(file: Path) -> Iterator[Dialogue]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Unreadable(f"{file.name}: cannot be read ({error.strerror})") from None
    except ValueError as error:
        raise Unreadable(f"{file.name}: not JSON in UTF-8 ({error})") from None
    samples = found if isinstance(found, list) else [found]
    if not samples:
        raise Unreadable(f"{file.name}: no dialogues")
    for number, sample in enumerate(samples, start=1):
        data = _Place(sample, file.name if len(samples) == 1 else f"{file.name}, dialogue {number}")
        yield _foreign(data) if data.has("conversation") else _own(data)


class _Place:
    """A part of the data that knows where it stands."""

    def __init__(self, data: object, where: str) -> None:
        self.data = data
        self.where = where

    def has(self, key: str) -> bool:
        return isinstance(self.data, dict) and self.data.get(key) is not None

    def get(self, key: str) -> "_Place":
        if not isinstance(self.data, dict):
            raise Unreadable(f"{self.where}: an object with {key!r} was expected")
        if self.data.get(key) is None:
            raise Unreadable(f"{self.where}: {key!r} is missing")
        return _Place(self.data[key], f"{self.where}, {key}")

    def each(self) -> Iterator["_Place"]:
        if not isinstance(self.data, list):
            raise Unreadable(f"{self.where}: a list was expected")
        return (_Place(item, f"{self.where} {number}") for number, item in enumerate(self.data, start=1))

    def text(self) -> str:
        if not isinstance(self.data, str | int):
            raise Unreadable(f"{self.where}: text was expected")
        return str(self.data)

    def optional(self, *keys: str) -> str:
        return next((self.get(key).text() for key in keys if self.has(key)), "")


def _own(data: _Place) -> Dialogue:
    sessions = [
        Session(_date(session.get("at")), tuple(_turns(session.get("turns"), "id")))
        for session in data.get("sessions").each()
    ]
    asked = [
        (_question(item, "kind", [one.text() for one in item.get("evidence").each()]), item.where)
        for item in data.get("questions").each()
    ]
    title = data.optional("title") or data.where
    dialogue = dialogue_of(title, sessions, [question for question, _ in asked], data.where)
    known = set(dialogue.turn_ids.values())
    for question, where in asked:
        if missing := set(question.evidence) - known:
            raise Unreadable(f"{where}: no turn {min(missing)!r}, which {question.text!r} names")
    return dialogue


def _foreign(data: _Place) -> Dialogue:
    conversation = data.get("conversation")
    names = conversation.data if isinstance(conversation.data, dict) else {}
    numbers = sorted(int(found[1]) for key in names if (found := re.fullmatch(r"session_(\d+)", key)) and names[key])
    sessions = [
        Session(
            _date(conversation.get(f"session_{number}_date_time")),
            tuple(_turns(conversation.get(f"session_{number}"), "dia_id")),
        )
        for number in numbers
    ]
    known = {turn.id for session in sessions for turn in session.turns}
    questions, unknown = [], 0
    for item in data.get("qa").each():
        named = list(item.get("evidence").each()) if item.has("evidence") else []
        ids = [_plain(found) for one in named for found in re.split(r"[;,\s]+", one.text()) if found]
        unknown += sum(found not in known for found in ids)
        questions.append(_question(item, "category", [found for found in ids if found in known]))
    title = data.optional("sample_id", "title") or data.where
    return dialogue_of(title, sessions, questions, data.where, unknown)


def _plain(turn_id: str) -> str:
    """``D4:07`` and ``D:4:7`` as ``D4:7``."""
    found = re.fullmatch(r"D:?(\d+):(\d+)", turn_id.strip("()[]"))
    return f"D{int(found[1])}:{int(found[2])}" if found else turn_id


def _turns(turns: _Place, key: str) -> Iterator[Turn]:
    for turn in turns.each():
        caption = turn.optional("caption", "blip_caption")
        text = " ".join(part for part in (turn.optional("text"), f"[shows {caption}]" if caption else "") if part)
        yield Turn(_plain(turn.get(key).text()), turn.get("speaker").text(), text)


def _question(item: _Place, kind: str, evidence: Iterable[str]) -> Question:
    return Question(item.get("question").text(), tuple(dict.fromkeys(evidence)), item.optional(kind) or "any")


def _date(written: _Place) -> datetime:
    text = written.text().strip()
    try:
        return datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        plain = re.sub(
            r"(?<=\d)(?:st|nd|rd|th)\b", "", text.replace(",", " ").replace(" on ", " ").replace(" at ", " ")
        )
        plain = " ".join(re.sub(r"(?i)(?<=\d)\s*([ap])\.?m\b\.?", r" \1m", plain).split())
    for form in _DATE_FORMATS:
        try:
            return datetime.strptime(plain, form)  # noqa: DTZ007  # local to the dialogue
        except ValueError:
            continue
    raise Unreadable(f"{written.where}: {text!r} is not a date that is understood, such as 2024-01-14T19:05")


def dialogue_of(
    title: str, sessions: list[Session], questions: list[Question], where: str, unknown_ids: int = 0
) -> Dialogue:
    """The turns as they would be remembered: a minute of game time apart, as many days between as there were."""
    memories, messages = (MemoryStream(empty_game(), OWNER) for _ in range(2))
    turn_ids: dict[str, str] = {}
    seen: set[str] = set()
    if not sessions:
        raise Unreadable(f"{where}: no sessions")
    first, now = sessions[0].at.replace(hour=0, minute=0), -_PAUSE
    for number, session in enumerate(sessions, start=1):
        start = max(now + _PAUSE, int((session.at - first).total_seconds() // 60))
        for now, turn in enumerate(session.turns, start):  # the last one goes on to the next session
            if turn.id in seen:
                raise Unreadable(f"{where}: two turns {turn.id!r}")
            seen.add(turn.id)
            entry = memories.add(
                MemoryKind.CONVERSATION,
                MemoryContext(
                    content=f"{turn.speaker}: {turn.text or '…'}",
                    created_at=session.at.replace(tzinfo=UTC),
                    game_time=now,
                ),
            )
            message = _message(messages.state, turn, now, number, session.at)
            messages.state.conversation_history.append(message)
            turn_ids[entry.id or ""] = turn_ids[f"m-{message.index}"] = turn.id
    answered = tuple(question for question in questions if question.evidence)
    return Dialogue(title, memories, messages, turn_ids, answered, now + 1, len(questions) - len(answered), unknown_ids)


def _message(state: GameState, turn: Turn, now: int, session: int, at: datetime) -> Message:
    return Message(
        index=len(state.conversation_history),
        turn=len(state.conversation_history) + 1,
        role=Role.NPC,
        speaker_name=turn.speaker,
        content=turn.text or "…",
        location_id="here",
        witness_ids=("listener",),
        game_time=now,
        scene=f"session-{session}",
        timestamp=at.replace(tzinfo=UTC),
    )


def empty_game() -> GameState:
    """A game with one place and one person, the `OWNER` of what is remembered."""
    place = LocationSheet(id="here", name="Here", description="A place to talk.")
    listener = NPCSheet(id="listener", name="Listener", description="Hears it all.", start_location="here")
    sheet = ScenarioSheet(
        id="dialogue",
        title="A dialogue",
        summary="",
        premise="",
        opening="",
        ending="",
        start_location="here",
        acts=(ActSheet(id="act", name="Act", opening="", condition=PlaceEntered(location_id="here")),),
        locations=(place,),
        npcs=(listener,),
    )
    return begin(sheet, "dialogue")

"""Scripted games of who knows what, as they are read from files, and what a memory system under test must do."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Protocol

PLAYER = "player"
NEVER, OLD, OPEN = "never", "old", "open"


class Standing(StrEnum):
    """What somebody can say to a claim."""

    CANNOT_KNOW = "cannot know"
    KNOWS_OLD = "knows an old version"
    KNOWS = "knows"


@dataclass(frozen=True)
class Answer:
    """``source``: the id of the one it is known from, the person's own if it was the first to say so."""

    standing: Standing = Standing.CANNOT_KNOW
    source: str = ""


@dataclass(frozen=True)
class Said:
    """Something said: by whom, to whom, and everybody who hears it, the addressees among them, the speaker not."""

    by: str
    to: tuple[str, ...]
    hearers: tuple[str, ...]
    text: str


@dataclass(frozen=True)
class Event:
    """One event. ``said`` is what is spoken; ``is_talk`` marks a talk of two that only they hear; ``chat`` names two
    who talk of what they like; else ``who`` goes ``to_place``."""

    said: tuple[Said, ...] = ()
    is_talk: bool = False
    chat: tuple[str, ...] = ()
    who: str = ""
    to_place: str = ""


@dataclass(frozen=True)
class Question:
    """A claim put to a person, how it knows of it, and the right answer."""

    person: str
    claim: str
    how: str
    right: Answer


@dataclass(frozen=True)
class Game:
    """One script. ``begin`` is where everybody and the player are at first."""

    id: str
    player: str
    places: dict[str, str]
    people: dict[str, str]
    begin: dict[str, str]
    events: tuple[Event, ...]
    questions: tuple[Question, ...]


class System(Protocol):
    """A memory system under test. ``tell`` and ``ask`` are called in between `begin` and `end`."""

    name: str

    async def begin(self, game: Game) -> None:
        """Forget everything, and make the game's people known."""

    async def tell(self, event: Event) -> None:
        """Take in what happens next."""

    async def ask(self, person: str, claim: str) -> Answer:
        """Whether a person, by id, knows a claim."""

    async def end(self) -> None:
        """The game is over."""


def load(data: Path) -> list[Game]:
    """The game of a file, or the games of a folder, by name. KeyError and ValueError for what has not the format."""
    paths = sorted(data.glob("*.json")) if data.is_dir() else [data]
    return [_game(json.loads(path.read_text(encoding="utf-8"))) for path in paths]


def _game(data: dict[str, object]) -> Game:
    places, people, begin = (dict(data[key]) for key in ("places", "people", "begin"))  # type: ignore[call-overload]  # a JSON object each
    events: list[dict[str, object]] = data["events"]  # type: ignore[assignment]  # a JSON list
    claims: list[dict[str, object]] = data["claims"]  # type: ignore[assignment]  # a JSON list
    return Game(
        id=str(data["id"]),
        player=str(data["player"]),
        places=places,
        people=people,
        begin=begin,
        events=tuple(_events(events, dict(begin))),
        questions=tuple(question for claim in claims for question in _questions(claim, people)),
    )


def _events(events: Sequence[dict[str, object]], at: dict[str, str]) -> Iterator[Event]:
    """The events with those who hear them; ``at`` is where everybody is, and moves on."""
    for event in events:
        match event:
            case {"go": str(who), "to": str(place)}:
                at[who] = place
                yield Event(who=who, to_place=place)
            case {"by": str(by), "say": str(text)}:
                to = tuple(str(each) for each in event.get("to", ()))  # type: ignore[attr-defined]  # a JSON list
                hearers = tuple(who for who, place in at.items() if place == at[by] and who != by)
                if not set(to) <= set(hearers):
                    raise ValueError(f"{to} are not where {by} says: {text}")
                yield Event(said=(Said(by, to, hearers, text),))
            case {"talk": [[str(one), _], [str(other), _]]}:
                lines: list[tuple[str, str]] = event["talk"]  # type: ignore[assignment]  # a JSON list
                pair = {one: other, other: one}
                said = tuple(Said(who, (pair[who],), (pair[who],), text) for who, text in lines)
                yield Event(said=said, is_talk=True)
            case {"chat": [str(one), str(other)]}:
                yield Event(chat=(one, other))
            case _:
                raise ValueError(f"no event: {event}")


def _questions(claim: dict[str, object], people: dict[str, str]) -> Iterator[Question]:
    known: dict[str, str] = claim["people"]  # type: ignore[assignment]  # a JSON object
    for person in people:
        how, _, source = known.get(person, NEVER).partition(" ")
        standing = {NEVER: Standing.CANNOT_KNOW, OLD: Standing.KNOWS_OLD}.get(how, Standing.KNOWS)
        if how != OPEN:
            yield Question(person, str(claim["claim"]), how, Answer(standing, source))

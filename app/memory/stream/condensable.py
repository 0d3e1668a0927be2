"""Memories that may become one, and what they come to when they are told without a mind."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum

from app.interfaces.services.location import PARTY
from app.language.analysis.ranking import rank_sentences
from app.language.analysis.terms import keywords_of
from app.language.language import Language
from app.language.rendering.naming import Naming
from app.language.rendering.phrases import listed
from app.models.memory import MemoryEntry, Scope
from app.models.state.clock import MINUTES_PER_DAY, day_of
from app.models.state.game_state import GameState

CONDENSED = "condensed"
"""In a memory's metadata, and a tag of it: of what sort of `Lot` it was made."""

_MOST_TOLD, _LONGEST_TOLD, _LONGEST_NAME = 40, 240, 60
_MOST_NAMES = 6
_FEWEST_KEYWORDS = 2
"""Of a line that tells something, beside names."""


class Sort(StrEnum):
    """What sort of memories are condensed together."""

    CONVERSATION = "conversation"
    ROUTINE = "routine"
    ERA = "era"


@dataclass(frozen=True)
class Lot:
    """Memories that may become one, in order of time.

    ``since`` and ``until`` are the game times of the oldest and the newest, or when their era began and ended.
    ``is_weighty``: they are worth a mind.
    """

    sort: Sort
    entries: tuple[MemoryEntry, ...]
    importances: tuple[float, ...]
    since: int
    until: int
    is_weighty: bool = False

    def titled(self, text: str, language: Language) -> str:
        """A text of an era says of which: ``Days 1 to 7: …``."""
        if self.sort is not Sort.ERA:
            return text
        days = {"since": str(day_of(self.since)), "until": str(self.until // MINUTES_PER_DAY)}
        return language.render("lots.era", text=text, **days)

    @property
    def telling(self) -> list[tuple[MemoryEntry, float]]:
        """The most important of them with their importance, at most 40, in order of time."""
        pairs = list(enumerate(zip(self.entries, self.importances, strict=True)))
        pairs.sort(key=lambda pair: (-pair[1][1], -pair[0]))
        return [pair for _, pair in sorted(pairs[:_MOST_TOLD], key=lambda pair: pair[0])]


def plain_text(state: GameState, scope: Scope, lot: Lot) -> str:
    """What a lot comes to, told without a mind."""
    name = _naming(state, scope)
    language, count = name.language, str(len(lot.entries))
    place_id = common_place(lot.entries)
    place = name.place(place_id) if place_id in state.sheets.locations and place_id is not None else ""
    if lot.sort is Sort.ROUTINE:
        return language.render("lots.routine", place=place or str(place_id), count=count)
    owner = state.name(scope.owner_id) if scope.owner_id in state.npcs and scope.owner_id is not None else ""
    met = people_of(state, scope, lot)
    people = _some(met, language)
    empty = language.words("lots.greetings").union(keywords_of(" ".join((owner, *met))))
    if lot.sort is Sort.ERA:
        opening = language.render("lots.things-with" if people else "lots.things", count=count, people=people)
        return lot.titled(" ".join([opening, *_best(lot, 2, empty)]), language)
    template = f"lots.talked{'-with' if owner and people else ''}{'-at' if place else ''}"
    who = "one" if owner or people else "somebody"
    opening = language.render(template, who=who, name=owner or people, people=people, place=place)
    return " ".join([opening, *_best(lot, 1, empty)])


def people_of(state: GameState, scope: Scope, lot: Lot) -> list[str]:
    """The names of those it is about but for its owner, whoever comes up most first: who spoke, else who was meant."""
    name, owner_id = _naming(state, scope), scope.owner_id
    speakers = Counter(entry.origin_id for entry in lot.entries if entry.origin_id in state.npcs)
    meant = Counter(subject for entry in lot.entries for subject in dict.fromkeys(entry.subjects))
    has_speakers = lot.sort is Sort.CONVERSATION and any(speaker != owner_id for speaker in speakers)
    ids = (who for who, _ in (speakers if has_speakers else meant).most_common() if who != owner_id)
    found = dict.fromkeys(called for who in ids if who is not None and (called := _called(state, name, who)))
    if len(found) > 1 and len(state.party.players) > 1:
        found.pop(name.party, None)
    return list(found)


def _naming(state: GameState, scope: Scope) -> Naming:
    return Naming(state, scope.owner_id if scope.owner_id in state.npcs else None)


def _called(state: GameState, name: Naming, who: str) -> str:
    """Somebody's name; "" for what is nobody: a place, a thing."""
    if who in state.npcs:
        return name.person(who)
    if who == PARTY:
        return name.player(None)
    player = next((player for player in state.party.players if player.id == who), None)
    if player is not None:
        return name.player(player)
    is_nobody = who in state.sheets.locations or who in state.sheets.items
    return "" if is_nobody else _cut(who, _LONGEST_NAME)


def _some(names: Sequence[str], language: Language) -> str:
    if len(names) <= _MOST_NAMES:
        return listed(names)
    shown = ", ".join(names[: _MOST_NAMES - 1])
    return language.render("lots.many", names=shown, count=str(len(names) - _MOST_NAMES + 1))


def _best(lot: Lot, count: int, empty: Set[str]) -> Iterator[str]:
    """The most telling of them, in order of time; lines of routine tell nothing, and nor do ``empty`` words."""
    told = [
        (_cut(entry.summary, _LONGEST_TOLD), importance)
        for entry, importance in lot.telling
        if entry.metadata.get(CONDENSED) != Sort.ROUTINE.value and entry.summary.strip()
    ]
    told = [line for line in told if len(set(keywords_of(line[0])) - empty) >= _FEWEST_KEYWORDS] or told
    chosen = rank_sentences([text for text, _ in told], [importance for _, importance in told], count)
    for position in sorted(chosen):
        text = told[position][0]
        yield text if text[-1] in ".!?…\"”»'’" else f"{text}."


def _cut(text: str, most: int) -> str:
    """On one line; cut at a word where it is longer."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rsplit(' ', 1)[0]}…"


def common_place(entries: Iterable[MemoryEntry]) -> str | None:
    """Where all of them happened; None for several places."""
    places = {entry.location_id for entry in entries}
    return places.pop() if len(places) == 1 else None

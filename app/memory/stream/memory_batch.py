"""Batches of memories to condense, and their heuristic texts."""

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
from app.models.clock import MINUTES_PER_DAY, day_of, part_of_day
from app.models.events.play import BeingsSeen
from app.models.memory import MemoryEntry, Scope
from app.models.messages.payload import events_in
from app.models.state.game_state import GameState

CONDENSED = "condensed"
"""Tag of a condensed memory, and metadata key of its batch kind."""

_MOST_IMPORTANT, _LONGEST_TEXT, _LONGEST_NAME = 40, 240, 60
_MOST_NAMES = 6
_FEWEST_KEYWORDS = 2


class BatchKind(StrEnum):
    CONVERSATION = "conversation"
    ROUTINE = "routine"
    ERA = "era"


@dataclass(frozen=True)
class MemoryBatch:
    """Memories to condense into one, in order of time.

    Attributes:
        kind: What they are.
        entries: The memories.
        importances: Their importances, from 1 to 10, in the same order.
        since: Begin of the batch in game minutes.
        until: Its end in game minutes.
        is_weighty: Whether a language model should write the text.
    """

    kind: BatchKind
    entries: tuple[MemoryEntry, ...]
    importances: tuple[float, ...]
    since: int
    until: int
    is_weighty: bool = False

    def with_days(self, text: str, language: Language, *, is_bare: bool = False) -> str:
        """Return the text, for an era prefixed with its days: ``Days 1 to 7: …``, or ``1–7: …`` if ``is_bare``."""
        if self.kind is not BatchKind.ERA:
            return text
        days = {"since": str(day_of(self.since)), "until": str(self.until // MINUTES_PER_DAY)}
        return language.render(f"batches.era{'-bare' if is_bare else ''}", text=text, **days)

    @property
    def most_important(self) -> list[tuple[MemoryEntry, float]]:
        """The most important memories with their importance, at most 40, in order of time."""
        ranked = sorted(range(len(self.entries)), key=lambda at: (-self.importances[at], -at))
        return [(self.entries[at], self.importances[at]) for at in sorted(ranked[:_MOST_IMPORTANT])]


def talk_or_routine_text(state: GameState, scope: Scope, batch: MemoryBatch) -> str:
    """Return the text of a condensed conversation or routine, made by rules."""
    name = _naming(state, scope)
    language = name.language
    place_id = common_place(batch.entries)
    place = name.place(place_id) if place_id in state.sheets.locations and place_id is not None else ""
    if batch.kind is BatchKind.ROUTINE:
        return _routine_text(state, scope, batch)
    owner = state.name(scope.owner_id) if scope.owner_id in state.npcs and scope.owner_id is not None else ""
    met = names_in(state, scope, batch)
    people = some_of(met, language)
    empty = language.words("batches.greetings").union(keywords_of(" ".join((owner, *met))))
    template = f"batches.talked{'-with' if owner and people else ''}{'-at' if place else ''}"
    who = "one" if owner or people else "somebody"
    opening = language.render(template, who=who, name=owner or people, people=people, place=place)
    return " ".join([opening, *_best(batch, 1, empty)])


def _routine_text(state: GameState, scope: Scope, batch: MemoryBatch) -> str:
    """Return ``A morning at the Chapel, with Teodor and Nils.``, people in sight for longest first."""
    name, lasted = _naming(state, scope), Counter[str]()
    language = name.language
    for entry in batch.entries:
        until = state.status(entry.id).until or entry.game_time or 0
        for event in events_in(entry.payload):
            if isinstance(event, BeingsSeen):
                lasted[event.being_ids[0]] += max(1, until - event.since)
    seen = filter(None, (name_called(state, name, who) for who, _ in lasted.most_common()))
    called = dict.fromkeys(seen if lasted else names_in(state, scope, batch))
    part, ids = part_of_day(batch.since), dict.fromkeys(entry.location_id for entry in batch.entries)
    place = listed(name.place(key) if key in state.sheets.locations else str(key) for key in ids if key is not None)
    if not called:
        return language.render("batches.routine", place=place, part=part)
    return language.render("batches.routine-with", place=place, part=part, people=some_of(list(called), language))


def where_it_was(state: GameState, name: Naming, batch: MemoryBatch) -> str:
    """Return ``Much was at the Inn and the Market.``, for batches without people and words. Condensed entries may cover
    several places, which they have as subjects."""
    about = (dict.fromkeys((entry.location_id or "", *entry.subjects)) for entry in batch.entries)
    places = Counter(key for keys in about for key in keys if key in state.sheets.locations)
    called = [name.place(key) for key, _ in places.most_common()]
    return name.language.render("batches.much-at", place=some_of(called, name.language))


def names_in(state: GameState, scope: Scope, batch: MemoryBatch) -> list[str]:
    """Return names of the speakers, else of the subjects, most frequent first, without the owner."""
    name, owner_id = _naming(state, scope), scope.owner_id
    speakers = Counter(entry.origin_id for entry in batch.entries if entry.origin_id in state.npcs)
    meant = Counter(subject for entry in batch.entries for subject in dict.fromkeys(entry.subjects))
    has_speakers = batch.kind is BatchKind.CONVERSATION and any(speaker != owner_id for speaker in speakers)
    ids = (who for who, _ in (speakers if has_speakers else meant).most_common() if who != owner_id)
    names = dict.fromkeys(called for who in ids if who is not None and (called := name_called(state, name, who)))
    if len(names) > 1 and len(state.party.ever) > 1:
        names.pop(name.party, None)
    return list(names)


def _naming(state: GameState, scope: Scope) -> Naming:
    return Naming(state, scope.owner_id if scope.owner_id in state.npcs else None)


def name_called(state: GameState, name: Naming, who: str) -> str:
    if who in state.npcs:
        return name.person(who)
    if who == PARTY:
        return name.player(None)
    if called := name.players(who):
        return called
    return "" if who in state.sheets else cut_text(who, _LONGEST_NAME)  # of what is no person; else a bare name


def some_of(names: Sequence[str], language: Language) -> str:
    if len(names) <= _MOST_NAMES:
        return listed(names)
    shown = ", ".join(names[: _MOST_NAMES - 1])
    return language.render("batches.many", names=shown, count=str(len(names) - _MOST_NAMES + 1))


def _best(batch: MemoryBatch, count: int, empty: Set[str]) -> Iterator[str]:
    """Yield the most informative texts in order of time; words of ``empty`` do not count."""
    texts = [
        (cut_text(entry.summary, _LONGEST_TEXT), importance)
        for entry, importance in batch.most_important
        if entry.metadata.get(CONDENSED) != BatchKind.ROUTINE.value and entry.summary.strip()
    ]
    texts = [line for line in texts if len(set(keywords_of(line[0])) - empty) >= _FEWEST_KEYWORDS] or texts
    chosen = rank_sentences([text for text, _ in texts], [importance for _, importance in texts], count)
    for position in sorted(chosen):
        yield as_closed_sentence(texts[position][0])


def as_closed_sentence(text: str) -> str:
    """Return a text with an end mark, which it gets if it has none."""
    return text if not text or text[-1] in ".!?…\"”»'’。！？" else f"{text}."


def cut_text(text: str, most: int) -> str:
    """Return a text on one line, cut at a word boundary if it is longer than ``most`` characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rsplit(' ', 1)[0]}…"


def common_place(entries: Iterable[MemoryEntry]) -> str | None:
    """Return the id of the place that all entries share; None for several."""
    places = {entry.location_id for entry in entries}
    return places.pop() if len(places) == 1 else None

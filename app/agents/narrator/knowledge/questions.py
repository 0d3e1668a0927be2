"""A player's questions: about itself, about the words of others, and what an answer must hold."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.understanding.naming import Thing, everybody, named_in, resolve
from app.agents.narrator.understanding.typed_words import Phrase, name_words, recall_pattern, word_set
from app.language.analysis.terms import Shape, analyse, term_set, terms_of
from app.language.analysis.text import NO_BREAK
from app.language.language import current_language
from app.language.times.time import Span
from app.language.times.time_words import without_spans
from app.language.times.when import named_spans, question_hints
from app.memory.recall.event_times import time_by_event

_FLOOR, _FLOOR_OF_ONE = 0.4, 0.5
"""The part of what is asked after that an answer must hold; and where only one word is in common."""
_LONGEST = 2000
"""Characters of a question that are read."""
_ASKED = ("happened", "when", "since", "last", "who", "where", "why", "how")
_HOLDS = {"where": "place", "why": "reason"}
"""The expression that finds in a sentence what a question asks for."""
_REPORTS = ("report_asked", "report_told", "report_remembered", "report_of_anybody")


class Matter(StrEnum):
    """What about the player is asked."""

    PROMISE = "promise"
    NAME = "name"
    LAST = "last"
    FIRST = "first"
    SELF = "self"


@dataclass(frozen=True)
class Report:
    """A question for a person's words: ``who`` as typed ("i", "you", a name; "" for anybody), ``about`` what.
    ``of_asking``: it asks for a question, not for a statement."""

    who: str
    about: str
    of_asking: bool = False


def about_player(text: str, *, asked: bool) -> tuple[Matter, str] | None:
    """What of the player a text asks after, and what more is said of it, as what the promise was about; None for
    anything else. ``asked``: known to be what one asks about."""
    folded = without_signs(text)
    if not (asked or _is_question(text, folded)):
        return None
    for matter in (Matter.PROMISE, Matter.LAST, Matter.FIRST, Matter.NAME):
        if found := recall_pattern(f"players_{matter}").search(folded):
            return matter, folded[found.end() :].strip()
    is_of_player = reported(text, asked=asked) is None and recall_pattern("of_player").search(folded)
    return (Matter.SELF, "") if is_of_player else None


def reported(text: str, *, asked: bool) -> Report | None:
    """Whose words a text asks after, and about what; None if it asks for anything else."""
    signs = _unsigned(text)
    folded = signs.casefold()
    if not (asked or _is_question(text, folded)) or len(folded) != len(signs):
        return None
    for name in _REPORTS:
        if (found := recall_pattern(name).search(folded)) is None:
            continue
        who, verb = found.groupdict().get("who") or "", found["verb"]
        rest = signs[found.start("rest") :]
        about = rest[len(recall_pattern("to_whom").match(rest.casefold())[0]) :]  # type: ignore[index]  # every part is optional
        if recall_pattern("promised").fullmatch(verb):
            about = current_language().render("narrator.promise-asked", about=about).strip()
        return Report(who, about, of_asking=recall_pattern("of_asking").match(verb) is not None)
    return None


def without_signs(text: str) -> str:
    """A text without case and signs, for looking for what it asks."""
    return _unsigned(text).casefold()


def _unsigned(text: str) -> str:
    """Without signs and with single blanks; those within a name stay."""
    bare = recall_pattern("signs").sub(" ", text[:500].replace("’", "'").replace("\n", " "))
    return " ".join(filter(None, bare.split(" ")))


def _is_question(text: str, folded: str) -> bool:
    return Phrase.of(text).is_question or recall_pattern("begins_question").match(folded) is not None


@dataclass(frozen=True)
class Question:
    """``weights`` are the terms asked after, by how much each tells; of each group of ``needed`` terms (proper names,
    what the player calls its own) an answer must have one. ``speaker`` is the name of the one whose words are wanted,
    None for anybody's; ``asks`` are those of `_ASKED` that it asks for; ``span`` is the game time that is spoken of,
    ``of_whom`` are words for the two who are talking, ``is_of_anything``: no matter is named. ``doer`` ("player" or
    "person") is the one of them whose deed is asked for."""

    exchange: Exchange
    text: str
    weights: dict[str, float]
    needed: tuple[frozenset[str], ...]
    shape: Shape
    span: Span | None
    asks: frozenset[str]
    report: Report | None = None
    speaker: str | None = None
    is_of_anything: bool = False
    of_whom: frozenset[str] = frozenset()
    doer: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether anything that the speaker said, or that happened at the time named, is wanted."""
        if self.speaker is None:
            return "happened" in self.asks and self.span is not None and not self.weights
        return not self.weights and (self.is_of_anything or bool(self.of_whom))

    @property
    def wants_kind(self) -> bool:
        """Whether an answer must hold a time, a number, a name, a place or a reason."""
        return bool(self.shape or self.asks - {"how", "happened"})

    def covered(self, terms: frozenset[str]) -> float:
        """Return the part of what the question asks after that these terms hold, 0 to 1."""
        total = sum(self.weights.values())
        return sum(weight for term, weight in self.weights.items() if term in terms) / total if total else 0.0

    def wants_time_of(self, lines: Sequence[str]) -> bool:
        """Whether the time at which these sentences were said is wanted: not where they name the one that is meant."""
        names_time = any(analyse(line).shape & Shape.TIME for line in lines)
        return "when" in self.asks and ("since" in self.asks or self.report is not None or not names_time)

    def is_turned_round(self, told: str) -> bool:
        """Return whether a sentence says that the other one of the two did what the question asks for."""
        doer = recall_pattern("doer").match(told)
        if self.doer is None or doer is None or doer.lastgroup == self.doer:
            return False
        return not terms_of("narrator.everyday_deeds").isdisjoint(self.weights.keys() & set(analyse(told).terms))

    def is_hearsay(self, line: str) -> bool:
        """Whether a sentence reports what the one whose words are wanted, if a person of the story, has said."""
        said = recall_pattern("hearsay").search(line)
        return said is not None and self.speaker in {thing.name for thing in self._people_named(line[: said.start()])}

    def _people_named(self, text: str) -> list[Thing]:
        return named_in(text, everybody(self.exchange.state))

    def is_met_by(self, terms: frozenset[str]) -> bool:
        """Whether these terms have what an answer needs, and enough of the rest; a single word in common is little."""
        if any(needed.isdisjoint(terms) for needed in self.needed):
            return False
        names_it = len(terms) > 1 or any(not needed.isdisjoint(terms) for needed in self.needed)
        return self.covered(terms) >= (_FLOOR if names_it else _FLOOR_OF_ONE)

    def is_answered_by(self, line: str) -> bool:
        """Whether a sentence holds what the question is for: a time, a number, a name, a place, a reason."""
        if self.shape and analyse(line).shape & self.shape:
            return True
        first = recall_pattern("first_name").match(line)
        if "who" in self.asks and (recall_pattern("name").search(line) or (first and self._people_named(first[1]))):
            return True
        return any(each in self.asks and recall_pattern(_HOLDS[each]).search(line) for each in _HOLDS)


def read_question(exchange: Exchange, question: str, report: Report | None = None) -> Question:
    """Read a question to the person; ``report`` if it asks for a person's words."""
    question = question[:_LONGEST]
    about = question if report is None else report.about
    speaker = None if report is None else speaker_of(exchange, report.who)
    aside = term_set(speaker or "") | term_set(" ".join((*exchange.own_names, exchange.player)))
    wanted = question_hints(question, exchange.state.clock.minutes)
    places = [place for _, found in named_spans(about, exchange.state.clock.minutes) for place in found]
    beside = None if places else time_by_event(exchange.stream, about, exchange.state.clock.minutes)
    timeless = without_spans(about, beside.places if beside else places)
    about = timeless if beside else about
    asked_words = [word for word in timeless.split() if not (wanted.span and analyse(word).shape & Shape.TIME)]
    left_out = aside | terms_of("narrator.question_frame")
    terms = dict.fromkeys(term for term in analyse(" ".join(asked_words)).terms if term not in left_out)
    return Question(
        exchange=exchange,
        text=" ".join([speaker or "", *(word for word in about.split() if not term_set(word) & aside)]).strip(),
        weights={term: _weight(term, wanted.shape) for term in terms},
        needed=tuple(
            needed
            for found in (recall_pattern("name").findall(about), recall_pattern("owned").findall(about))
            if (needed := term_set(" ".join(found)).intersection(terms))
        )
        + tuple(frozenset({term}) for word in about.split(" ") if NO_BREAK in word for term in term_set(word)),
        shape=wanted.shape,
        span=beside.span if beside else wanted.span,
        asks=frozenset(name for name in _ASKED if recall_pattern(name).search(question)),
        report=report,
        speaker=speaker,
        is_of_anything=all(term_set(word) & aside for word in asked_words),
        of_whom=_of_whom(exchange, about) if report else frozenset(),
        doer=doer.lastgroup if (doer := recall_pattern("asked_doer").search(question)) else None,
    )


def _of_whom(exchange: Exchange, about: str) -> frozenset[str]:
    is_person, is_player = (about.casefold() in word_set(name) for name in ("person_object", "player_object"))
    meant = exchange.own_names if is_person else (exchange.player,) if is_player else ()
    return frozenset().union(*map(name_words, meant), word_set("person_forms") if meant else ())


def speaker_of(exchange: Exchange, who: str) -> str | None:
    """Return the name of the person or player in a report; None for anybody, or if the words do not show it."""
    if who in word_set("players"):
        return exchange.player
    if who in word_set("person"):
        return exchange.own_names[0]
    found = resolve(who, everybody(exchange.state), typos=False) if who else []
    if len({thing.name for thing in found}) == 1:
        return found[0].name
    return next((name for name in exchange.player_names if name_words(name) == name_words(who)), None)


def _weight(term: str, shape: Shape) -> float:
    if shape and term in terms_of("narrator.measures"):
        return 0.25
    return 0.5 if term in terms_of("narrator.everyday_deeds") else 1.0

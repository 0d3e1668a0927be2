"""Answering questions by rule: the option that fits a person and its memories best, a number by how it feels."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from app.agents.mind.feelings import feeling_in, mood_of
from app.agents.mind.wording import chance, plain
from app.interfaces.agents.mind import BadAnswer, InterviewRequest, Portrait
from app.language.analysis.emotions import sentiment
from app.language.analysis.terms import analyse
from app.language.language import language_of

_READ = 2_000
_MOST_READ = 120
_SELF = 1.5  # what a word of the portrait counts, where one of a memory counts 1
_ON_THE_MATTER = 2.0  # how much more a text counts for each word that it shares with the question
_MOOD = 0.4
_ENOUGH = 0.6  # the part of a question that a memory must hold for a number in it to be the answer


@dataclass(frozen=True)
class _Source:
    """A text that says something of the person, and how much a word of it counts."""

    text: str
    terms: frozenset[str]
    weight: float


def answer_questions(request: InterviewRequest) -> dict[str, str | float]:
    """By question an option or a number. BadAnswer for a question without options or with an empty range."""
    sources = _Sources(request)
    answers: dict[str, str | float] = {
        question: _choice(request, question, options, sources) for question, options in request.options.items()
    }
    return answers | {question: _number(request, question, sources) for question in request.ranges}


def _terms(text: str) -> frozenset[str]:
    return frozenset(analyse(text[:_READ]).terms)


class _Sources:
    """All that says something of a person, and which of it holds a term."""

    def __init__(self, request: InterviewRequest) -> None:
        person = request.person
        texts = [person.description, person.background, person.manner, person.deciding, person.state]
        texts += [*person.traits, *person.values, *person.goals, *person.skills, *person.relationships]
        self.all = [_Source(text[:_READ], _terms(text), _SELF) for text in texts if text]
        self.all += [
            _Source(memory.text[:_READ], _terms(memory.text), 0.5 + (memory.importance or 5.0) / 10)
            for memory in request.memories[-_MOST_READ:]
        ]
        self.holding: dict[str, list[int]] = {}
        """By term the positions of the texts that hold it."""
        for at, source in enumerate(self.all):
            for term in source.terms:
                self.holding.setdefault(term, []).append(at)

    def about(self, terms: frozenset[str]) -> list[_Source]:
        return [source for source in self.all if terms & source.terms]


def _choice(request: InterviewRequest, question: str, options: Sequence[str], sources: _Sources) -> str:
    if not options:
        raise BadAnswer(f"no options for: {plain(question, 60)}")
    terms = _terms(f"{question} {request.context}")
    leaning = _leaning(request.person, question, terms, sources)
    worth = [source.weight * (1 + _ON_THE_MATTER * len(terms & source.terms)) for source in sources.all]
    chosen, best = options[0], -math.inf
    yes, no = (language_of(request.person).pattern(f"minds.{name}") for name in ("yes", "no"))
    for option in options:
        own = _terms(option) - (terms if len(options) > 1 else frozenset())
        fit = sum(worth[at] for term in sorted(own) for at in sources.holding.get(term, ())) / (1 + len(own))
        fit += leaning * (bool(yes.match(option)) - bool(no.match(option)))
        fit += chance(request.person.npc_id, question, option).random() * 0.01
        if fit > best:
            chosen, best = option, fit
    return chosen


def _leaning(person: Portrait, question: str, terms: frozenset[str], sources: _Sources) -> float:
    """How the person stands to what is asked, from -1 to +1: by whom it names, by what speaks of it, by its mood."""
    if (liking := feeling_in(person, question)) is not None:
        return liking
    tenors = [(sentiment(each.text), each.weight * len(terms & each.terms)) for each in sources.about(terms)]
    weights = sum(weight for value, weight in tenors if value)
    told = sum(value * weight for value, weight in tenors) / weights if weights else 0.0
    return max(-1.0, min(1.0, told + _MOOD * mood_of(person)))


def _number(request: InterviewRequest, question: str, sources: _Sources) -> float:
    low, high = request.bounds(question)
    terms = _terms(question)
    known = _known_number(request, terms, low, high, sources)
    if known is None:
        share = (1 + _leaning(request.person, question, terms | _terms(request.context), sources)) / 2
        share += (chance(request.person.npc_id, question).random() - 0.5) * 0.1
        # Halved first: the difference of two numbers may be more than a number can hold.
        known = 2 * (low / 2 + (high / 2 - low / 2) * max(0.0, min(1.0, share)))
    known = max(low, min(high, known))
    return known if request.fractions else max(int(low), min(int(high), round(known)))


def _known_number(
    request: InterviewRequest, terms: frozenset[str], low: float, high: float, sources: _Sources
) -> float | None:
    """A number that a memory of the very matter holds."""
    best: tuple[float, float | None] = (_ENOUGH, None)
    numbers = language_of(request.person).pattern("minds.number")
    for source in sources.about(terms):
        share = len(terms & source.terms) / len(terms) if terms else 0.0
        if share < best[0]:
            continue
        written = [float(found) for found in numbers.findall(source.text)]
        fitting = [number for number in written if low <= number <= high]
        if fitting and (request.fractions or fitting[0].is_integer()):
            best = share, fitting[0]
    return best[1]

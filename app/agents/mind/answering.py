"""Answering questions by rule: the option that fits a person and its memories best, a number by how it feels."""

from collections.abc import Sequence
from typing import NamedTuple

from app.agents.mind.feelings import feeling_in, mood_of
from app.agents.mind.wording import chance, plain
from app.interfaces.agents.mind import BadAnswer, InterviewRequest, Portrait
from app.language.analysis.terms import analyse
from app.language.emotions import sentiment
from app.language.language import language_of

_READ = 2_000
_MOST_READ = 120
_SELF = 1.5  # what a word of the portrait counts, where one of a memory counts 1
_ON_THE_MATTER = 2.0  # how much more a text counts for each word that it shares with the question
_MOOD = 0.4
_ENOUGH = 0.6  # the part of a question that a memory must hold for a number in it to be the answer


class _Source(NamedTuple):
    """A text that says something of the person, and how much a word of it counts."""

    text: str
    terms: frozenset[str]
    weight: float


def answer_questions(request: InterviewRequest) -> dict[str, str | float]:
    """By question an option or a number. BadAnswer for a question without options or with an empty range."""
    person = request.person
    texts = [person.description, person.background, person.manner, person.deciding, *person.more.values(), person.state]
    texts += [*person.traits, *person.values, *person.goals, *person.skills, *person.relationships]
    told = [(text, _SELF) for text in texts if text]
    told += [(each.text, 0.5 + (each.importance or 5.0) / 10) for each in request.memories[-_MOST_READ:]]
    sources = [_Source(text[:_READ], _terms(text), weight) for text, weight in told]
    answers: dict[str, str | float] = {
        question: _choice(request, question, options, sources) for question, options in request.options.items()
    }
    return answers | {question: _number(request, question, sources) for question in request.ranges}


def _terms(text: str) -> frozenset[str]:
    return frozenset(analyse(text[:_READ]).terms)


def _choice(request: InterviewRequest, question: str, options: Sequence[str], sources: Sequence[_Source]) -> str:
    if not options:
        raise BadAnswer(f"no options for: {plain(question, 60)}")
    terms = _terms(f"{question} {request.context}")
    leaning = _leaning(request.person, question, terms, sources)
    worths = [each.weight * (1 + _ON_THE_MATTER * len(terms & each.terms)) for each in sources]
    yes, no = (language_of(request.person).pattern(f"minds.{name}") for name in ("yes", "no"))

    def fit(option: str) -> float:
        own = _terms(option) - (terms if len(options) > 1 else frozenset())
        shared = sum(worth * len(own & each.terms) for each, worth in zip(sources, worths, strict=True))
        agrees = leaning * (bool(yes.match(option)) - bool(no.match(option)))
        return shared / (1 + len(own)) + agrees + chance(request.person.npc_id, question, option).random() * 0.01

    return max(options, key=fit)


def _leaning(person: Portrait, question: str, terms: frozenset[str], sources: Sequence[_Source]) -> float:
    """Return how the person feels about the matter of a question, from -1 to +1: by the people that it names, by the
    memories that mention the matter, by the person's mood."""
    if (liking := feeling_in(person, question)) is not None:
        return liking
    about = (each for each in sources if terms & each.terms)
    tenors = [(sentiment(each.text), each.weight * len(terms & each.terms)) for each in about]
    weights = sum(weight for value, weight in tenors if value)
    told = sum(value * weight for value, weight in tenors) / weights if weights else 0.0
    return max(-1.0, min(1.0, told + _MOOD * mood_of(person)))


def _number(request: InterviewRequest, question: str, sources: Sequence[_Source]) -> float:
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
    request: InterviewRequest, terms: frozenset[str], low: float, high: float, sources: Sequence[_Source]
) -> float | None:
    """A number that a memory of the very matter holds."""
    best: tuple[float, float | None] = (_ENOUGH, None)
    numbers = language_of(request.person).pattern("minds.number")
    for source in sources:
        share = len(terms & source.terms) / max(1, len(terms))
        if share >= best[0]:
            fitting = [number for number in map(float, numbers.findall(source.text)) if low <= number <= high]
            if fitting and (request.fractions or fitting[0].is_integer()):
                best = share, fitting[0]
    return best[1]

"""The parts of a line that a person hears, each with the kinds of what it says.

The kinds are read by the classifier of typed lines (`language/kinds`), of the kinds that are said to a person, and by
the speech acts that memory keeps.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.matters import marked_kinds, parts_of_line
from app.agents.narrator.knowledge.wanted import AnswerKind, wanted_kind
from app.agents.narrator.understanding.masking import masked, mentions_in
from app.agents.narrator.understanding.tokens import tokens_of
from app.agents.narrator.understanding.typed_words import Phrase, word_set
from app.interfaces.embeddings import Vector
from app.language.analysis.text import sentences
from app.language.kinds.classifier import KindClassifier, classifier_of
from app.language.kinds.kinds import QUESTIONS, Group, group_of
from app.language.reading.hearing import Hearing
from app.models.messages.speech import ActKind

MAY_BE_ANSWERED = frozenset({"request"})
"""Kinds that are answered as a question is, where something answers them."""
SURE, SURE_OF_WEAK, SURE_OF_QUESTION = 0.6, 0.4, 0.9
"""The chance of a kind from which on it is replied to as that, of one whose replies fit almost anything, and the chance
from which on words without any sign of a question are one."""
MAYBE_SMALL_TALK = 0.2
"""The chance of small talk from which on a question that nothing answers is replied to as that."""
SURE_BESIDE_QUESTION = 0.8
"""The chance of another kind from which on words that ask who, where or why are of that kind."""
_LONGEST = 500
"""Characters of a sentence that are read."""
_WEAK = frozenset({"", "tell", "small_talk", "agree", "praise", "correct", "decline"})
"""Kinds beside which what memory keeps, and what the words themselves show, says more."""
_OPENING = frozenset({ActKind.GREETING, ActKind.THANKS})
"""Acts that a question may begin with."""
_BINDING = frozenset({"promise", "invite", "request"})
"""Acts that are replied to beside any other kind."""
_BY_ACT = {
    ActKind.KEPT: "kept",
    ActKind.PROMISE: "promise",
    ActKind.INVITATION: "invite",
    ActKind.THREAT: "threaten",
    ActKind.APOLOGY: "apologise",
    ActKind.THANKS: "thank",
    ActKind.OFFER: "offer",
    ActKind.REQUEST: "request",
}
_IN_ORDER = (
    *("kept", "promise", "thank", "condolence", "apologise", "insult", "threaten"),
    *("offer", "request", "invite"),
)
"""The order in which several kinds are replied to; others come after them, in the order of the words."""


class Heard(NamedTuple):
    """A part of a line that a person hears.

    Attributes:
        text: Its words.
        kinds: What is done by saying it, in order; "" for what is not surely of any kind.
        asks: Whether it wants an answer, or may have one.
    """

    text: str
    kinds: tuple[str, ...]
    asks: bool


async def heard_parts(exchange: Exchange, words: str, kind: str | None = None) -> list[Heard]:
    """Read the speech acts of words that a person hears.

    Args:
        exchange: The person and the player.
        words: The words.
        kind: The kind of the words, where it is known.

    Returns:
        The parts in order: each question by itself, the text between questions together.
    """
    parts = parts_of_line(words)
    if kind in QUESTIONS and len(parts) == 1:
        pieces = list(_pieces(exchange, words, asks=True))
        return [Heard(text, () if asks else _by_acts(exchange, text, "greet"), asks) for text, asks in pieces]
    if kind is not None and kind not in QUESTIONS:
        own = _by_acts(exchange, words, kind)
        return [Heard(words, own, asks=not MAY_BE_ANSWERED.isdisjoint(own))]
    pieces = [piece for text, asks in parts for piece in _pieces(exchange, text, asks=asks)]
    chances = await _chances(exchange, [piece for piece, _ in pieces])
    return list(_joined(_read(exchange, *piece, each) for piece, each in zip(pieces, chances, strict=True)))


def _pieces(exchange: Exchange, text: str, *, asks: bool) -> Iterator[tuple[str, bool]]:
    """Yield the sentences of a part; of a question the greeting or the thanks before it, and the rest."""
    if not asks:
        yield from ((each, False) for each in sentences(text) or [text])
        return
    acts = Hearing(exchange.state.sheet).read_speech(text[:_LONGEST])
    opening = max((act.span[1] for act in acts if act.kind in _OPENING and not text[: act.span[0]].strip()), default=0)
    if not opening:
        bare = Phrase.of(text).without_first(word_set("said_greetings"))
        opening = bare.words[0].start if bare and len(bare) < len(Phrase.of(text)) else 0
    rest = text[opening:].lstrip(" ,.;:!")
    if opening and Phrase.of(rest):
        yield text[:opening], False
        yield rest, True
    else:
        yield text, True


def _joined(parts: Iterator[Heard]) -> Iterator[Heard]:
    """Yield the parts, those that ask nothing and follow one another as one."""
    last: Heard | None = None
    for part in parts:
        if last is not None and not (last.asks or part.asks):
            last = Heard(f"{last.text} {part.text}", (*last.kinds, *part.kinds), asks=False)
            continue
        if last is not None:
            yield last
        last = part
    if last is not None:
        yield last


def _read(exchange: Exchange, text: str, asks: bool, chances: dict[str, float]) -> Heard:
    """Read one sentence by the chances of its kinds."""
    asked = sum(chances.get(kind, 0.0) for kind in QUESTIONS)
    others = {kind: chance for kind, chance in chances.items() if kind not in QUESTIONS}
    best = max(others, key=lambda kind: others[kind], default="")
    best_chance = others.get(best, 0.0)
    if asks:
        is_open = wanted_kind(text) in (AnswerKind.YES_OR_NO, AnswerKind.NOTHING)
        if best_chance > (asked if is_open else SURE_BESIDE_QUESTION):
            best = "wellbeing" if best == "small_talk" else best
            is_sure = best_chance >= SURE_BESIDE_QUESTION and not Phrase.of(text).is_question
            asks = best != "greet" and (best in MAY_BE_ANSWERED or not is_sure)
            return Heard(text, _by_acts(exchange, text, best), asks=asks)
        is_small = "wellbeing" in marked_kinds(text) or (is_open and chances.get("small_talk", 0.0) >= MAYBE_SMALL_TALK)
        return Heard(text, ("wellbeing",) if is_small else (), asks=True)
    if asked >= SURE_OF_QUESTION or (asked > best_chance and wanted_kind(text) is not AnswerKind.NOTHING):
        return Heard(text, (), asks=True)
    is_sure = best_chance >= (SURE_OF_WEAK if best in _WEAK else SURE) * (1.0 - asked)
    kinds = _by_acts(exchange, text, best if is_sure else "")
    return Heard(text, kinds, asks=not MAY_BE_ANSWERED.isdisjoint(kinds))


def _by_acts(exchange: Exchange, text: str, kind: str) -> tuple[str, ...]:
    """Return the kinds of words: its own, with what memory keeps of them and what the words themselves show."""
    acts = Hearing(exchange.state.sheet).read_speech(text[:_LONGEST])
    kept = {_BY_ACT[act.kind]: None for act in acts if act.kind in _BY_ACT}
    marks = marked_kinds(text[:_LONGEST])
    if "insult" in marks:
        return ("insult",)
    if kind == "greet" and kept:
        return tuple(kept)
    if kind == "apologise" and "apologise" not in kept and "condolence" in marks:
        kind = "condolence"
    is_weak = kind in _WEAK
    if "promise" in kept and kind == "offer":
        return ("promise",)
    beside = (*kept, *marks) if is_weak else (*(each for each in kept if each in _BINDING), *marks & {"farewell"})
    found = dict.fromkeys(beside if is_weak and beside else (kind, *beside))
    return tuple(sorted(found, key=lambda each: _IN_ORDER.index(each) if each in _IN_ORDER else len(_IN_ORDER)))


async def _chances(exchange: Exchange, texts: Sequence[str]) -> list[dict[str, float]]:
    """Return for each text the chance of each kind of speech; none where the language has no classifier."""
    if (classifier := classifier_of(exchange.language)) is None:
        return [{} for _ in texts]
    shown = [
        masked(text[:_LONGEST], mentions_in(exchange.state, Phrase.of(text[:_LONGEST]))) or text[:_LONGEST]
        for text in texts
    ]
    vectors = await exchange.recaller.vectors(shown) if exchange.recaller.is_local else None
    return [_of_speech(classifier, text, vectors[at] if vectors is not None else None) for at, text in enumerate(shown)]


def _of_speech(classifier: KindClassifier, text: str, vector: Vector | None) -> dict[str, float]:
    scores = classifier.scores(tokens_of(text), vector, company=True)
    said = {kind: score for kind, score in zip(classifier.kinds, scores.tolist(), strict=True) if _is_said(kind)}
    raised = np.exp(np.array(list(said.values())) - max(said.values()))
    return dict(zip(said, (raised / raised.sum()).tolist(), strict=True))


def _is_said(kind: str) -> bool:
    return group_of(kind) is Group.SAID

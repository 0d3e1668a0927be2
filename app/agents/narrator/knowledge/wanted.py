"""What kind of answer a question wants, and whether a passage holds one."""

from enum import StrEnum

from app.agents.narrator.understanding.typed_words import Phrase, recall_pattern
from app.language.analysis.terms import Shape, analyse
from app.language.language import cached_by_language, current_language, patterns_of

answer_pattern = patterns_of("answering")
"""The compiled expression of a name in this section of the pack."""


def answer_words(name: str) -> frozenset[str]:
    """Return the words of this name in the section ``answering`` of the pack."""
    return current_language().words(f"answering.{name}")


class AnswerKind(StrEnum):
    """The kind of answer that a question wants; of those that the same words ask for, the first."""

    NUMBER = "number"
    TIME = "time"
    PLACE = "place"
    PERSON = "person"
    REASON = "reason"
    MANNER = "manner"
    THING = "thing"
    YES_OR_NO = "yes_or_no"
    NOTHING = "nothing"


SPECIFIC = frozenset({AnswerKind.NUMBER, AnswerKind.TIME, AnswerKind.PLACE, AnswerKind.PERSON})
"""What only a passage that holds it can answer, never a topic as a whole."""
_ASKED_FOR = tuple(kind for kind in AnswerKind if kind not in (AnswerKind.NOTHING, AnswerKind.YES_OR_NO))
_SAID_BY_MORE = frozenset({AnswerKind.NOTHING, AnswerKind.PERSON, AnswerKind.YES_OR_NO})
"""What is seen by more of a question than the words that ask for it."""
_SHOWN_BY = {AnswerKind.PLACE: "holds_place", AnswerKind.REASON: "holds_reason", AnswerKind.MANNER: "holds_manner"}


@cached_by_language(2048)
def wanted_kind(question: str) -> AnswerKind:
    """Return what kind of answer a question wants, by its first word that asks; `NOTHING` where it asks for nothing in
    particular."""
    said = " ".join(Phrase.of(question).norms)
    found = {kind: match.start() for kind in _ASKED_FOR if (match := answer_pattern(f"wants_{kind}").search(said))}
    first = min(found, key=lambda kind: found[kind], default=None)
    is_polar = answer_pattern(f"wants_{AnswerKind.YES_OR_NO}").search(said) is not None
    return first or (AnswerKind.YES_OR_NO if is_polar else AnswerKind.NOTHING)


def asks_of_player(question: str) -> bool:
    """Return whether a question speaks of the one who asks."""
    return answer_pattern("of_player").search(" ".join(Phrase.of(question).norms)) is not None


def asking_words(question: str) -> str:
    """Return the words of a question that say what kind of answer it wants, such as "how heavy"."""
    kind = wanted_kind(question)
    found = (
        None if kind in _SAID_BY_MORE else answer_pattern(f"wants_{kind}").search(" ".join(Phrase.of(question).norms))
    )
    return found[0] if found else ""


def holds_kind(kind: AnswerKind, passage: str, names: frozenset[str] = frozenset()) -> bool:
    """Return whether a passage holds what a question of a kind asks for; every passage may say yes or no, or define a
    thing.

    Args:
        kind: The kind.
        passage: The passage.
        names: The terms of the names of the cast: a passage may begin with one.
    """
    if kind in (AnswerKind.NUMBER, AnswerKind.TIME):
        wanted = Shape.NUMBER if kind is AnswerKind.NUMBER else Shape.TIME | Shape.NUMBER
        return bool(analyse(passage).shape & wanted)
    if kind is AnswerKind.PERSON:
        return recall_pattern("name").search(passage) is not None or not names.isdisjoint(analyse(passage).terms)
    name = _SHOWN_BY.get(kind)
    return name is None or answer_pattern(name).search(passage) is not None

"""The questions of an interview: options and ranges, what is allowed in them, and what counts as an answer."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from app.errors import InvalidInput
from app.interfaces.agents.mind_answers import BadAnswer
from app.models.base import short_input
from app.models.plain_reasons import ValueFault, ValueUnfit

Options = Mapping[str, Sequence[str]]
"""By question its possible answers."""
Ranges = Mapping[str, Sequence[float]]
"""By question its lowest and its highest number."""

MOST_QUESTIONS = 100
MOST_OPTIONS = 100  # of one question
MOST_ASKED = 1_000  # characters of a question or an option


@dataclass(frozen=True)
class Questions:
    """The questions of one interview. Iterating yields their texts, first those of ``options``. The constructor checks
    nothing; `multiple_choice` and `numerical` make checked questions.

    Args:
        options: The possible answers to each question: question to answers. Empty for none.
        ranges: The lowest and the highest answer to each question that wants a number: question to bounds. Empty for
            none. A question that is in ``options``, too, is asked for an option.
        fractions: Whether numbers may have fractions; False by default.
    """

    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ranges: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    fractions: bool = False

    def __iter__(self) -> Iterator[str]:
        yield from self.options
        yield from self.ranges

    @property
    def anchor(self) -> str:
        """The text by which memories are searched: the questions, joined by a space."""
        return " ".join(self)

    def bounds(self, question: str) -> tuple[float, float]:
        """Return the lowest and the highest answer to a question.

        Args:
            question: A question of ``ranges``.

        Returns:
            The lowest and the highest number, both possible answers; whole numbers unless ``fractions``.

        Raises:
            BadAnswer: The range is infinite, or holds no number that may be answered.
            KeyError: ``ranges`` has no such question.
        """
        low, high = sorted(self.ranges[question])
        if not (math.isfinite(low) and math.isfinite(high)):
            raise BadAnswer(f"no finite range for: {question[:60]!r}")
        if self.fractions:
            return low, high
        if math.ceil(low) > math.floor(high):
            raise BadAnswer(f"no whole number in the range for: {question[:60]!r}")
        return math.ceil(low), math.floor(high)

    def checked(self, question: str, answer: object) -> str | float:
        """Check that an answer is one that its question allows.

        Args:
            question: A question of ``options`` or ``ranges``.
            answer: The answer of a mind: of a question with options a text equal to one of them; of one with a range an
                ``int`` or ``float``. Texts such as ``"4"`` and booleans are no numbers.

        Returns:
            The option; or the number, without ``fractions`` as an ``int`` (4.0 becomes 4).

        Raises:
            BadAnswer: The answer is not an option of the question, or not a number in its range; without ``fractions``
                it is no whole number (3.6 is not rounded); or the range is infinite, or holds no number that may be
                answered.
            KeyError: There is no such question.
        """
        if question in self.options:
            if isinstance(answer, str) and answer in self.options[question]:
                return answer
            raise BadAnswer(f"that is none of the options for: {question[:60]!r}")
        low, high = self.bounds(question)
        if isinstance(answer, bool) or not isinstance(answer, int | float):
            raise BadAnswer(f"that is no number for: {question[:60]!r}")
        if not low <= answer <= high:
            shown = f"{answer:g}" if isinstance(answer, float) else short_input(answer)
            raise BadAnswer(f"{shown} is not between {low:g} and {high:g}")
        if not self.fractions and answer != int(answer):
            raise BadAnswer(f"{answer:g} is no whole number")
        return answer if self.fractions else int(answer)


def multiple_choice(questions: Options) -> Questions:
    """Check questions with options.

    Args:
        questions: The options of each question: question to 1 to 100 options. At most 100 questions; {} for none. A
            question or option has 1 to 1,000 characters, not blank.

    Returns:
        The questions of an interview.

    Raises:
        InvalidInput: The questions break these limits, or the options of a question are not a list of texts.
    """
    _check(questions)
    for question, options in questions.items():
        is_list = isinstance(options, Sequence) and not isinstance(options, str) and 1 <= len(options) <= MOST_OPTIONS
        if not is_list or not all(map(_is_asked, options)):
            raise InvalidInput(
                ValueUnfit(fault=ValueFault.OPTIONS, most=MOST_OPTIONS, most_together=MOST_ASKED, name=str(question))
            )
    return Questions(options={question: tuple(offered) for question, offered in questions.items()})


def numerical(questions: Ranges, *, fractions: bool) -> Questions:
    """Check and build questions whose answers are numbers.

    Args:
        questions: The bounds of each question: question to the lowest and the highest number, both of them possible
            answers. At most 100 questions; {} for none. A question has 1 to 1,000 characters, not blank.
        fractions: Whether answers may have fractions; otherwise a range has to hold a whole number.

    Returns:
        The questions of an interview.

    Raises:
        InvalidInput: The questions break these limits, or a range is not a pair of finite numbers, or holds no number
            that may be answered.
    """
    _check(questions)
    ranges: dict[str, tuple[float, float]] = {}
    for question, bounds in questions.items():
        if (allowed := _range(bounds, fractions)) is None:
            raise InvalidInput(ValueUnfit(fault=ValueFault.RANGE, name=str(question)))
        ranges[question] = allowed
    return Questions(ranges=ranges, fractions=fractions)


def _range(bounds: Sequence[float], fractions: bool) -> tuple[float, float] | None:
    """Return both bounds; None where they are no pair of finite numbers, or hold no number that may be answered."""
    try:
        low, high = bounds
        is_finite = math.isfinite(low) and math.isfinite(high)
        holds_one = is_finite and low <= high and (fractions or math.ceil(low) <= math.floor(high))
    except (TypeError, ValueError, OverflowError):
        return None
    return (low, high) if holds_one else None


def _check(questions: Mapping[str, object]) -> None:
    if len(questions) > MOST_QUESTIONS:
        raise InvalidInput(ValueUnfit(fault=ValueFault.QUESTIONS, given=len(questions), most=MOST_QUESTIONS))
    if not all(map(_is_asked, questions)):
        raise InvalidInput(ValueUnfit(fault=ValueFault.QUESTION_LENGTH, most=MOST_ASKED))


def _is_asked(text: object) -> bool:
    """Return whether this is a text that may be a question or an option."""
    return isinstance(text, str) and bool(text.strip()) and len(text) <= MOST_ASKED

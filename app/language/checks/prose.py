"""A model's prose on its way to the player: cleaned and judged sentence by sentence while it is streamed."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from app.language.checks.answer_form import AnswerForm, why_bad
from app.language.checks.model_text import ModelText
from app.language.checks.quotation_marks import quotations
from app.language.checks.repeats import RepeatCutter
from app.language.checks.report_line import reported_numbers, without_report
from app.language.language import current_language, patterns_of
from app.models.messages.piece import Piece

Check = Callable[[str], str | None]  # returns why a text is not acceptable, worded for its model; None if it is
_REFUSAL_LENGTH = 80
_WHOLE = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s)|[。！？।]+[”’»」』）]*|\S(?=\n)")  # ends a whole sentence or line
_ECHO = "it repeated the player"
_pattern = patterns_of("checks")


class StreamedProse:
    """One section of a model's text, filtered by `ModelText` and shown while it is streamed.

    Text that begins like a refusal or data is held back until it can be judged, white space until something follows it.
    With a form or a check only whole sentences are shown, a quotation as one, and none from the first bad one on.

    Args:
        show: Called with each piece to show.
        check: Judges each sentence.
        names: Names of the players; the model must not speak for them.
        read: Texts that the player has just read; repetitions of them are cut.
        form: The parts of the model's input that must not be repeated; echoes of the player are cut.
        drops: Whether bad sentences are left out instead, and the others shown.
        reports: Whether the model ends with a report of what its text contains, which is not shown.
    """

    def __init__(
        self,
        show: Callable[[str], None],
        check: Check | None = None,
        names: Sequence[str] = (),
        read: Iterable[str] = (),
        *,
        form: AnswerForm | None = None,
        drops: bool = False,
        reports: bool = False,
    ) -> None:
        self._show = show
        self._check = check
        self._form = form
        self._drops = drops
        self._reports = reports
        self._left_out: list[str] = []
        read = tuple(read)
        self._repeats, self._may_cut = RepeatCutter(read), bool(read)
        self._refused: str | None = None
        self._bad_line: str | None = None
        """Why the form of the line that is being judged is bad, from the first bad sentence of it on."""
        self._heard = ModelText(names)
        self._restarts = 0
        self._shown = 0
        self._looked = 0
        """Up to where ends of sentences were looked for."""
        self._has_shown = False

    @property
    def text(self) -> str:
        """The text as shown, without repetitions of texts that the player has just read."""
        said = self._prepared(final=True)
        for sentence in self._left_out:
            said = said.replace(sentence, "", 1)
        return said.strip()

    @property
    def reported(self) -> tuple[int, ...]:
        """The numbers of the model's report; none where it made none."""
        return reported_numbers(self._heard.text) if self._reports else ()

    @property
    def has_text(self) -> bool:
        """Whether the model has written anything, repetitions included."""
        return bool(self._said.strip())

    @property
    def is_over(self) -> bool:
        """Whether further text is not part of this section."""
        return self._heard.is_over

    def feed(self, delta: str) -> None:
        self._heard.feed(delta)
        if self._has_more() and not _may_be_bad(self._said.lstrip()):
            self._show_all(final=False)

    def close(self, headings: Iterable[str] = (), *, is_whole: bool = True) -> str | None:
        """End the section and show what was held back if the text is good.

        Args:
            headings: Headings of the prompt.
            is_whole: False if the text was cut off by its limit.

        Returns:
            Why the text is bad, worded for the model; None if it is good.
        """
        self._heard.close()
        if not is_whole and not self.is_over:
            return "it was too long"
        reason = why_bad(self._said, headings)
        if reason is None:
            self._show_all(final=True)
        return reason or self._refused or self._nothing_left()

    def judge_again(self) -> str | None:
        """Judge the sentences from the first refused one on once more, and show them if they are good now.

        Returns:
            Why they are bad, worded for the model; None if they are good.
        """
        self._refused = self._bad_line = None
        self._show_all(final=True)
        return self._refused

    @property
    def was_refused(self) -> bool:
        """Whether a sentence was refused."""
        return self._refused is not None

    def _has_more(self) -> bool:
        """Return whether another sentence may be whole, where only whole ones are shown."""
        if self._check is None and self._form is None:
            return True
        ends = [match.end() for match in _WHOLE.finditer(self._said, self._looked)]
        self._looked = ends[-1] if ends else self._looked
        return bool(ends)

    def _nothing_left(self) -> str | None:
        """Return why a text cannot be used of which every sentence was left out."""
        return "it only repeated what it was given" if self._left_out and not self.text else None

    @property
    def _said(self) -> str:
        """The text without the report."""
        if self._heard.restarts != self._restarts:
            self._restarts, self._shown, self._looked = self._heard.restarts, 0, 0
            self._left_out.clear()
            self._bad_line = None
        return without_report(self._heard.text) if self._reports else self._heard.text

    def _prepared(self, *, final: bool) -> str:
        """Return the text that may be shown, of one that goes on as much as is sure."""
        said = self._said
        if self._reports and not final:
            said = without_report(said, is_whole=False)
        if self._form is not None:
            said = self._form.mended(said, is_whole=final)
        return self._repeats.cut(said, is_whole=final)

    def _show_all(self, *, final: bool) -> None:
        said = self._prepared(final=final)
        begin = self._shown or len(said) - len(said.lstrip())
        end = len(said.rstrip())
        if self._check is None and self._form is None:
            self._shown = max(self._shown, end)
            if end > begin:
                self._show(said[begin:end])
            return
        if self._refused is not None:
            return
        good = ""
        for stop in _stops(said, begin, end, final=final):
            sentence, begin = said[begin:stop], stop
            if not sentence.strip():
                continue
            fault = self._fault(sentence)
            if fault is None:
                good += sentence if good or self._has_shown else sentence.lstrip()
            elif self._drops or fault == _ECHO:
                self._left_out.append(sentence)
            else:
                self._refused = fault
                break
            self._shown = stop
        if good:
            self._has_shown = True
            self._show(good)

    def _fault(self, sentence: str) -> str | None:
        if self._may_cut and not any(character.isalnum() for character in sentence):
            return _ECHO  # what is left of a sentence that was cut
        if self._form is not None and self._form.is_echo(sentence):
            return _ECHO
        if "\n" in sentence[: len(sentence) - len(sentence.lstrip())]:
            self._bad_line = None
        if self._form is not None:
            self._bad_line = self._bad_line or self._form.fault(sentence)
        return self._bad_line or (self._check(sentence) if self._check is not None else None)


def _stops(text: str, begin: int, end: int, *, final: bool) -> Iterator[int]:
    """Yield where whole sentences end, none within a quotation; of a text that is whole also its end."""
    spans = quotations(text)
    for match in _WHOLE.finditer(text, begin):
        at = match.end()
        if at <= end and not any(span.open < at and (span.close is None or at <= span.close) for span in spans):
            yield at
    if final and end > begin:
        yield end


class Paragraphs:
    """The text of one turn as the player sees it, piece by piece, with separated paragraphs."""

    def __init__(self, show: Callable[[str], None]) -> None:
        self._show = show
        self._begun = False
        self._gap = False

    def begin(self) -> None:
        self._gap = self._begun

    def show(self, text: str) -> None:
        if text:
            self._show(Piece.of(text).apart() if self._gap else text)
            self._gap, self._begun = False, True

    def add(self, text: str) -> None:
        self.begin()
        self.show(text)


def _may_be_bad(head: str) -> bool:
    if not head or head[0] in "{[`<":
        return True
    openings = current_language().words("checks.prose_refusal_begins")
    begun = head[:_REFUSAL_LENGTH].casefold()
    if not any(begun.startswith(opening) or opening.startswith(begun) for opening in openings):
        return False
    return len(begun) < _REFUSAL_LENGTH or _pattern("prose_refusal").match(head) is not None


def clean_model_text(text: str) -> str:
    """Return a complete text without reasoning, control characters and outer white space."""
    part = StreamedProse(lambda _: None)
    part.feed(text)
    part.close()
    return part.text

"""Filters of a model's prose on its way to the player: cleaned while it is streamed, judged when it is complete."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from app.language.checks.model_text import ModelText
from app.language.checks.repeats import RepeatCutter
from app.language.language import current_language, patterns_of
from app.models.messages.piece import Piece

Check = Callable[[str], str | None]  # returns why a text is not acceptable, worded for its model; None if it is
QUOTATION_MARKS = '"“”„«» \n'
_REFUSAL_LENGTH = 80
_MARKUP = re.compile(
    r"<\|?/?(?:tool_call|function|invoke|im_start|im_end|start_header_id|eot_id|endoftext)|\[/?(?:INST|TOOL_CALLS)\]",
    re.IGNORECASE,
)
_CALL = re.compile(r"`{0,3}\s{0,3}(?:functions\.)?[a-z]+(?:_[a-z]+)+\s{0,3}[({].*[)}]\s*`{0,3}", re.DOTALL)
_DATA = re.compile(r"""\{\s*["'}]|\[\s*(?:[\[{"'\]]|-?\d)""")
_FENCED = re.compile(r"```\w*\n?(.*?)\n?(?:```)?", re.DOTALL)
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n+")
_REPEATED = 4
_WHOLE = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s)|[。！？।]+[”’»」』）]*|\S(?=\n)")  # ends a whole sentence or line
_HEADING = re.compile(r"^\s*(?:#{1,6}\s.*|(\*\*|__)[^*_\n]{1,80}\1:?\s*|[=*-]{3,}\s*)$", re.MULTILINE)
_pattern = patterns_of("checks")


def why_bad(text: str, headings: Iterable[str] = ()) -> str | None:
    """Judge whether a text is narrative prose.

    Args:
        text: The text of a model.
        headings: Headings of its prompt.

    Returns:
        Why it is not, worded for the model; None if it is acceptable.
    """
    bare = text.strip()
    if not any(character.isalpha() for character in bare):
        return "it was empty"
    if _pattern("prose_refusal").match(bare):
        return "it refused"
    if _pattern("prose_assistant").match(bare):
        return "it spoke as an assistant, not as the story"
    if _is_data(bare) or _CALL.fullmatch(bare) or _MARKUP.search(bare):
        return "it was data or a tool call, not prose"
    lines = {line.strip() for line in bare.splitlines()}
    if any(f"## {heading}" in lines for heading in headings):
        return "it repeated the prompt"
    sentences = Counter(part.strip() for part in _SENTENCE_END.split(bare.casefold()) if len(part.strip()) > 12)
    if sentences and max(sentences.values()) >= _REPEATED:
        return "it repeated itself"
    return None


def bare_words(text: str, *names: str) -> str:
    """Return a speech without the speaker's name before it and without enclosing quotation marks."""
    speech = text.strip()
    for name in filter(None, names):
        speech = speech.removeprefix(f"{name}:").strip()
    if speech[:1] in QUOTATION_MARKS and not any(mark in speech[1:-1] for mark in QUOTATION_MARKS[:-2]):
        speech = speech.strip(QUOTATION_MARKS)
    return speech


def has_heading(text: str, headings: Iterable[str]) -> bool:
    """Return whether a line of a text is a heading, one of these or any other."""
    lines = {line.strip(" #*_:").casefold() for line in text.splitlines()}
    return _HEADING.search(text) is not None or any(heading.casefold() in lines for heading in headings)


def _is_data(text: str) -> bool:
    fenced = _FENCED.fullmatch(text)
    inner = (fenced.group(1) if fenced else text).strip()
    if _DATA.match(inner):
        return True
    try:
        return not isinstance(json.loads(inner), str)
    except (ValueError, RecursionError):
        return False


class StreamedProse:
    """One section of a model's text, filtered by `ModelText` and shown while it is streamed.

    Text that begins like a refusal or data is held back until it can be judged, white space until something follows it.

    Args:
        show: Called with each piece to show.
        check: If given, only whole sentences are shown, and none from the first one on that it refuses.
        drops: Whether the sentences that it refuses are left out instead, and the others shown.
        names: Names of the players; the model must not speak for them.
        read: Texts that the player has just read; repetitions of them are cut.
    """

    def __init__(
        self,
        show: Callable[[str], None],
        check: Check | None = None,
        names: Sequence[str] = (),
        read: Iterable[str] = (),
        *,
        drops: bool = False,
    ) -> None:
        self._show = show
        self._check = check
        self._drops = drops
        self._dropped: list[str] = []
        self._repeats = RepeatCutter(read)
        self._refused: str | None = None
        self._heard = ModelText(names)
        self._restarts = 0
        self._shown = 0

    @property
    def text(self) -> str:
        """The text as shown, without repetitions of texts that the player has just read."""
        said = self._repeats.cut(self._heard.text)
        for sentence in self._dropped:
            said = said.replace(sentence, "", 1)
        return said.strip()

    @property
    def has_text(self) -> bool:
        """Whether the model has written anything, repetitions included."""
        return bool(self._heard.text.strip())

    @property
    def is_over(self) -> bool:
        """Whether further text is not part of this section."""
        return self._heard.is_over

    def feed(self, delta: str) -> None:
        self._heard.feed(delta)
        if not _may_be_bad(self._said.lstrip()):
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
        return reason or self._refused

    def judge_again(self) -> str | None:
        """Judge the sentences from the first refused one on once more, and show them if they are good now.

        Returns:
            Why they are bad, worded for the model; None if they are good.
        """
        self._refused = None
        self._show_all(final=True)
        return self._refused

    @property
    def was_refused(self) -> bool:
        """Whether the check has refused a sentence."""
        return self._refused is not None

    @property
    def _said(self) -> str:
        if self._heard.restarts != self._restarts:
            self._restarts, self._shown = self._heard.restarts, 0
        return self._heard.text

    def _show_all(self, *, final: bool) -> None:
        said = self._repeats.cut(self._said, is_whole=final)
        begin = self._shown or len(said) - len(said.lstrip())
        end = len(said.rstrip())
        if self._check is not None:
            end = end if final else max((match.end() for match in _WHOLE.finditer(said, begin)), default=begin)
            if self._drops:
                self._show_good(said, begin, end)
                return
            self._refused = self._refused or (self._check(said[begin:end]) if end > begin else None)
        if end > begin and self._refused is None:
            self._shown = end
            self._show(said[begin:end])

    def _show_good(self, said: str, begin: int, end: int) -> None:
        """Show the sentences from ``begin`` to ``end`` but for those that the check refuses."""
        assert self._check is not None
        ends = [match.end() for match in _WHOLE.finditer(said, begin, end)]
        for stop in dict.fromkeys([*ends, end]):
            sentence, begin = said[begin:stop], stop
            if not sentence.strip():
                continue
            if self._check(sentence) is None:
                self._show(sentence)
            else:
                self._dropped.append(sentence)
        self._shown = max(self._shown, end)


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

"""What a model says, on its way to the player: cleaned while it streams, judged when it is complete."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable

from app.language.language import current_language, patterns_of
from app.models.messages.piece import Piece

Check = Callable[[str], str | None]  # why a text cannot be told, in words for its model; None where it can
MAX_PART = 8_000  # characters of one stretch of a model's text; what it says beyond them is not told
MAX_HEARD = 20 * MAX_PART  # characters of one stretch that are read, thinking included
QUOTATION_MARKS = '"“”„«» \n'
_THINKING = re.compile(r"<\s{0,3}(/?)\s{0,3}(?:think|thinking|thought|reasoning)\s{0,3}>", re.IGNORECASE)
_TAG_BEGUN = re.compile(r"<\s{0,3}/?\s{0,3}[a-z]{0,10}\s{0,3}$", re.IGNORECASE)
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters but line break and tab, which could steer a terminal, and halves of characters."""

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
    """Why a text is no prose to be told, in words for its model; None if it will do. ``headings`` are the prompt's."""
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
    """A speech without its speaker's name before it and without quotation marks around it."""
    said = text.strip()
    for name in filter(None, names):
        said = said.removeprefix(f"{name}:").strip()
    if said[:1] in QUOTATION_MARKS and not any(mark in said[1:-1] for mark in QUOTATION_MARKS[:-2]):
        said = said.strip(QUOTATION_MARKS)
    return said


def has_heading(text: str, headings: Iterable[str]) -> bool:
    """Whether a line of a text is a heading, one of these or any other."""
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


class Part:
    """One stretch of a model's text, shown as it comes without thinking (also where its opening tag is missing) and
    control characters. What begins like a refusal or data is held back until judged, blanks until something follows.
    With ``check`` only whole sentences are shown, and none from the first on that it refuses."""

    def __init__(self, show: Callable[[str], None], check: Check | None = None) -> None:
        self._show = show
        self._check = check
        self._refused: str | None = None
        self._raw = ""
        self._heard = 0
        self._said = ""
        self._shown = 0
        self._thinking = False

    @property
    def text(self) -> str:
        return self._said.strip()

    def feed(self, delta: str) -> None:
        self._take(delta, final=False)
        if not _may_be_bad(self._said.lstrip()):
            self._show_all(final=False)

    def close(self, headings: Iterable[str] = (), *, is_whole: bool = True) -> str | None:
        """Nothing more comes: show what was held back if it is good, else answer why it is bad."""
        self._take("", final=True)
        if not is_whole:
            return "it was too long"
        reason = why_bad(self._said, headings)
        if reason is None:
            self._show_all(final=True)
        return reason or self._refused

    def _take(self, delta: str, *, final: bool) -> None:
        delta = delta[: MAX_HEARD - self._heard]
        self._heard += len(delta)
        raw, position = self._raw + delta, 0
        for match in _THINKING.finditer(raw):
            if not match.group(1):
                self._say(raw[position : match.start()])
                self._thinking = True
            else:
                if not self._thinking:
                    self._said, self._shown = "", 0
                self._thinking = False
            position = match.end()
        raw = raw[position:]
        begun = None if final else _TAG_BEGUN.search(raw)
        cut = begun.start() if begun else len(raw)
        self._say(raw[:cut])
        self._raw = raw[cut:]

    def _say(self, text: str) -> None:
        if text and not self._thinking and len(self._said) < MAX_PART:
            self._said = (self._said + _UNFIT.sub("", text))[:MAX_PART]

    def _show_all(self, *, final: bool) -> None:
        begin = self._shown or len(self._said) - len(self._said.lstrip())
        end = len(self._said.rstrip())
        if self._check is not None:
            end = end if final else max((found.end() for found in _WHOLE.finditer(self._said, begin)), default=begin)
            self._refused = self._refused or (self._check(self._said[begin:end]) if end > begin else None)
        if end > begin and self._refused is None:
            self._shown = end
            self._show(self._said[begin:end])


class Paragraphs:
    """What the player sees of one turn, piece by piece; paragraphs stand apart."""

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


def cleaned(text: str) -> str:
    """A complete text without thinking, control characters and outer blanks."""
    part = Part(lambda _: None)
    part.feed(text)
    part.close()
    return part.text

"""What a model says, on its way to the player: cleaned while it streams, judged when it is complete."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable

from app.language.language import current_language

MAX_PART = 8_000
"""Characters of one stretch of a model's text; what it says beyond them is not told."""

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


def why_bad(text: str, headings: Iterable[str] = ()) -> str | None:
    """Why a text is no prose to be told, in words for the model that wrote it; None when it will do. A text with one of
    the prompt's ``headings`` as a line repeats the prompt."""
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


def _pattern(name: str) -> re.Pattern[str]:
    return current_language().pattern(f"checks.{name}")


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
    control characters. What begins like a refusal or data is held back until judged, blanks until something follows."""

    def __init__(self, show: Callable[[str], None]) -> None:
        self._show = show
        self._raw = ""
        self._said = ""
        self._shown = 0
        self._thinking = False

    @property
    def text(self) -> str:
        return self._said.strip()

    def feed(self, delta: str) -> None:
        self._take(delta, final=False)
        if not _may_be_bad(self._said.lstrip()):
            self._show_all()

    def close(self, headings: Iterable[str] = ()) -> str | None:
        """The text is complete: show what was held back if it is good, else answer why it is bad."""
        self._take("", final=True)
        reason = why_bad(self._said, headings)
        if reason is None:
            self._show_all()
        return reason

    def _take(self, delta: str, *, final: bool) -> None:
        raw = self._raw + delta
        while match := _THINKING.search(raw):
            if not match.group(1):
                self._say(raw[: match.start()])
                self._thinking = True
            else:
                if not self._thinking:
                    self._said, self._shown = "", 0
                self._thinking = False
            raw = raw[match.end() :]
        begun = None if final else _TAG_BEGUN.search(raw)
        cut = begun.start() if begun else len(raw)
        self._say(raw[:cut])
        self._raw = raw[cut:]

    def _say(self, text: str) -> None:
        if not self._thinking:
            self._said = (self._said + _UNFIT.sub("", text))[:MAX_PART]

    def _show_all(self) -> None:
        begin = self._shown or len(self._said) - len(self._said.lstrip())
        end = len(self._said.rstrip())
        if end > begin:
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
            self._show(f"\n\n{text}" if self._gap else text)
            self._gap, self._begun = False, True


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

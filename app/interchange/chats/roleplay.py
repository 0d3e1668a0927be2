"""The text of a chat message: speech and narration, without markup and notes to others."""

import html
import re
from dataclasses import dataclass

from app.interchange.cards.text import clean_text, expand_macros, without_tags
from app.language.acts.reader import is_speech
from app.language.analysis.text import quote_spans, replace_spans
from app.language.language import current_language
from app.models.messages.speech import Span, unquoted_spans

_THOUGHT = re.compile(r"<(think(?:ing)?|reasoning)>.*?(?:</\1>|\Z)|<!--.*?(?:-->|\Z)", re.DOTALL | re.IGNORECASE)
_FENCED = re.compile(r"^ {0,3}(```|~~~).*?(?:^ {0,3}\1[^\n]*$|\Z)", re.DOTALL | re.MULTILINE)
_HIDDEN_BLOCK = re.compile(r"<(style|script|details)\b.*?(?:</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>|</p>|</div>", re.IGNORECASE)
_OUTSIDE = re.compile(
    r"\(\([^()]*(?:\([^()]*\)[^()]*)*\)\)|\[\s*ooc\b[^\]]*\]|\(\s*ooc\b[^)]*\)|\{\s*ooc\b[^}]*\}", re.IGNORECASE
)
_LINK = re.compile(r"(?<!!)\[([^\]\n]{1,300})\]\([^)\n]{1,1000}\)")
_MARKDOWN = re.compile(r"^ {0,3}(?:#{1,6}|>+)[ \t]+|^ {0,3}(?:[-*_][ \t]*){3,}$|~~|`", re.MULTILINE)
_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*|(?<!\w)__(?=\S)(.+?)(?<=\S)__(?!\w)")
_UNDERLINED = re.compile(r"(?<![\w_])_(?=[^\s_])([^_\n]+)(?<=\S)_(?![\w_])")
_STRESSED = re.compile(r"(?<=[^\W\d_] )\*([^\s*]+)\*(?=(?:[.,!?…;:](?:\s|$)| [a-z]|$))")
_CLOSING = '"”“»«」』'
_DEED, _SAID, _PLAIN = "d", "s", "p"


@dataclass(frozen=True)
class RoleplayText:
    """The text of a message without markup, and the spans of it that are said aloud, without quotation marks."""

    text: str
    spoken: tuple[Span, ...] = ()


def read_roleplay(message: str, called: str, user: str) -> RoleplayText:
    """Read the text of a message of role-play.

    Text in quotation marks is said aloud, and the rest is narration. In a message without quotation marks, text between
    asterisks is narration, and the rest is said; in one without either, all of it is said.

    Args:
        message: The text of the file.
        called: The name for ``{{char}}``.
        user: The name for ``{{user}}``.

    Returns:
        The text, empty if it holds only pictures, code, thoughts of a model or notes out of character.
    """
    text = _plain(message, called, user)
    shown, kinds = list[str](), list[str]()
    for paragraph in text.split("\n"):
        words, of_words = _kinds(paragraph.strip())
        if words or (shown and shown[-1] != "\n"):
            shown += [words, "\n"]
            kinds += [of_words, " "]
    whole, kind = "".join(shown), "".join(kinds)
    text, blanks = whole.strip(), len(whole) - len(whole.lstrip())
    said = _SAID if _SAID in kind else _PLAIN
    return _set_off(text, _runs(text, kind[blanks : blanks + len(text)], said))


def _set_off(text: str, spoken: list[Span]) -> RoleplayText:
    """Return a text whose spans said aloud can be seen: without quotation marks where all of it is said, else in
    quotation marks, if the text has none."""
    if not any(any(map(str.isalnum, text[start:end])) for start, end in unquoted_spans(spoken, len(text))):
        words = "\n".join(text[start:end] for start, end in spoken)
        return RoleplayText(words, ((0, len(words)),)) if words else RoleplayText(text)
    if any(sign in text for sign in f"{_CLOSING}„「『"):
        return RoleplayText(text, tuple(spoken))
    quoted = replace_spans(text, [(start, end, f"“{text[start:end]}”") for start, end in spoken])
    return RoleplayText(quoted, tuple((start + 1 + 2 * n, end + 1 + 2 * n) for n, (start, end) in enumerate(spoken)))


def _plain(message: str, called: str, user: str) -> str:
    """Return the text without everything that is no part of the story; emphasis remains as asterisks."""
    text = clean_text(message)
    for block in (_THOUGHT, _FENCED, _HIDDEN_BLOCK, _OUTSIDE):
        text = block.sub("", text)
    text = expand_macros(text, called, user)
    text = html.unescape(without_tags(_BREAK.sub("\n", text)))
    text = _BOLD.sub(lambda bold: bold[1] or bold[2], _MARKDOWN.sub("", _LINK.sub(r"\1", text)))
    text = _UNDERLINED.sub(r"*\1*", text)
    return clean_text(re.sub(r"\n{3,}", "\n\n", _STRESSED.sub(r"\1", text)))


def _kinds(paragraph: str) -> tuple[str, str]:
    """Return a paragraph without asterisks, and for each of its characters whether it is narration, said in quotation
    marks, or neither."""
    bare, deeds = paragraph.replace("*", ""), _deeds(paragraph)
    kinds = [_PLAIN] * len(bare)
    for start, end in deeds:
        kinds[start:end] = [_DEED] * (end - start)
    outside, before = [bool(deeds) and kind == _PLAIN for kind in kinds], -1
    for start, end in quote_spans(bare, open_ended=True):
        follows = before >= 0 and not bare[before:start].strip()
        before = end
        if follows or outside[start] or is_speech(bare, start, end, current_language()):
            is_closed = end - start > 1 and bare[end - 1] in _CLOSING
            kinds[start:end] = [_DEED, *[_SAID] * (end - start - 1 - is_closed), *[_DEED] * is_closed]
    return bare, "".join(kinds)


def _deeds(paragraph: str) -> list[Span]:
    """Return the spans between asterisks, as spans of the paragraph without asterisks. Those in quotations are
    emphasis. Of asterisks of which one has no partner, one at the beginning or end makes the whole paragraph a deed."""
    is_quoted = bytearray(len(paragraph))
    for start, end in quote_spans(paragraph):
        is_quoted[start:end] = b"\1" * (end - start)
    stars = (at for at, sign in enumerate(paragraph) if sign == "*")
    places = [at - number for number, at in enumerate(stars) if not is_quoted[at]]
    if len(places) % 2:
        if paragraph.startswith("*") or paragraph.endswith("*"):
            return [(0, len(paragraph) - paragraph.count("*"))]
        places.pop()
    return list(zip(places[::2], places[1::2], strict=True))


def _runs(text: str, kinds: str, wanted: str) -> list[Span]:
    """Return the spans of one kind, without blanks at their ends; those that hold no letter or digit are left out."""
    others = [(match.start(), match.end()) for match in re.finditer(f"[^{wanted} ]+", kinds)]
    runs = list[Span]()
    for start, end in unquoted_spans(others, len(text)):
        part = text[start:end]
        if any(sign.isalnum() for sign in part):
            first = start + len(part) - len(part.lstrip())
            runs.append((first, start + len(part.rstrip())))
    return runs

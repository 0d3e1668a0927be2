"""What is said aloud in a typed text: quoted, after "say" or "tell Mara that", or all of it. Texts are never split at
a name and a colon: who speaks is always known by id."""

import re
from collections.abc import Callable, Sequence

from app.language.acts.reader import is_speech, reader_of
from app.language.analysis.mentions import MentionService, mentions_for
from app.language.analysis.text import quote_spans, sentences, words
from app.language.language import cached_by_language, current_language, patterns_of
from app.models.messages.message import Message
from app.models.messages.speech import ActKind, Span
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState

STOPPED = re.compile(r"[.!?…。！？｡।॥؟۔։།።။។]['’)\]]*$")
"""The end of a sentence that has its mark."""
_BLANK = " ,:;-–—"
_WORD = re.compile(r"\w+(?:['’\-]\w+)*")

_SEVERAL = 2
_MOST = 2000  # characters of a line that are read where it is repeated
AfterName = Callable[[str], str | None]
"""What follows a person's name at the beginning of a text, None where none stands there."""
_pattern = patterns_of("spoken")


def spoken_spans(text: str, after_name: AfterName) -> tuple[Span, ...]:
    """Return the spans of a typed text that are said aloud; () for an order to the game ("go north"). Of an order to
    promise something the promise is said aloud, as it is typed."""
    begin = len(text) - len(text.lstrip())
    return _spoken_spans(text, begin, _before_orders(text, begin), after_name)


@cached_by_language(512)
def spoken_text(text: str, mentions: MentionService) -> str:
    """The words said aloud in a player's input, ``""`` for an order to the game; an order to promise as "I promise"."""
    spans = spoken_spans(text, mentions.after_name)
    parts = [text[start:end] for start, end in spans]
    if any(start > 0 and text[start - 1] in '"“„«「『' for start, _ in spans):
        return " ".join(part if STOPPED.search(part) else f"{part}." for part in parts)
    return joined_words(parts[:1], mentions)


def words_aloud(message: Message, sheet: ScenarioSheet) -> str:
    """Return what a player says aloud in its words, as the narrator read them; "" for a command alone.

    Args:
        message: The words; those that no narrator read, of an older save or an import, are read by their form.
        sheet: The scenario.
    """
    if message.said is None:
        return spoken_text(message.fresh_content, mentions_for(sheet))
    content = message.content if not message.quoted else ""
    return joined_words([content[start:end] for start, end in message.said], mentions_for(sheet))


def joined_words(parts: Sequence[str], mentions: MentionService) -> str:
    """Return words that are said one after another as one text.

    Args:
        parts: The words of each part.
        mentions: The names of the scenario, to find the person that a promise is made to.
    """
    parts = [part for part in parts if part]
    if len(parts) < _SEVERAL:
        return _as_vow(parts[0], mentions) if parts else ""
    return " ".join(part if STOPPED.search(part) else f"{part}." for part in parts)


def spoken_in(state: GameState, text: str) -> str:
    """The same of a player's input in a game."""
    return spoken_text(text[:_MOST], mentions_for(state.sheet))


def given_promise(text: str) -> bool:
    """Whether the text gives the speaker's word: no question, report, refusal, condition or promise of nothing."""
    reader = reader_of(current_language())
    return any(reader.acts(sentence, ActKind.PROMISE) for sentence in sentences(text))


def _spoken_spans(text: str, begin: int, end: int, after_name: AfterName) -> tuple[Span, ...]:
    marked = [(begin + start, begin + stop) for start, stop in quote_spans(text[begin:end])]
    aloud = [span for span in marked if is_speech(text, *span, current_language())]
    quoted = [_trimmed(text, start + 1, stop - 1, " ,") for start, stop in aloud]
    if any(len(words(text[slice(*part)])) > 1 for part in quoted):
        return tuple(part for part in quoted if part[0] < part[1])
    if match := _pattern("says").match(text, begin, end):
        is_to = match["tell"] or match["to"]
        start = _after_hearer(text, match.end(), end, after_name)
        if start is not None and not is_to:  # "say Tove borrowed my kettle" says so of Tove
            called = text[match.end() : start].rstrip().endswith((",", ":"))
            start = start if called or _pattern("that").match(text, start) else None
        if start is None and match["tell"]:
            return _one(text, begin, end)
        start = _trimmed(text, match.end() if start is None else start, end, _BLANK, is_open=True)[0]
        if that := _pattern("that").match(text, start, end):
            start = that.end()
        return () if _pattern("matter").match(text, start, end) else _one(text, start, end)
    if _pattern("vows").match(text, begin, end) or not _pattern("order").match(text, begin, end):
        return _one(text, begin, end)
    if match := _pattern("and_says").search(text, begin, end):
        return _spoken_spans(text, match.start(1), end, after_name)
    return _one(text, begin, end) if given_promise(text[begin:end]) else ()


def _after_hearer(text: str, start: int, end: int, after_name: AfterName) -> int | None:
    """Return where the text after a pronoun or name begins; None where neither comes first."""
    if pronoun := _pattern("hearer").match(text, start, end):
        return pronoun.end()
    after = after_name(text[start:end])
    if after is None:
        return None
    found = [word.start() for word in _WORD.finditer(text, start, end)]
    count = len(_WORD.findall(after))
    return found[len(found) - count] if 0 < count <= len(found) else end


def _as_vow(text: str, mentions: MentionService) -> str:
    vow = _pattern("vows").match(text)
    if vow is None:
        return text
    after, i = mentions.after_name(text[vow.end() :]), current_language().lines("perspective.first")[0]
    if after is not None and after.strip(" .!,"):
        return f"{i} {vow[1].lower()} {after.strip(' ,:')}"
    return text if text.lower().startswith(f"{i.lower()} ") else f"{i} {text[:1].lower()}{text[1:]}"


def _before_orders(text: str, begin: int) -> int:
    """Where what is typed ends without the orders chained to it by "then"."""
    stripped, order = len(text.rstrip()), _pattern("order")
    if order.match(text, begin):
        return stripped
    then = next((then for then in _pattern("then").finditer(text, begin) if order.match(text, then.end())), None)
    return then.start() if then is not None and then.start() > begin else stripped


def _one(text: str, start: int, end: int) -> tuple[Span, ...]:
    start, end = _trimmed(text, start, end, " \t\n")
    return ((start, end),) if start < end else ()


def _trimmed(text: str, start: int, end: int, signs: str, *, is_open: bool = False) -> Span:
    start = end - len(text[start:end].lstrip(signs))
    return start, end if is_open else start + len(text[start:end].rstrip(signs))

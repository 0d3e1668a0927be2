"""Judgement of a summary by its form: 2-3 sentences in the past tense, no other kind of text that a model may write."""

import re
import unicodedata
from collections import Counter

from app.language.analysis.lexicon import lexicon
from app.language.analysis.text import sentences, without_quotes, words
from app.language.checks.answer_form import has_heading, has_tags, is_data
from app.language.checks.quotation_marks import unpaired
from app.language.language import current_language

MAX_SUMMARY_CHARACTERS = 600
MAX_SUMMARY_SENTENCES = 5
_MARKUP = re.compile(
    r"```|~~~|\*\*|__|`|^\s*(?:[-*•+]|\d{1,2}[.)])\s+\S|[\"']\w+[\"']\s*:\s*[\"'\[{\d]"
    r"|^\s*\|.*\||\]\(|(?<!\w)\*[^*\n]{1,80}\*(?!\w)",
    re.MULTILINE,
)
"""Lists, emphasis, tables, links and parts of data, which prose may have and a summary may not."""
_SENTENCE_END = re.compile(r"[.!?…。！？｡।॥؟۔։።។။][\s\"'”’»)\]」』]*$")
_TRAILS_OFF = re.compile(r"\.{3}\s*$|…\s*$|[,;:—–-]\s*$")
_ASKS = re.compile(r"[?؟]")
_LOOP = re.compile(r"(.{3,80}?)\1{3,}", re.DOTALL)
_WITHOUT_STOPS = re.compile(r"[\u0e00-\u0eff]\W*$")
_LONGEST_WORD = 40


def bad_form(masked: str, numbered: str) -> str | None:
    """Return why a summary has a bad form; None if it is good.

    Args:
        masked: The summary with every name replaced by Name, so that unusual names are not taken for bad form.
        numbered: The same with Name0, Name1 …, so that sentences about two people are not taken for a loop.
    """
    if not any(character.isalnum() for character in masked):
        return "empty"
    outside = without_quotes(masked)
    # A model may put its whole answer in quotation marks.
    whole = outside if any(character.isalpha() for character in outside) else masked
    for is_bad, reason in (
        (has_tags(masked), "tags or thinking left over"),
        (has_heading(masked) or is_data(masked) or _MARKUP.search(masked), "markup"),
        (_pattern("refusal").search(whole), "a refusal"),
        (_pattern("chatty").search(whole), "chatter around the summary"),
        (unpaired(masked), "a quotation mark without its partner"),
    ):
        if is_bad:
            return reason
    if len(masked) > MAX_SUMMARY_CHARACTERS:
        return "too long"
    form = _garbage(masked) or _wrong_voice(whole) or _fragment(masked, outside) or _repetitive(numbered)
    return form or ("too many sentences" if len(sentences(masked)) > MAX_SUMMARY_SENTENCES else None)


def _pattern(name: str) -> re.Pattern[str]:
    return current_language().pattern(f"checks.summary_{name}")


def _garbage(text: str) -> str | None:
    visible = [c for c in text if not c.isspace()]
    letters = sum(unicodedata.category(c)[0] in "LM" for c in visible)
    broken = any(c == "\ufffd" or unicodedata.category(c) in ("Cc", "Co", "Cn", "Cs") for c in visible)
    endless = any(len(word) > _LONGEST_WORD and word.isascii() for word in words(text))
    return "garbage" if broken or endless or letters < 0.6 * len(visible) else None


def _wrong_voice(outside: str) -> str | None:
    """Return why a text is a transcript, a continued story or an address; ``outside`` is the text outside of
    quotations."""
    if _pattern("transcript").search(outside):
        return "a transcript"
    if _pattern("asks_player").search(outside) or _ASKS.search(outside):
        return "a question"
    if _pattern("second_person").search(outside):
        return "speaks to the player"
    if _pattern("first_person").search(outside):
        return "told in the first person"
    future = any(
        _pattern("future").search(sentence) and not _pattern("reported").search(sentence)
        for sentence in sentences(outside)
    )
    return "continues the story" if future or _pattern("goes_on").search(outside) else None


def _fragment(masked: str, outside: str) -> str | None:
    outside_words = words(outside)
    has_stop = _SENTENCE_END.search(masked) or _WITHOUT_STOPS.search(masked)
    is_cut = not has_stop or _TRAILS_OFF.search(outside) or _pattern("opens_midway").match(outside)
    is_short = not outside_words or (len(outside_words) < 3 and outside.isascii())
    has_verb = any(map(lexicon().is_verb_like, outside_words)) or _pattern("verb_after_name").search(outside)
    is_verbless = not has_verb and _pattern("function_word").search(outside)
    return "a fragment" if is_cut or is_short or is_verbless else None


def _repetitive(text: str) -> str | None:
    normalised = [" ".join(words(sentence)).casefold() for sentence in sentences(text)]
    twice = any(count > 1 and " " in sentence for sentence, count in Counter(normalised).items())
    all_words = [word.casefold() for word in words(text)]
    runs = Counter(tuple(all_words[n : n + 4]) for n in range(len(all_words) - 3))
    looping = any(count >= 3 for count in runs.values())
    return "repeats itself" if twice or looping or _LOOP.search(text.casefold()) else None

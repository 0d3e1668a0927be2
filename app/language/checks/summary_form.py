"""Judging a summary by its form alone: is it 2-3 sentences told in the past, or something else a model wrote?"""

import re
import unicodedata
from collections import Counter

from app.language.analysis.text import sentences, without_quotes, words
from app.language.en.words import is_verb_like

MAX_SUMMARY_CHARACTERS = 600
MAX_SUMMARY_SENTENCES = 5

_TAGS = re.compile(r"</?[a-z!|?]|\|>|\bthink>|\[/?inst\]|&[lg]t;", re.IGNORECASE)
_MARKUP = re.compile(
    r"```|~~~|\*\*|__|`|^\s*#{1,6}\s|^\s*(?:[-*•+]|\d{1,2}[.)])\s+\S|^\s*(?:\{|\[\s*[\"{\[])"
    r"|[\"']\w+[\"']\s*:\s*[\"'\[{\d]"
    r"|^\s*\|.*\||\]\(|^\s*(?:[-*_=]\s*){3,}$|(?<!\w)\*[^*\n]{1,80}\*(?!\w)",
    re.MULTILINE,
)
_REFUSAL = re.compile(
    r"^\W*(?:(?:i'm|i am) (?:\w+ )?(?:sorry|afraid|unable|not able)|sorry\b|i apologi[sz]e|my apologies"
    r"|i (?:can't|cannot|can not|won't|don't|do not|am not)\b|unfortunately,? i\b)"
    r"|\bas an? (?:ai|artificial|large language|language model|assistant)\b|\blanguage model\b"
    r"|\bno (?:messages?|conversation|text|content|information|transcript)"
    r" (?:was|were|is|are|has|have|to|in|provided|given)\b"
    r"|\b(?:cannot|can't|unable to|not able to) (?:summari[sz]e|comply|assist|fulfil|help with|provide)\b"
    r"|\bplease provide\b",
    re.IGNORECASE,
)
_CHATTY = re.compile(
    r"^\W*(?:(?:certainly|sure(?: thing)?|of course|absolutely|gladly|okay|ok|alright|great|no problem|got it"
    r"|understood|happy to help|with pleasure)\s*[!,.:-]|here(?:'s| is| are)\b|the following is\b|below is\b"
    r"|to summari[sz]e\b|in summary\b|(?:summary|memory|recap|answer|output|result|response)\b[^.!?\n]{0,30}:)"
    r"|\b(?:let me know|feel free|i hope (?:this|that)|hope this helps)\b",
    re.IGNORECASE,
)
_TRANSCRIPT = re.compile(
    r"(?:^|[\n.!?\"”»])\s*\[?(?:(?i:name|player|narrator|game master|gm|dm|npc|user|assistant|system|human|ai|scene)"
    r"|[A-Z][\w']*(?: [A-Z][\w']*){0,2})\]?(?: Name)*(?: ?\([^)\n]{0,40}\))?\s*:"
)
_ASKS_PLAYER = re.compile(
    r"\bwhat (?:do|will|would|should) (?:you|name) (?:do|say)\b|\byour (?:move|turn|choice)\b", re.IGNORECASE
)
_SECOND_PERSON = re.compile(r"\b(?:you|your|yours|yourself|yourselves|thou|thee)\b", re.IGNORECASE)
_FIRST_PERSON = re.compile(r"\bI(?:'m|'ll|'ve|'d)?\s+[a-z]|\b(?:me|my|we|us|our|My|We|Our|myself|ourselves)\b")
_GOES_ON = re.compile(
    r"to be continued|\b(?:story|adventure|journey|tale|saga) (?:continues|goes on)\b|^\W*(?:suddenly|just then)\b"
    r"|\bnext time\b",
    re.IGNORECASE,
)
_FUTURE = re.compile(
    r"(?<!\bher )(?<!\bhis )(?<!\btheir )(?<!\bown )(?<!\bthe )(?<!\bfree )(?<!\bgood )(?<!\bill )(?<!\ba )(?<!\blast )"
    r"\b(?:will|shall|won't|(?:is|are) (?:going|about) to)\b|\w'll\b"
)
_REPORTED = re.compile(
    r"\b(?:promis|said|agree|swor|vow|told|warn|hop|believ|explain|announc|insist|assur|declar|expect|thought|mention)"
)
_SENTENCE_END = re.compile(r"[.!?…。！？｡।॥؟۔։።។။][\s\"'”’»)\]」』]*$")
_TRAILS_OFF = re.compile(r"\.{3}\s*$|…\s*$|[,;:—–-]\s*$")
_LOOP = re.compile(r"(.{3,80}?)\1{3,}", re.DOTALL)
_WITHOUT_STOPS = re.compile(r"[\u0e00-\u0eff]\W*$")
_OPENS_MIDWAY = re.compile(r"^\W*(?:and|but|so|then|which|because|or|that)\b")
_FUNCTION_WORD = re.compile(r"\b(?:the|a|an|and|of|to|with|in|at|for|by|from)\b", re.IGNORECASE)
_VERB_AFTER_NAME = re.compile(r"\b(?:Name|he|she|it|they|He|She|It|They|[A-Z]\w+)(?: \w+ly)? [a-z]+s\b")
_LONGEST_WORD = 40


def bad_form(masked: str, numbered: str) -> str | None:
    """Why a summary is none; None when its form is good.

    ``masked`` has each name replaced by Name, so that odd names are not taken for bad form; ``numbered`` by Name0,
    Name1 …, so that two sentences about two people are not taken for a loop.
    """
    if not any(character.isalnum() for character in masked):
        return "empty"
    outside = without_quotes(masked)
    # A model may put its whole answer in quotation marks.
    whole = outside if any(character.isalpha() for character in outside) else masked
    for pattern, reason in (
        (_TAGS, "tags or thinking left over"),
        (_MARKUP, "markup"),
        (_REFUSAL, "a refusal"),
        (_CHATTY, "chatter around the summary"),
    ):
        if pattern.search(masked if pattern in (_TAGS, _MARKUP) else whole):
            return reason
    if len(masked) > MAX_SUMMARY_CHARACTERS:
        return "too long"
    form = _garbage(masked) or _told_wrongly(whole) or _fragment(masked, outside)
    return form or _repetitive(numbered) or _too_many(masked)


def _garbage(text: str) -> str | None:
    visible = [c for c in text if not c.isspace()]
    letters = sum(unicodedata.category(c)[0] in "LM" for c in visible)
    broken = any(c == "\ufffd" or unicodedata.category(c) in ("Cc", "Co", "Cn", "Cs") for c in visible)
    endless = any(len(word) > _LONGEST_WORD and word.isascii() for word in words(text))
    return "garbage" if broken or endless or letters < 0.6 * len(visible) else None


def _told_wrongly(outside: str) -> str | None:
    """A transcript, a continued story, or words to somebody; ``outside`` is what stands outside of quotations."""
    if _TRANSCRIPT.search(outside):
        return "a transcript"
    if _ASKS_PLAYER.search(outside) or re.search(r"[?؟]", outside):
        return "a question"
    if _SECOND_PERSON.search(outside):
        return "speaks to the player"
    if _FIRST_PERSON.search(outside):
        return "told in the first person"
    future = any(_FUTURE.search(sentence) and not _REPORTED.search(sentence) for sentence in sentences(outside))
    return "continues the story" if future or _GOES_ON.search(outside) else None


def _fragment(masked: str, outside: str) -> str | None:
    told = words(outside)
    has_stop = _SENTENCE_END.search(masked) or _WITHOUT_STOPS.search(masked)
    if not has_stop or _TRAILS_OFF.search(outside) or _OPENS_MIDWAY.match(outside):
        return "a fragment"
    if not told or (len(told) < 3 and outside.isascii()):
        return "a fragment"
    is_english = _FUNCTION_WORD.search(outside) is not None
    if is_english and not any(map(is_verb_like, told)) and not _VERB_AFTER_NAME.search(outside):
        return "a fragment"
    return None


def _repetitive(text: str) -> str | None:
    told = [" ".join(words(sentence)).casefold() for sentence in sentences(text)]
    twice = any(count > 1 and " " in sentence for sentence, count in Counter(told).items())
    spoken = [word.casefold() for word in words(text)]
    runs = Counter(tuple(spoken[n : n + 4]) for n in range(len(spoken) - 3))
    looping = any(count >= 3 for count in runs.values())
    return "repeats itself" if twice or looping or _LOOP.search(text.casefold()) else None


def _too_many(text: str) -> str | None:
    return "too many sentences" if len(sentences(text)) > MAX_SUMMARY_SENTENCES else None

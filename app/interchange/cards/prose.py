"""Guessing from a card's prose what a sheet has fields for: lists of traits, lines of speech, manners of speech."""

import re

MAX_TRAITS = 24
MAX_SPOKEN = 300  # characters of a greeting that is one line of speech
_LONGEST_TRAIT = 40
_MOST_WORDS = 4
_BETWEEN = re.compile(r"[,;\n•·|/]+")
_AROUND = " \t-*+."
_SENTENCE = re.compile(r"[.!?][ \t]+\S")
_SPEECH = re.compile(
    r"\b(?:speaks?|speaking|speech|talks?|talking|voice|tone|accent|drawl|lisp|stutters?|says|whispers?|mutters?"
    r"|slang|dialect|formal(?:ly)?|polite(?:ly)?|blunt(?:ly)?)\b",
    re.IGNORECASE,
)
_ADDRESSING = re.compile(
    r"\b(?:i|i'm|i'll|i've|me|my|we|us|you|your|you're|hello|hi|hey|welcome|greetings|good (?:morning|day|evening))\b"
    r"|[!?]",
    re.IGNORECASE,
)
_WHO = re.compile(r"\{\{\s*char\s*\}\}|<(?:char|bot)>", re.IGNORECASE)
_QUOTED = re.compile(r"""["“„«]([^"“”„«»]*)["”“»]""")


def traits_in(text: str) -> tuple[str, ...]:
    """The traits that a text lists; nothing if it is prose."""
    if _SENTENCE.search(text.strip()):
        return ()
    listed = [part.strip(_AROUND) for part in _BETWEEN.split(text)]
    found = list(dict.fromkeys(" ".join(part.split()) for part in listed if part.strip()))
    fits = all(part and len(part) <= _LONGEST_TRAIT and len(part.split()) <= _MOST_WORDS for part in found)
    return tuple(found) if fits and 1 <= len(found) <= MAX_TRAITS else ()


def is_about_speech(text: str) -> bool:
    return _SPEECH.search(text) is not None


def speech_in(text: str, name: str) -> str | None:
    """What a greeting says aloud, if it is one line of speech; None if it tells a story, as of ``name``."""
    line = text.strip()
    if not line or len(line) > MAX_SPOKEN or "\n" in line or "*" in line or line.startswith(("(", "[", "<")):
        return None
    quoted = _QUOTED.fullmatch(line)
    if quoted:
        return quoted[1].strip() or None
    tells_of = _WHO.search(line) or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", line, re.IGNORECASE)
    introduces = re.search(r"\b(?:i am|i'm|name is|name's|call me)\b", line, re.IGNORECASE)
    if any(mark in line for mark in '"“”„«»') or (tells_of and not introduces) or not _ADDRESSING.search(line):
        return None
    return line

"""What of a speech states something, promises or threatens, and how it is quoted."""

import re

from app.language.analysis.text import sentences
from app.language.reading.aloud import STOPPED
from app.language.reading.promises import promises

MAX_QUOTE = 160
MAX_AUTHORED_QUOTE = 220
_THREAT = re.compile(
    r"\bi(?:\s+will|\s+shall|['’]ll|\s+am\s+going\s+to|['’]m\s+going\s+to)\s+(?:kill|gut|hang|burn|hurt|break|destroy"
    r"|murder|end|ruin)\s+(?:you|your)\b|\byou(?:\s+will|['’]ll)\s+(?:pay\s+for|regret|die)\b",
    re.IGNORECASE,
)
_GIVEN_WORD = re.compile(r"\byou\s+shall\s+have\b(?!\s+(?:to|no|nothing)\b)", re.IGNORECASE)
_ASKING = re.compile(r"[?？]")
_FINITE = re.compile(
    r"\b(?:i|we|you|he|she|it|they|there|this|that|my|our|your|his|her|their|nobody|everybody)\b|['’](?:s|m|re|ve|ll|d)\b"
    r"|\b(?:is|are|was|were|am|has|have|had|did|does|will|would|can|could|must|should|may|might)\b",
    re.IGNORECASE,
)
_POLITE = re.compile(
    r"(?:[^\W\d_]+(?:\s+[^\W\d_]+)?\s*[,!]\s*)?\W*(?:(?:i\s+am|i['’]m|we\s+are|we['’]re)\s+(?:\w+\s+){0,2}?(?:sorry|glad|pleased|grateful|happy|delighted|afraid)\b"
    r"|(?:so\s+|very\s+)?sorry\b|(?:my\s+)?(?:condolences|apologies|regards|compliments)\b|thank|thanks\b|please\b"
    r"|(?:it\s+is\s+|it['’]s\s+|very\s+)?(?:nice|good|lovely|a\s+pleasure)\s+(?:to|of|morning|day|evening|night)\b"
    r"|pleased\s+to\b|pardon\b|excuse\b|forgive\b|may\s+i\b|i\s+(?:would|should)\s+like\b|i['’]d\s+like\b)",
    re.IGNORECASE,
)
_INNER_QUOTES = re.compile('["“”„«»「」『』]')


def is_statement(line: str) -> bool:
    """Whether a sentence of a player states something: no bare order ("dig here"), no question, no politeness."""
    return _FINITE.search(line) is not None and not _ASKING.search(line) and not _POLITE.match(line)


def threats(spoken: str) -> list[str]:
    """The sentences of a speech that threaten whoever hears them."""
    return [line for line in sentences(spoken) if _THREAT.search(line) and not _ASKING.search(line)]


def vows(spoken: str) -> list[str]:
    """What a person of the world says that binds it: promises, and "you shall have …"."""
    given = [line for line in sentences(spoken) if _GIVEN_WORD.search(line) and not _ASKING.search(line)]
    return list(dict.fromkeys([*promises(spoken), *given]))


def quotable(text: str, limit: int = MAX_QUOTE) -> str:
    """A text made fit to stand in quotation marks: one line, no such marks inside, at most ``limit`` characters."""
    line = _INNER_QUOTES.sub("'", " ".join(text.split())).strip()
    if line.count("'") % 2 == 0 and line[:1] == "'" and line[-1:] == "'":
        line = line[1:-1].strip()
    if len(line) > limit:
        cut = line[:limit].rsplit(" ", 1)[0]
        line = (cut if len(cut) > limit // 2 else line[:limit]).rstrip(" ,;:-–—'") + "…"
    if not STOPPED.search(line):
        line = line.rstrip(" ,;:-–—") + "."
    return line[:1].upper() + line[1:]

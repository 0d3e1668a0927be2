"""What a player says aloud in what it typed, and what of it is a promise or a threat."""

import re

from app.memory.mentions import MentionService
from app.memory.promises import given_promise, promises
from app.memory.text import quote_spans, sentences, words

MAX_QUOTE = 160
MAX_AUTHORED_QUOTE = 220
_SAYS = re.compile(r"(?:i\s+)?(say|tell|shout|whisper|reply|answer|yell|mutter|add)\b\s*(?:to\b\s*)?", re.IGNORECASE)
_VOWS = re.compile(r"(?:i\s+)?(promise|swear|vow|pledge)\b(?!\s+me\b)\s*(?:to\s+)?", re.IGNORECASE)
_AND_SAYS = re.compile(r"\b(?:and|then)\s+((?:say|tell|promise|swear)\b.*)", re.IGNORECASE | re.DOTALL)
_PRONOUN = re.compile(r"(?:him|her|them)\b", re.IGNORECASE)
_COMMAND = re.compile(
    r"(?:i\s+(?:now\s+)?)?(?:go|walk|run|move|climb|enter|leave|exit|return|head|step|follow|travel|look|examine"
    r"|inspect|search|read|take|get|grab|pick|drop|put|give|hand|offer|show|use|light|open|close|unlock|push|pull|turn"
    r"|eat|drink|buy|sell|pay|talk|speak|ask|greet|approach|fight|attack|clear|kill|hit|rest|wait|sleep|sit|stand|nod"
    r"|smile|bow|wave|laugh|note)\b(?!,|['’]|\s+(?:you\s+my|me\b))"
    r"|(?:[ilxnsewudz]|inv|inventory|journal|quests?|who(?:\s+is\s+here)?|help|north|south|east|west|up|down|in|out"
    r"|undo|save|load|quit)\W*$",
    re.IGNORECASE,
)
_THEN = re.compile(r"[,;.]?\s+(?:and\s+)?then\s+", re.IGNORECASE)
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
_STOPPED = re.compile(r"[.!?…。！？｡।॥؟۔։።។။]['’)\]]*$")


def said(text: str, mentions: MentionService) -> str:
    """The words said aloud in a player's input: what is quoted, what follows "say" or "tell X", or all of it.

    ``""`` for an order to the game ("go north", "ask Mara about the owl").
    """
    text = _without_orders(text.strip())
    quoted = [text[start + 1 : end - 1].strip(" ,") for start, end in quote_spans(text)]
    if any(len(words(part)) > 1 for part in quoted):
        return " ".join(part if _STOPPED.search(part) else f"{part}." for part in quoted if part)
    if match := _SAYS.match(text):
        rest = text[match.end() :]
        pronoun = _PRONOUN.match(rest)
        after = rest[pronoun.end() :] if pronoun else mentions.after_name(rest)
        if after is None and match[1].lower() == "tell":
            return text
        rest = re.sub(r"^that\s+", "", (rest if after is None else after).lstrip(" ,:;-–—"), flags=re.IGNORECASE)
        return "" if re.match(r"about\b", rest, re.IGNORECASE) else rest
    if match := _VOWS.match(text):
        after = mentions.after_name(text[match.end() :])
        if after is not None and after.strip(" .!,"):
            return f"I {match[1].lower()} {after.strip(' ,:')}"
        return text if text[:2].lower() == "i " else f"I {text[:1].lower()}{text[1:]}"
    if not _COMMAND.match(text):
        return text
    if match := _AND_SAYS.search(text):
        return said(match[1], mentions)
    return text if given_promise(text) else ""


def _without_orders(text: str) -> str:
    """What is typed, without the orders chained to it by "then"."""
    order = next((then for then in _THEN.finditer(text) if _COMMAND.match(text, then.end())), None)
    return text[: order.start()] if order and order.start() > 0 and not _COMMAND.match(text) else text


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
    if not _STOPPED.search(line):
        line = line.rstrip(" ,;:-–—") + "."
    return line[:1].upper() + line[1:]

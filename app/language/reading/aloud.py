"""What a player says aloud in what it typed."""

import re

from app.language.analysis.mentions import MentionService
from app.language.analysis.text import quote_spans, words
from app.language.reading.promises import given_promise

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
STOPPED = re.compile(r"[.!?…。！？｡।॥؟۔։።។။]['’)\]]*$")
"""The end of a sentence that has its mark."""


def said(text: str, mentions: MentionService) -> str:
    """The words said aloud in a player's input: what is quoted, what follows "say" or "tell X", or all of it.

    ``""`` for an order to the game ("go north", "ask Mara about the owl").
    """
    text = _without_orders(text.strip())
    quoted = [text[start + 1 : end - 1].strip(" ,") for start, end in quote_spans(text)]
    if any(len(words(part)) > 1 for part in quoted):
        return " ".join(part if STOPPED.search(part) else f"{part}." for part in quoted if part)
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


def quoted_aloud(text: str) -> list[tuple[int, int]]:
    """What stands in quotation marks in a text and is said aloud there, without the marks; nothing where none does."""
    return [(start + 1, end - 1) for start, end in quote_spans(text) if _is_aloud(text, start, end)]


def _is_aloud(text: str, start: int, end: int) -> bool:
    """Whether a quotation is what is said, and not only a name or word in it: ``the password is "swordfish"``."""
    before = text[:start].rstrip()
    return not before or before[-1] in ",:.!?…" or text[end - 2] in ",.!?…—" or _SAYS.fullmatch(before) is not None

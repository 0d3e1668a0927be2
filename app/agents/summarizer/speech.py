"""What a player says aloud in what it typed, and what of it is a promise or a threat."""

import re

from app.memory.mentions import MentionService
from app.memory.text import quote_spans, sentences, words

MAX_QUOTE = 160
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
_PROMISE = re.compile(
    r"\b(?:i|we)(?:\s+\w+)?\s+(?:promise|swear|vow|pledge)\b(?!\s+me\b)|\b(?:give|gave|have)\s+you\s+my\s+(?:word|oath)\b"
    r"|\byou\s+have\s+(?:my|our)\s+(?:word|oath|promise)\b|\bmy\s+word\s+on\s+it\b"
    r"|\b(?:up)?on\s+my\s+(?:life|hono[u]?r|word|soul)\b"
    r"|\b(?:i|we)(?:\s+will|\s+shall|['’]ll)\b[^.!?]{0,80}?\b(?:back\b|never\s+forget\b"
    r"|(?:return|bring|find|help|repay|avenge|protect|save)\b(?!\s+(?:my|me|us|out)\b))",
    re.IGNORECASE,
)
_NO_PROMISE = re.compile(
    r"\b(?:never|not|n['’]t|won['’]t|cannot)\s+(?:promise|swear|vow|pledge|return|bring|find|help|repay|save|come)\b"
    r"|[?？]|\b(?:if|unless)\s+(?:i|we)\s+(?:promise|swear)\b",
    re.IGNORECASE,
)
_THREAT = re.compile(
    r"\bi(?:\s+will|\s+shall|['’]ll|\s+am\s+going\s+to|['’]m\s+going\s+to)\s+(?:kill|gut|hang|burn|hurt|break|destroy"
    r"|murder|end|ruin)\s+(?:you|your)\b|\byou(?:\s+will|['’]ll)\s+(?:pay\s+for|regret|die)\b",
    re.IGNORECASE,
)
_GIVEN_WORD = re.compile(r"\byou\s+shall\s+have\b", re.IGNORECASE)
_INNER_QUOTES = re.compile('["“”„«»「」『』]')
_STOPPED = re.compile(r"[.!?…。！？｡।॥؟۔։።។။]['’)\]]*$")


def said(text: str, mentions: MentionService) -> str:
    """The words said aloud in a player's input: what is quoted, what follows "say" or "tell X", or all of it.

    ``""`` for an order to the game ("go north", "ask Mara about the owl").
    """
    text = text.strip()
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
    return text if _PROMISE.search(text) else ""


def promises(spoken: str) -> list[str]:
    """The sentences of a speech that give one's word."""
    return [line for line in sentences(spoken) if _PROMISE.search(line) and not _NO_PROMISE.search(line)]


def threats(spoken: str) -> list[str]:
    """The sentences of a speech that threaten whoever hears them."""
    return [line for line in sentences(spoken) if _THREAT.search(line)]


def vows(spoken: str) -> list[str]:
    """What a person of the world says that binds it: promises, and "you shall have …"."""
    given = [line for line in sentences(spoken) if _GIVEN_WORD.search(line) and not _NO_PROMISE.search(line)]
    return list(dict.fromkeys([*promises(spoken), *given]))


def quotable(text: str) -> str:
    """A sentence made fit to stand in quotation marks: one line, no such marks inside, at most 160 characters."""
    line = _INNER_QUOTES.sub("'", " ".join(text.split())).strip()
    if line.count("'") % 2 == 0 and line[:1] == "'" and line[-1:] == "'":
        line = line[1:-1].strip()
    if len(line) > MAX_QUOTE:
        cut = line[:MAX_QUOTE].rsplit(" ", 1)[0]
        line = (cut if len(cut) > MAX_QUOTE // 2 else line[:MAX_QUOTE]).rstrip(" ,;:-–—'") + "…"
    if not _STOPPED.search(line):
        line = line.rstrip(" ,;:-–—") + "."
    return line[:1].upper() + line[1:]

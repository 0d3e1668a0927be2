"""Questions about the player itself: what it promised, what it is called, what is remembered of it."""

import re
from dataclasses import dataclass
from enum import StrEnum

_PROMISE = re.compile(
    r"\b(?:did|do|have|had)\s+(?:i|we)\s+(?:ever\s+)?(?:promise|swear|vow|pledge)|\b(?:i|we)\s+(?:have\s+|had\s+)?"
    r"(?:promised|swore|vowed)\b|^(?:about\s+)?(?:my|our|the)\s+promises?\b|\bremember\s+(?:my|our)\s+(?:promise|word)\b"
    r"|^what\s+(?:did\s+)?i\s+promised?\b",
)
_NAME = re.compile(r"\bmy\s+name\b|^who\s+am\s+i\b|\bwhat\s+i\s+am\s+called\b|\bam\s+i\s+called\b")
_MATTER = re.compile(
    r"\bwhat\s+(?:i|we)\s+(?:have\s+)?(?:told|said|spoke|talked|asked)\b(?:\s+to)?(?:\s+you)?(?:\s+(?:about|of))?"
    r"|\bremember\s+(?:me\s+|us\s+)?(?:talking|telling|saying|speaking)\b.{0,20}\babout\b"
)
_ME = re.compile(
    r"^(?:me|us|myself|ourselves)$|\b(?:about|remember|know|of|recognise|recognize)\s+(?:me|us|myself)\b"
    r"|\b(?:our|the)\s+last\s+(?:talk|meeting|time|visit|conversation|chat)\b|^(?:our|the)\s+(?:talk|conversation|chat)s?$"
    r"|\blast\s+time\s+(?:i|we)\b|\bhave\s+we\s+(?:ever\s+)?met\b|^last\s+time$"
)
_QUESTION = re.compile(r"^(?:do|did|what|have|who|can|could|will|would|how|tell|you|so|and|well|but|say|remember)\b")
_SIGNS = re.compile(r"[^\w\s'’]+")


class Matter(StrEnum):
    """What about the player is asked."""

    PROMISE = "promise"
    NAME = "name"
    TOLD = "told"
    SELF = "self"


@dataclass(frozen=True)
class AboutPlayer:
    """``about`` is what the player has told of, "" for anything."""

    matter: Matter
    about: str = ""


def about_player(text: str, *, asked: bool) -> AboutPlayer | None:
    """What of the player a text asks after; None for anything else. ``asked``: known to be what one asks about."""
    folded = " ".join(_SIGNS.sub(" ", text[:500].casefold().replace("’", "'")).split())
    is_question = asked or text.rstrip("\"”' ").endswith(("?", "？", "؟")) or _QUESTION.match(folded) is not None
    if not is_question:
        return None
    if _PROMISE.search(folded):
        return AboutPlayer(Matter.PROMISE)
    if _NAME.search(folded):
        return AboutPlayer(Matter.NAME)
    if told := _MATTER.search(folded):
        about = folded[told.end() :].strip()
        return AboutPlayer(Matter.TOLD, about) if about else AboutPlayer(Matter.SELF)
    return AboutPlayer(Matter.SELF) if _ME.search(folded) else None

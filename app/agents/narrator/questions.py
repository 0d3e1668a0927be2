"""Questions about the player itself: what it promised, what it is called, what is remembered of it."""

import re
from dataclasses import dataclass
from enum import StrEnum

_PROMISE = re.compile(
    r"\b(?:did|do|have|had)\s+(?:i|we)\s+(?:ever\s+)?(?:promise|swear|vow|pledge)|\b(?:i|we)\s+(?:have\s+|had\s+)?"
    r"(?:promised|swore|vowed)\b|^(?:about\s+)?(?:my|our|the)\s+promises?\b|\bremember\s+(?:my|our)\s+(?:promise|word)\b"
    r"|^what\s+(?:did\s+)?i\s+promised?\b",
)
_LAST = re.compile(
    r"\bwhen\s+(?:did|have|had)\s+(?:we|i|you)\s+last\s+(?:talk|speak|spoken|meet|met|see|seen|visit|come|been)\b"
    r"|\bwhen\s+was\s+i\s+(?:last\s+here|here\s+last|here\s+the\s+last\s+time)\b"
    r"|\bhow\s+long\s+(?:ago\s+)?(?:is|was|has)\s+it\b.{0,30}\b(?:since\s+(?:we|i|you)|(?:we|i|you)\s+last)\b"
)
_NAME = re.compile(r"\bmy\s+name\b|^who\s+am\s+i\b|\bwhat\s+i\s+am\s+called\b|\bam\s+i\s+called\b")
_ME = re.compile(
    r"^(?:me|us|myself|ourselves)$|\b(?:about|remember|know|of|recognise|recognize)\s+(?:me|us|myself)\b"
    r"|\b(?:our|the)\s+last\s+(?:talk|meeting|time|visit|conversation|chat)\b|^(?:our|the)\s+(?:talk|conversation|chat)s?$"
    r"|\blast\s+time\s+(?:i|we)\b|\bhave\s+we\s+(?:ever\s+)?met\b|^last\s+time$"
)
_SAYING = (
    r"(?:tell|told|telling|says?|said|saying|mention(?:ed|ing)?|speak|spoke|spoken|speaking|talk(?:ed|ing)?|claim(?:ed)?"
    r"|promised?|swear|swore|sworn|ask(?:ed)?)"
)
_WHO_SAID = r"(?P<who>[\w'’]+(?: [\w'’]+){0,2}?)"
_REPORTS = (
    re.compile(
        rf"\b(?:did|have|has|had)\s+{_WHO_SAID}\s+(?:(?:ever|already|once|really|just)\s+)?(?P<verb>{_SAYING})\b(?P<rest>.*)"
    ),
    re.compile(
        rf"\b(?:what|when|where|how|that)\s+{_WHO_SAID}\s+(?:(?:have|has|had|once)\s+)?(?P<verb>{_SAYING})\b(?P<rest>.*)"
    ),
    re.compile(rf"\bremember\s+{_WHO_SAID}\s+(?P<verb>{_SAYING})\b(?P<rest>.*)"),
    re.compile(rf"^(?:and\s+|so\s+)?who\s+(?:has\s+|had\s+)?(?P<verb>{_SAYING})\b(?P<rest>.*)"),
)
_TO_WHOM = re.compile(
    r"^\s*(?:to\s+|with\s+)?(?:(?:you|me|us|him|her|them)\b(?=\s+(?:about|of|that|on|anything|something|where|what|how)|$|\s)\s*)?"
    r"(?:(?:anything|something|much|more|exactly|before|once)\b\s*)*(?:(?:about|of|that|on|concerning|regarding)\b\s*)?"
)
_PROMISED = re.compile(r"promised?|swear|swore|sworn")
_QUESTION = re.compile(
    r"^(?:do|did|what|when|where|have|has|who|can|could|will|would|how|tell|you|so|and|well|but|say|remember)\b"
)
_SIGNS = re.compile(r"[^\w\s'’]+")
_PLAYERS = frozenset({"i", "we", "me", "us"})


class Matter(StrEnum):
    """What about the player is asked."""

    PROMISE = "promise"
    NAME = "name"
    LAST = "last"
    SELF = "self"


@dataclass(frozen=True)
class AboutPlayer:
    """``about`` is what more is said of it: what the promise was about."""

    matter: Matter
    about: str = ""


@dataclass(frozen=True)
class Report:
    """What somebody has said is asked: ``who`` as typed ("i", "you", a name; "" for anybody), ``about`` what.

    ``of_asking``: what was asked, not what was told.
    """

    who: str
    about: str
    of_asking: bool = False


def about_player(text: str, *, asked: bool) -> AboutPlayer | None:
    """What of the player a text asks after; None for anything else. ``asked``: known to be what one asks about."""
    folded = without_signs(text)
    if not (asked or _is_question(text, folded)):
        return None
    if promise := _PROMISE.search(folded):
        return AboutPlayer(Matter.PROMISE, folded[promise.end() :].strip())
    if _LAST.search(folded):
        return AboutPlayer(Matter.LAST)
    if _NAME.search(folded):
        return AboutPlayer(Matter.NAME)
    report = reported(text, asked=asked)
    if report is not None:
        return AboutPlayer(Matter.SELF) if report.who in _PLAYERS and not report.about else None
    return AboutPlayer(Matter.SELF) if _ME.search(folded) else None


def reported(text: str, *, asked: bool) -> Report | None:
    """Whose words a text asks after, and about what; None if it asks for anything else."""
    signs = " ".join(_SIGNS.sub(" ", text[:500].replace("’", "'")).split())
    folded = signs.casefold()
    if not (asked or _is_question(text, folded)) or len(folded) != len(signs):
        return None
    for pattern in _REPORTS:
        found = pattern.search(folded)
        if found is None:
            continue
        who, verb = found.groupdict().get("who") or "", found["verb"]
        rest = signs[found.start("rest") :]
        about = rest[len(_TO_WHOM.match(rest.casefold())[0]) :]  # type: ignore[index]  # every part is optional
        if _PROMISED.fullmatch(verb):
            about = f"{about} promise".strip()
        return Report(who, about, of_asking=verb.startswith("ask"))
    return None


def without_signs(text: str) -> str:
    """A text without case and signs, for looking for what it asks."""
    return " ".join(_SIGNS.sub(" ", text[:500].casefold().replace("’", "'")).split())


def _is_question(text: str, folded: str) -> bool:
    return text.rstrip("\"”' ").endswith(("?", "？", "؟")) or _QUESTION.match(folded) is not None

"""Questions about the player itself: what it promised, what it is called, what is remembered of it."""

from dataclasses import dataclass
from enum import StrEnum

from app.agents.narrator.understanding.pack_words import pattern, words
from app.language.language import current_language

_REPORTS = ("report_asked", "report_told", "report_remembered", "report_of_anybody")


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
    if promise := pattern("own_promise").search(folded):
        return AboutPlayer(Matter.PROMISE, folded[promise.end() :].strip())
    if pattern("last_meeting").search(folded):
        return AboutPlayer(Matter.LAST)
    if pattern("own_name").search(folded):
        return AboutPlayer(Matter.NAME)
    report = reported(text, asked=asked)
    if report is not None:
        return AboutPlayer(Matter.SELF) if report.who in words("players") and not report.about else None
    return AboutPlayer(Matter.SELF) if pattern("of_player").search(folded) else None


def reported(text: str, *, asked: bool) -> Report | None:
    """Whose words a text asks after, and about what; None if it asks for anything else."""
    signs = " ".join(pattern("signs").sub(" ", text[:500].replace("’", "'")).split())
    folded = signs.casefold()
    if not (asked or _is_question(text, folded)) or len(folded) != len(signs):
        return None
    for name in _REPORTS:
        found = pattern(name).search(folded)
        if found is None:
            continue
        who, verb = found.groupdict().get("who") or "", found["verb"]
        rest = signs[found.start("rest") :]
        about = rest[len(pattern("to_whom").match(rest.casefold())[0]) :]  # type: ignore[index]  # every part is optional
        if pattern("promised").fullmatch(verb):
            about = current_language().render("narrator.promise-asked", about=about).strip()
        return Report(who, about, of_asking=pattern("of_asking").match(verb) is not None)
    return None


def without_signs(text: str) -> str:
    """A text without case and signs, for looking for what it asks."""
    return " ".join(pattern("signs").sub(" ", text[:500].casefold().replace("’", "'")).split())


def _is_question(text: str, folded: str) -> bool:
    return text.rstrip("\"”' ").endswith(("?", "？", "؟")) or pattern("begins_question").match(folded) is not None

"""Choosing one of the possible actions by rule: needs first, then the plan, goals, character, else nothing."""

import re
from collections.abc import Callable, Sequence

from app.agents.mind.hours import PAUSE, of_day
from app.agents.mind.wording import chance, plain
from app.interfaces.agents.mind import BadAnswer, DecideAsked, Decision, PossibleAction
from app.language.analysis.terms import analyse

_DONE = "done"
_IDLE = re.compile(r"\b(?:idle|wait|nothing|stay|rest a while|carry on)\b", re.IGNORECASE)
_SLEEP = re.compile(r"\b(?:sleep|rest|lie down|bed|nap)\b", re.IGNORECASE)
_EAT = re.compile(r"\b(?:eat|meal|food|breakfast|lunch|supper|dinner)\b", re.IGNORECASE)
_TALK = re.compile(r"\b(?:talk|speak|chat|greet|company|visit|converse|approach)\b", re.IGNORECASE)
_GO = re.compile(r"\b(?:go|walk|head|move|explore|look around|wander)\b", re.IGNORECASE)
_MAKE = re.compile(r"\b(?:make|craft|paint|draw|write|carve|build|sing|compose|bake|create)\b", re.IGNORECASE)

_ITEM = re.compile(
    r"(?:(?P<hour>\d\d):(?P<minute>\d\d) )?(?P<what>.*?)(?: \((?P<status>active|pending|completed|cancelled)\))?",
    re.DOTALL,
)
"""``09:00 Work through the morning, at the Mill (active)``; only the words have to be there."""

_NEEDS = (
    (re.compile(r"\bexhausted\b"), _SLEEP, "is exhausted"),
    (re.compile(r"\bstarving\b"), _EAT, "is starving"),
    (re.compile(r"\btired\b"), _SLEEP, "is tired"),
    (re.compile(r"\bhungry\b"), _EAT, "is hungry"),
    (re.compile(r"\bin low spirits\b"), _TALK, "is in low spirits and wants company"),
)
_BENT = (
    (
        re.compile(r"\b(?:social\w*|friendly|warm|talkative|cheerful|lonely|generous|kind|outgoing)", re.IGNORECASE),
        _TALK,
    ),
    (re.compile(r"\b(?:curious|restless|adventurous|bold|impatient|scattered)", re.IGNORECASE), _GO),
    (re.compile(r"\b(?:creative|artist\w*|inventive|skilful|diligent|imaginative|musical)", re.IGNORECASE), _MAKE),
)
_BENT_SHOWS = 1 / 3
"""How often somebody does what is merely in its character: it has quiet hours too."""
_SHARED = 1
_IDLE_REASONS = (
    "{name} has nothing better to do right now.",
    "{name} sees no reason to do anything else.",
    "Nothing here calls for {name}.",
)


def decided(asked: DecideAsked) -> Decision:
    """One of the actions offered, with its reason. BadAnswer where none is."""
    if not asked.actions:
        raise BadAnswer("there is nothing to choose from")
    name = plain(asked.person.name, 120) or "Somebody"
    # What is under way is done when its time is over: that is no matter of choice here.
    active = [action for action in asked.actions if action.id != _DONE and not _is_idle(action)]
    for choose in (_by_need, _by_plan, _by_goal, _by_bent):
        found = choose(asked, active)
        if found is not None:
            action, why = found
            return Decision(action=action.id, reason=plain(f"{name} {why}."))
    idle = next((action for action in asked.actions if _is_idle(action)), asked.actions[-1])
    reason = chance(asked.person.npc_id, asked.now, "idle").choice(_IDLE_REASONS)
    return Decision(action=idle.id, reason=plain(reason.replace("{name}", name)))


Found = tuple[PossibleAction, str] | None


def _is_idle(action: PossibleAction) -> bool:
    return action.id.casefold() in ("idle", "none", "wait") or _IDLE.match(action.description.strip()) is not None


def _text(action: PossibleAction) -> str:
    return f"{re.sub(r'[-_:/.]', ' ', action.id)} {action.description}"


def _first(actions: Sequence[PossibleAction], fits: Callable[[str], object]) -> PossibleAction | None:
    return next((action for action in actions if fits(_text(action))), None)


def _by_need(asked: DecideAsked, actions: Sequence[PossibleAction]) -> Found:
    for state, what, why in _NEEDS:
        if state.search(asked.person.state) and (action := _first(actions, what.search)):
            return action, why
    return None


def _by_plan(asked: DecideAsked, actions: Sequence[PossibleAction]) -> Found:
    """What the first item of the plan whose time has come, or nearly so, is about."""
    due = [item["what"] for line in asked.plan if (item := _ITEM.fullmatch(line)) and _is_due(item, asked.now)]
    return _akin(asked, actions, due[:1], "means to do so now: {what}")


def _is_due(item: re.Match[str], now: int) -> bool:
    if item["status"] not in (None, "active", "pending"):
        return False
    minute = int(item["hour"] or 0) * 60 + int(item["minute"] or 0)
    return item["hour"] is None or of_day(minute) <= of_day(now) + PAUSE


def _by_goal(asked: DecideAsked, actions: Sequence[PossibleAction]) -> Found:
    return _akin(asked, actions, asked.person.goals, "wants this: {what}")


def _akin(asked: DecideAsked, actions: Sequence[PossibleAction], texts: Sequence[str], why: str) -> Found:
    """The action that shares most words with one of the texts; names of the person itself say nothing."""
    own = frozenset(analyse(asked.person.name).terms)
    best: tuple[int, Found] = (0, None)
    for text in texts:
        terms = frozenset(analyse(text).terms) - own
        for action in actions:
            shared = len(terms & frozenset(analyse(_text(action)).terms))
            if shared > best[0]:
                best = shared, (action, why.replace("{what}", plain(text, 160).rstrip(".")))
    return best[1]


def _by_bent(asked: DecideAsked, actions: Sequence[PossibleAction]) -> Found:
    traits = ", ".join(asked.person.traits)
    for character, what in _BENT:
        trait = character.search(traits)
        action = _first(actions, what.search)
        if trait and action and chance(asked.person.npc_id, asked.now, what.pattern).random() < _BENT_SHOWS:
            return action, f"is {trait[0].casefold()}"
    return None

"""Choosing one of the possible actions by rule: needs first, then the plan, then goals, character, else nothing."""

from collections.abc import Sequence

from app.agents.mind.day import PAUSE, minute_of_plan_day
from app.agents.mind.feelings import needs
from app.agents.mind.wording import chance, display_name, fill, plain
from app.interfaces.agents.mind import ActionKind, BadAnswer, DecideRequest, Decision, PossibleAction
from app.language.analysis.terms import analyse
from app.language.language import language_of
from app.models.state.plan import PlanItem, PlanStatus, Purpose

_MEETS = {
    "exhausted": ActionKind.REST,
    "starving": ActionKind.EAT,
    "tired": ActionKind.REST,
    "hungry": ActionKind.EAT,
    "low": ActionKind.TALK,
}
"""What meets a need, the most pressing first."""
_SERVES = {Purpose.MEAL: ActionKind.EAT, Purpose.WORK: ActionKind.WORK, Purpose.REST: ActionKind.REST}
_BY_TRAIT = {"talk": ActionKind.TALK, "go": ActionKind.GO, "make": ActionKind.MAKE}
_TRAIT_SHOWS = 1 / 3
"""How often somebody does what is merely in its character: it has quiet hours too."""
_OPEN = (PlanStatus.ACTIVE, PlanStatus.PENDING)
_PLACE, _WITH, _KIND = 8, 8, 4
"""What an action has in common with an item counts so much: the place, the person, the sort of thing; a word 1."""

Found = tuple[PossibleAction, str] | None
"""An action and why."""


def choose_action(asked: DecideRequest) -> Decision:
    """One of the actions offered, with its reason. BadAnswer where none is."""
    if not asked.actions:
        raise BadAnswer("there is nothing to choose from")
    # What is under way is done when its time is over: that is no matter of choice here.
    active = [action for action in asked.actions if action.kind not in (ActionKind.DONE, ActionKind.STAY)]
    for choose in (_by_need, _by_plan, _by_goal, _by_trait):
        if found := choose(asked, active):
            action, why = found
            return Decision(action=action.id, reason=plain(why))
    idle = _first(asked.actions, ActionKind.STAY) or asked.actions[-1]
    lines = language_of(asked.person).lines("minds.idle_reasons")
    reason = chance(asked.person.npc_id, asked.now, "idle").choice(lines)
    return Decision(action=idle.id, reason=plain(fill(reason, name=display_name(asked.person))))


def _because(asked: DecideRequest, name: str, **slots: str) -> str:
    return language_of(asked.person).render(f"minds.{name}", name=display_name(asked.person), **slots)


def _first(actions: Sequence[PossibleAction], kind: ActionKind) -> PossibleAction | None:
    return next((action for action in actions if action.kind is kind), None)


def _by_need(asked: DecideRequest, actions: Sequence[PossibleAction]) -> Found:
    pressing = needs(asked.person)
    for need, kind in _MEETS.items():
        if need in pressing and (action := _first(actions, kind)):
            return action, _because(asked, "because", why=need)
    return None


def _by_plan(asked: DecideRequest, actions: Sequence[PossibleAction]) -> Found:
    """What the first item of the plan whose time has come, or nearly so, is about."""
    until = minute_of_plan_day(asked.now) + PAUSE
    item = next((item for item in asked.items if item.status in _OPEN and minute_of_plan_day(item.time) <= until), None)
    if item is None or not actions:
        return None
    best = max(actions, key=lambda action: _in_common(asked, action, item))
    if not _in_common(asked, best, item):
        return None
    return best, _because(asked, "because-planned", what=_as_reason(item.description))


def _in_common(asked: DecideRequest, action: PossibleAction, item: PlanItem) -> int:
    is_kind = item.purpose is not None and _SERVES.get(item.purpose) is action.kind
    is_there = item.place is not None and item.place == action.place_id
    # The words of an item by rule say no more than its purpose.
    words = 0 if item.purpose is not None else _shared(asked, action, item.about or item.description)
    return _PLACE * is_there + _WITH * (action.with_id in item.with_ids) + _KIND * is_kind + words


def _shared(asked: DecideRequest, action: PossibleAction, text: str) -> int:
    """The words that an action shares with a text; names of the person itself say nothing."""
    own = analyse(asked.person.name).terms
    return len(frozenset(analyse(text).terms).difference(own).intersection(analyse(action.description).terms))


def _by_goal(asked: DecideRequest, actions: Sequence[PossibleAction]) -> Found:
    pairs = [(goal, action) for goal in asked.person.goals for action in actions]
    goal, action = max(pairs, key=lambda pair: _shared(asked, pair[1], pair[0]), default=("", None))
    if action is None or not _shared(asked, action, goal):
        return None
    return action, _because(asked, "because-wanted", what=_as_reason(goal))


def _as_reason(text: str) -> str:
    return plain(text, 160).rstrip(".")


def _by_trait(asked: DecideRequest, actions: Sequence[PossibleAction]) -> Found:
    traits, language = ", ".join(asked.person.traits), language_of(asked.person)
    for name, kind in _BY_TRAIT.items():
        trait = language.pattern(f"minds.bent_{name}").search(traits)
        action = _first(actions, kind)
        if trait and action and chance(asked.person.npc_id, asked.now, name).random() < _TRAIT_SHOWS:
            return action, _because(asked, "because-bent", trait=trait[0].casefold())
    return None

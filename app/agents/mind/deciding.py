"""Choosing one of the possible actions by rule: needs first, then the plan, then goals, then what the author has given
to people to do, then character, else nothing."""

from collections.abc import Sequence

from app.agents.mind.day import PAUSE, minute_of_plan_day
from app.agents.mind.feelings import needs
from app.agents.mind.wording import chance, display_name, fill, plain
from app.interfaces.agents.mind import ActionKind, BadAnswer, DecideRequest, Decision, PossibleAction
from app.language.analysis.terms import analyse
from app.language.language import language_of
from app.models.minds.plan import PlanItem, PlanStatus, Purpose

_MEETS = {
    "exhausted": ActionKind.REST,
    "starving": ActionKind.EAT,
    "tired": ActionKind.REST,
    "hungry": ActionKind.EAT,
    "low": ActionKind.TALK,
}
"""What meets a need, the most pressing first."""
_SERVES = {Purpose.MEAL: ActionKind.EAT, Purpose.WORK: ActionKind.WORK, Purpose.REST: ActionKind.REST}
_BY_TRAIT = {"talk": ActionKind.TALK, "go": ActionKind.GO}
_TRAIT_SHOWS = 1 / 3  # how often a person does what is merely in its character: it has quiet hours too
_OPEN = (PlanStatus.ACTIVE, PlanStatus.PENDING)
_PLACE, _WITH, _KIND = 8, 8, 4
"""What an action has in common with an item counts so much: the place, the person, the sort of thing; a word 1."""

Found = tuple[PossibleAction, str] | None  # an action and why


def choose_action(request: DecideRequest) -> Decision:
    """One of the actions offered, with its reason. BadAnswer where none is."""
    if not request.actions:
        raise BadAnswer("there is nothing to choose from")
    # What is under way is done when its time is over: that is no matter of choice here.
    active = [action for action in request.actions if action.kind not in (ActionKind.DONE, ActionKind.STAY)]
    for choose in (_by_need, _by_plan, _by_goal, _by_author, _by_trait):
        if found := choose(request, active):
            action, why = found
            return Decision(action=action.id, reason=plain(why))
    idle = _first(request.actions, ActionKind.STAY) or request.actions[-1]
    lines = language_of(request.person).lines("minds.idle_reasons")
    reason = chance(request.person.npc_id, request.now, "idle").choice(lines)
    return Decision(action=idle.id, reason=plain(fill(reason, name=display_name(request.person))))


def _because(request: DecideRequest, name: str, **slots: str) -> str:
    return language_of(request.person).render(f"minds.{name}", name=display_name(request.person), **slots)


def _first(actions: Sequence[PossibleAction], kind: ActionKind) -> PossibleAction | None:
    return next((action for action in actions if action.kind is kind), None)


def _by_need(request: DecideRequest, actions: Sequence[PossibleAction]) -> Found:
    pressing = needs(request.person)
    for need, kind in _MEETS.items():
        if need in pressing and (action := _first(actions, kind)):
            return action, _because(request, "because", why=need)
    return None


def _by_plan(request: DecideRequest, actions: Sequence[PossibleAction]) -> Found:
    """What the first item of the plan whose time has come, or nearly so, is about."""
    until = minute_of_plan_day(request.now, request.plan_hour) + PAUSE
    open_items = (item for item in request.items if item.status in _OPEN)
    due = (item for item in open_items if minute_of_plan_day(item.time, request.plan_hour) <= until)
    if (item := next(due, None)) is None or not actions:
        return None
    best = max(actions, key=lambda action: _in_common(request, action, item))
    if not _in_common(request, best, item):
        return None
    return best, _because(request, "because-planned", what=plain(item.description, 160).rstrip("."))


def _in_common(request: DecideRequest, action: PossibleAction, item: PlanItem) -> int:
    is_kind = item.purpose is not None and _SERVES.get(item.purpose) is action.kind
    is_there = item.place is not None and item.place == action.place_id
    # The words of an item by rule say no more than its purpose.
    words = 0 if item.purpose is not None else _shared(request, action, item.about or item.description)
    return _PLACE * is_there + _WITH * (action.with_id in item.with_ids) + _KIND * is_kind + words


def _shared(request: DecideRequest, action: PossibleAction, text: str) -> int:
    """The words that an action shares with a text; names of the person itself say nothing."""
    own = analyse(request.person.name).terms
    return len(frozenset(analyse(text).terms).difference(own).intersection(analyse(action.description).terms))


def _by_goal(request: DecideRequest, actions: Sequence[PossibleAction]) -> Found:
    pairs = [(goal, action) for goal in request.person.goals for action in actions]
    goal, action = max(pairs, key=lambda pair: _shared(request, pair[1], pair[0]), default=("", None))
    if action is None or not _shared(request, action, goal):
        return None
    return action, _because(request, "because-wanted", what=plain(goal, 160).rstrip("."))


def _by_author(request: DecideRequest, actions: Sequence[PossibleAction]) -> Found:
    if (deed := _first(actions, ActionKind.DEED)) is None:
        return None
    return deed, _because(request, "because-given", what=plain(deed.description, 160))


def _by_trait(request: DecideRequest, actions: Sequence[PossibleAction]) -> Found:
    traits, language = ", ".join(request.person.traits), language_of(request.person)
    for name, kind in _BY_TRAIT.items():
        trait = language.pattern(f"minds.bent_{name}").search(traits)
        action = _first(actions, kind)
        if trait and action and chance(request.person.npc_id, request.now, name).random() < _TRAIT_SHOWS:
            return action, _because(request, "because-bent", trait=trait[0].casefold())
    return None

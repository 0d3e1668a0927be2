"""Hints for a player who does not know what to do, in grades: what is wanted, where that leads, the line that does it.
They name nothing that the party has not found out; the line is one of its `choices`."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from app.language.analysis.names import without_article
from app.language.language import current_language, language_of, using
from app.language.rendering.filling import sentence
from app.language.rendering.phrases import place as place_name
from app.models.sheets.quest import QuestStatus
from app.models.state.conditions import known_places, only_target
from app.models.state.game_state import GameState
from app.services.game.choices import Choice, choices
from app.services.game.next_steps import NextStep, Step, first_step_of_quest, next_step

_LOOK_BACK = 400  # messages; the work must not grow with the conversation
_SORTS = {"ask": "somebody", "give": "gift", "examine": "closer", "take": "take", "use": "use", "fight": "face"}


class Hint(NamedTuple):
    """What is wanted (``goal``), of the objective of a quest if it is one's; ``lead``: where and to whom it leads;
    ``choice``: what does it, or the way there."""

    goal: str
    lead: str
    choice: Choice
    quest_id: str | None = None
    objective_id: str | None = None


def hints(state: GameState, player_id: str) -> list[Hint]:
    """One for each quest that was taken on and goes on by what players do, that of the present act first; where there
    is none, one for what begins a quest or ends the act."""
    if state.scenario.current_location_id is None or state.scenario.ended:
        return []
    with using(language_of(state.sheet)):
        offered = [choice for sort in choices(state, player_id) for choice in sort]
        found = [hint for hint in _of_quests(state, offered) if hint is not None]
        return found or list(islice(_of_the_story(state, offered), 1))


def _of_quests(state: GameState, offered: list[Choice]) -> Iterator[Hint | None]:
    act = state.scenario.current_act_id
    active = [quest for quest in state.sheet.quests if state.quest(quest.id).status is QuestStatus.ACTIVE]
    for quest in sorted(active, key=lambda quest: quest.act_id != act):
        done = state.quest(quest.id).completed_objectives
        for part in quest.objectives:
            step = None if part.id in done else next_step(state, part.condition)
            hint = step and _hint(state, offered, step, quest_id=quest.id, objective_id=part.id)
            if hint:
                slots = {"quest": quest.name, "name": part.name, "description": part.description}
                goal = "objective-described" if part.description else "objective"
                yield hint._replace(goal=_render(goal, **slots))
                break


def _of_the_story(state: GameState, offered: list[Choice]) -> Iterator[Hint]:
    """What ends the act, else what begins any quest, else any step towards one."""
    act = state.scenario.current_act_id
    steps = [next_step(state, state.sheets.act(act).condition)] if act else []
    steps += [first_step_of_quest(state, quest.id) for quest in state.sheet.quests if not _is_done(state, quest.id)]
    is_first = all(state.quest(quest.id).status is QuestStatus.NOT_STARTED for quest in state.sheet.quests)
    for step in filter(None, steps):
        if hint := _hint(state, offered, step):
            yield hint._replace(goal=_render("nothing-taken-on" if is_first else "story-goes-on"))


def _is_done(state: GameState, quest_id: str) -> bool:
    return state.quest(quest_id).status is QuestStatus.COMPLETED


def _hint(state: GameState, offered: list[Choice], step: NextStep, **of: str) -> Hint | None:
    choice = _choice(state, offered, step.now)
    return None if choice is None else Hint("", _lead(state, step), choice, **of)


def _choice(state: GameState, offered: list[Choice], step: Step) -> Choice | None:
    """What is offered that does the step; None where it is not, as of a topic that another of its name hides."""
    alike = (each for each in offered if (each.deed, each.id, each.whom) == (step.deed, step.id, step.whom))
    return next((each for each in alike if each.is_open and _is_used_on(state, each, step.on)), None)


def _is_used_on(state: GameState, choice: Choice, target: str | None) -> bool:
    """Whether a choice is to use a thing on this; True for all that is no use of a thing."""
    if choice.on is None:
        return choice.deed != "use" or target in (None, only_target(state, choice.id))
    return target is not None and choice.on == without_article(state.name(target))


def _lead(state: GameState, step: NextStep) -> str:
    """Where a step is done and what sort it is, by names that the party knows."""
    then = step.then
    is_here = then.at in (None, state.here.id)
    if then.deed == "wait" and is_here:
        return _render("wait-here")
    if not is_here and then.at not in known_places(state):
        return _render("further")
    where = "" if is_here else place_name(state.sheet, state.sheets.location(then.at or ""))
    if not is_here and (then.deed == "wait" or not state.place(then.at or "").visits):
        return sentence(_render("go-at", place=where))
    if then.whom is not None and not _is_known(state, then.whom):
        return _render("somebody-unmet", place=where)
    slots = {"person": state.name(then.whom)} if then.whom is not None else {}
    sort = _SORTS[then.deed]
    return _render(f"{sort}-here" if is_here else f"{sort}-at", place=where, **slots)


def _is_known(state: GameState, npc_id: str) -> bool:
    """Whether the party has met a person."""
    lately = islice(reversed(state.conversation_history), _LOOK_BACK)
    return (
        any(npc.instance_id == npc_id for npc in state.present())
        or bool(state.npc(npc_id).topics_told)
        or any(npc_id in (message.speaker_id, *message.npc_ids) for message in lately)
    )


def _render(key: str, **slots: str) -> str:
    return current_language().render(f"hints.{key}", **slots)

"""Hints for a stuck player, in grades: the goal, the lead, the line to type.

They name nothing that the party has not found out; the line is one of its `player_choices`. A search looks for the next
step towards a condition: what would fulfil it, what that needs first, and the way there."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from pydantic import Field

from app.language.language import current_language, language_of, using
from app.language.rendering.filling import sentence
from app.language.rendering.phrases import place_phrase as place_name
from app.models.base import View
from app.models.sheets import condition as conditions
from app.models.sheets.condition import Condition
from app.models.sheets.location import ExitSheet
from app.models.sheets.quest import QuestStatus
from app.models.sheets.values import OPEN
from app.models.state.conditions import holds, known_place_ids, only_target, open_ways, way_to
from app.models.state.game_state import GameState
from app.services.game.choices import PossibleDeed, player_choices

_MOST_TRIED, _DEEPEST = 500, 50
"""Limits of the search: conditions tried, and the depth of their dependencies; an author's quest needs a fraction of
them."""


class HintStep(NamedTuple):
    """A step: ``deed`` on the object ``id``, to be done at the place ``at`` (None: anywhere). ``whom`` and ``on`` are
    as in `PossibleDeed`, but ``on`` is an id."""

    deed: str
    id: str
    at: str | None = None
    whom: str | None = None
    on: str | None = None


class NextStep(NamedTuple):
    """The step that is possible here (``now``), and the step that it leads to (``then``), which may be the same."""

    now: HintStep
    then: HintStep


def next_step(state: GameState, condition: Condition | None) -> NextStep | None:
    """Find the first step towards a condition; None if it holds already or no action of players leads to it."""
    return next(_Search(state).towards(condition, frozenset()), None)


def first_step_of_quest(state: GameState, quest_id: str) -> NextStep | None:
    """Find the first step towards starting a quest, or towards the first reachable objective of an active one."""
    return next(_Search(state).quest(quest_id, frozenset()), None)


@dataclass
class _Search:
    """A search for steps that lead to a condition, the best first. ``above`` and ``seen`` hold the conditions that
    it is needed for, so that nothing depends on itself."""

    state: GameState
    tried: int = 0

    def towards(self, condition: Condition | None, above: frozenset[Condition]) -> Iterator[NextStep]:
        if condition is None or condition in above or holds(condition, self.state):
            return
        if self.tried == _MOST_TRIED or len(above) == _DEEPEST:
            return
        self.tried += 1
        seen = above | {condition}
        match condition:
            case conditions.ItemHeld(item_id=item):
                yield from self._item(item, seen)
            case conditions.ItemGivenTo(item_id=item, npc_id=npc):
                step = HintStep("give", item, _where(self.state, npc), whom=npc)
                yield from self._when(seen, step, conditions.ItemHeld(item_id=item))
            case conditions.PlaceEntered(location_id=goal):
                yield from self._at(seen, HintStep("go", goal, goal))
            case conditions.TopicAsked(npc_id=npc, topic_id=topic):
                yield from self._topic(npc, topic, seen)
            case conditions.EncounterCleared(encounter_id=encounter):
                place, sheet = self.state.sheets.encounter(encounter)
                yield from self._when(seen, HintStep("fight", encounter, place.id), sheet.condition)
            case conditions.ObjectiveDone(objective_id=objective):
                quest, wanted = self.state.sheets.objective(objective)
                yield from self._when_active(quest.id, wanted.condition, seen)
            case conditions.QuestActive(quest_id=key) | conditions.QuestDone(quest_id=key):
                yield from self.quest(key, seen)
            case conditions.SecretKnown(secret_id=secret):
                yield from self._secret(secret, seen)
            case conditions.DangerAtMost(location_id=place_id):
                for danger in self.state.sheets.location(place_id).encounters:
                    yield from self.towards(conditions.EncounterCleared(encounter_id=danger.id), seen)
            case conditions.AttitudeAtLeast(npc_id=npc, attitude=attitude):
                for each in self.state.sheets.npc(npc).topics:
                    if each.sets_attitude is not None and each.sets_attitude.rank >= attitude.rank:
                        yield from self._topic(npc, each.id, seen)
            case conditions.TimeReached():
                yield from self._at(seen, HintStep("wait", self.state.here.id))
            case conditions.AllOf(conditions=parts) | conditions.AnyOf(conditions=parts):
                for part in parts:
                    yield from self.towards(part, seen)

    def quest(self, quest_id: str, seen: frozenset[Condition]) -> Iterator[NextStep]:
        if self.state.quest(quest_id).status is QuestStatus.NOT_STARTED:
            start = self.state.sheets.quest(quest_id).start_condition
            yield from self.towards(start, seen)
            for npc, topic in self.state.sheets.topics.values():
                if topic.starts_quest == quest_id and holds(start, self.state):
                    yield from self._topic(npc.id, topic.id, seen)
            return
        for part in self.state.sheets.quest(quest_id).objectives:
            if part.id not in self.state.quest(quest_id).completed_objectives:
                yield from self.towards(part.condition, seen)

    def _when_active(
        self, quest_id: str, condition: Condition | None, seen: frozenset[Condition]
    ) -> Iterator[NextStep]:
        if self.state.quest(quest_id).status is QuestStatus.NOT_STARTED:
            yield from self.quest(quest_id, seen)
        yield from self.towards(condition, seen)

    def _item(self, item_id: str, seen: frozenset[Condition]) -> Iterator[NextStep]:
        sheet = self.state.sheets.item(item_id)
        for place in self.state.sheet.locations:
            if sheet.portable and item_id in self.state.place(place.id).items:
                yield from self._when(seen, HintStep("take", item_id, place.id), sheet.take_condition)
        for npc, topic in self.state.sheets.topics.values():
            if topic.gives_item == item_id:
                yield from self._topic(npc.id, topic.id, seen)

    def _topic(self, npc_id: str, topic_id: str, seen: frozenset[Condition]) -> Iterator[NextStep]:
        """Ask where the person is; if the topic cannot be given there, wait where it can."""
        _, topic = self.state.sheets.topic(topic_id)
        step = HintStep("ask", topic_id, _where(self.state, npc_id), whom=npc_id)
        if topic.places and step.at not in topic.places:
            step = HintStep("wait", topic.places[0], topic.places[0])
        yield from self._when(seen, step, topic.condition)

    def _secret(self, secret_id: str, seen: frozenset[Condition]) -> Iterator[NextStep]:
        place, secret = self.state.sheets.secret(secret_id)
        if not holds(secret.condition, self.state):
            yield from self.towards(secret.condition, seen)
            return
        for feature in place.features:
            if feature.secret_id == secret_id:
                yield from self._at(seen, HintStep("examine", feature.id, place.id))
        for item in self.state.sheet.items:
            for use in item.uses:
                if use.reveals_secret == secret_id:
                    step = HintStep("use", item.id, _where(self.state, use.on), on=use.on)
                    held = conditions.ItemHeld(item_id=item.id)
                    needs = held if use.condition is None else conditions.AllOf(conditions=(held, use.condition))
                    yield from self._when(seen, step, needs)
        for npc, topic in self.state.sheets.topics.values():
            if topic.reveals_secret == secret_id:
                yield from self._topic(npc.id, topic.id, seen)

    def _when(self, seen: frozenset[Condition], step: HintStep, condition: Condition | None) -> Iterator[NextStep]:
        """Yield the step if its condition holds, else steps towards the condition."""
        if holds(condition, self.state):
            yield from self._at(seen, step)
        else:
            yield from self.towards(condition, seen)

    def _at(self, seen: frozenset[Condition], step: HintStep) -> Iterator[NextStep]:
        """Yield the step if it can be done here, else the way to its place or what opens the way."""
        here = self.state.here.id
        if step.at in (None, here):
            yield NextStep(step, step)
            return
        goal = (step.at or here,)
        if way := way_to(self.state, here, goal):
            yield NextStep(HintStep("go", way[0], here), step)
            return
        before = here
        for place in way_to(self.state, here, goal, _all_ways) or ():
            if all(way.to != place for way in open_ways(self.state, before)):
                for each in _all_ways(self.state, before):
                    if each.to == place:
                        yield from self.towards(each.hidden_until, seen)
                        yield from self.towards(each.locked_until, seen)
                return
            before = place


def _all_ways(state: GameState, place_id: str) -> list[ExitSheet]:
    return list(state.sheets.location(place_id).exits)


def _where(state: GameState, any_id: str | None) -> str | None:
    """Return the place of a person, a detail or a place; None for anything that is not tied to a place."""
    sheets = state.sheets
    if any_id is None:
        return None
    if any_id in sheets.npcs:
        return state.npc(any_id).current_location_id
    if any_id in sheets.features:
        return sheets.features[any_id][0].id
    if any_id in sheets.encounters:
        return sheets.encounters[any_id][0].id
    return any_id if any_id in sheets.locations else None


_LOOK_BACK = 400  # messages; the work must not grow with the conversation
_SORTS = {"ask": "somebody", "give": "gift", "examine": "closer", "take": "take", "use": "use", "fight": "face"}


class Hint(View):
    """Advice for a player that does not know how to go on, from a faint hint to a plain one. ``goal``: the aim, in the
    words of the objective if it is that of one; ``lead``: the place and the person that it leads to now; ``choice``:
    the line that reaches it, or the way there."""

    quest_id: str | None = Field(default=None, examples=["silent-bell"])
    objective_id: str | None = Field(default=None, examples=["find-clapper"])
    goal: str = Field(examples=["The Silent Bell: Find the missing clapper"])
    lead: str = Field(examples=["Something here is worth a closer look."])
    choice: PossibleDeed = Field(description="one of the scene's")


def hints(state: GameState, player_id: str) -> list[Hint]:
    """Give one hint for each active quest that players can advance, those of the present act first; without one, a
    hint that starts a quest or ends the act."""
    if state.scenario.current_location_id is None or state.scenario.ended:
        return []
    with using(language_of(state.sheet)):
        offered = [choice for sort in player_choices(state, player_id) for choice in sort]
        hints_of_quests = [hint for hint in _of_quests(state, offered) if hint is not None]
        return hints_of_quests or list(islice(_of_the_story(state, offered), 1))


def _of_quests(state: GameState, offered: list[PossibleDeed]) -> Iterator[Hint | None]:
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
                yield hint.model_copy(update={"goal": _render(goal, **slots)})
                break


def _of_the_story(state: GameState, offered: list[PossibleDeed]) -> Iterator[Hint]:
    """Yield hints that end the act, then hints that start or advance a quest."""
    act = state.scenario.current_act_id
    steps = [next_step(state, state.sheets.act(act).condition)] if act else []
    steps += [
        first_step_of_quest(state, quest.id)
        for quest in state.sheet.quests
        if state.quest(quest.id).status is not QuestStatus.COMPLETED
    ]
    is_first = all(state.quest(quest.id).status is QuestStatus.NOT_STARTED for quest in state.sheet.quests)
    for step in filter(None, steps):
        if hint := _hint(state, offered, step):
            goal = _render("nothing-taken-on" if is_first else "story-goes-on")
            yield hint.model_copy(update={"goal": goal})


def _hint(state: GameState, offered: list[PossibleDeed], step: NextStep, **of: str) -> Hint | None:
    """Make a hint of the choice that does the step, or that opens the closed door before it; None if neither is
    offered, for example a topic hidden by another of its name."""
    now = step.now
    alike = (each for each in offered if (each.deed, each.id, each.whom) == (now.deed, now.id, now.whom))
    choice = next((each for each in alike if each.is_open and _is_used_on(state, each, now.on)), None)
    if choice is None and now.deed == "go":
        choice = next((each for each in offered if (each.id, each.on, each.is_open) == (OPEN, now.id, True)), None)
    return None if choice is None else Hint(goal="", lead=_lead(state, step), choice=choice, **of)


def _is_used_on(state: GameState, choice: PossibleDeed, target: str | None) -> bool:
    """Check whether a choice uses its thing on this target; True for all other actions."""
    if choice.on is None:
        return choice.deed != "use" or target in (None, only_target(state, choice.id))
    return choice.on == target


def _lead(state: GameState, step: NextStep) -> str:
    """Describe where a step is done and of which sort it is, by names that the party knows."""
    then = step.then
    is_here = then.at in (None, state.here.id)
    if then.deed == "wait" and is_here:
        return _render("wait-here")
    if not is_here and then.at not in known_place_ids(state):
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
    """Check whether the party has met a person."""
    lately = islice(reversed(state.conversation_history), _LOOK_BACK)
    return (
        any(npc.instance_id == npc_id for npc in state.present())
        or bool(state.npc(npc_id).topics_told)
        or any(npc_id in (message.speaker_id, *message.npc_ids) for message in lately)
    )


def _render(key: str, **slots: str) -> str:
    return current_language().render(f"hints.{key}", **slots)

"""Sections for a game master: what the author knows and the players may not know yet. A narrator that only tells what
has happened never reads them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from app.language.rendering.phrases import time_text
from app.language.rendering.states import shown_states
from app.memory.profile import ProfileReader, profile, profile_lines
from app.memory.prompt_data import clipped, data_line, estimate
from app.memory.stream.goals import open_goals
from app.models.sheets.action import ActionSheet
from app.models.sheets.condition import Condition
from app.models.sheets.effect import Effect, EndStory
from app.models.sheets.item import ItemSheet
from app.models.sheets.location import ExitSheet, FeatureSheet, LocationSheet, SecretSheet
from app.models.sheets.person import NPCSheet, TopicSheet
from app.models.sheets.quest import QuestSheet
from app.models.sheets.values import GAME, PARTY
from app.models.state.conditions import can_tell_topic, holds, is_open, visible_exits
from app.models.state.game_state import GameState
from app.models.state.texts import description_now
from app.models.state.values import states_of
from app.services.ai.context_builders import actions
from app.services.ai.context_builders.actions import content_lines, states_note
from app.services.ai.context_builders.draft import Draft, DraftLine, PromptViewer
from app.services.ai.context_builders.established import at_hand
from app.services.ai.context_builders.scene import gone_lines, open_encounters

MAX_TEXT = 700
"""Characters of an authored text of what is here."""
MAX_ELSEWHERE = 300
"""Characters of an authored text of the story as a whole."""


def build_author_notes(state: GameState, _viewer: PromptViewer) -> Draft:
    """Show the author's notes for the game master; left out where there are none."""
    notes = state.sheet.master_notes.strip()
    lines = (DraftLine(line) for line in [data_line(clipped(notes, 3 * MAX_TEXT))] if notes)
    return Draft("The Author's Notes", tuple(lines), priority=93)


def build_acts(state: GameState, _viewer: PromptViewer) -> Draft:
    """List the opening, the acts with what ends each, and the endings."""
    sheet, current = state.sheet, state.scenario.current_act_id
    ids = [act.id for act in sheet.acts]
    now = ids.index(current) if current in ids else len(ids)
    lines = [f"Opening, which the players have read: {data_line(clipped(sheet.opening, MAX_TEXT))}"]
    for number, act in enumerate(sheet.acts):
        when = "now" if number == now else "over" if number < now else "to come"
        text = data_line(clipped(act.opening, MAX_ELSEWHERE))
        lines.append(f"Act {data_line(act.name)} [{act.id}], {when}: {text}; ends when {_condition(act.condition)}")
    over = f": {data_line(clipped(sheet.ending, MAX_ELSEWHERE))}" if sheet.ending else ""
    lines.append(f"When the last act ends, the story is over and play goes on freely{over}")
    for ending in sheet.endings:
        ways = ", ".join(f"[{any_id}]" for any_id, effects in _all_effects(state) if _ends_with(effects, ending.id))
        text = data_line(clipped(ending.text, MAX_ELSEWHERE))
        lines.append(f"Ending {data_line(ending.name)} [{ending.id}], brought by {ways or 'an order'}: {text}")
    return Draft("Acts", tuple(map(DraftLine, lines)), priority=92)


def build_map(state: GameState, _viewer: PromptViewer) -> Draft:
    """List every place with its ways."""
    places = state.sheet.locations
    lines = (DraftLine(_place_of_map(place), age=number) for number, place in enumerate(places))
    return Draft("Map", tuple(lines), priority=91)


def build_everybody(state: GameState, viewer: PromptViewer) -> Draft:
    """List every person with its trade and the place where it is usually; where the whole cast is known, also with
    what never changes of it: its background and its topics."""
    lines = []
    for number, npc in enumerate(state.sheet.npcs):
        usual = npc.work_location or npc.home_location or npc.start_location
        at = f", usually at [{usual}]" if usual is not None else ""
        trade = f", {data_line(npc.occupation)}" if npc.occupation else ""
        lasting = "".join(f"\n  {line}" for line in _lasting_lines(state, npc)) if viewer.knows_cast else ""
        lines.append(DraftLine(f"{data_line(npc.name)} [{npc.id}]{trade}{at}{lasting}", age=number))
    return Draft("Everybody", tuple(lines), priority=100 if viewer.knows_cast else 90, required=viewer.knows_cast)


def cast_fits(state: GameState, tokens: int) -> bool:
    """Return whether the background and the topics of everybody take at most so many tokens."""
    for npc in state.sheet.npcs:
        tokens -= sum(estimate(line) + 1 for line in _lasting_lines(state, npc))
        if tokens < 0:
            return False
    return True


def build_quests_of_story(state: GameState, _viewer: PromptViewer) -> Draft:
    """List every quest with its objectives and what each needs, whether it has begun or not."""
    lines = [line for quest in state.sheet.quests for line in _quest_lines(quest)]
    return Draft("Quests of the Story", tuple(map(DraftLine, lines)), priority=89)


def build_secrets_of_story(state: GameState, _viewer: PromptViewer) -> Draft:
    """List every secret with its place, its text and how it is found; they are not known because they are listed."""
    pairs = ((place, secret) for place in state.sheet.locations for secret in place.secrets)
    lines = (
        DraftLine(f"{_secret(state, secret)} at [{place.id}]", age=number)
        for number, (place, secret) in enumerate(pairs)
    )
    return Draft("Secrets of the Story", tuple(lines), priority=88)


def build_rules(state: GameState, _viewer: PromptViewer) -> Draft:
    """List the rules of the story, and the timers with what they bring, whether they run or not."""
    lines = [f"Rule [{rule.id}]: when {_condition(rule.when)}{_brings(rule.effects)}" for rule in state.sheet.rules]
    for timer in state.sheet.timers:
        after = f"after {timer.minutes} minutes" if timer.minutes is not None else f"at {time_text(timer.at or 0)}"
        lines.append(f"Timer {data_line(timer.name)} [{timer.id}], {after}{_brings(timer.effects)}")
    return Draft("Rules and Timers", tuple(map(DraftLine, lines)), priority=87)


def build_running(state: GameState, _viewer: PromptViewer) -> Draft:
    """List the timers that run, with the minutes left."""
    lines = []
    for timer_id, timer in state.world.timers.items():
        left = timer.due - state.clock.minutes
        text = f": {data_line(clipped(timer.text, MAX_ELSEWHERE))}" if timer.text else ""
        lines.append(f"[{timer_id}] is due in {left} minutes{text}{_brings(timer.effects)}")
    return Draft("Timers That Run", tuple(map(DraftLine, lines)), priority=97, required=True)


def build_inventory(state: GameState, _viewer: PromptViewer) -> Draft:
    """Describe the things that the party carries."""
    lines = [line for item in state.party.items for line in _item_lines(state, state.sheets.item(item))]
    return Draft("Inventory", tuple(map(DraftLine, lines)) or (DraftLine("Nothing."),), priority=96, required=True)


def build_states(state: GameState, viewer: PromptViewer) -> Draft:
    """List what is seen of states, and every state of the game, the party, the players and what is here."""
    seen = actions.build_states(state, viewer)
    is_over = state.world.ending is not None
    lines = [DraftLine("The story is over: actions and checks are refused now.")] if is_over else []
    for owner in dict.fromkeys((GAME, PARTY, *at_hand(state))):
        values = ", ".join(f"{sheet.name} = {json.dumps(value)}" for sheet, value in states_of(state, owner))
        lines += [DraftLine(f"[{owner}] {values}")] if values else []
    return replace(seen, lines=(*seen.lines, *lines))


def build_actions(state: GameState, viewer: PromptViewer) -> Draft:
    """List what the acting player can do here, with what the author's actions bring."""
    drafted = actions.build_actions(state, viewer)
    bringing = {action.id: brings for action in state.sheets.actions.values() if (brings := _of_action(action))}
    lines = tuple(
        replace(line, text=f"{line.text}{bringing.get(line.text[1:].partition(']')[0], '')}") for line in drafted.lines
    )
    return replace(drafted, lines=lines)


def build_hidden(state: GameState, _viewer: PromptViewer) -> Draft:
    """List what the players do not know of the place where they are: secrets, and ways that are hidden."""
    here = state.scenario.current_location_id
    lines = [] if here is None else [*_hidden_at(state, here)]
    return Draft("Hidden Here", tuple(map(DraftLine, lines)), priority=98, required=True)


def build_place(state: GameState, viewer: PromptViewer) -> Draft:
    """Describe the place with the author's texts of details, things and dangers."""
    here = viewer.place_id(state)
    lines = ["Nowhere in particular."] if here is None else _place_lines(state, here)
    return Draft("Place and Exits", tuple(map(DraftLine, lines)), priority=99, required=True)


def build_people(state: GameState, viewer: PromptViewer) -> Draft:
    """Describe the people present: who they are, what they want, and every topic, told or held back. Where the whole
    cast is known, give for each only what changes."""
    here = viewer.place_id(state)
    present = [] if here is None else state.present(here)
    described = _changing_lines if viewer.knows_cast else _person_lines
    lines = [line for npc in present for line in described(state, npc.instance_id, MAX_ELSEWHERE)]
    return Draft("People Present", tuple(map(DraftLine, lines)) or (DraftLine("Nobody."),), priority=98, required=True)


def described(state: GameState, any_id: str) -> str | None:
    """Describe a part of the story as its author knows it, with what has become of it.

    Args:
        state: The game.
        any_id: The id of a place, person, thing, detail, topic, quest, secret, act, ending, rule or timer.

    Returns:
        The lines of the description; None where no part has the id.
    """
    sheets = state.sheets
    if any_id in sheets.locations:
        lines = [*_place_lines(state, any_id), *_hidden_at(state, any_id)]
        there = [f"{data_line(state.name(npc.instance_id))} [{npc.instance_id}]" for npc in state.present(any_id)]
        return "\n".join([*lines, f"People there: {', '.join(there) or 'nobody'}"])
    if any_id in sheets.npcs:
        at = state.npc(any_id).current_location_id
        return "\n".join([*_person_lines(state, any_id, MAX_TEXT), f"  is now at [{at}]"])
    if any_id in sheets.items:
        held = state.holder_of(any_id)
        return "\n".join([*_item_lines(state, sheets.item(any_id)), f"  is with, in or at [{held or 'nowhere'}]"])
    if any_id in sheets.features:
        place, detail = sheets.features[any_id]
        return f"{_detail(state, detail, MAX_TEXT)}; at [{place.id}]"
    if any_id in sheets.quests:
        return "\n".join(_quest_lines(sheets.quest(any_id), status=state.quest(any_id).status.value))
    if any_id in sheets.topics:
        npc, topic = sheets.topic(any_id)
        return f"{data_line(npc.name)} [{npc.id}] {_topic(state, npc.id, topic, 3 * MAX_TEXT)}"
    if any_id in (*sheets.timers, *sheets.rules, *sheets.endings, *sheets.acts):
        drafts = (build_acts(state, PromptViewer()), build_rules(state, PromptViewer()))
        return "\n".join(line.text for draft in drafts for line in draft.lines if f"[{any_id}]" in line.text)
    if any_id in sheets.secrets:
        place, secret = sheets.secret(any_id)
        known = any_id in state.place(place.id).discovered_secrets
        return f"{_secret(state, secret)} at [{place.id}]; {'known' if known else 'not yet known'}"
    return None


def _condition(condition: Condition | None) -> str:
    """Return a condition with its ids, as the scenario's file writes it."""
    if condition is None:
        return "nothing more"
    return json.dumps(condition.model_dump(mode="json", exclude_none=True), ensure_ascii=False)


def _place_of_map(place: LocationSheet) -> str:
    ways = ", ".join(f"{data_line(way.name)} to [{way.to}]" for way in place.exits)
    return f"{data_line(place.name)} [{place.id}]{f': {ways}' if ways else ''}"


def _place_lines(state: GameState, place_id: str) -> list[str]:
    sheet, now = state.sheets.location(place_id), state.place(place_id)
    description = data_line(clipped(description_now(state, sheet), MAX_TEXT))
    lines = [f"Place: {data_line(sheet.name)} [{sheet.id}]: {description}"]
    lines += [f"Seen here: {data_line(words)}" for words in shown_states(state, place_id)]
    lines += [f"Atmosphere: {data_line(clipped(sheet.atmosphere, MAX_TEXT))}"] if sheet.atmosphere else []
    lines.append(f"Danger: {now.danger_level.value}")
    lines += [_way(state, way) for way in sheet.exits if not _is_hidden(state, place_id, way)]
    lines += [line for item in now.items for line in _item_lines(state, state.sheets.item(item))]
    for detail in sheet.features:
        lines += [_detail(state, detail, MAX_ELSEWHERE), *_contents(state, detail.id)]
    lines += gone_lines(state, place_id)
    for danger in open_encounters(state, place_id):
        text = data_line(clipped(danger.description, MAX_TEXT))
        lines.append(f"Encounter: {data_line(danger.name)} [{danger.id}]: {text}{_unmet(state, danger.condition)}")
    return lines


def _detail(state: GameState, detail: FeatureSheet, most: int) -> str:
    text = data_line(clipped(description_now(state, detail), most))
    return f"Detail: {data_line(detail.name)} [{detail.id}]{states_note(state, detail.id)}: {text}"


def _all_effects(state: GameState) -> Iterator[tuple[str, Sequence[Effect]]]:
    """Yield by id the effects of every action, timer and rule."""
    yield from ((action.id, _effects_of(action)) for action in state.sheets.actions.values())
    yield from ((timer.id, timer.effects) for timer in state.sheet.timers)
    yield from ((rule.id, rule.effects) for rule in state.sheet.rules)


def _effects_of(action: ActionSheet) -> list[Effect]:
    results = () if action.check is None else (action.check.success, action.check.partial, action.check.failure)
    return [*action.effects, *(effect for result in results for effect in result.effects)]


def _ends_with(effects: Sequence[Effect], ending_id: str) -> bool:
    return any(isinstance(effect, EndStory) and effect.ending_id == ending_id for effect in effects)


def _of_action(action: ActionSheet) -> str:
    """Return what an action brings: its check, its effects."""
    check = action.check
    rolled = f"; check of {check.attribute}" if check is not None else ""
    return f"{rolled}{_brings(_effects_of(action))}"


def _brings(effects: Sequence[Effect]) -> str:
    """Return effects with their ids, shortened; "" for none."""
    dumped = ({"kind": each.kind, **each.model_dump(mode="json", exclude_defaults=True)} for each in effects)
    words = ", ".join(clipped(json.dumps(each, ensure_ascii=False), 120) for each in dumped)
    return f"; brings {clipped(words, MAX_ELSEWHERE)}" if words else ""


def _hidden_at(state: GameState, place_id: str) -> Iterator[str]:
    sheet, known = state.sheets.location(place_id), state.place(place_id).discovered_secrets
    for secret in sheet.secrets:
        if secret.id not in known:
            yield f"{_secret(state, secret)}; not yet known"
    for way in sheet.exits:
        if _is_hidden(state, place_id, way):
            yield f"Hidden way: {data_line(way.name)} to [{way.to}]; appears when {_condition(way.hidden_until)}"


def _secret(state: GameState, secret: SecretSheet) -> str:
    found = [f"examining [{detail.id}]" for detail in _details(state) if detail.secret_id == secret.id]
    found += [f"topic [{topic.id}]" for topic in _topics(state) if topic.reveals_secret == secret.id]
    found += [
        f"using [{item.id}]" for item in state.sheet.items if any(use.reveals_secret == secret.id for use in item.uses)
    ]
    how = f"; found by {', '.join(found)}" if found else ""
    needs = f"; needs {_condition(secret.condition)}" if secret.condition is not None else ""
    return f"Secret: {data_line(secret.name)} [{secret.id}]: {data_line(clipped(secret.text, MAX_TEXT))}{how}{needs}"


def _details(state: GameState) -> Iterator[FeatureSheet]:
    return (detail for place in state.sheet.locations for detail in place.features)


def _topics(state: GameState) -> Iterator[TopicSheet]:
    return (topic for npc in state.sheet.npcs for topic in npc.topics)


def _is_hidden(state: GameState, place_id: str, way: ExitSheet) -> bool:
    return way not in visible_exits(state, place_id)


def _way(state: GameState, way: ExitSheet) -> str:
    heading = f" ({way.direction.value})" if way.direction else ""
    shut = "" if is_open(way, state) else f"; locked{_unmet(state, way.locked_until)}"
    return f"Exit: {data_line(way.name)}{heading} to {data_line(state.name(way.to))} [{way.to}]{shut}"


def _item_lines(state: GameState, item: ItemSheet) -> list[str]:
    text = data_line(clipped(description_now(state, item), MAX_ELSEWHERE))
    fixed = "" if item.portable else "; cannot be taken"
    needs = _unmet(state, item.take_condition)
    line = f"Thing: {data_line(item.name)} [{item.id}]{states_note(state, item.id)}: {text}{fixed}{needs}"
    return [line, *_contents(state, item.id)]


def _contents(state: GameState, any_id: str) -> Iterator[str]:
    yield from (line.text for line in content_lines(state, (any_id,)))


def _person_lines(state: GameState, npc_id: str, most: int) -> list[str]:
    sheet, texts = state.sheets.npc(npc_id), profile(state, npc_id, ProfileReader.MASTER)
    lines = [_person_line(state, npc_id, texts.pop(_SEEN), most)]
    lines += [f"  {line}" for line in profile_lines(texts, most)]
    lines += _possessions(state, npc_id, most)
    lines += [f"  {_topic(state, npc_id, topic, most)}" for topic in sheet.topics]
    return lines


def _changing_lines(state: GameState, npc_id: str, most: int) -> list[str]:
    """Return what changes of a person, with its topics by id."""
    lines = [_person_line(state, npc_id, profile(state, npc_id, ProfileReader.MASTER)[_SEEN], most)]
    lines += _possessions(state, npc_id, most)
    by_mark: dict[str, list[str]] = {}
    for topic in state.sheets.npc(npc_id).topics:
        by_mark.setdefault(_mark(state, npc_id, topic), []).append(f"[{topic.id}]")
    lines += [f"  topics {mark}: {', '.join(ids)}" for mark, ids in by_mark.items()]
    return lines


class _LastingLines(dict[str, tuple[str, ...]]):
    """By person what does not change of it; held by the sheet, for each prompt needs all of them."""


def _lasting_lines(state: GameState, npc: NPCSheet) -> tuple[str, ...]:
    """Return what does not change of a person."""
    held = state.sheet.derived.of(_LastingLines)
    if npc.id not in held:
        held[npc.id] = tuple(_read_lasting(state, npc))
    return held[npc.id]


def _read_lasting(state: GameState, npc: NPCSheet) -> Iterator[str]:
    texts = profile(state, npc.id, ProfileReader.MASTER)
    lasting = {heading: text for heading, text in texts.items() if heading not in (_SEEN, _TRADE)}
    yield from profile_lines(lasting, MAX_ELSEWHERE)
    for topic in npc.topics:
        at = f"; told only at {', '.join(f'[{place}]' for place in topic.places)}" if topic.places else ""
        needs = f"; needs {_condition(topic.condition)}" if topic.condition is not None else ""
        yield f"topic {data_line(topic.name)} [{topic.id}]{_topic_text(topic, MAX_ELSEWHERE, f'{at}{needs}')}"


_SEEN, _TRADE = "description", "trade"
"""Headings of a profile: how a person looks now, and what it does."""


def _person_line(state: GameState, npc_id: str, seen: str, most: int) -> str:
    name, attitude = data_line(state.sheets.npc(npc_id).name), state.npc(npc_id).attitude.value
    now = "".join(f"\n  seen: {data_line(words)}" for words in shown_states(state, npc_id))
    return f"Person: {name} [{npc_id}], {attitude}: {data_line(clipped(seen, most))}{now}"


def _possessions(state: GameState, npc_id: str, most: int) -> list[str]:
    lines = [f"  wants: {data_line(clipped(goal.text, most))}" for goal in open_goals(state, npc_id)]
    return [*lines, *(f"  has: {data_line(state.name(item))} [{item}]" for item in state.npc(npc_id).items)]


def _topic(state: GameState, npc_id: str, topic: TopicSheet, most: int) -> str:
    """Return a topic with its text, its state as of `_mark`, and the consequences of telling it."""
    mark = _mark(state, npc_id, topic)
    needs = "" if mark == _TOLD else _unmet(state, topic.condition)
    return f"topic {data_line(topic.name)} [{topic.id}], {mark}{needs}{_topic_text(topic, most)}"


_TOLD = "told"


def _mark(state: GameState, npc_id: str, topic: TopicSheet) -> str:
    """Return whether a topic was told, can be told, or is held back."""
    if topic.id in state.npc(npc_id).topics_told:
        return _TOLD
    if can_tell_topic(state, npc_id, topic):
        return "not told yet"
    if not holds(topic.condition, state):
        return "held back"
    return f"told only at {', '.join(f'[{place}]' for place in topic.places)}"


def _topic_text(topic: TopicSheet, most: int, needs: str = "") -> str:
    """Return what telling a topic needs and brings, and its text."""
    brings = (
        ("starts", topic.starts_quest),
        ("gives", topic.gives_item),
        ("reveals", topic.reveals_secret),
    )
    follows = "".join(f"; {verb} [{any_id}]" for verb, any_id in brings if any_id is not None)
    return f"{needs}{follows}: {data_line(clipped(topic.text, most))}"


def _quest_lines(quest: QuestSheet, status: str = "") -> list[str]:
    text = data_line(clipped(quest.description, MAX_ELSEWHERE))
    needs = f"; begins when {_condition(quest.start_condition)}" if quest.start_condition is not None else ""
    giver = f"; given by [{quest.giver_id}]" if quest.giver_id is not None else ""
    is_now = f", {status}" if status else ""
    lines = [f"Quest: {data_line(quest.name)} [{quest.id}]{is_now}: {text}{giver}{needs}"]
    lines += [
        f"  objective {data_line(step.name)} [{step.id}]; done when {_condition(step.condition)}"
        for step in quest.objectives
    ]
    return lines


def _unmet(state: GameState, condition: Condition | None) -> str:
    """Return what a condition that does not hold needs; "" where it holds."""
    return "" if holds(condition, state) else f"; needs {_condition(condition)}"

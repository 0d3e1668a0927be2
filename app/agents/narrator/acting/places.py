"""Going, looking, examining and fighting."""

from app.agents.narrator.acting.company import came_from
from app.agents.narrator.acting.meaning import find, pick_one, quoted_name
from app.agents.narrator.acting.people import talk
from app.agents.narrator.acting.routes import first_step, known_places
from app.agents.narrator.acting.turn import Stage
from app.agents.narrator.telling import sight
from app.agents.narrator.telling.suggestions import facing
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.grammar import directions
from app.agents.narrator.understanding.intents import Cross, Examine, Fight, Go, Leave, Talk
from app.agents.narrator.understanding.naming import Kind, Thing
from app.agents.narrator.understanding.pack_words import words
from app.agents.narrator.understanding.typed_words import Phrase, name_words
from app.events.commands.play import (
    ChangeLocationCommand,
    DiscoverSecretCommand,
    DropItemCommand,
    UpdateLocationStateCommand,
)
from app.language.rendering.phrases import listed
from app.models.location import Direction, ExitSheet, FeatureSheet
from app.models.sheets.condition import DangerLevel
from app.models.state.conditions import holds, is_open, visible_exits


async def go(stage: Stage, intent: Go) -> bool:
    """Walk to what the name means: a way, else what stands here and can be gone up to."""
    state = stage.state
    typed = _destination(intent.where)
    if typed in words("into") or typed in words("outside"):
        return await _by_obvious_way(stage, Direction.IN if typed in words("into") else Direction.OUT)
    if not typed:
        return await _by_obvious_way(stage)
    exits = naming.exits_here(state)
    found = find(stage, typed, exits, typos=False)
    if not found:
        if find(stage, typed, naming.place_here(state), typos=False):
            return stage.refuse(_already_here(stage))
        others = find(stage, typed, _goals(stage), typos=False)
        if len(others) == 1:
            return await _approach(stage, others[0])
        found = find(stage, typed, exits)
    if not found:
        next_door = _next_door(stage, typed)
        if next_door is not None:
            return await _walk(stage, next_door)
        if by_way_of := _farther(stage, typed):
            return stage.refuse(by_way_of)
        if find(stage, typed, naming.place_here(state)):
            return stage.refuse(_already_here(stage))
    name = typed if typed in directions().values() else quoted_name(intent.where)
    way = pick_one(stage, found, stage.words("no-such-way", name=name, ways=sight.ways(state)))
    return way is not None and await _walk(stage, way.id)


def _already_here(stage: Stage) -> str:
    state = stage.state
    return stage.words("already-here", place=sight.the_place(state.here.name), ways=sight.ways(state))


async def cross(stage: Stage, intent: Cross) -> bool:
    """Get past what stands in the way, or walk."""
    foes = find(stage, intent.what, naming.encounters_here(stage.state)) if intent.what else []
    return await fight(stage, Fight(intent.what)) if foes else await go(stage, Go(intent.what))


async def leave(stage: Stage, intent: Leave) -> bool:
    """Go out by the one obvious way, or put down what was named."""
    state = stage.state
    typed = Phrase.of(intent.what).without_last(words("left_where")).text
    if not typed or find(stage, typed, naming.place_here(state), typos=False):
        return await _by_obvious_way(stage, Direction.OUT)
    held = find(stage, typed, naming.items_held(state))
    if len(held) == 1 and not find(stage, typed, naming.exits_here(state), typos=False):
        return await stage.do(DropItemCommand(item_id=held[0].id))
    return await go(stage, Go(typed))


async def go_back(stage: Stage) -> bool:
    """Return to where one came from, if that is known and a way leads there."""
    origin = stage.came_from or came_from(stage.state)
    if origin is not None and any(way.to == origin for way in visible_exits(stage.state)):
        return await _walk(stage, origin)
    return await _by_obvious_way(stage, Direction.OUT)


def look(stage: Stage) -> bool:
    """See the whole place."""
    stage.tell(*sight.place_in_full(stage.state))
    return True


async def examine(stage: Stage, intent: Examine) -> bool:
    """See one thing closely; what a detail hides is found in doing so, if its condition holds."""
    state = stage.state
    if intent.what.casefold() in words("self"):
        stage.remark(stage.words("you-are", name=stage.scene.speaker.name, carried=sight.carried(state)))
        return True
    pool = [*naming.everything_here(state), *naming.encounters_here(state, over=True)]
    found = find(stage, intent.what, pool, typos=False)
    if not found and find(stage, intent.what, naming.place_here(state), typos=False):
        return look(stage)
    found = found or find(stage, intent.what, pool)
    thing = pick_one(stage, found, stage.words("nothing-called", name=quoted_name(intent.what), eye=_noticeable(stage)))
    if thing is None:
        return False
    stage.last_thing = thing.id
    if thing.kind is Kind.FEATURE:
        return await _examine_feature(stage, state.sheets.features[thing.id][1])
    _describe_closely(stage, thing)
    return True


async def fight(stage: Stage, intent: Fight) -> bool:
    """Face an encounter; with a place's last one, the place is clear, in the same command."""
    state = stage.state
    standing = naming.encounters_here(state)
    if not intent.what or find(stage, intent.what, naming.place_here(state), typos=False):
        found = standing
    else:
        found = find(stage, intent.what, standing)
    foe = pick_one(stage, found, _no_fight(stage, intent.what))
    if foe is None:
        return False
    last = [thing.id for thing in standing] == [foe.id]
    clears = last and state.place(state.here.id).danger_level is not DangerLevel.CLEARED
    return await stage.do(
        UpdateLocationStateCommand(
            location_id=state.here.id,
            complete_encounter=foe.id,
            danger_level=DangerLevel.CLEARED if clears else None,
        )
    )


def _destination(where: str) -> str:
    phrase = Phrase.of(where)
    taken = phrase.starts(*words("towards"))
    phrase = phrase.after(taken) if taken < len(phrase) else phrase
    name = name_words(phrase.text)
    return directions().get(name[0], name[0]) if len(name) == 1 else phrase.text


def _known_goal(stage: Stage, typed: str) -> tuple[str | None, str]:
    """The known place that is meant, by its name or by that of a person who is there, and how to speak of it."""
    state = stage.state
    places = {thing.id: thing.name for thing in find(stage, typed, naming.places(state, known_places(state)))}
    if places:
        goal = next(iter(places)) if len(places) == 1 else None
        return goal, sight.the_place(places[goal]) if goal else ""
    people = find(stage, typed, naming.everybody(state))
    at = state.npc(people[0].id).current_location_id if len(people) == 1 else None
    if at is None or state.place(at).visits == 0:
        return None, ""
    return at, stage.words("is-at", person=people[0].name, place=sight.the_place(state.name(at)))


def _next_door(stage: Stage, typed: str) -> str | None:
    goal, _ = _known_goal(stage, typed)
    return goal if any(way.to == goal for way in visible_exits(stage.state)) else None


def _farther(stage: Stage, typed: str) -> str:
    """Which way to take first to what lies beyond the next room; "" where nothing is known of it."""
    state = stage.state
    goal, subject = _known_goal(stage, typed)
    step = first_step(state, goal) if goal is not None else None
    if step is None:
        return ""
    way = next(way for way in visible_exits(state) if way.to == step)
    place, name = sight.the_place(state.name(step)), sight.way_name(state, way)
    return sight.capital(stage.words("by-way-of", goal=subject, place=place, way=name))


def _goals(stage: Stage) -> list[Thing]:
    state = stage.state
    things = [*naming.people_here(state), *naming.features_here(state), *naming.encounters_here(state)]
    return [*things, *naming.items_here(state)]


async def _approach(stage: Stage, thing: Thing) -> bool:
    if thing.kind is Kind.PERSON:
        return await talk(stage, Talk(thing.name))
    return await examine(stage, Examine(thing.name))


async def _walk(stage: Stage, location_id: str) -> bool:
    left = stage.state.here.id
    if not await stage.do(ChangeLocationCommand(location_id=location_id)):
        return False
    stage.came_from = left
    return True


async def _by_obvious_way(stage: Stage, direction: Direction | None = None) -> bool:
    way = _obvious_way(stage, direction)
    return await _walk(stage, way.to) if way is not None else stage.refuse(_which_way(stage))


def _obvious_way(stage: Stage, direction: Direction | None) -> ExitSheet | None:
    ways = visible_exits(stage.state)
    for fitting in (
        [way for way in ways if direction is not None and way.direction is direction],
        ways,
        [way for way in ways if is_open(way, stage.state)],
    ):
        if len(fitting) == 1:
            return fitting[0]
    return None


def _which_way(stage: Stage) -> str:
    ways = [sight.way_name(stage.state, way) for way in visible_exits(stage.state)]
    return stage.words("which-way", ways=listed(ways, "or")) if ways else sight.no_way(stage.state)


async def _examine_feature(stage: Stage, feature: FeatureSheet) -> bool:
    state = stage.state
    stage.describe(feature.description)
    if feature.secret_id is None or feature.secret_id in state.place(state.here.id).discovered_secrets:
        return True
    _, secret = state.sheets.secret(feature.secret_id)
    if not holds(secret.condition, state) and not secret.blocked_text:
        return True
    _, refusal = await stage.attempt(DiscoverSecretCommand(secret_id=secret.id))
    if refusal:
        stage.refuse(refusal)
    return True


def _describe_closely(stage: Stage, thing: Thing) -> None:
    state = stage.state
    if thing.kind is Kind.PERSON:
        stage.describe(state.sheets.npc(thing.id).description)
        topics = [topic.name for topic in stage.voice(thing.id).open_topics()]
        asks = stage.words("could-ask", topics=listed(topics, "or")) if topics else ""
        stage.remark(f"{sight.bearing(state, thing.id)} {asks}")
    elif thing.kind is Kind.EXIT:
        way = state.sheets.exit(state.here.id, thing.id)
        stage.remark(sight.way_closely(state, way) if way else "")
    elif thing.kind is Kind.ENCOUNTER:
        _, encounter = state.sheets.encounter(thing.id)
        if thing.id in state.place(state.here.id).completed_encounters:
            stage.remark(stage.words("over", how=encounter.cleared_text))
        else:
            stage.describe(encounter.description)
            stage.remark(facing(state, thing))
    else:
        stage.describe(state.sheets.item(thing.id).description)


def _noticeable(stage: Stage) -> str:
    names = [sight.display(thing) for thing in _goals(stage)]
    return stage.words("catches-eye", things=listed(names)) if names else sight.ways(stage.state)


def _no_fight(stage: Stage, typed: str) -> str:
    state = stage.state
    standing = [sight.the(thing.name) for thing in naming.encounters_here(state)]
    if standing:
        return stage.words("nobody-to-fight", name=quoted_name(typed), standing=listed(standing))
    over = find(stage, typed, naming.encounters_here(state, over=True)) if typed else []
    if over:
        return stage.words("dealt-with", thing=sight.the(over[0].name))
    person = find(stage, typed, naming.people_here(state)) if typed else []
    if person:
        return stage.words("no-blows", person=person[0].name)
    return stage.words("nothing-in-way", ways=sight.ways(state))

"""Going, looking, examining and fighting."""

from app.agents.narrator.acting.people import talk
from app.agents.narrator.answering.own_memory import absent
from app.agents.narrator.company import came_from, last_seen, other_known_places, path_to
from app.agents.narrator.telling import descriptions
from app.agents.narrator.turn.meaning import bound_by_reading, find, find_at_place, named_or_not, pick_one
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.intents import Intent, Wish
from app.agents.narrator.understanding.typed_words import Phrase, name_words, word_set
from app.agents.narrator.understanding.verbs import directions
from app.events.commands import play
from app.language.analysis.terms import analyse
from app.language.language import current_language
from app.language.rendering.phrases import listed, named_place, the
from app.language.rendering.states import shown_states
from app.models.command import Outcome
from app.models.events.play import LocationChanged
from app.models.sheets.condition import DangerLevel
from app.models.sheets.described import Described
from app.models.sheets.location import Direction
from app.models.state.conditions import holds, is_open, open_topics, visible_exits
from app.models.state.game_state import GameState
from app.models.state.texts import description_now


async def go(turn: TurnBuilder, intent: Intent) -> bool:
    """Walk to the goal of a name: a way, else a thing that is here and can be approached."""
    state = turn.state
    if len(intent.things) == 1:
        return await _walk_to(turn, intent.things[0], intent.what)
    if intent.is_doubtful:
        return await _walk_missed(turn, intent)
    typed = destination(intent.what)
    if typed in word_set("into") or typed in word_set("outside"):
        return await _by_obvious_way(turn, Direction.IN if typed in word_set("into") else Direction.OUT)
    if typed in word_set("onward"):
        return await _by_obvious_way(turn, but=turn.came_from or came_from(state))
    exits = naming.exits_here(state)
    found = find(turn, typed, exits, typos=False) if typed else []
    if not found and (not typed or name_words(typed)[0] in word_set("somewhere")):
        if typed and (path := path_to(state, _known_goal(turn, typed))):
            return await _walk(turn, *path)
        return await _by_obvious_way(turn)
    if not found:
        if find(turn, typed, naming.place_here(state)):
            here = named_place(state.here.name)
            return turn.refuse(turn.text("already-here", place=here, ways=turn.ways()))
        others = find(turn, typed, [*naming.fixed_here(state), *naming.items_here(state)], typos=False)
        if len(others) == 1:
            if others[0].kind is naming.ThingKind.PERSON:
                return await talk(turn, Intent(Wish.TALK, others[0].name))
            return await examine(turn, Intent(Wish.EXAMINE, others[0].name))
        found = find(turn, typed, exits)
    if not found:
        if path := path_to(state, _known_goal(turn, typed)):
            return await _walk(turn, *path)
        if descriptions.described_with(state, analyse(typed).terms):
            return await examine(turn, Intent(Wish.EXAMINE, typed))
    if not found:
        return turn.refuse(_no_way(turn, intent.what))
    way = pick_one(turn, found, "")
    return way is not None and await _walk(turn, way.id)


def _no_way(turn: TurnBuilder, typed: str) -> str:
    goal = destination(typed)
    if goal in directions().values():
        words = current_language().render("telling.direction", direction=goal)
        return turn.text("no-such-way", name=words, ways=turn.ways())
    if away := absent(turn, goal):
        return f"{away} {turn.ways()}"
    return named_or_not(turn, "no-such-way", typed, ways=turn.ways())


async def _walk_to(turn: TurnBuilder, goal: naming.Thing, typed: str) -> bool:
    """Walk to what a reading has bound the goal to: a way, a known place, or where a person was last seen."""
    state = turn.state
    if goal.id == state.here.id:
        return turn.refuse(turn.text("already-here", place=named_place(state.here.name), ways=turn.ways()))
    place = goal.id
    if goal.kind is naming.ThingKind.PERSON:
        seen = last_seen(state, goal.id)
        place = "" if seen is None else seen[0]
    is_near = any(way.id == place for way in naming.exits_here(state))
    is_known = place in other_known_places(state)
    path = (place,) if is_near else path_to(state, place) if is_known else ()
    return await _walk(turn, *path) if path else turn.refuse(_no_way(turn, typed))


async def _walk_missed(turn: TurnBuilder, intent: Intent) -> bool:
    """Go up to what a description has as the goal of a walk; else say that no way leads there."""
    standing, norms = naming.encounters_here(turn.state), Phrase.of(intent.typed).norms
    is_past = not word_set("gets_past").isdisjoint(norms) or bool(naming.named_in(intent.typed, standing))
    obstacles = standing if is_past else []
    if not obstacles and (glimpsed := descriptions.glimpsed(turn.state, intent.what)):
        return turn.describe(glimpsed)
    unnamed = turn.text("no-such-way-unnamed", ways=turn.ways())
    turn.refuse(unnamed if obstacles else _no_way(turn, intent.what))
    for each in obstacles:
        turn.remark(turn.lists(descriptions.dealing_with(turn.state, each)))
    return False


async def cross(turn: TurnBuilder, intent: Intent) -> bool:
    foes = find(turn, intent.what, naming.encounters_here(turn.state)) if intent.what else []
    return await fight(turn, Intent(Wish.FIGHT, intent.what)) if foes else await go(turn, Intent(Wish.GO, intent.what))


async def leave(turn: TurnBuilder, intent: Intent) -> bool:
    """Go out by the one obvious way, or put down what was named."""
    state = turn.state
    typed = Phrase.of(intent.what).without_last(word_set("left_where")).text
    if not typed or find(turn, typed, naming.place_here(state), typos=False):
        return await _by_obvious_way(turn, Direction.OUT)
    held = find(turn, typed, naming.items_held(state))
    if len(held) == 1 and not find(turn, typed, naming.exits_here(state), typos=False):
        return await turn.do(play.DropItemCommand(item_id=held[0].id))
    return await go(turn, Intent(Wish.GO, typed))


async def go_back(turn: TurnBuilder, _: Intent) -> bool:
    """Return to where one came from, if that is known and a way leads there."""
    if path := path_to(turn.state, turn.came_from or came_from(turn.state)):
        return await _walk(turn, *path)
    return await _by_obvious_way(turn, Direction.OUT)


async def stand_back(turn: TurnBuilder, _: Intent) -> bool:
    return turn.remark(turn.text("stood-back"))


async def look(turn: TurnBuilder, _: Intent) -> bool:
    return turn.tell(*descriptions.place_in_full(turn.state))


async def examine(turn: TurnBuilder, intent: Intent) -> bool:
    """See one thing closely; what a detail hides is found in doing so, if its condition holds."""
    state = turn.state
    if intent.what.casefold() in word_set("self"):
        return turn.remark(
            turn.text(
                "you-are", name=turn.context.speaker.name, carried=turn.lists(descriptions.names_of_carried(state))
            )
        )
    pool = [*naming.everything_here(state), *naming.encounters_here(state, over=True)]
    found = [thing for thing in intent.things if thing in pool]
    found = found or find_at_place(turn, intent.what, pool)
    if not found and find(turn, intent.what, naming.place_here(state), typos=False):
        return await look(turn, Intent(Wish.LOOK))
    if not found and (glimpsed := descriptions.glimpsed(state, intent.what)):
        return turn.describe(glimpsed)
    found = found or find(turn, intent.what, pool)
    thing = pick_one(turn, found, named_or_not(turn, "nothing-called", intent.what, eye=catching_eye(turn)))
    if thing is None:
        return False
    turn.last_thing = thing.id
    describe_closely(turn, thing)
    if thing.kind is naming.ThingKind.FEATURE:
        await find_secret(turn, thing.id)
    return True


def catching_eye(turn: TurnBuilder) -> str:
    """What there is to look at here, or else the ways."""
    state = turn.state
    near = listed([descriptions.display(thing) for thing in [*naming.fixed_here(state), *naming.items_here(state)]])
    return turn.lists(turn.text("catches-eye", things=near)) if near else turn.ways()


async def fight(turn: TurnBuilder, intent: Intent) -> bool:
    """Face an encounter; with a place's last one, the place is clear, in the same command."""
    state = turn.state
    standing = naming.encounters_here(state)
    is_any = not intent.what or find(turn, intent.what, naming.place_here(state), typos=False)
    found = standing if is_any else bound_by_reading(turn, intent.things, intent.what, standing)
    if (foe := pick_one(turn, found, _no_fight(turn, intent.what))) is None:
        return False
    place = state.place(state.here.id)
    clears = [thing.id for thing in standing] == [foe.id] and place.danger_level is not DangerLevel.CLEARED
    level = DangerLevel.CLEARED if clears else None
    win = play.UpdateLocationStateCommand(location_id=state.here.id, complete_encounter=foe.id, danger_level=level)
    return await turn.do(win)


def destination(where: str) -> str:
    """Return where a walk leads, without the words before it; a direction as its value."""
    phrase = Phrase.of(where)
    taken = phrase.starts(*word_set("towards"))
    phrase = phrase.after(taken) if taken < len(phrase) else phrase
    name = name_words(phrase.text)
    return directions().get(name[0], name[0]) if len(name) == 1 else phrase.text


def _known_goal(turn: TurnBuilder, typed: str) -> str | None:
    """The known place that is meant, by its name or by that of a person who was last seen there."""
    state = turn.state
    if places := find(turn, typed, naming.places(state, other_known_places(state))):
        return places[0].id if len(places) == 1 else None
    people = find(turn, typed, naming.everybody(state))
    seen = last_seen(state, people[0].id) if len(people) == 1 and not naming.holds_more(typed, people) else None
    return None if seen is None else seen[0]


async def _walk(turn: TurnBuilder, *path: str) -> bool:
    """Walk from place to place; where anything happens on the way, the walk ends."""
    state, left = turn.state, turn.state.here.id

    def goes_on(outcome: Outcome) -> bool:
        return all(isinstance(event, LocationChanged) for event in outcome.events) and not naming.encounters_here(state)

    done = await turn.do(*(play.ChangeLocationCommand(location_id=to) for to in path), goes_on=goes_on)
    if state.here.id != left:
        turn.came_from = left
    if not done or state.here.id == path[-1]:
        return done
    here, goal = (named_place(state.name(place)) for place in (state.here.id, path[-1]))
    return turn.refuse(turn.text("walk-ends", here=here, goal=goal))


async def _by_obvious_way(turn: TurnBuilder, direction: Direction | None = None, *, but: str | None = None) -> bool:
    """Walk by the only way, or the only open one, that does not lead to ``but``; else ask which."""
    ways = [way for way in visible_exits(turn.state) if way.to != but]
    directed = [way for way in ways if direction is not None and way.direction is direction]
    for fitting in (directed, ways, [way for way in ways if is_open(way, turn.state)]):
        if len(fitting) == 1:
            return await _walk(turn, fitting[0].to)
    names = [descriptions.way_name(turn.state, way) for way in ways]
    asked = turn.text("which-way", ways=listed(names, "or"))
    return turn.refuse(asked if names else turn.text("no-way-on", ways=turn.ways()))


async def find_secret(turn: TurnBuilder, feature_id: str) -> None:
    """Discover what a detail hides, if its condition holds or the author says why not."""
    state, feature = turn.state, turn.state.sheets.features[feature_id][1]
    if feature.secret_id is None or feature.secret_id in state.place(state.here.id).discovered_secrets:
        return
    _, secret = state.sheets.secret(feature.secret_id)
    if holds(secret.condition, state) or secret.blocked_text:
        await turn.do(play.DiscoverSecretCommand(secret_id=secret.id))


def describe_closely(turn: TurnBuilder, thing: naming.Thing) -> bool:
    """Tell what is seen of a thing without doing anything to it; always True."""
    state = turn.state
    if thing.kind is naming.ThingKind.PERSON:
        turn.describe(as_now(state, thing.id, state.sheets.npc(thing.id)))
        topics = [topic.name for topic in open_topics(state, thing.id)]
        asks = turn.lists(turn.text("could-ask", topics=listed(topics, "or"))) if topics else ""
        attitude = state.npc(thing.id).attitude.value
        return turn.remark(f"{descriptions.telling_text(state, 'bearing', attitude=attitude, name=thing.name)} {asks}")
    if thing.kind is naming.ThingKind.EXIT:
        return turn.remark(
            descriptions.way_closely(state, next(way for way in visible_exits(state) if way.to == thing.id))
        )
    if thing.kind is naming.ThingKind.ENCOUNTER:
        _, encounter = state.sheets.encounter(thing.id)
        if thing.id in state.place(state.here.id).completed_encounters:
            return turn.remark(turn.text("over", how=encounter.cleared_text))
        return turn.describe(encounter.description) and turn.remark(turn.lists(descriptions.dealing_with(state, thing)))
    if thing.kind is naming.ThingKind.FEATURE:
        return turn.describe(as_now(state, thing.id, state.sheets.features[thing.id][1]))
    return turn.describe(as_now(state, thing.id, state.sheets.item(thing.id)))


def as_now(state: GameState, any_id: str, sheet: Described) -> str:
    """Return a description as it is now, with what is seen of its states and in it."""
    parts = (
        description_now(state, sheet),
        *shown_states(state, any_id),
        descriptions.contents(state, any_id, closely=True),
    )
    return " ".join(part.strip() for part in parts if part.strip())


def _no_fight(turn: TurnBuilder, typed: str) -> str:
    state = turn.state
    if standing := [the(thing.name) for thing in naming.encounters_here(state)]:
        return named_or_not(turn, "nobody-to-fight", typed, standing=listed(standing))
    if typed and (over := find(turn, typed, naming.encounters_here(state, over=True))):
        return turn.text("dealt-with", thing=the(over[0].name))
    if typed and (people := find(turn, typed, naming.people_here(state))):
        return turn.text("no-blows", person=people[0].name)
    return turn.text("nothing-in-way", ways=turn.ways())

"""Taking, dropping, giving and using."""

from collections.abc import Sequence

from app.agents.narrator.acting.company import addressee
from app.agents.narrator.acting.meaning import find, is_someone, pick_one, quoted_name
from app.agents.narrator.acting.places import examine, fight, go
from app.agents.narrator.acting.turn import Stage
from app.agents.narrator.telling import sight
from app.agents.narrator.telling.suggestions import targets_here
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.intents import Drop, Examine, Fight, Give, Go, Place, Take, Use
from app.agents.narrator.understanding.naming import Kind, Thing, choice_names, split_name
from app.agents.narrator.understanding.pack_words import words
from app.agents.narrator.understanding.typed_words import name_words, parts_of_list
from app.events.commands.play import DropItemCommand, GiveItemCommand, TakeItemCommand, UseItemCommand
from app.language.language import language_of
from app.language.rendering.phrases import listed, number_of
from app.models.state.game_state import GameState

_MOST_AT_ONCE = 12


async def take(stage: Stage, intent: Take) -> bool:
    """Pick up what lies here; a way that is "taken" is walked."""
    state = stage.state
    if intent.what.casefold() in words("everything"):
        portable = [thing for thing in naming.items_here(state) if state.sheets.item(thing.id).portable]
        if not portable:
            return stage.refuse(stage.words("nothing-to-carry", ways=sight.ways(state)))
        return await _each(stage, portable, TakeItemCommand)
    wanted = []
    for typed in _several(stage, intent.what, naming.items_here(state)):
        thing = _takeable(stage, typed)
        if thing is None:
            return False
        if thing.kind is Kind.EXIT:
            return await go(stage, Go(typed))
        wanted.append(thing)
    return await _each(stage, wanted, TakeItemCommand)


async def drop(stage: Stage, intent: Drop) -> bool:
    """Put down what the party carries."""
    held = naming.items_held(stage.state)
    if intent.what.casefold() in words("everything") and held:
        return await _each(stage, held, DropItemCommand)
    wanted = []
    for typed in _several(stage, intent.what, held):
        thing = pick_one(stage, find(stage, typed, held), _not_held(stage, typed))
        if thing is None:
            return False
        wanted.append(thing)
    return await _each(stage, wanted, DropItemCommand)


async def give(stage: Stage, intent: Give) -> bool:
    """Hand something to a person, named before or after the thing, or to whoever is spoken to."""
    state = stage.state
    people = naming.people_here(state)
    what = intent.what
    if intent.who and not is_someone(intent.who):
        found = find(stage, intent.who, people)
        missing = stage.words("nobody-of-that-name-to-give-to", name=quoted_name(intent.who))
    else:
        missing = stage.words("give-to-whom" if people else "nobody-to-give-to")
        found, rest = ([], what) if intent.who else split_name(what, people)
        first, _, other = what.partition(" ")
        if found and rest:
            what = rest
        elif other and is_someone(first):
            found, what = _spoken_to(state, people), other
        else:
            found = _spoken_to(state, people)
    if not found and people:
        missing += f" {stage.words('could-turn-to', people=listed(choice_names(people), 'or'))}"
    if not found and intent.who and (over := find(stage, intent.who, naming.encounters_here(state, over=True))):
        return stage.refuse(stage.words("dealt-with", thing=sight.the(over[0].name)))
    if not found and intent.who and (target := _other_receiver(stage, intent.who)):
        return await _give_to_thing(stage, what, target)
    person = pick_one(stage, found, missing)
    if person is None:
        return False
    held = naming.items_held(state)
    for typed in _several(stage, what, held):
        reach = find(stage, typed, held) or find(stage, typed, naming.items_here(state))
        thing = pick_one(stage, reach, _not_held(stage, typed))
        if thing is None:
            return False
        stage.last_thing = thing.id
        if not await stage.do(GiveItemCommand(item_id=thing.id, npc_id=person.id)):
            return False
    return True


def _other_receiver(stage: Stage, typed: str) -> Thing | None:
    """Something here that is no person and no item, but may be given or fed something."""
    state = stage.state
    others = [*naming.encounters_here(state), *naming.features_here(state)]
    found = find(stage, typed, others)
    return found[0] if len(found) == 1 else None


async def _give_to_thing(stage: Stage, what: str, target: Thing) -> bool:
    state = stage.state
    held = naming.items_held(state)
    item = pick_one(stage, find(stage, what, held), _not_held(stage, what))
    return item is not None and await _use_on(stage, item, target.name)


async def place(stage: Stage, intent: Place) -> bool:
    """Put a thing where it is meant to go here; only else put it down, unless that is not what the verb means."""
    state = stage.state
    found = find(stage, intent.what, naming.items_held(state))
    if len(found) == 1:
        item = found[0]
        here = {use.on for use in state.sheets.item(item.id).uses} & targets_here(state)
        if len(here) == 1:
            stage.last_thing = item.id
            return await stage.do(UseItemCommand(item_id=item.id, target_id=here.pop()))
        if intent.fixing:
            return stage.refuse(stage.words("nothing-to-put-to", thing=sight.the(item.name)))
    return await drop(stage, Drop(intent.what))


async def use(stage: Stage, intent: Use) -> bool:
    """Use a thing on something; what is no thing is examined, a way that is "tried" is told of."""
    state = stage.state
    reach = [*naming.items_held(state), *naming.items_here(state)]
    found = find(stage, intent.what, reach)
    target = intent.on
    if not found and target:
        swapped = find(stage, target, naming.items_held(state))
        found, target = (swapped, intent.what) if len(swapped) == 1 else (found, target)
    if not found and find(stage, intent.what, naming.everything_here(state)):
        return await examine(stage, Examine(intent.what))
    item = pick_one(stage, found, _not_held(stage, intent.what))
    if item is None:
        return False
    stage.last_thing = item.id
    if not target:
        return await stage.do(UseItemCommand(item_id=item.id, target_id=_only_target(state, item.id)))
    return await _use_on(stage, item, target)


async def _use_on(stage: Stage, item: Thing, typed: str) -> bool:
    state = stage.state
    nearer = [*naming.people_here(state), *naming.features_here(state), *naming.encounters_here(state)]
    items = [*naming.items_held(state), *naming.items_here(state)]
    others = [thing for thing in items if thing.id != item.id]
    places = [*naming.place_here(state), *naming.exits_here(state)]
    found = find(stage, typed, [*nearer, *others], typos=False) or find(stage, typed, places, typos=False)
    found = found or find(stage, typed, [*nearer, *others, *places])
    nothing = stage.words("nothing-to-use-on", name=quoted_name(typed), thing=sight.the(item.name))
    if nearer:
        nothing += f" {stage.words('could-try', things=listed([sight.display(thing) for thing in nearer], 'or'))}"
    target = pick_one(stage, found, nothing)
    if target is None:
        return False
    uses = {use.on for use in state.sheets.item(item.id).uses}
    if target.kind is Kind.ENCOUNTER and target.id not in uses:
        return await fight(stage, Fight(target.name))
    if target.kind is Kind.EXIT and target.id not in uses:
        return await examine(stage, Examine(target.name))
    return await stage.do(UseItemCommand(item_id=item.id, target_id=target.id))


def _only_target(state: GameState, item_id: str) -> str | None:
    """What a thing is used on when nothing is named: the only thing here that its sheet has a use for."""
    uses = [use.on for use in state.sheets.item(item_id).uses]
    if None in uses:
        return None
    fitting = targets_here(state) & set(uses)
    return fitting.pop() if len(fitting) == 1 else None


def _spoken_to(state: GameState, people: Sequence[Thing]) -> list[Thing]:
    chosen = addressee(state)
    return [thing for thing in people if chosen is None or thing.id == chosen]


def _takeable(stage: Stage, typed: str) -> Thing | None:
    """What is to be picked up, or a way to be walked; tells the player otherwise."""
    state = stage.state
    lying = naming.items_here(state)
    found = find(stage, typed, lying, typos=False)
    if not found:
        found = find(stage, typed, naming.everything_here(state))
    held = [thing for thing in found if thing.id in state.party.items]
    if held and len(held) == len(found):
        stage.refuse(stage.words("held-already", thing=sight.the(held[0].name)))
        return None
    names = [sight.the(thing.name) for thing in lying]
    what_lies = stage.words("what-lies", things=listed(names)) if names else stage.words("nothing-lies")
    thing = pick_one(stage, found, stage.words("nothing-to-take", name=quoted_name(typed), lying=what_lies))
    if thing is not None and thing.kind not in (Kind.ITEM, Kind.EXIT):
        language = language_of(state.sheet)
        shown, number = sight.capital(sight.display(thing)), _number(state, thing)
        stage.refuse(language.render("things.not-to-be-carried", thing=shown, number=number, lying=what_lies))
        return None
    return thing


def _number(state: GameState, thing: Thing) -> int:
    """1, or 2 for details and encounters that are several; people and places are one each."""
    if thing.kind not in (Kind.FEATURE, Kind.ENCOUNTER):
        return 1
    plural = next((feature.plural for feature in state.here.features if feature.id == thing.id), None)
    return number_of(thing.name, plural)


async def _each(stage: Stage, things: Sequence[Thing], make: type[TakeItemCommand] | type[DropItemCommand]) -> bool:
    for thing in things:
        stage.last_thing = thing.id
        if not await stage.do(make(item_id=thing.id)):
            return False
    return True


def _several(stage: Stage, typed: str, pool: Sequence[Thing]) -> list[str]:
    """``lamp and rope`` as two names, unless it is one."""
    if find(stage, typed, [thing for thing in pool if name_words(typed) in thing.names], typos=False):
        return [typed]
    return parts_of_list(typed)[:_MOST_AT_ONCE] or [typed]


def _not_held(stage: Stage, typed: str) -> str:
    return stage.words("not-held", name=quoted_name(typed), carried=sight.carried(stage.state))

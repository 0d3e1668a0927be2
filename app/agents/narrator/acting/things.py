"""Taking, dropping, giving and using."""

from collections.abc import Sequence

from app.agents.narrator.acting.actions import act
from app.agents.narrator.acting.attempts import attempt
from app.agents.narrator.acting.meant_actions import Meant
from app.agents.narrator.acting.places import examine, fight, go
from app.agents.narrator.telling import descriptions
from app.agents.narrator.turn.meaning import (
    bound_by_reading,
    confirmed,
    find,
    is_someone,
    named_or_not,
    pick_one,
    plain_name,
    spoken_to,
)
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.action_words import action_words
from app.agents.narrator.understanding.intents import DEEDS, Intent, Wish
from app.agents.narrator.understanding.naming import Thing, ThingKind, choice_names, split_name
from app.agents.narrator.understanding.typed_words import Phrase, name_words, word_set
from app.agents.narrator.understanding.verbs import intent_of, verb_words
from app.events.actions.generic import generic_actions
from app.events.commands.play import DropItemCommand, GiveItemCommand, TakeItemCommand, UseItemCommand
from app.language.analysis.lexicon import lexicon
from app.language.analysis.names import parts_of_list
from app.language.language import language_of
from app.language.rendering.filling import capital
from app.language.rendering.phrases import listed, plural_number, the
from app.models.state.conditions import only_target, targets_here

_MOST_AT_ONCE = 12
_PUT = "put"
"""The kind of a deed, and the generic action, that puts a thing somewhere."""


async def take(turn: TurnBuilder, intent: Intent) -> bool:
    """Pick up what lies here; a way that is "taken" is walked."""
    state = turn.state
    if intent.what.casefold() in word_set("everything"):
        portable = [thing for thing in naming.items_here(state) if state.sheets.item(thing.id).portable]
        if not portable:
            return turn.refuse(turn.text("nothing-to-carry", ways=turn.ways()))
        return await _each(turn, portable, TakeItemCommand)
    if intent.is_doubtful and len(intent.things) == 1 and not confirmed(turn, intent.things[0]):
        return False
    is_done = True
    names = [thing.name for thing in intent.things] or _several(turn, intent.what, naming.items_here(state))
    for at, typed in enumerate(names):
        thing = _takeable(turn, typed, intent.things[at : at + 1])
        if thing is not None and thing.kind is ThingKind.EXIT:
            return await go(turn, Intent(Wish.GO, typed))
        is_held = thing is not None and thing.id in state.party.items
        is_done &= thing is not None and (is_held or await _each(turn, [thing], TakeItemCommand))
    return is_done


async def drop(turn: TurnBuilder, intent: Intent) -> bool:
    held = naming.items_held(turn.state)
    if _goes_away(intent.typed):
        return await attempt(turn, intent.typed)
    if intent.what.casefold() in word_set("everything") and held:
        return await _each(turn, held, DropItemCommand)
    first, _, other = intent.what.partition(" ")
    whom = [*naming.people_here(turn.state), *naming.encounters_here(turn.state)]
    is_two = other and not naming.is_name(intent.what, held)
    if is_two and (first in word_set("for_people") or all(split_name(intent.what, whom))):
        return await give(turn, Intent(Wish.GIVE, intent.what))
    if bound_things := [thing for thing in intent.things if thing in held]:
        return await _each(turn, bound_things, DropItemCommand)
    is_done = True
    for typed in _several(turn, intent.what, held):
        thing = pick_one(turn, find(turn, typed, held), _not_held(turn, typed))
        is_done &= thing is not None and await _each(turn, [thing], DropItemCommand)
    return is_done


def _goes_away(text: str) -> bool:
    """Return whether a thing would not stay here: ``throw the bone over the wall``."""
    phrase, words = Phrase.of(text), lexicon()
    at = next((at for at in range(2, len(phrase)) if phrase.norms[at] in action_words("away")), len(phrase))
    return not (words.stop | words.prepositions | verb_words("ground")).issuperset(phrase.norms[at + 1 :])


async def give(turn: TurnBuilder, intent: Intent) -> bool:
    """Hand something to a person, named before or after the thing, or else to the addressee; use it on what is none."""
    state, who, what = turn.state, intent.to, intent.what
    if len(intent.things) == 1 == len(intent.aims) and intent.aims[0].kind is ThingKind.PERSON:
        return await _hand_over(turn, intent.things[0], intent.aims[0])
    people, others = naming.people_here(state), [*naming.encounters_here(state), *naming.features_here(state)]
    first, _, other = what.partition(" ")
    if not who and other and is_someone(first):
        who, what = first, other
    for pool in () if who else (people,) if spoken_to(state, people) else (people, others):
        named, rest = split_name(what, pool)
        if named and rest:
            who, what = named[0].name, rest
            break
    is_named = bool(who) and not is_someone(who)
    found = find(turn, who, people) if is_named else spoken_to(state, people, who)
    if not found and who and len(targets := find(turn, who, others)) == 1:
        item = pick_one(turn, find(turn, what, naming.items_held(state)), _not_held(turn, what))
        return item is not None and await _use_on(turn, item, targets[0].name)
    if not found and is_named and (over := find(turn, who, naming.encounters_here(state, over=True))):
        return turn.refuse(turn.text("dealt-with", thing=the(over[0].name)))
    missing = turn.text("give-to-whom" if people else "nobody-to-give-to")
    if is_named:
        missing = named_or_not(turn, "nobody-of-that-name-to-give-to", who)
    if not found and people:
        missing += f" {turn.lists(turn.text('could-turn-to', people=listed(choice_names(people), 'or')))}"
    if (person := pick_one(turn, found, missing)) is None:
        return False
    for typed in _several(turn, what, naming.items_held(state)):
        reach = find(turn, typed, naming.items_held(state)) or find(turn, typed, naming.items_here(state))
        thing = pick_one(turn, reach, _not_held(turn, typed))
        if thing is None or not await _hand_over(turn, thing, person):
            return False
    return True


async def _hand_over(turn: TurnBuilder, thing: Thing, person: Thing) -> bool:
    """Hand a thing to a person, after picking it up where it lies here."""
    turn.last_thing = thing.id
    is_held = any(each.id == thing.id for each in naming.items_held(turn.state))
    if (
        not is_held
        and turn.state.sheets.item(thing.id).portable
        and not await turn.do(TakeItemCommand(item_id=thing.id))
    ):
        return False
    return await turn.do(GiveItemCommand(item_id=thing.id, npc_id=person.id))


async def place(turn: TurnBuilder, intent: Intent) -> bool:
    """Put a thing where it is meant to go here; only else put it down, unless that is not what the verb means."""
    state = turn.state
    found = find(turn, intent.what, naming.items_held(state))
    if len(found) == 1:
        item = found[0]
        here = {use.on for use in state.sheets.item(item.id).uses}.intersection(targets_here(state))
        if len(here) == 1:
            turn.last_thing = item.id
            return await turn.do(UseItemCommand(item_id=item.id, target_id=here.pop()))
        if intent.wish is Wish.FIX:
            return turn.refuse(turn.text("nothing-to-put-to", thing=the(item.name)))
    return await drop(turn, Intent(Wish.DROP, intent.what))


async def use(turn: TurnBuilder, intent: Intent) -> bool:
    """Use a thing on another; a target that is no thing is examined, and a way that is "tried" is described."""
    state = turn.state
    found = bound_by_reading(turn, intent.things, intent.what, [*naming.items_held(state), *naming.items_here(state)])
    target = intent.to
    if not found and target and len(swapped := find(turn, target, naming.items_held(state))) == 1:
        found, target = swapped, intent.what
    if not found and find(turn, intent.what, naming.everything_here(state)):
        return await handle_thing(turn, Intent(Wish.PUSH, intent.what))
    if (item := pick_one(turn, found, _not_held(turn, intent.what))) is None:
        return False
    turn.last_thing = item.id
    if not target:
        return await turn.do(UseItemCommand(item_id=item.id, target_id=only_target(state, item.id)))
    return await _use_on(turn, item, target, intent.aims, is_put=intent.kind == _PUT)


def with_instrument(turn: TurnBuilder, intent: Intent) -> Intent:
    """What is done with something carried that has a use on the thing named is that use; bare hands are no part of a
    name."""
    step = intent.typed or intent.what if intent.wish in DEEDS | {Wish.UNKNOWN} else ""
    if (parts := Phrase.of(step).divided(*verb_words("with"), last=True)) is None:
        return intent
    state, (done, tool) = turn.state, parts
    if verb_words("own_hands").issuperset(tool.norms):
        return intent_of(done) or intent
    held = naming.resolve(tool.text, naming.items_held(state), typos=False)
    known = {use.on for thing in held for use in state.sheets.item(thing.id).uses}
    meant = [thing for thing in naming.named_in(done.text, naming.fixed_here(state)) if thing.id in known]
    return Intent(Wish.USE, held[0].name, meant[0].name) if len(held) == 1 and meant else intent


async def handle_thing(turn: TurnBuilder, intent: Intent) -> bool:
    """Climb a way; what is pushed may show what it hides or where it leads; of all else nothing comes."""
    state = turn.state
    found = find(turn, intent.what, naming.everything_here(state), typos=intent.wish is not Wish.CLIMB)
    kinds = {thing.kind for thing in found}
    if intent.wish is Wish.CLIMB and (not found or ThingKind.EXIT in kinds):
        return await go(turn, Intent(Wish.GO, intent.what))
    hiding = {feature.id for feature in state.here.features if feature.secret_id} & {thing.id for thing in found}
    if len(found) != 1 or (intent.wish is Wish.PUSH and (hiding or kinds <= {ThingKind.EXIT, ThingKind.ENCOUNTER})):
        return await examine(turn, Intent(Wish.EXAMINE, intent.what))
    return await attempt(turn, intent.typed or turn.line)


async def _use_on(
    turn: TurnBuilder, item: Thing, typed: str, aims: Sequence[Thing] = (), *, is_put: bool = False
) -> bool:
    state = turn.state
    fixed = naming.fixed_here(state)
    items = [*naming.items_held(state), *naming.items_here(state)]
    nearer = [*fixed, *(thing for thing in items if thing.id != item.id)]
    places = [*naming.place_here(state), *naming.exits_here(state)]
    found = [thing for thing in aims if thing in nearer or thing in places]
    found = found or find(turn, typed, nearer, typos=False) or find(turn, typed, places, typos=False)
    found = found or find(turn, typed, [*nearer, *places])
    nothing = named_or_not(turn, "nothing-to-use-on", typed, thing=the(item.name))
    if fixed:
        could = turn.text("could-try", things=listed([descriptions.display(thing) for thing in fixed], "or"))
        nothing += f" {turn.lists(could)}"
    if (target := pick_one(turn, found, nothing)) is None:
        return False
    uses = {use.on for use in state.sheets.item(item.id).uses}
    if target.kind is ThingKind.ENCOUNTER and target.id not in uses:
        return await fight(turn, Intent(Wish.FIGHT, target.name))
    if target.kind is ThingKind.EXIT and target.id not in uses:
        return await examine(turn, Intent(Wish.EXAMINE, target.name))
    if is_put and target.id not in uses:
        return await act(turn, Meant(_PUT, (target,), item, generic_actions()[_PUT]))
    return await turn.do(UseItemCommand(item_id=item.id, target_id=target.id))


def _takeable(turn: TurnBuilder, typed: str, things: Sequence[Thing] = ()) -> Thing | None:
    """What is to be picked up, or a way to be walked; tells the player otherwise."""
    state = turn.state
    lying = naming.items_here(state)
    found = [thing for thing in naming.everything_here(state) if thing in things]
    found = found or find(turn, typed, lying, typos=False)
    found = found or find(turn, typed, naming.everything_here(state), typos=False)
    if not found and descriptions.glimpsed(state, typed):
        found = [Thing(ThingKind.FEATURE, "", plain_name(typed), ())]
    found = found or find(turn, typed, naming.everything_here(state))
    held = [thing for thing in found if thing.id in state.party.items]
    if held and len(held) == len(found):
        turn.remark(turn.text("held-already", thing=the(held[0].name)))
        return held[0]
    names = [the(thing.name) for thing in lying]
    what_lies = turn.lists(turn.text("what-lies", things=listed(names))) if names else turn.text("nothing-lies")
    thing = pick_one(turn, found, named_or_not(turn, "nothing-to-take", typed, lying=what_lies))
    if thing is None or thing.kind in (ThingKind.ITEM, ThingKind.EXIT):
        return thing
    plural = next((feature.plural for feature in state.here.features if feature.id == thing.id), None)
    number = plural_number(thing.name, plural) if thing.kind in (ThingKind.FEATURE, ThingKind.ENCOUNTER) else 1
    slots = {"thing": capital(descriptions.display(thing)), "lying": what_lies}
    turn.refuse(language_of(state.sheet).render("things.not-to-be-carried", number=number, **slots))
    return None


async def _each(turn: TurnBuilder, things: Sequence[Thing], make: type[TakeItemCommand | DropItemCommand]) -> bool:
    """Do a command to each of several things, also after one that is refused."""
    is_done = True
    for thing in things:
        turn.last_thing = thing.id
        is_done &= await turn.do(make(item_id=thing.id))
    return is_done


def _several(turn: TurnBuilder, typed: str, pool: Sequence[Thing]) -> list[str]:
    """``lamp and rope`` as two names, unless it is one."""
    if find(turn, typed, [thing for thing in pool if name_words(typed) in thing.names], typos=False):
        return [typed]
    return parts_of_list(typed)[:_MOST_AT_ONCE] or [typed]


def _not_held(turn: TurnBuilder, typed: str) -> str:
    return named_or_not(turn, "not-held", typed, carried=turn.lists(descriptions.names_of_carried(turn.state)))

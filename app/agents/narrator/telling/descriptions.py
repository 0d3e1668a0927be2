"""What the player sees (places, ways, people, things, obstacles), in the scenario's words, and which actions are
possible."""

from collections.abc import Sequence

from app.agents.narrator.company import addressee, recent_narrations
from app.agents.narrator.telling.variants import MarkedText, aside, authored, join_wordings, listing
from app.agents.narrator.understanding.naming import Thing, ThingKind, choice_names, encounters_here, people_here
from app.language.analysis.names import without_article
from app.language.analysis.terms import analyse, term_set
from app.language.analysis.text import sentences
from app.language.language import cached_by_language, language_of
from app.language.rendering.filling import capital, sentence
from app.language.rendering.phrases import input_line, listed, named_place, plural_number, the, time_text, way_line
from app.language.rendering.refusing import needs_in_story
from app.language.rendering.states import plural_of, shown_states
from app.models.base import fold_text
from app.models.clock import part_of_day
from app.models.sheets.location import ExitSheet
from app.models.sheets.values import OPEN
from app.models.state.conditions import is_open, is_shut, is_usable, open_topics, visible_exits
from app.models.state.game_state import GameState
from app.models.state.texts import description_now
from app.models.state.things import carried as all_carried
from app.models.state.things import container_of, is_open_container, lying_at, within
from app.models.state.values import states_of

_MOST_SUGGESTED = 6


def place_in_full(state: GameState) -> list[MarkedText]:
    """Return the paragraphs of a look around, which is not an event."""
    sheet, place = state.here, state.place(state.here.id)
    about = [
        description_now(state, sheet),
        sheet.atmosphere,
        sheet.time_of_day,
        *(sentence(effect) for effect in place.lasting_changes),
        *states_here(state),
    ]
    return [passage.aside() for passage in (authored(_text(about)), *_rest_of(state))]


def arrival(state: GameState, *, first_visit: bool) -> list[MarkedText]:
    """Return the paragraphs of an arrival: what is seen for the first time belongs to the story, listings do not."""
    sheet, place = state.here, state.place(state.here.id)
    effects = [*(sentence(effect) for effect in place.lasting_changes), *states_here(state)]
    description = description_now(state, sheet)
    if first_visit:
        about = join_wordings([authored(_text([description, sheet.atmosphere])), aside(_text(effects))], " ")
    else:
        is_varied = description != sheet.description
        briefly = description if is_varied else sheet.revisit or "".join(sentences(description)[:1])
        again = _text([briefly, *effects])
        about = authored(again).aside()
    return [about, *_rest_of(state, briefly=not first_visit)]


def _rest_of(state: GameState, *, briefly: bool = False) -> list[MarkedText]:
    standing, danger = threats(state)
    threat = join_wordings([standing.aside() if briefly else standing, danger], " ")
    company = listing(_text([people(state, briefly=briefly), things(state)]))
    return [passage for passage in (threat, company, listing(ways(state, briefly=briefly))) if passage]


def threats(state: GameState) -> tuple[MarkedText, MarkedText]:
    """Return the obstacle of the place, and its danger."""
    place = state.place(state.here.id)
    encounters = [each.description for each in state.here.encounters if each.id not in place.completed_encounters]
    return authored(_text(encounters)), aside(telling_text(state, "threat", level=place.danger_level.value))


def _text(parts: list[str]) -> str:
    return " ".join(part.strip() for part in parts if part.strip())


def people(state: GameState, *, briefly: bool = False) -> str:
    """Return ``Mara Ironhand, the innkeeper, is here.``; empty if no person is here. ``briefly``: names only."""
    if not (here := people_here(state)):
        return ""
    names = choice_names(here)
    if not briefly:
        names = [f"{name}{_occupied(state, thing.id)}" for name, thing in zip(names, here, strict=True)]
    apart = any("," in name for name in names)
    together = listed([f"{name}," for name in names]).replace(",,", ",") if apart else listed(names)
    return sentence(telling_text(state, "people-here", people=together, number=len(names)))


def _occupied(state: GameState, npc_id: str) -> str:
    """Return ``, the innkeeper``; empty where the name contains it."""
    sheet = state.sheets.npc(npc_id)
    words = sheet.occupation.strip()
    return "" if not words or fold_text(words) in fold_text(sheet.name) else f", {the(words)}"


def things(state: GameState) -> str:
    """Return what lies here, and what is seen in open containers here; "" for nothing."""
    lying = state.place(state.here.id).items
    names = [the(state.name(item)) for item in lying]
    seen = telling_text(state, "things-here", things=listed(names)) if names else ""
    holders = (*(feature.id for feature in state.here.features), *within_all(state, lying))
    return _text([seen, *(contents(state, holder) for holder in holders if state.contents.get(holder))])


def within_all(state: GameState, ids: Sequence[str]) -> list[str]:
    """Return things with those that are seen in them, and in those."""
    return [*ids, *within(state, ids)]


def contents(state: GameState, any_id: str, *, closely: bool = False) -> str:
    """Return what is seen in or on a container: ``In the chest: the coin.``

    Args:
        state: The game.
        any_id: A thing or detail; "" is returned for one that is no container.
        closely: Whether it is also said that it is empty, or closed.
    """
    if (sheet := container_of(state, any_id)) is None:
        return ""
    name = state.name(any_id)
    holder, number = capital(the(name)), plural_number(name, plural_of(state, any_id))
    held = state.contents.get(any_id, [])
    if is_open_container(state, any_id) and held:
        things_there = listed(the(state.name(item)) for item in held)
        where = "on-container" if sheet.on else "in-container"
        return telling_text(state, where, holder=the(name), things=things_there)
    if not closely or sheet.on:
        return ""
    is_told = any(each.name == OPEN and each.shown for each, _ in states_of(state, any_id))
    if is_open_container(state, any_id):
        return telling_text(state, "container-empty", holder=holder, number=number)
    return "" if is_told else telling_text(state, "container-closed", holder=holder, number=number)


def states_here(state: GameState) -> list[str]:
    """Return the visible states of the place, and of its details, things and people."""
    lying = lying_at(state, state.here.id)
    details = [feature.id for feature in state.here.features]
    present = [npc.instance_id for npc in state.present()]
    owners = (state.here.id, *details, *lying, *present)
    return [words for any_id in owners for words in shown_states(state, any_id, is_named=any_id != state.here.id)]


def ways(state: GameState, *, briefly: bool = False) -> str:
    """Return ``Ways from here: the inn door (east, to the Inn), …``; ``briefly``: without the destinations."""
    described = [way_name(state, way, briefly=briefly) for way in visible_exits(state)]
    return telling_text(state, "ways", ways=", ".join(described)) if described else telling_text(state, "no-way")


def way_name(state: GameState, way: ExitSheet, *, briefly: bool = False) -> str:
    """Return the name of a way with its direction, destination and lock in brackets."""
    notes = [telling_text(state, "direction", direction=way.direction.value)] if way.direction else []
    if not briefly:
        notes.append(telling_text(state, "to-place", place=named_place(state.name(way.to))))
    if not is_open(way, state):
        notes.append(telling_text(state, "shut" if is_shut(way, state) else "locked"))
    return f"{way.name} ({', '.join(notes)})" if notes else way.name


def way_closely(state: GameState, way: ExitSheet) -> str:
    """Return a way in full: its description, its destination, and the author's words on its lock."""
    direction = telling_text(state, "direction", direction=way.direction.value) if way.direction else "none"
    name, place = sentence(the(way.name)).rstrip("."), named_place(state.name(way.to))
    leads = telling_text(
        state, "way-closely", way=name, direction=direction, place=place, number=plural_number(way.name)
    )
    described = [way.description, leads]
    if is_shut(way, state):
        described.append(telling_text(state, "way-shut"))
    elif not is_open(way, state):
        locked = way.locked_text or telling_text(state, "way-locked", needs=needs_in_story(way.locked_until, state))
        described.append(locked)
    elif way.locked_until is not None:
        described.append(telling_text(state, "way-open"))
    return _text(described)


def glimpsed(state: GameState, typed: str) -> str:
    """Return the sentences about something only mentioned, such as ``the tall pines``: those with all its words, else
    one."""
    last_word = " ".join(typed.split()[-1:])
    return described_with(state, analyse(typed).terms) or described_with(state, analyse(last_word).terms)


def described_with(state: GameState, terms: Sequence[str]) -> str:
    """Return the sentences that contain all of these terms, from the description of the place, else from recent
    narration about things here; "" if there are none."""
    sheet, place = state.here, state.place(state.here.id)
    closely = [sheet.revisit, *(description_now(state, feature) for feature in sheet.features)]
    closely += [
        description_now(state, state.sheets.item(item)) for item in (*lying_at(state, sheet.id), *all_carried(state))
    ]
    closely += [each.text for each in sheet.secrets if each.id in place.discovered_secrets]
    around = [
        description_now(state, sheet),
        sheet.atmosphere,
        sheet.time_of_day,
        *place.lasting_changes,
        threats(state)[0].text,
    ]
    for texts in (around, [way.description for way in visible_exits(state)], closely):
        told = (line for text in texts for line in _sentences_with_terms(text))
        lines = [line for line, own in told if terms and own.issuperset(terms)]
        if texts is closely:
            lines = [line for line in lines if any(line in told for told in recent_narrations(state))]
        if lines:
            return " ".join(lines)
    return ""


def sentences_with(texts: Sequence[str], terms: Sequence[str]) -> list[str]:
    """Return the sentences of these texts that contain all of these terms."""
    return [line for text in texts for line, own in _sentences_with_terms(text) if terms and own.issuperset(terms)]


@cached_by_language(1024)
def _sentences_with_terms(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return an author's sentences, each with its terms."""
    return tuple((line, term_set(line)) for line in sentences(text))


def hour(state: GameState) -> str:
    part = telling_text(state, "part-of-day", part=part_of_day(state.clock.minutes))
    return telling_text(state, "hour", part=part, clock=time_text(state.clock.minutes))


def names_of_carried(state: GameState) -> str:
    names = [the(state.name(item)) for item in state.party.items]
    held = [contents(state, item) for item in all_carried(state) if state.contents.get(item)]
    told = telling_text(state, "carried", things=listed(names)) if names else telling_text(state, "carried-nothing")
    return _text([told, *held, *(sentence(words) for words in shown_states(state, "party"))])


def display(thing: Thing) -> str:
    """Return a thing's name for use within a sentence; people have no article."""
    return thing.name if thing.kind.value in ("person", "topic") else the(thing.name)


def suggestions(state: GameState) -> list[str]:
    """Return up to six lines that are possible here and now, one of each kind before a second of any."""
    here, asked = choice_names(people_here(state)), addressee(state)
    matters = [(state.name(asked), topic.name) for topic in open_topics(state, asked)] if asked else []
    items = [item for item in lying_at(state, state.here.id) if state.sheets.item(item).portable]
    usable = [item for item in all_carried(state) if is_usable(state, item)]
    exits = sorted(visible_exits(state), key=lambda way: not is_open(way, state))
    sorts = [
        [_try(state, "talk", name=name) for name in here],
        [_try(state, "ask", name=name, topic=topic) for name, topic in matters],
        [_try(state, "take", name=without_article(state.name(item))) for item in items],
        [_try(state, "fight", name=without_article(thing.name)) for thing in encounters_here(state)],
        [way_line(language_of(state.sheet), way) for way in exits],
        [_try(state, "examine", name=without_article(feature.name)) for feature in state.here.features],
        [_try(state, "use", name=without_article(state.name(item))) for item in usable],
        [_try(state, "look")],
    ]
    return [sort[row] for row in range(max(map(len, sorts))) for sort in sorts if row < len(sort)][:_MOST_SUGGESTED]


def suggestion_line(state: GameState) -> str:
    """Return ``You could: talk to Mara, take the lantern or look.``"""
    return language_of(state.sheet).render("narrator.could", things=listed(suggestions(state), "or"))


def dealing_with(state: GameState, thing: Thing) -> str:
    """Return ``You could face it: fight great owl.``"""
    deed = "fight" if thing.kind is ThingKind.ENCOUNTER else "examine"
    tried = _try(state, deed, name=without_article(thing.name))
    return language_of(state.sheet).render(f"narrator.could-{deed}", deed=tried)


def _try(state: GameState, deed: str, **slots: str) -> str:
    return input_line(language_of(state.sheet), deed, **slots)


def telling_text(state: GameState, name: str, /, **slots: str | int) -> str:
    """Return a template of the section ``telling`` in the language of the story."""
    return language_of(state.sheet).render(f"telling.{name}", **slots)

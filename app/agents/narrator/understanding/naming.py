"""What a typed name means here: exactly, by alias, by some of its words, in the other number, or with a typo."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import takewhile
from math import inf

from rapidfuzz.distance import OSA

from app.agents.narrator.understanding.typed_words import Phrase, name_words, word_set
from app.language.analysis.names import parts_of_list
from app.language.language import cached_by_language, current_language
from app.language.rendering.phrases import listed, with_ordinals
from app.models.sheets.item import ItemSheet
from app.models.sheets.location import EncounterSheet, ExitSheet, FeatureSheet, LocationSheet
from app.models.sheets.person import NPCSheet, Pronouns, TopicSheet
from app.models.state.conditions import visible_exits
from app.models.state.game_state import GameState
from app.models.state.things import carried, lying_at

LONGEST_NAME = 200
"""Characters of typed text that are looked at as a name: a longer one is none."""
_THINGS_KEPT = 10_000
"""Names never change within a scenario, and every turn looks up those of all that is at hand."""
_BEGINNING, _SLIPS_OF_A_BEGINNING = 4, 3
"""Letters by which a word is known beside another that is exact, and what they count for."""


class ThingKind(StrEnum):
    """The sort of thing that a name means."""

    PERSON = "person"
    ITEM = "item"
    FEATURE = "feature"
    ENCOUNTER = "encounter"
    EXIT = "exit"
    PLACE = "place"
    TOPIC = "topic"


@dataclass(frozen=True)
class Thing:
    """Something that can be named; ``names`` are its names' words, folded. An exit's id is the place it leads to. Of a
    person without ``pronouns`` any pronoun may speak."""

    kind: ThingKind
    id: str
    name: str
    names: tuple[tuple[str, ...], ...]
    pronouns: Pronouns | None = None

    @cached_property
    def _hash(self) -> int:
        return hash((self.kind, self.id, self.name, self.names, self.pronouns))

    def __hash__(self) -> int:
        """Return the hash of its fields, computed once: names of a scene are looked up by the things that are in it."""
        return self._hash

    @cached_property
    def word_sets(self) -> tuple[frozenset[str], ...]:
        """The words of each of its names."""
        return tuple(map(frozenset, self.names))

    @cached_property
    def singulars(self) -> tuple[frozenset[str], ...]:
        """The same, each word without the ending of a plural."""
        return tuple(frozenset(map(singular, name)) for name in self.names)


_Sheet = ItemSheet | FeatureSheet | EncounterSheet | TopicSheet | LocationSheet | NPCSheet


def pronouns_in(words: Iterable[str]) -> frozenset[Pronouns]:
    """Return the pronouns among folded words, or what says as much ("the woman")."""
    typed = frozenset(words)
    return frozenset(each for each in Pronouns if not word_set(f"pronouns_{each}").isdisjoint(typed))


@cached_by_language(_THINGS_KEPT)
def _thing(kind: ThingKind, any_id: str, names: tuple[str, ...], pronouns: Pronouns | None = None) -> Thing:
    return Thing(kind, any_id, names[0], tuple(dict.fromkeys(filter(None, map(name_words, names)))), pronouns)


class _NamedThings:
    """The things of a scenario that have names, each made once, in one language."""

    def __init__(self) -> None:
        self._made: dict[tuple[ThingKind, str], tuple[_Sheet, Thing]] = {}

    def of(self, kind: ThingKind, sheet: _Sheet) -> Thing:
        known = self._made.get((kind, sheet.id))
        if known is None or known[0] is not sheet:
            names, pronouns = (sheet.name, *sheet.aliases), None
            if isinstance(sheet, NPCSheet):
                names, pronouns = (*names, *parts_of_list(sheet.occupation)), sheet.pronouns
            known = self._made[kind, sheet.id] = (sheet, _thing(kind, sheet.id, names, pronouns))
        return known[1]


class _NameWords:
    """The words of the names of everything in a scenario, in one language."""

    def __init__(self) -> None:
        self._by_beginning: dict[str, set[str]] | None = None
        """By first letter; a slip has that letter first or, swapped with the next one, second."""

    def fit(self, state: GameState, words: Sequence[str]) -> bool:
        """Return whether each of some words is one of a name in the scenario, or a slip of one."""
        if self._by_beginning is None:
            known: dict[str, set[str]] = {}
            for part in {part for thing in _everything_named(state) for name in thing.names for part in name}:
                known.setdefault(part[:1], set()).add(part)
            self._by_beginning = known
        return all(self._fits(self._by_beginning, word) for word in words)

    @staticmethod
    def _fits(known: dict[str, set[str]], word: str) -> bool:
        near = (part for letter in {*word[:2]} for part in known.get(letter, ()))
        return word in known.get(word[:1], ()) or any(word_slips(word, part) < inf for part in near)


def may_be_name(state: GameState, typed: str) -> bool:
    """Return whether each word is one of a name in the scenario, or a slip of one; else nothing is called so."""
    return state.sheet.derived.of(_NameWords, current_language()).fit(state, name_words(typed))


def _everything_named(state: GameState) -> Iterator[Thing]:
    sheet = state.sheet
    yield from everybody(state)
    yield from _things(state, ThingKind.ITEM, sheet.items)
    yield from _things(state, ThingKind.TOPIC, (topic for npc in sheet.npcs for topic in npc.topics))
    for place in sheet.locations:
        yield _place(place)
        yield from _things(state, ThingKind.FEATURE, place.features)
        yield from _things(state, ThingKind.ENCOUNTER, place.encounters)
        yield from (_way(state, way) for way in place.exits)


def _things(state: GameState, kind: ThingKind, sheets: Iterable[_Sheet]) -> list[Thing]:
    made = state.sheet.derived.of(_NamedThings, current_language())
    return [made.of(kind, sheet) for sheet in sheets]


def people_here(state: GameState) -> list[Thing]:
    return _things(state, ThingKind.PERSON, (state.sheets.npc(npc.instance_id) for npc in state.present()))


def everybody(state: GameState) -> list[Thing]:
    return _things(state, ThingKind.PERSON, state.sheet.npcs)


def spoken_of(state: GameState) -> list[Thing]:
    """People who are not here, and topics that are called like one: by a name of their own, without an article."""
    everyone = everybody(state)
    people = {name for person in everyone for name in person.names}
    here = {person.names[0] for person in people_here(state)}
    topics = [topic for _, topic in state.sheets.topics.values() if topic.name[:1].isupper()]
    figures = {
        name_words(each): figure.pronouns for figure in state.sheet.figures for each in (figure.name, *figure.aliases)
    }
    named = [
        _thing(ThingKind.PERSON, each.id, (each.name, *each.aliases), figures.get(name_words(each.name)))
        for each in topics
    ]
    away = [person for person in everyone if person.names[0] not in here]
    return [*away, *(topic for topic in named if people.isdisjoint(topic.names))]


def items(state: GameState, item_ids: Iterable[str]) -> list[Thing]:
    return _things(state, ThingKind.ITEM, map(state.sheets.item, item_ids))


def items_here(state: GameState) -> list[Thing]:
    return items(state, lying_at(state, state.here.id))


def items_held(state: GameState) -> list[Thing]:
    return items(state, carried(state))


def features_here(state: GameState) -> list[Thing]:
    return _things(state, ThingKind.FEATURE, state.here.features)


def feature_thing(feature: FeatureSheet) -> Thing:
    """Return a detail of a place as something that can be named."""
    return _thing(ThingKind.FEATURE, feature.id, (feature.name, *feature.aliases))


def encounters_here(state: GameState, *, over: bool = False) -> list[Thing]:
    """Return the encounters of the place that are not over, or those that are ``over``."""
    done = state.place(state.here.id).completed_encounters
    found = [sheet for sheet in state.here.encounters if (sheet.id in done) is over]
    return _things(state, ThingKind.ENCOUNTER, found)


def exits_here(state: GameState) -> list[Thing]:
    """The visible ways, also by their direction and by the place they lead to."""
    return [_way(state, way) for way in visible_exits(state)]


def _way(state: GameState, way: ExitSheet) -> Thing:
    place, names = state.sheets.location(way.to), [way.name, *way.aliases]
    if way.direction is not None:  # its value stands for each way of typing it
        word = way.direction.value
        names += [word, current_language().render("telling.direction", direction=word)]
    return _thing(ThingKind.EXIT, way.to, (*names, place.name, *place.aliases))


def place_here(state: GameState) -> list[Thing]:
    return [_place(state.here)]


def _place(sheet: LocationSheet) -> Thing:
    return _thing(ThingKind.PLACE, sheet.id, (sheet.name, *sheet.aliases, *sorted(word_set("this_place"))))


def places(state: GameState, location_ids: Iterable[str]) -> list[Thing]:
    return _things(state, ThingKind.PLACE, map(state.sheets.location, location_ids))


def topics_of(state: GameState, npc_id: str) -> list[Thing]:
    """Everything the person could tell about, whether it would now or not."""
    return _things(state, ThingKind.TOPIC, state.sheets.npc(npc_id).topics)


def everything_here(state: GameState) -> list[Thing]:
    """All that can be seen, held or spoken to now."""
    things = [*people_here(state), *items_here(state), *items_held(state), *features_here(state)]
    return [*things, *encounters_here(state), *exits_here(state)]


def fixed_here(state: GameState) -> list[Thing]:
    """People, details and encounters: what is here and cannot be carried."""
    return [*people_here(state), *features_here(state), *encounters_here(state)]


def ends_as_name(words: Sequence[str], things: Iterable[Thing]) -> bool:
    """Return whether words end as a name of these things does: a bucket may be the herring bucket, a herring is not.

    Args:
        words: Folded words, at least one.
        things: The things.
    """
    return any(singular(words[-1]) == singular(name[-1]) for thing in things for name in thing.names)


def resolve(typed: str, things: Iterable[Thing], *, typos: bool = True) -> list[Thing]:
    """The things a typed name can mean: none, the one, or several that it fits equally well."""
    words = name_words(typed) if len(typed) <= LONGEST_NAME else ()
    if not words:
        return []
    things = _distinct(things)
    found = _by_tiers(words, things, typos=typos)
    if len(found) == 1 or len(words) == 1:
        return found
    for number, rest in ((words[0], words[1:]), (words[-1], words[:-1])):
        if place := current_language().numbers("narrator.ordinals").get(number):
            return _by_tiers(rest, things, typos=typos)[place - 1 :][:1]
    return found


def _distinct(things: Iterable[Thing]) -> list[Thing]:
    return list({(thing.kind, thing.id, thing.name): thing for thing in things}.values())


def _by_tiers(words: tuple[str, ...], things: Sequence[Thing], *, typos: bool) -> list[Thing]:
    given, alike = set(words), {singular(word) for word in words}
    tests: tuple[Callable[[Thing], bool], ...] = (
        lambda thing: words in thing.names,
        lambda thing: any(given <= name for name in thing.word_sets),
        lambda thing: any(name <= given for name in thing.word_sets),
        lambda thing: any(alike <= name for name in thing.singulars),
        lambda thing: any(name <= alike for name in thing.singulars),
    )
    for test in tests:
        if found := [thing for thing in things if test(thing)]:
            return _closest(words, found) if len(found) > 1 else found
    return _by_typos(words, things) if typos else []


def _closest(words: Sequence[str], found: Sequence[Thing]) -> list[Thing]:
    """Return those whose names hold all that another's hold of the words, and more; of these the ones named before
    ``under``."""
    links, given = word_set("put_on"), set(words)
    covered = {each: {part for name in each.names if given.issuperset(name) for part in name} - links for each in found}
    best = [each for each in found if not any(covered[each] < covered[other] for other in found)]
    head = set(takewhile(lambda word: word not in links, words))
    return [each for each in best if covered[each] & head] or best


def _by_typos(words: tuple[str, ...], things: Sequence[Thing]) -> list[Thing]:
    slips = {thing: min((_slips(words, name) for name in thing.names), default=inf) for thing in things}
    least = min(slips.values(), default=inf)
    return [thing for thing, count in slips.items() if count == least < inf]


def nearest_name(typed: str, thing: Thing) -> str:
    """The name of a thing that a mistyped one was taken for."""
    words = name_words(typed)
    nearest = min(thing.names, key=lambda name: _slips(words, name))
    return " ".join(nearest)


def _slips(words: tuple[str, ...], name: tuple[str, ...]) -> float:
    """How many letters are wrong if the words mean this name; endless if they are too far from it."""
    total = 0.0
    for word in words:
        least = min((word_slips(word, part) for part in name), default=inf)
        if least == inf and any(part in words and _begin_alike(word, other) for part in name for other in name):
            least = _SLIPS_OF_A_BEGINNING
        if least == inf:
            return inf
        total += least
    return total


def _begin_alike(word: str, meant: str) -> bool:
    """Whether a word that is none of its own begins as another one, or with a slip: ``bolier`` and ``boiling``."""
    is_long = min(len(word), len(meant)) > _BEGINNING and word not in word_set("common")
    return is_long and word_slips(word[:_BEGINNING], meant[:_BEGINNING]) < inf


def word_slips(word: str, meant: str) -> float:
    """Letters left out, added, exchanged or swapped (optimal string alignment), endless for more than a typo's worth. A
    frequent word is never a slip, and the first letter is hardly ever wrong, unless it is swapped."""
    if word == meant:
        return 0
    longer = max(len(word), len(meant))
    begins_alike = word[:1] == meant[:1] or word[:2] == meant[1::-1]
    if word in word_set("common") or min(len(word), len(meant)) < 3 or not begins_alike:
        return inf
    allowed = 1 if longer < 8 else 2
    slips = OSA.distance(word, meant, score_cutoff=allowed)
    return slips if slips <= allowed else inf


def singular(word: str) -> str:
    """Without the ending of a plural, roughly: good enough to hold a word against itself."""
    return current_language().pattern("narrator.plural_ending").sub("", word, count=1)


def is_of_place(state: GameState, typed: str) -> bool:
    """Return whether words are a whole name of the place where the party is, and not of anything that is there."""
    return is_name(typed, place_here(state)) and not is_name(typed, everything_here(state))


def is_name(typed: str, things: Iterable[Thing]) -> bool:
    """Whether it is the whole name, or an alias, of any of the things."""
    words = name_words(typed) if len(typed) <= LONGEST_NAME else ()
    return any(words in thing.names for thing in things)


def split_name(typed: str, things: Sequence[Thing], *, typos: bool = True) -> tuple[list[Thing], str]:
    """A name at the beginning of a text, and the rest: ``mara the lantern``. Longer names are tried first; an article
    behind a name belongs to the rest."""
    pieces = typed.split(" ")
    for count in range(min(len(pieces), 6), 0, -1):
        if count > 1 and not word_set("name_articles").isdisjoint(Phrase.of(pieces[count - 1]).norms):
            continue
        head = " ".join(pieces[:count])
        found = resolve(head, things, typos=typos)
        exact = [thing for thing in found if name_words(head) in thing.names]
        if exact or (found and count <= 2 and not holds_more(head, found)):
            return exact or found, " ".join(pieces[count:])
    return [], typed


def holds_more(head: str, found: Sequence[Thing]) -> bool:
    """Whether some word of the head is no part of any of the names found."""
    known = {part for thing in found for name in thing.names for part in name}
    return any(all(word_slips(word, part) == inf for part in known) for word in name_words(head))


def named_in(text: str, things: Iterable[Thing]) -> list[Thing]:
    """Return the things whose whole name, or an alias, occurs in a text; longer names first."""
    longest: dict[Thing, int] = {}
    for thing, _, words in mentions(text, things):
        longest[thing] = max(words, longest.get(thing, 0))
    return sorted(longest, key=lambda each: -longest[each])


def mentions(text: str, things: Iterable[Thing]) -> Iterator[tuple[Thing, str, int]]:
    """Yield each occurrence of the whole name of a thing, or an alias, in a text, its last word perhaps in the plural:
    the text with ``_`` in its place, folded and without articles, and the number of its words."""
    plural, words = current_language().pattern("narrator.plural_name"), name_words(text[:2000])
    bare = tuple(plural.sub("", word) for word in words)
    ends = {*words, *bare}
    for thing in _distinct(things):
        for name in (name for name in thing.names if name[-1] in ends):
            last, before = len(name) - 1, name[:-1]
            for at in range(last, len(words)):
                if name[-1] in (words[at], bare[at]) and words[at - last : at] == before:
                    yield thing, " ".join((*words[: at - last], "_", *words[at + 1 :])), len(name)


def in_doubt(text: str, things: Iterable[Thing]) -> list[Thing]:
    """Return the things that one name in a text may mean, where no other name there tells them apart; [] if each means
    one."""
    found: dict[str, list[Thing]] = {}
    for thing, around, _ in mentions(text, things):
        found.setdefault(around, []).append(thing)
    sure = {each[0] for each in found.values() if len(each) == 1}
    return next((each for each in found.values() if len(each) > 1 and sure.isdisjoint(each)), [])


def choice_names(things: Sequence[Thing]) -> list[str]:
    return with_ordinals([thing.name for thing in things])


def which_is_meant(things: Sequence[Thing]) -> str:
    """``Which do you mean: the left grating or the right grating?``"""
    return current_language().render("narrator.which", things=listed(choice_names(things[:6]), "or"))

"""The one place where names in text become ids."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache

from app.language.analysis.address import Addressing
from app.language.analysis.lexicon import lexicon_of
from app.language.analysis.names import Folded, Found, NameTable, ids_by_name, name_words, without_article
from app.language.analysis.text import replace_spans
from app.language.language import language_of
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import PlayerCharacter

Authored = dict[str, tuple[str, ...]]  # the names of things by id, the display name first

_SENTENCE_START = re.compile(r"(?:^|[\n.!?…:\"“”«»])\s*$")
_WORD_BEFORE = re.compile(r"(?<!\w)([^\W\d_][\w'-]*) $")
_LONGEST_NAME_WORD = 40
_KEPT_SERVICES = 8
_services: list[tuple[ScenarioSheet, "MentionService"]] = []


class MentionService:
    """Who and what a text names, as ids of one scenario: whole words in any script and case, typographic apostrophes as
    plain ones; at one place the longest name wins. Every call takes time linear in the length of the text."""

    def __init__(self, sheet: ScenarioSheet) -> None:
        index = sheet.index
        things: dict[str, Authored] = {
            "place": {place.id: (place.name, *place.aliases) for place in sheet.locations},
            "item": {item.id: (item.name, *item.aliases) for item in sheet.items},
            "quest": {quest.id: (quest.name,) for quest in sheet.quests},
            "act": {act.id: (act.name,) for act in sheet.acts},
            "figure": {figure.id: (figure.name, *figure.aliases) for figure in sheet.figures},
            "encounter": {key: (found.name, *found.aliases) for key, (_, found) in index.encounters.items()},
        }
        self._things = {kind: NameTable(_names_of(named)) for kind, named in things.items()}
        people: Authored = {npc.id: (npc.name, *npc.aliases) for npc in sheet.npcs}
        taken = {Folded.of(name).folded for named in things.values() for name in _names_of(named)}
        self._people = NameTable(_people_names(people, taken))
        self._family_names = {Folded.of(word).folded for npc in sheet.npcs for word in name_words(npc.name)[1:]}
        self._lexicon = lexicon_of(language_of(sheet))
        self._addressing = Addressing(language_of(sheet))
        self._all = lru_cache(maxsize=64)(self._find_all)
        self._authored = {key: names for named in (people, *things.values()) for key, names in named.items()}

    def people(self, text: str, present: Collection[str] = ()) -> tuple[str, ...]:
        """Ids of the people named in the text, in order; of several of one name those ``present``, else all of them."""
        found = self._people_in(Folded.of(text))
        return tuple(dict.fromkeys(npc_id for name in found for npc_id in _meant(name, present)))

    def addressed(self, text: str, present: Collection[str], current: Sequence[str] = ()) -> tuple[str, ...]:
        """Ids of the people ``present`` whom the player's words are for: those named as spoken to ("ask X …", "X, …",
        "Hello X"), otherwise those of ``current``. A mere mention addresses no one."""
        folded = Folded.of(text)
        here = [name for name in self._people_in(folded) if any(key in present for key in name.ids)]
        spoken_to = self._addressing.of(folded.tidy, here)
        ids = dict.fromkeys(npc_id for name in spoken_to for npc_id in _meant(name, present) if npc_id in present)
        return tuple(ids) or tuple(npc_id for npc_id in current if npc_id in present)

    def after_name(self, text: str) -> str | None:
        """What follows a person's name at the very beginning of the text (tidied), or None if none stands there."""
        folded = Folded.of(text)
        first = next(self._people_in(folded), None)
        if first is None or folded.tidy[: first.start].strip().casefold() not in ("", *self._lexicon.articles):
            return None
        return folded.tidy[first.end :]

    def names(self, text: str) -> tuple[Found, ...]:
        """Every name of the scenario in the text, with the ids it may mean and how it is written there."""
        return self._all(text)

    def known_names(self, text: str) -> frozenset[str]:
        """Ids of everything of the scenario named in the text: people, places, items, quests, acts, encounters."""
        return frozenset(key for found in self._all(text) for key in found.ids)

    def claims(self, text: str) -> tuple[Found, ...]:
        """The names a text uses *as names*, in order. Stricter than `known_names`: a name authored with a capital
        counts only if written with one ("an inn" is not the Inn), and a single capitalised word that names no person
        not at the start of a sentence ("Night fell" is not the act called Night)."""
        folded = Folded.of(text)
        claimed = [found for found in self._people_in(folded) if self._is_written_as_name(found)]
        for table in self._things.values():
            claimed += [
                found
                for found in table.find(folded)
                if self._is_written_as_name(found) and not _may_be_any_word(folded.tidy, found)
            ]
        return tuple(sorted(claimed, key=lambda found: (found.start, -found.end)))

    def _people_in(self, text: Folded) -> Iterator[Found]:
        """The people a text names. A family name after a first name that none of them has names nobody."""
        return (found for found in self._people.find(text) if not self._is_of_a_stranger(text.tidy, found))

    def without_strangers(self, text: str) -> str:
        """The tidy text without the family names that stand after a first name of nobody: "who is Ivo?"."""
        folded = Folded.of(text)
        found = (name for name in self._people.find(folded) if self._is_of_a_stranger(folded.tidy, name))
        return replace_spans(folded.tidy, [(name.start, name.end, "") for name in found])

    def _is_of_a_stranger(self, text: str, found: Found) -> bool:
        if found.name not in self._family_names:
            return False
        before = _WORD_BEFORE.search(text, max(0, found.start - _LONGEST_NAME_WORD), found.start)
        if before is None or not before[1][0].isupper() or before[1].casefold() in self._lexicon.before_names:
            return False
        named = {word for key in found.ids for name in self._authored[key] for word in Folded.of(name).folded.split()}
        return before[1].casefold() not in named

    def names_one_of(self, ids: Iterable[str], text: str) -> bool:
        """Whether any name of any of these things stands in the text, be it inside a longer name."""
        forms = {form: ("any",) for key in ids for name in self._authored.get(key, ()) for form in _forms(name)}
        return next(NameTable(forms).find(Folded.of(text)), None) is not None

    def masked(self, text: str, others: NameTable, *, numbered: bool = False) -> str:
        """The tidy text with every name, of the scenario or of ``others``, replaced by the word Name, so that it can be
        judged by its form; ``numbered``: Name0, Name1 …, the same number for the same name."""
        folded = Folded.of(text)
        found = [*others.find(folded), *self._all(text)]
        order: dict[str, int] = {}
        changes, position = [], 0
        for name in sorted(found, key=lambda name: (name.start, -name.end)):
            if name.start >= position:
                number = str(order.setdefault(name.name, len(order))) if numbered else ""
                changes.append((name.start, name.end, "Name" + number))
                position = name.end
        return replace_spans(folded.tidy, changes)

    def _find_all(self, text: str) -> tuple[Found, ...]:
        folded = Folded.of(text)
        return (*self._people_in(folded), *(found for table in self._things.values() for found in table.find(folded)))

    def _is_written_as_name(self, found: Found) -> bool:
        authored_lower = any(
            Folded.of(name).tidy.islower()
            for key in found.ids
            for name in self._authored[key]
            if Folded.of(without_article(name)).folded == without_article(found.name)
        )
        return authored_lower or found.written != found.written.lower() or found.written == found.written.upper()


def mentions_for(sheet: ScenarioSheet) -> MentionService:
    """The service of a sheet; the same one for the same sheet object while it is among the last few used."""
    for position, (known, service) in enumerate(_services):
        if known is sheet:
            _services.insert(0, _services.pop(position))
            return service
    _services.insert(0, (sheet, MentionService(sheet)))
    del _services[_KEPT_SERVICES:]
    return _services[0][1]


def _meant(found: Found, present: Collection[str]) -> tuple[str, ...]:
    return tuple(npc_id for npc_id in found.ids if npc_id in present) or found.ids


def _may_be_any_word(text: str, found: Found) -> bool:
    is_one = " " not in found.name and found.written[:1].isupper()
    return is_one and _SENTENCE_START.search(text, max(0, found.start - 4), found.start) is not None


def player_names(players: Iterable[PlayerCharacter]) -> NameTable:
    """Players by their names and the words of their names."""
    pairs = ((name, player.id) for player in players for name in (player.name, *name_words(player.name)))
    return NameTable(ids_by_name(pairs))


def _forms(name: str) -> tuple[str, ...]:
    """A name as authored, and without its article."""
    return tuple(dict.fromkeys((name, without_article(name))))


def _names_of(named: Authored) -> dict[str, list[str]]:
    return ids_by_name((form, key) for key, names in named.items() for name in names for form in _forms(name))


def _people_names(people: Authored, taken: Collection[str]) -> dict[str, list[str]]:
    """Authored names, and the single words of display names that mean one person and no thing."""
    names = _names_of(people)
    owners: dict[str, set[str]] = {}
    for name, ids in names.items():
        owners.setdefault(Folded.of(name).folded, set()).update(ids)
    derived = [(npc_id, Folded.of(word).folded) for npc_id, named in people.items() for word in name_words(named[0])]
    for npc_id, word in derived:
        owners.setdefault(word, set()).add(npc_id)
    for npc_id, word in sorted(set(derived)):
        if owners[word] == {npc_id} and word not in taken:
            names.setdefault(word, []).append(npc_id)
    return names

"""Resolution of names in a text to ids of a scenario."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import chain, pairwise

from app.language.analysis.address import addressed_names
from app.language.analysis.lexicon import lexicon_of, may_be_mistyped, one_slip_away
from app.language.analysis.names import (
    Folded,
    NameMatch,
    NameTable,
    ids_by_name,
    parts_of_list,
    short_forms,
    without_article,
)
from app.language.analysis.text import NO_BREAK, replace_spans
from app.language.language import find_language, language_of
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import PlayerCharacter
from app.scheduling import Slices

Authored = dict[str, tuple[str, ...]]  # the names of things by id, the display name first

_SENTENCE_START = re.compile(r"(?:^|[\n.!?…:\"“”«»])\s*$")
_WORD_BEFORE = re.compile(r"(?<!\w)([^\W\d_][\w'-]*) $")
_WORD_AFTER = re.compile(r" ([^\W\d_][\w-]*)")
_WORD = re.compile(r"(?<!\\)[^\W\d_]+")
_LONGEST_NAME_WORD = 40


class MentionService:
    """People, places and things named in a text, as ids of one scenario.

    Names match as whole words in any script and case, with typographic apostrophes as plain ones; the longest name at a
    position wins. Every method takes time linear in the length of the text.
    """

    def __init__(self, sheet: ScenarioSheet) -> None:
        self._sheet, index, language = sheet, sheet.index, language_of(sheet)
        things: dict[str, Authored] = {
            "place": {place.id: (place.name, *place.aliases) for place in sheet.locations},
            "item": {item.id: (item.name, *item.aliases) for item in sheet.items},
            "quest": {quest.id: (quest.name,) for quest in sheet.quests},
            "act": {act.id: (act.name,) for act in sheet.acts},
            "encounter": {key: (found.name, *found.aliases) for key, (_, found) in index.encounters.items()},
        }
        self._things = {kind: NameTable(_names_of(named)) for kind, named in things.items()}
        people: Authored = {npc.id: (npc.name, *npc.aliases) for npc in sheet.npcs}
        figures: Authored = {figure.id: (figure.name, *figure.aliases) for figure in sheet.figures}
        taken = {Folded.of(name).folded for named in (figures, *things.values()) for name in _names_of(named)}
        self._persons = NameTable(_names_of(figures) | _people_names(people, taken))
        self._people, self._npcs = people | figures, people.keys()
        self._trades = {
            npc.id: [words for each in parts_of_list(npc.occupation, language) if (words := _folded_words(each))]
            for npc in sheet.npcs
        }
        whole = [short_forms(Folded.of(named[0]).tidy) for named in self._people.values()]
        self._first_names = {Folded.of(words[0]).folded for words in whole if len(words) > 1}
        self._family_names = {Folded.of(word).folded for words in whole for word in words[1:]}
        self._authored = {key: names for named in (self._people, *things.values()) for key, names in named.items()}
        self._words_of = {key: {*Folded.of(" ".join(names)).folded.split()} for key, names in self._authored.items()}
        self._topics = {Folded.of(topic.name).folded for npc in sheet.npcs for topic in npc.topics}
        self._lexicon = lexicon_of(language)
        is_known = not sheet.language or find_language(sheet.language) is not None
        self._nouns_have_capitals = is_known and self._lexicon.nouns_have_capitals
        self._capitals_tell_names = is_known and not self._lexicon.nouns_have_capitals
        self.names = lru_cache(maxsize=64)(self._names)

    def preparing(self) -> Slices[None]:
        """Compile patterns and read texts in advance, in slices; the first texts would need them otherwise."""
        for table in (self._persons, *self._things.values()):
            table.prepare()
            yield
        _ = self._written
        yield

    def people(self, text: str, present: Collection[str] = ()) -> tuple[str, ...]:
        """Return the ids of the people named in the text, in order; of people who share a name, those ``present``, else
        all."""
        found = self._people_in(Folded.of(text))
        return tuple(dict.fromkeys(npc_id for name in found for npc_id in _meant(name, present)))

    def of_trade(self, name: str, present: Collection[str] = ()) -> tuple[str, ...]:
        """Return the ids of the people with a trade: ``the forewoman`` for a forewoman of the ice crew; those
        ``present``, else all."""
        asked = {*_folded_words(name)} - self._lexicon.articles
        ids = [key for key, trades in self._trades.items() if any(self._is_trade(trade, asked) for trade in trades)]
        return tuple(key for key in ids if key in present) or tuple(ids)

    def _is_trade(self, trade: Sequence[str], asked: set[str]) -> bool:
        """Return whether words name a trade: its head noun, and perhaps more."""
        head = next((before for before, word in pairwise(trade) if word in self._lexicon.prepositions), trade[-1])
        return head in asked and (asked.issubset(trade) or asked.issuperset(trade))

    def addressed(self, text: str, present: Collection[str], current: Sequence[str] = ()) -> tuple[str, ...]:
        """Find the addressees of a player's words.

        Args:
            text: The player's words.
            present: Ids of the people who can hear them.
            current: Ids of the player's latest addressees.

        Returns:
            Ids of the people addressed by name ("ask X …", "X, …", "Hello X"), else of ``current``, as far as they are
            present. A mere mention is no address.
        """
        folded = Folded.of(text)
        here = [name for name in self._people_in(folded) if any(key in present for key in name.ids)]
        named = addressed_names(folded.tidy, here)
        ids = dict.fromkeys(npc_id for name in named for npc_id in _meant(name, present) if npc_id in present)
        return tuple(ids) or tuple(npc_id for npc_id in current if npc_id in present)

    def after_name(self, text: str) -> str | None:
        """Return the tidy text after a person's name at its very beginning; None if it begins with no name."""
        folded = Folded.of(text)
        first = next(self._people_in(folded), None)
        if first is None or folded.tidy[: first.start].strip().casefold() not in ("", *self._lexicon.articles):
            return None
        return folded.tidy[first.end :]

    def _names(self, text: str) -> tuple[NameMatch, ...]:
        """Return every name of the scenario in the text, with the ids it may denote and its written form."""
        folded = Folded.of(text)
        return (*self._persons_in(folded), *(found for table in self._things.values() for found in table.find(folded)))

    def known_names(self, text: str) -> frozenset[str]:
        """Return the ids of everything named in the text: people, figures, places, items, quests, acts, encounters."""
        return frozenset(key for found in self.names(text) for key in found.ids)

    def claims(self, text: str) -> tuple[NameMatch, ...]:
        """Return the names that a text uses *as names*, in order.

        It is stricter than `known_names`: a name authored with a capital counts only if written with one ("an inn" is
        not the Inn), and a single capitalised word that names no person only if it does not begin a sentence ("Night
        fell" is not the act called Night). Where all nouns have a capital, or that is not known, such a word is no name
        at all, and the name of a person none behind an article ("der Wolf"), unless it says or does something.
        """
        tidy, claimed = Folded.of(text).tidy, filter(self._is_written_as_name, self.names(text))
        sure = (name for name in claimed if not self._may_be_any_word(tidy, name))
        return tuple(sorted(sure, key=lambda found: (found.start, -found.end)))

    def _may_be_any_word(self, text: str, found: NameMatch) -> bool:
        if " " in found.name or not found.written[:1].isupper():
            return False
        is_person = found.ids[0] in self._people
        if self._capitals_tell_names:
            begins = _SENTENCE_START.search(text, max(0, found.start - 4), found.start) is not None
            return begins and not is_person
        actor = self._lexicon.language.pattern("checks.prose_actor").match(text, found.start)
        return actor is None and (not is_person or self.is_noun(text, found.start))

    def is_noun(self, text: str, start: int) -> bool:
        """Return whether a capitalised word is a common noun by the word before it, an article or an adjective; False
        where not all nouns have a capital.

        Args:
            text: The text.
            start: Where the word begins in it.
        """
        before = _WORD_BEFORE.search(text, max(0, start - _LONGEST_NAME_WORD), start)
        if before is None or not self._nouns_have_capitals:
            return False
        word = before[1].casefold()
        is_article = word in self._lexicon.articles or word in self._lexicon.determiners
        return is_article or (before[1].islower() and word not in self._lexicon.stop)

    def _people_in(self, text: Folded) -> Iterator[NameMatch]:
        """Yield the mentions of people of the cast."""
        return (found for found in self._persons_in(text) if found.ids[0] in self._npcs)

    def _persons_in(self, text: Folded) -> Iterator[NameMatch]:
        """Yield the mentions of people and figures, but not a first or family name that belongs to the full name of a
        stranger."""
        return (found for found in self._persons.find(text) if self._stranger(text.tidy, found) is None)

    def with_strangers_joined(self, text: str) -> str:
        """Return the text with the names of strangers joined by a no-break space, so that each is one word; no other
        no-break space is left. A person who is a topic under the first name is no stranger. The text is tidy if it
        holds such a name."""
        tidy = Folded.of(text).tidy
        spans = {span for found in self._persons.find(Folded.of(text)) if (span := self._stranger(tidy, found))}
        names = ((span, tidy[slice(*span)]) for span in spans)
        topics = self._topics - self._first_names
        joined = [(*at, name.replace(" ", NO_BREAK)) for at, name in names if name.split()[0].casefold() not in topics]
        return replace_spans(tidy, joined) if joined else text.replace(NO_BREAK, " ")

    def _stranger(self, text: str, found: NameMatch) -> tuple[int, int] | None:
        """Return the span of a stranger's full name of which this first or family name is a part; None if there is
        none."""
        named = set[str]().union(*map(self._words_of.__getitem__, found.ids))
        if found.name in self._family_names:
            before = _WORD_BEFORE.search(text, max(0, found.start - _LONGEST_NAME_WORD), found.start)
            if before and before[1].casefold() not in named and self._may_be_first_name(before[1], before.start(1)):
                return before.start(1), found.end
        after = _WORD_AFTER.match(text, found.end) if found.name in self._first_names else None
        is_other = after and after[1].casefold() not in named and self._may_be_family_name(after[1])
        return (found.start, after.end(1)) if after and is_other else None

    def _may_be_first_name(self, word: str, start: int) -> bool:
        """Return whether a word may be a first name before a family name: capitalised, a first name of the scenario, or
        an unknown word; at the very beginning an unknown word may be a mistyped verb instead."""
        if word.casefold() in self._lexicon.before_names:
            return False
        return word[0].isupper() or word.casefold() in self._first_names or (start > 0 and may_be_mistyped(word))

    def _may_be_family_name(self, word: str) -> bool:
        """Return whether a word may be a family name after a first name: capitalised, a known family name, or an
        unknown word."""
        plain, is_capital = word.casefold(), word[0].isupper() and not word.isupper()
        no_names = (self._lexicon.before_names, self._lexicon.time_words, *self._words_of.values())
        if plain in self._family_names or any(plain in words for words in no_names):
            return plain in self._family_names
        return is_capital or plain in self._lexicon.family_names or (word.islower() and self._is_no_word(plain))

    def _is_no_word(self, plain: str) -> bool:
        """Return whether a word is unknown to the language and the scenario, and no inflection or misspelling of a
        known word."""
        if not may_be_mistyped(plain) or plain in self._written or self._lexicon.stem(plain) != plain:
            return False
        return not one_slip_away(plain, chain(self._lexicon.before_names, *self._words_of.values()))

    @cached_property
    def _written(self) -> frozenset[str]:
        """All words of the scenario's texts that are written in lower case."""
        return frozenset(word for word in _WORD.findall(self._sheet.model_dump_json()) if word.islower())

    def names_one_of(self, ids: Iterable[str], text: str) -> bool:
        """Return whether the text contains any name of these ids, even inside a longer name."""
        forms = {form: ("any",) for key in ids for name in self._authored.get(key, ()) for form in _forms(name)}
        return next(NameTable(forms).find(Folded.of(text)), None) is not None

    def masked(self, text: str, others: NameTable, *, numbered: bool = False) -> str:
        """Return the tidy text with every name replaced by the word Name, so that only its form counts.

        Args:
            text: The text.
            others: Further names, besides those of the scenario.
            numbered: Whether to write Name0, Name1 …, with the same number for the same name.
        """
        folded = Folded.of(text)
        mentioned = [*others.find(folded), *self.names(text)]
        order: dict[str, int] = {}
        changes, position = [], 0
        for name in sorted(mentioned, key=lambda name: (name.start, -name.end)):
            if name.start >= position:
                number = str(order.setdefault(name.name, len(order))) if numbered else ""
                changes.append((name.start, name.end, "Name" + number))
                position = name.end
        return replace_spans(folded.tidy, changes)

    def _is_written_as_name(self, found: NameMatch) -> bool:
        authored_lower = any(
            Folded.of(name).tidy.islower()
            for key in found.ids
            for name in self._authored[key]
            if Folded.of(without_article(name)).folded == without_article(found.name)
        )
        return authored_lower or found.written != found.written.lower() or found.written == found.written.upper()


def mentions_for(sheet: ScenarioSheet) -> MentionService:
    """Return the service of a sheet, which is made once and kept with it."""
    return sheet.derived.get(MentionService) or sheet.derived.hold(MentionService(sheet))


def _meant(found: NameMatch, present: Collection[str]) -> tuple[str, ...]:
    return tuple(npc_id for npc_id in found.ids if npc_id in present) or found.ids


def _folded_words(text: str) -> list[str]:
    return _WORD.findall(Folded.of(text).folded)


def player_names(players: Iterable[PlayerCharacter]) -> NameTable:
    """Return a table of players by their names and the single words of these."""
    pairs = ((name, player.id) for player in players for name in (player.name, *short_forms(player.name)))
    return NameTable(ids_by_name(pairs))


def _forms(name: str) -> tuple[str, ...]:
    """Return a name as authored, and without its article."""
    return tuple(dict.fromkeys((name, without_article(name))))


def _names_of(named: Authored) -> dict[str, list[str]]:
    return ids_by_name((form, key) for key, names in named.items() for name in names for form in _forms(name))


def _people_names(people: Authored, taken: Collection[str]) -> dict[str, list[str]]:
    """Return the authored names of people, and single words of display names that denote one person and no thing."""
    names = _names_of(people)
    words = {(Folded.of(word).folded, npc_id) for npc_id, named in people.items() for word in short_forms(named[0])}
    owners = ids_by_name([*((Folded.of(name).folded, npc_id) for name, ids in names.items() for npc_id in ids), *words])
    for word, npc_id in sorted(words):
        if {*owners[word]} == {npc_id} and word not in taken:
            names.setdefault(word, []).append(npc_id)
    return names

"""Who did what, by the speech acts and events of messages, against what a summary of them says. Its verbs are those by
which the language pack names such acts, and those that only somebody spoken of is the subject of: "he died"."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from app.language.analysis.lexicon import lexicon
from app.language.analysis.mentions import MentionService
from app.language.analysis.names import Folded, NameMatch, NameTable
from app.language.analysis.terms import term_set
from app.language.analysis.text import mask_quotations, sentences, word_pattern
from app.language.language import current_language
from app.language.reading.hearing import acts_of
from app.models.events.play import ItemGiven
from app.models.messages.message import Message, Role
from app.models.messages.speech import ActKind
from app.models.sheets.person import Pronouns
from app.models.sheets.scenario import ScenarioSheet

_NEAR = 4
"""Words after whom something is given to within which the thing stands."""
_BEFORE_VERB = re.compile(r"([^\W\d_]+(?:['’][^\W\d_]+)*)\s*$")


class _Deed(StrEnum):
    """What is checked: speech acts that bind, by their kind, and things that go from hand to hand."""

    PROMISE = ActKind.PROMISE.value
    THREAT = ActKind.THREAT.value
    GIFT = "gift"


_VOWS = (_Deed.PROMISE, _Deed.THREAT)


@dataclass(frozen=True)
class _Person:
    """A person that a summary names, by its name as a player or its id."""

    start: int
    end: int
    key: str


class DoerCheck:
    """Judges who a summary says has promised, threatened and given.

    Args:
        messages: The messages of the summary.
        sheet: The scenario.
        mentions: Its names.
        players: The names of the players, with the forms by which they are called.
    """

    def __init__(
        self, messages: Sequence[Message], sheet: ScenarioSheet, mentions: MentionService, players: NameTable
    ) -> None:
        self._messages = messages
        self._sheet = sheet
        self._mentions = mentions
        self._players = players

    def why_bad(self, summary: str) -> str | None:
        """Return the deed that a summary gives to a person that did not do it, and the one that did; None if there is
        none."""
        if term_set(summary).isdisjoint(frozenset(self._of_others).union(*self._verbs.values())):
            return None
        text = Folded.of(summary).tidy
        bare, begin = mask_quotations(text), 0
        named: list[_Person] = []
        for sentence in sentences(bare):
            begin = max(begin, bare.find(sentence, begin))
            end = begin + len(sentence)
            named += self._people(bare[begin:end], begin)
            wrong = next(self._wrong(bare, begin, end, named), None)
            if wrong is not None:
                return wrong
            begin = end
        return None

    def _wrong(self, text: str, begin: int, end: int, named: Sequence[_Person]) -> Iterator[str]:
        """Yield what a sentence gives to the wrong doer; ``named`` are the people named up to its end."""
        for match in word_pattern(text).finditer(text, begin, end):
            verb, deed = match.group(), self._deed(match.group())
            before = text[begin : match.start()]
            last = next((one for one in reversed(named) if begin <= one.start and one.end <= match.start()), None)
            if last is not None and _is_gap(before[last.end - begin :]) and self._is_of_other(verb, last.key):
                yield f"it does not say rightly who {verb}: not {self._called(last.key)}"
            doers = self._doers(deed, text[match.end() : end]) if deed is not None else None
            if not doers:
                continue
            said = self._subjects(before, begin, [one for one in named if one.end <= match.start()])
            if (said and not said & doers) or len(said) > 1:
                yield f"it does not say rightly who {verb}: {' and '.join(sorted(map(self._called, doers)))} did"

    def _deed(self, word: str) -> _Deed | None:
        """Return which deed a word tells of."""
        terms = term_set(word)
        return next((deed for deed, of_deed in self._verbs.items() if not terms.isdisjoint(of_deed)), None)

    def _subjects(self, before: str, begin: int, named: Sequence[_Person]) -> frozenset[str]:
        """Return the possible subjects of a verb that follows a text: the person named right before it, with at most an
        adverb between; for a pronoun all people named so far that it fits; empty where that is uncertain."""
        found = _BEFORE_VERB.search(before)
        if found is None:
            return frozenset()
        word, last = found.group(1).casefold(), named[-1] if named else None
        if last is not None and last.end >= begin:
            between = before[last.end - begin :]
            gap = between.split()
            is_adverb = len(gap) == 1 and gap[0].islower() and gap[0] not in lexicon().stop
            if between[:1].isspace() and (not gap or is_adverb):
                is_report = last.key not in self._speakers and any(
                    each.key in self._speakers for each in named if each.start >= begin
                )
                return frozenset() if is_report else frozenset({last.key})
        of_word = {each for each in Pronouns if word in _words(f"narrator.pronouns_{each.value}")}
        if len(of_word) != 1 or word not in lexicon().stop or of_word == {Pronouns.THEY}:
            return frozenset()
        return frozenset(each.key for each in named if self._pronouns(each.key) in (None, *of_word))

    def _doers(self, deed: _Deed, after: str) -> frozenset[str]:
        """Return who did it, by the facts: of a gift, who gave what is named right after the verb."""
        if deed is not _Deed.GIFT:
            return self._vows[deed]
        first = next(iter(self._people(after, 0)), None)
        start = first.end if first is not None and not after[: first.start].strip() else 0
        near = " ".join(after[start:].split()[:_NEAR])
        given = self._mentions.known_names(near) & self._givers.keys()
        return frozenset().union(*(self._givers[item] for item in given))

    def _people(self, text: str, begin: int) -> list[_Person]:
        found: list[NameMatch] = [*self._players.find(Folded.of(text))]
        found += [each for each in self._mentions.names(text) if each.ids[0] in self._sheet.index.npcs]
        sure = (each for each in found if len(each.ids) == 1)
        people = (_Person(begin + each.start, begin + each.end, each.ids[0]) for each in sure)
        return sorted(people, key=lambda each: each.start)

    def _pronouns(self, key: str) -> Pronouns | None:
        npc = self._sheet.index.npcs.get(key)
        return npc.pronouns if npc is not None else None

    def _called(self, key: str) -> str:
        return self._sheet.index.name(key) if key in self._sheet.index.npcs else key

    @cached_property
    def _verbs(self) -> dict[_Deed, frozenset[str]]:
        """The terms by which the language names each deed."""
        gave = current_language().render("summaries.gave", npc="\0", things="\0").partition("\0")[0]
        return {deed: term_set(" ".join(_words(f"recall.act_{deed.value}"))) for deed in _VOWS} | {
            _Deed.GIFT: term_set(gave)
        }

    @cached_property
    def _vows(self) -> dict[_Deed, frozenset[str]]:
        said = [message for message in self._messages if message.role in (Role.PLAYER, Role.NPC)]
        done = [(clause.kind, self._key_of(message)) for message in said for clause in acts_of(message, self._sheet)]
        return {deed: frozenset(key for kind, key in done if kind.value == deed.value) for deed in _VOWS}

    def _is_of_other(self, verb: str, key: str) -> bool:
        """Return whether a verb is known from speeches alone, always of "him" or "her", and a person is who said so, or
        a player who heard it."""
        speakers = frozenset[str]().union(*(self._of_others.get(term, ()) for term in term_set(verb)))
        is_player = key not in self._sheet.index.npcs
        return bool(speakers) and (speakers == {key} or (is_player and key not in speakers))

    @cached_property
    def _of_others(self) -> dict[str, frozenset[str]]:
        """By term who has spoken of it, where it has only a pronoun for somebody spoken of right before it."""
        found, others = dict[str, frozenset[str]](), set[str]()
        spoken_of = _words("narrator.he_or_she")
        for message in self._messages:
            is_said, before = message.role in (Role.PLAYER, Role.NPC), ""
            for match in word_pattern(message.content).finditer(message.content):
                word = match.group().casefold()
                if word in lexicon().auxiliaries:
                    continue
                terms = term_set(word)
                if is_said and before in spoken_of:
                    found |= {term: found.get(term, frozenset()) | {self._key_of(message)} for term in terms}
                else:
                    others |= terms
                before = word
        return {term: speakers for term, speakers in found.items() if term not in others}

    @cached_property
    def _speakers(self) -> frozenset[str]:
        return frozenset(self._key_of(each) for each in self._messages if each.role in (Role.PLAYER, Role.NPC))

    @cached_property
    def _givers(self) -> dict[str, frozenset[str]]:
        """Who gave each thing that went from hand to hand: a person, or any of the players."""
        players = frozenset(self._key_of(message) for message in self._messages if message.role is Role.PLAYER)
        found: dict[str, frozenset[str]] = {}
        for event in (event for message in self._messages for event in message.events):
            if isinstance(event, ItemGiven):
                by = frozenset({event.npc_id}) if event.to_party else players
                found[event.item_id] = found.get(event.item_id, frozenset()) | by
        return found

    @staticmethod
    def _key_of(message: Message) -> str:
        return message.speaker_name if message.role is Role.PLAYER else message.speaker_id or ""


def _is_gap(between: str) -> bool:
    """Return whether nothing stands between a name and the verb of which it is the subject: "Mara had died"."""
    return between[:1].isspace() and all(word.casefold() in lexicon().auxiliaries for word in between.split())


def _words(name: str) -> frozenset[str]:
    """Return the words of a list; none where the pack of a language has no such list, as it reads no lines."""
    with suppress(KeyError):
        return current_language().words(name)
    return frozenset()

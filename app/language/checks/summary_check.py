"""Judgement of summaries by their messages, and keywords for what a good summary lacks."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Self

from app.language.analysis.lexicon import lexicon, lexicon_of
from app.language.analysis.mentions import MentionService, mentions_for
from app.language.analysis.names import Folded, NameTable, short_forms
from app.language.analysis.text import numbers, sentences, without_quotes, words
from app.language.checks.doers import DoerCheck
from app.language.checks.evidence import Evidence, numbers_in
from app.language.checks.summary_form import bad_form
from app.language.language import current_language, language_of
from app.language.rendering.phrases import time_text
from app.language.times.grammar import duration_in
from app.models.clock import MINUTES_PER_DAY, MINUTES_PER_HOUR
from app.models.command import Event
from app.models.events.mind import ArtifactCreated
from app.models.events.play import DangerChanged, EffectAdded, LocationChanged, NPCMoved, ObjectiveCompleted
from app.models.memory import CaptureFacts, all_ids
from app.models.messages.message import Message, Role
from app.models.sheets.scenario import ScenarioSheet
from app.models.sheets.scenario_index import ScenarioIndex
from app.models.state.game_state import GameState

MAX_KEYWORDS = 12
_UNITS = (1, MINUTES_PER_HOUR, MINUTES_PER_DAY)
_SLACK = 2
"""Minutes by which a short duration may be told wrongly; of longer ones a tenth."""
_LONGEST_ANSWER = 20_000
_CAPITAL_WITHIN = re.compile(r"(?:(?<=[^\W\d_] )|(?<=[,;] ))[^\W\d_]+(?:['’-][^\W\d_]+)*")
_NOT_NAMED = {"kind", "location_id", "from_id", "ended", "text", "attitude"}
"""Fields of events that hold no id of a thing which the engine's line names."""
_ONE_SCRIPT = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "FULLWIDTH": "LATIN"}


class SummaryCheck:
    """Judges summaries of the same messages, which it analyses once."""

    def __init__(
        self,
        messages: Sequence[Message],
        facts: CaptureFacts,
        sheet: ScenarioSheet,
        players: Sequence[str],
        mentions: MentionService,
    ) -> None:
        self._messages = messages
        self._facts = facts
        self._sheet = sheet
        self._index = sheet.index
        self._mentions = mentions
        speakers = (message.speaker_name for message in messages if message.role is Role.PLAYER)
        self._players = tuple(dict.fromkeys(name for name in (*players, *speakers) if name.strip()))
        self._player_names = NameTable(
            {form: (player,) for player in self._players for form in (player, *short_forms(player))}
        )

    @classmethod
    def of(cls, state: GameState, messages: Sequence[Message], facts: CaptureFacts) -> Self:
        """Make the check of a summary of a game's messages: the titles of quests that were open, or that the messages
        mention, are known.

        Args:
            state: The game.
            messages: The messages.
            facts: What is known of the occasion.
        """
        told = (getattr(event, "quest_id", None) for message in messages for event in message.events)
        known = facts.model_copy(update={"quest_ids": tuple(dict.fromkeys((*facts.quest_ids, *filter(None, told))))})
        players = [player.name for player in state.party.ever]
        return cls(messages, known, state.sheet, players, mentions_for(state.sheet))

    def why_bad(self, summary: str) -> str | None:
        """Return in a few words why this is no summary of the messages; None if it is acceptable."""
        if len(summary) > _LONGEST_ANSWER:
            return "too long"
        masked = self._mentions.masked(summary, self._player_names)
        return (
            bad_form(masked, self._mentions.masked(summary, self._player_names, numbered=True))
            or self._wrong_script(masked)
            or self._stranger(summary, masked)
            or self._of_program(masked)
            or self._doers.why_bad(summary)
        )

    def _wrong_script(self, masked: str) -> str | None:
        used = _scripts(masked)
        foreign = sum(count for script, count in used.items() if script not in self._known_scripts)
        return "another script than its messages" if foreign > 0.1 * used.total() else None

    def _stranger(self, summary: str, masked: str) -> str | None:
        """Return why a number, or a name of the scenario or a player, has no evidence in messages and facts; None if
        all have."""
        unknown = [number for number in self._known.unknown_numbers(masked) if number not in self._spanned(masked)]
        if unknown:
            return f"a number that is not in its messages: {unknown[0]}"
        if name := self._known.unknown_thing(summary):
            return f"a name that is not in its messages: {name}"
        for mention in self._player_names.find(Folded.of(summary)):
            if not any(player in self._known_players for player in mention.ids):
                return f"a name that is not in its messages: {mention.written}"
        return None

    def _of_program(self, masked: str) -> str | None:
        """Return why a summary tells of the program's parts instead of the story's; None where it does not, and where
        the messages have the word, too."""
        found = current_language().pattern("checks.summary_of_program").search(without_quotes(masked))
        word = found.group().casefold() if found is not None else ""
        if not word or any(word in message.fresh_content.casefold() for message in self._messages):
            return None
        return f"it tells of the program: {word}"

    def _spanned(self, summary: str) -> frozenset[str]:
        """Return the numbers by which a summary names durations that passed between two of the messages."""
        found = (duration_in(current_language(), sentence) for sentence in sentences(summary))
        passed = [minutes for minutes in found if minutes is not None and self._has_passed(minutes)]
        return frozenset(str(minutes // unit) for minutes in passed for unit in _UNITS if minutes % unit == 0)

    def _has_passed(self, minutes: int) -> bool:
        slack = max(_SLACK, minutes // 10)
        times = sorted({message.game_time for message in self._messages})
        return any(abs(later - earlier - minutes) <= slack for earlier in times for later in times if later > earlier)

    @cached_property
    def _doers(self) -> DoerCheck:
        return DoerCheck(self._messages, self._sheet, self._mentions, self._player_names)

    @cached_property
    def _ids(self) -> frozenset[str]:
        """Ids to which the messages and the facts refer."""
        facts = self._facts
        ids = {facts.location_id, *facts.present_ids, *facts.quest_ids, *all_ids(facts.related_ids)}
        for message in self._messages:
            ids.update((message.speaker_id, message.location_id))
            ids.update((*message.addressee_ids, *message.witness_ids, *message.npc_ids))
            ids.update(text for event in message.events for text in _texts_of(event) if text in self._index)
        return frozenset(key for key in ids if key is not None)

    @cached_property
    def _known(self) -> Evidence:
        texts = [f"{message.speaker_name}\n{message.fresh_content}" for message in self._messages]
        texts += [text for message in self._messages for event in message.events for text in _texts_of(event)]
        times = dict.fromkeys(time_text(message.game_time) for message in self._messages)
        things = (text for key in sorted(self._ids) for text in _texts(self._index, key))
        return Evidence("\n".join((*texts, *times, *things)), self._mentions, self._ids)

    @cached_property
    def _known_players(self) -> frozenset[str]:
        if len(self._players) == 1:
            return frozenset(self._players)
        return frozenset(key for found in self._player_names.find(Folded.of(self._known.text)) for key in found.ids)

    @cached_property
    def _known_scripts(self) -> frozenset[str]:
        own = " ".join(lexicon_of(language_of(self._sheet)).stop)
        return frozenset({"LATIN", *_scripts(own), *_scripts(self._known.text)})


def missing_keywords(
    summary: str, messages: Sequence[Message], sheet: ScenarioSheet, mentions: MentionService
) -> tuple[str, ...]:
    """Return names, items and numbers of the messages that the summary lacks, at most 12.

    Speech and changes precede what was only narrated; within each, things of the scenario by display name precede other
    proper names as written, then numbers (under 10 only spoken ones); within these the most frequent are first.
    """
    in_summary = mentions.known_names(summary)
    known_words = {word.casefold() for word in words(summary)} | _words_of_names(in_summary, sheet)
    counts: Counter[str] = Counter()
    ranks: dict[str, int] = {}
    for message in messages:
        content = _own_content(message, sheet.index)
        ids = _certain_names(content, sheet, mentions) | _line_names(message, sheet.index)
        ids |= {message.speaker_id} & sheet.index.npcs.keys()
        figures = numbers_in(content) - numbers(summary)
        is_spoken = message.role in (Role.PLAYER, Role.NPC)
        others = () if message.role is Role.SYSTEM else _proper_names(content, mentions)
        known_words |= _words_of_names(ids, sheet)
        words_by_rank = (
            {sheet.index.name(key) for key in ids - in_summary if key is not None},
            set(others),
            {figure for figure in figures if is_spoken or len(figure) > 1},
        )
        for rank, kind in enumerate(words_by_rank, start=3 if message.role is Role.NARRATOR else 0):
            counts.update(sorted(kind))
            ranks |= {word: min(rank, ranks.get(word, rank)) for word in kind}
    keywords = (word for word in counts if ranks[word] % 3 != 1 or word.casefold() not in known_words)
    return tuple(sorted(keywords, key=lambda word: (ranks[word], -counts[word]))[:MAX_KEYWORDS])


def _words_of_names(ids: Iterable[str | None], sheet: ScenarioSheet) -> set[str]:
    """Return the words of display names: "Boiling" is no separate name next to the Boiling House."""
    return {word.casefold() for key in ids if key is not None for word in words(sheet.index.name(key))}


def _own_content(message: Message, index: ScenarioIndex) -> str:
    """Return the fresh content of a message; for the engine's line the names that changed and effects."""
    if message.role is not Role.SYSTEM:
        return message.fresh_content
    effects = [event.effect for event in message.events if isinstance(event, EffectAdded)]
    return "\n".join((*map(index.name, _changed_ids(message)), *effects))


def _line_names(message: Message, index: ScenarioIndex) -> frozenset[str]:
    """Return the ids of things that the engine's line reports a change of, without the party's moves."""
    things = (index.npcs, index.items, index.locations, index.quests, index.acts, index.encounters)
    named = _changed_ids(message) if message.role is Role.SYSTEM else ()
    return frozenset(key for key in named if any(key in table for table in things))


def _changed_ids(message: Message) -> Iterator[str]:
    for event, place in message.happened:
        match event:
            case LocationChanged() | EffectAdded() | ArtifactCreated():
                pass
            case DangerChanged(location_id=changed) | ObjectiveCompleted(objective_id=changed):
                yield changed
            case NPCMoved(npc_id=npc, to_id=to):
                yield from (key for key in (npc, to) if key is not None and key != place)
            case _:
                yield from (value for field, value in event if field not in _NOT_NAMED and isinstance(value, str))


def _texts_of(event: Event) -> Iterator[str]:
    return (value for field, value in event if field != "kind" and isinstance(value, str))


def _certain_names(content: str, sheet: ScenarioSheet, mentions: MentionService) -> frozenset[str | None]:
    """Return the ids that a text names with certainty: no word that several things share ("ice"); acts and quests only
    by title."""
    titles = sheet.index.acts.keys() | sheet.index.quests.keys()
    claims = {(mention.start, mention.end) for mention in mentions.claims(content)}
    named: set[str | None] = set()
    for mention in mentions.names(content):
        is_one = len({sheet.index.name(key) for key in mention.ids}) == 1
        is_title = mention.written == sheet.index.name(mention.ids[0]) and (mention.start, mention.end) in claims
        if is_one and (is_title or titles.isdisjoint(mention.ids)):
            named.update(mention.ids)
    return frozenset(named)


def _proper_names(content: str, mentions: MentionService) -> frozenset[str]:
    """Return capitalised words in the middle of a clause that neither name a thing of the scenario nor are part of such
    a name."""
    masked = mentions.masked(content, NameTable({}))
    words_with_capital = {
        match.group().removesuffix("'s").removesuffix("’s") for match in _CAPITAL_WITHIN.finditer(masked)
    }
    stop_words = lexicon().stop
    named = {
        name
        for name in words_with_capital
        if len(name) > 2 and name[0].isupper() and not name.isupper() and name != "Name"
    }
    return frozenset(n for n in named if n.casefold() not in stop_words and not mentions.known_names(n))


def _scripts(text: str) -> Counter[str]:
    counts: Counter[str] = Counter()
    for character, count in Counter(text).items():
        if character.isalpha():
            script = unicodedata.name(character, "UNNAMED").split()[0].split("-")[0]
            counts[_ONE_SCRIPT.get(script, script)] += count
    return counts


def _texts(index: ScenarioIndex, key: str) -> Iterator[str]:
    """Yield the name of a thing and the texts of its sheet."""
    yield index.name(key)
    if place := index.locations.get(key):
        yield from (place.description, place.revisit, place.atmosphere, place.time_of_day)
        yield from (text for way in place.exits for text in (way.name, way.description))
    elif npc := index.npcs.get(key):
        yield from (npc.description, npc.occupation)
    elif quest := index.quests.get(key):
        yield from (quest.description, quest.done_text)
        yield from (text for step in quest.objectives for text in (step.name, step.description, step.done_text))
    elif act := index.acts.get(key):
        yield from (act.opening, act.closing)
    elif pair := index.encounters.get(key):
        yield from (pair[1].description, pair[1].cleared_text)
    elif step_of := index.objectives.get(key):
        yield from (step_of[1].description, step_of[1].done_text)

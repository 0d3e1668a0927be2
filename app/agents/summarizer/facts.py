"""What certainly happened, read off messages: the engine's own lines, and what was asked and promised."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from app.agents.summarizer.changes import MOVED, THE_END, Change, ChangeReader
from app.agents.summarizer.speech import threats, vows
from app.agents.summarizer.turns import Turn
from app.language.analysis.mentions import MentionService
from app.language.analysis.names import Folded, NameTable
from app.language.reading.aloud import said
from app.language.reading.promises import promises
from app.models.message import Message, Role
from app.models.scenario_index import ScenarioIndex


class DeedKind(StrEnum):
    """What sort of thing happened, the most memorable first."""

    PROMISED = "promised"
    VOWED = "vowed"
    THREATENED = "threatened"
    GAVE = "gave"
    RECEIVED = "received"
    QUEST_DONE = "quest_done"
    ENCOUNTER_DONE = "encounter_done"
    CLEARED = "cleared"
    OBJECTIVE_DONE = "objective_done"
    DISCOVERED = "discovered"
    ACT_BEGUN = "act_begun"
    QUEST_BEGUN = "quest_begun"
    ATTITUDE = "attitude"
    ASKED = "asked"
    TOLD = "told"
    TOOK = "took"
    DROPPED = "dropped"
    USED_UP = "used_up"
    LEFT = "left"
    EFFECT = "effect"


@dataclass(frozen=True)
class Deed:
    """One thing that happened. ``player`` is a name, ``npc_id`` whom it concerns; ``what`` an id or a text."""

    kind: DeedKind
    player: str
    what: str
    npc_id: str | None = None
    place: str | None = field(default=None, compare=False)
    turn: int = field(default=0, compare=False)


Counts = Callable[[Turn, str | None], bool]
"""(turn, place) -> whether what happened there belongs into the memory."""

_ASKS = re.compile(
    r"^\W*(?:i\s+)?(?:ask|question|quiz|interview|interrogate)\b|\b(?:tell\s+me|what\s+about|do\s+you\s+know)\b|[?？]"
    r"|(?:^|[,.!]\s*)(?:what|who|where|why|how|when|which)\b|\b(?:talk|speak|chat|ask)\b.*\babout\b",
    re.IGNORECASE | re.DOTALL,
)
_HELD = {DeedKind.TOOK, DeedKind.DROPPED}
_GONE = {DeedKind.GAVE, DeedKind.USED_UP}


class DeedReader:
    """Reads deeds out of the turns of one scenario."""

    def __init__(self, index: ScenarioIndex, mentions: MentionService, changes: ChangeReader) -> None:
        self._index = index
        self._mentions = mentions
        self._changes = changes
        self._topics: dict[str, NameTable] = {}
        self._done = {
            DeedKind.OBJECTIVE_DONE: {pair[1].name: key for key, pair in index.objectives.items()},
            DeedKind.QUEST_DONE: {quest.name: key for key, quest in index.quests.items()},
            DeedKind.ENCOUNTER_DONE: {pair[1].name: key for key, pair in index.encounters.items()},
        }
        self._secrets = {pair[1].name: key for key, pair in index.secrets.items()}

    def read(self, turns: Sequence[Turn], counts: Counts) -> list[Deed]:
        """Every deed that counts, in order and each once; of taking up and putting down only what is left of it."""
        found: list[Deed] = []
        for turn in turns:
            deeds = (*self._spoken(turn), *self._asked(turn), *self._engine(turn))
            found += [deed for deed in deeds if counts(turn, deed.place)]
        asked = {deed.what for deed in found if deed.kind is DeedKind.ASKED}
        return list(dict.fromkeys(deed for deed in found if not _is_no_news(deed, found, asked)))

    def hearers(self, message: Message) -> tuple[str, ...]:
        """The people a player's message is for: addressed, else named, else the only one there."""
        named = tuple(key for key in message.npc_ids if key in message.witness_ids)
        alone = message.witness_ids if len(message.witness_ids) == 1 else ()
        return tuple(key for key in message.addressee_ids or named or alone if key in self._index.npcs)

    def _spoken(self, turn: Turn) -> Iterator[Deed]:
        for message in turn.of(Role.PLAYER):
            spoken = said(message.fresh_content, self._mentions)
            for npc_id in self.hearers(message):
                for kind, lines in ((DeedKind.PROMISED, promises(spoken)), (DeedKind.THREATENED, threats(spoken))):
                    yield from (_deed(kind, turn, message.location_id, line, npc_id) for line in lines)
        for message in turn.of(Role.NPC):
            if message.speaker_id in self._index.npcs:
                for line in vows(message.fresh_content):
                    yield _deed(DeedKind.VOWED, turn, message.location_id, line, message.speaker_id)

    def _asked(self, turn: Turn) -> Iterator[Deed]:
        """What a person was asked and answered, and whatever else it told of what its author gave it to tell."""
        told: dict[tuple[str, str | None], list[str]] = {}
        for message in turn.of(Role.NPC):
            told.setdefault((message.speaker_id or "", message.location_id), []).extend(self._told_topics(message))
        for message in turn.of(Role.PLAYER):
            if _ASKS.search(message.fresh_content):
                for npc_id in self.hearers(message):
                    heard = told.get((npc_id, message.location_id))
                    if heard is None:
                        continue
                    named, certain = self._asked_for(message.fresh_content, npc_id)
                    asked = [topic for topic in heard if topic in named] if heard else certain
                    told[npc_id, message.location_id] = [topic for topic in heard if topic not in named]
                    yield from (_deed(DeedKind.ASKED, turn, message.location_id, topic, npc_id) for topic in asked)
        for (npc_id, place), topics in told.items():
            yield from (_deed(DeedKind.TOLD, turn, place, topic, npc_id) for topic in topics)

    def _asked_for(self, content: str, npc_id: str) -> tuple[set[str], list[str]]:
        """The topics that a question may be about, and those that it is about for certain."""
        _, _, after = content.partition(" about ")
        named: set[str] = set()
        certain: dict[str, None] = {}
        for found in self._topic_table(npc_id).find(Folded.of(after or content)):
            named.update(found.ids)
            called_so = [key for key in found.ids if _bare(self._index.name(key)) == found.name]
            meant = called_so or list(found.ids)
            certain.update(dict.fromkeys(meant if len(meant) == 1 else ()))
        return named, list(certain)

    def _topic_table(self, npc_id: str) -> NameTable:
        if npc_id not in self._topics:
            names: dict[str, list[str]] = {}
            for topic in self._index.npcs[npc_id].topics:
                for name in (topic.name, *topic.aliases):
                    names.setdefault(_bare(name), []).append(topic.id)
            self._topics[npc_id] = NameTable(names)
        return self._topics[npc_id]

    def _told_topics(self, message: Message) -> Iterator[str]:
        """Topics whose authored words stand in what a person said."""
        npc = self._index.npcs.get(message.speaker_id or "")
        for topic in npc.topics if npc else ():
            beginnings = [text.split("{")[0].strip()[:60] for text in (topic.text, topic.again, topic.refusal)]
            if any(len(begin) > 8 and begin in message.fresh_content for begin in beginnings):
                yield topic.id

    def _engine(self, turn: Turn) -> Iterator[Deed]:
        for change in turn.changes:
            if change.mark == "✓":
                for kind, names in self._done.items():
                    if change.what in names:
                        yield _deed(kind, turn, change.place, names[change.what])
            elif change.mark in ("+", "-"):
                yield from self._handed(turn, change)
            elif change.mark == "!":
                yield from self._fact(turn, change)

    def _handed(self, turn: Turn, change: Change) -> Iterator[Deed]:
        handing = self._changes.handing(change, turn.people)
        if handing is None:
            return
        if change.mark == "+":
            kind = DeedKind.RECEIVED if handing.npc_id else DeedKind.TOOK
        elif handing.npc_id:
            kind = DeedKind.GAVE
        else:
            kind = DeedKind.USED_UP if handing.used_up else DeedKind.DROPPED
        yield _deed(kind, turn, change.place, handing.item_id, handing.npc_id)

    def _fact(self, turn: Turn, change: Change) -> Iterator[Deed]:
        what, place = change.what, change.place
        label, _, value = what.partition(": ")
        npc_id = self._changes.person(label, turn.people)
        if label == "discovered" and value in self._secrets:
            yield _deed(DeedKind.DISCOVERED, turn, place, self._secrets[value])
        elif label == "quest begun" and value in self._done[DeedKind.QUEST_DONE]:
            yield _deed(DeedKind.QUEST_BEGUN, turn, place, self._done[DeedKind.QUEST_DONE][value])
        elif label == "act begun":
            yield _deed(DeedKind.ACT_BEGUN, turn, place, value)
        elif value == "CLEARED":
            named = [key for key, location in self._index.locations.items() if location.name == label]
            for key in [place] if place in named else named[:1]:
                yield _deed(DeedKind.CLEARED, turn, key, key)
        elif npc_id is not None and value:
            yield _deed(DeedKind.ATTITUDE, turn, place, value, npc_id)
        elif f" {MOVED} " in what:
            name, _, to = what.partition(f" {MOVED} ")
            if (gone := self._changes.person(name, turn.people)) is not None:
                yield _deed(DeedKind.LEFT, turn, place, to, gone)
        elif not value and what not in ("noted", THE_END):
            yield _deed(DeedKind.EFFECT, turn, place, what)


def _bare(topic: str) -> str:
    """The name of a topic as it is looked for: without case and article."""
    return Folded.of(topic).folded.removeprefix("the ")


def _deed(kind: DeedKind, turn: Turn, place: str | None, what: str | None, npc_id: str | None = None) -> Deed:
    return Deed(kind, turn.player, what or "", npc_id, place, turn.messages[0].turn)


def _is_no_news(deed: Deed, found: Sequence[Deed], asked: Collection[str]) -> bool:
    """What was told because it was asked, and things that did not end up where this deed put them."""
    if deed.kind is DeedKind.TOLD:
        return deed.what in asked
    of_item = [other for other in found if other.what == deed.what and other.kind in _HELD | _GONE]
    return deed.kind in _HELD and not (of_item[0].kind is of_item[-1].kind is deed.kind)

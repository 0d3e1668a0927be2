"""What certainly happened, read off messages: the engine's own lines, and what was asked, given and promised."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from app.agents.summarizer.speech import promises, said, threats, vows
from app.memory.mentions import MentionService
from app.memory.names import Folded, NameTable
from app.memory.perspective import PARTY_NAME
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


_GIVES = re.compile(r"\b(?:give|hand|offer|return|bring|deliver|present|pass|trade|pay|back to)\b", re.IGNORECASE)
_DROPS = re.compile(r"\b(?:drop|put|leave|lay|place|set down|throw)\b", re.IGNORECASE)
_USES = re.compile(r"\buse\b", re.IGNORECASE)
_TAKES = re.compile(r"\b(?:take|get|grab|pick|fetch|collect|steal|pocket|lift)\b", re.IGNORECASE)
_ASKS = re.compile(r"\b(?:about|ask|tell me|what|who|where|why|how|when|which|know)\b|[?？]", re.IGNORECASE)


class DeedReader:
    """Reads deeds out of messages of one scenario."""

    def __init__(self, index: ScenarioIndex, mentions: MentionService) -> None:
        self._index = index
        self._mentions = mentions
        self._topics: dict[str, NameTable] = {}
        self._done = {
            DeedKind.OBJECTIVE_DONE: {pair[1].name: key for key, pair in index.objectives.items()},
            DeedKind.QUEST_DONE: {quest.name: key for key, quest in index.quests.items()},
            DeedKind.ENCOUNTER_DONE: {pair[1].name: key for key, pair in index.encounters.items()},
        }
        self._items = {item.name: key for key, item in index.items.items()}
        self._secrets = {pair[1].name: key for key, pair in index.secrets.items()}

    def read(self, messages: Sequence[Message]) -> list[Deed]:
        """Every deed, in order and each once; what was taken up and put down again is left out."""
        players = [message.speaker_name for message in messages if message.role is Role.PLAYER and message.speaker_name]
        found: dict[Deed, None] = {}
        for _, group in groupby(messages, key=lambda message: message.turn):
            turn = _Turn(list(group), next(iter(players), PARTY_NAME))
            found.update(dict.fromkeys((*self._spoken(turn), *self._asked(turn), *self._engine(turn))))
        undone = {deed.what for deed in found if deed.kind is DeedKind.TOOK} & {
            deed.what for deed in found if deed.kind is DeedKind.DROPPED
        }
        return [deed for deed in found if deed.kind not in (DeedKind.TOOK, DeedKind.DROPPED) or deed.what not in undone]

    def hearers(self, message: Message) -> tuple[str, ...]:
        """The people a player's message is for: addressed, else named, else the only one there."""
        named = tuple(key for key in message.npc_ids if key in message.witness_ids)
        alone = message.witness_ids if len(message.witness_ids) == 1 else ()
        return tuple(key for key in message.addressee_ids or named or alone if key in self._index.npcs)

    def _spoken(self, turn: "_Turn") -> Iterator[Deed]:
        for message in turn.of(Role.PLAYER):
            spoken = said(message.fresh_content, self._mentions)
            for npc_id in self.hearers(message):
                yield from (Deed(DeedKind.PROMISED, turn.player, line, npc_id) for line in promises(spoken))
                yield from (Deed(DeedKind.THREATENED, turn.player, line, npc_id) for line in threats(spoken))
        for message in turn.of(Role.NPC):
            if message.speaker_id in self._index.npcs:
                told = vows(message.fresh_content)
                yield from (Deed(DeedKind.VOWED, turn.player, line, message.speaker_id) for line in told)

    def _asked(self, turn: "_Turn") -> Iterator[Deed]:
        for message in turn.of(Role.PLAYER):
            content = message.fresh_content
            if not _ASKS.search(content):
                continue
            _, _, after = content.partition(" about ")
            for npc_id in self.hearers(message):
                topics = {
                    key: None
                    for found in self._topic_table(npc_id).find(Folded.of(after or content))
                    for key in found.ids
                }
                yield from (Deed(DeedKind.ASKED, turn.player, topic, npc_id) for topic in topics)
        for message in turn.of(Role.NPC):
            for topic in self._told_topics(message):
                yield Deed(DeedKind.ASKED, turn.player, topic, message.speaker_id)

    def _topic_table(self, npc_id: str) -> NameTable:
        if npc_id not in self._topics:
            names: dict[str, list[str]] = {}
            for topic in self._index.npcs[npc_id].topics:
                for name in (topic.name, *topic.aliases):
                    names.setdefault(name.removeprefix("the "), []).append(topic.id)
            self._topics[npc_id] = NameTable(names)
        return self._topics[npc_id]

    def _told_topics(self, message: Message) -> Iterator[str]:
        """Topics whose authored words stand in what a person said."""
        npc = self._index.npcs.get(message.speaker_id or "")
        for topic in npc.topics if npc else ():
            beginnings = [text.split("{")[0].strip()[:60] for text in (topic.text, topic.again, topic.refusal)]
            if any(len(begin) > 8 and begin in message.fresh_content for begin in beginnings):
                yield topic.id

    def _engine(self, turn: "_Turn") -> Iterator[Deed]:
        for message in turn.of(Role.SYSTEM):
            for change in message.fresh_content.split(" · ")[:-2]:
                mark, _, what = change.strip().partition(" ")
                yield from self._change(turn, mark, what.strip())

    def _change(self, turn: "_Turn", mark: str, what: str) -> Iterator[Deed]:
        if mark == "✓":
            for kind, names in self._done.items():
                if what in names:
                    yield Deed(kind, turn.player, names[what])
        elif mark in ("+", "-") and what in self._items:
            yield self._handed(turn, self._items[what], gained=mark == "+")
        elif mark == "!":
            yield from self._fact(turn, what)

    def _handed(self, turn: "_Turn", item_id: str, *, gained: bool) -> Deed:
        """Who gave a thing that the party has gained or lost; itself, if nobody can be made out."""
        typed = turn.typed
        if gained:
            giver = turn.npc_speaker if turn.npc_speaker in self._index.npcs else None
            topics = self._index.npcs[giver].topics if giver else ()
            is_gift = giver is not None and (
                not _TAKES.search(typed) or any(topic.gives_item == item_id for topic in topics)
            )
            return Deed(
                DeedKind.RECEIVED if is_gift else DeedKind.TOOK, turn.player, item_id, giver if is_gift else None
            )
        named = self._mentions.people(typed, turn.witnesses)
        hearers = [key for message in turn.of(Role.PLAYER) for key in self.hearers(message)]
        candidates = [key for key in (*named, turn.npc_speaker, *hearers) if key in turn.witnesses]
        if candidates and (_GIVES.search(typed) or not (_DROPS.search(typed) or _USES.search(typed))):
            return Deed(DeedKind.GAVE, turn.player, item_id, candidates[0])
        return Deed(DeedKind.DROPPED if _DROPS.search(typed) else DeedKind.USED_UP, turn.player, item_id)

    def _fact(self, turn: "_Turn", what: str) -> Iterator[Deed]:
        label, _, value = what.partition(": ")
        npc_id = next((key for key in turn.known_people(self._index) if self._index.npcs[key].name == label), None)
        if label == "discovered" and value in self._secrets:
            yield Deed(DeedKind.DISCOVERED, turn.player, self._secrets[value])
        elif label == "quest begun" and value in self._done[DeedKind.QUEST_DONE]:
            yield Deed(DeedKind.QUEST_BEGUN, turn.player, self._done[DeedKind.QUEST_DONE][value])
        elif label == "act begun":
            yield Deed(DeedKind.ACT_BEGUN, turn.player, value)
        elif value == "CLEARED":
            here = [key for key in turn.places if self._index.name(key) == label]
            named = [key for key, place in self._index.locations.items() if place.name == label]
            yield from (Deed(DeedKind.CLEARED, turn.player, key) for key in (here or named)[:1])
        elif npc_id is not None and value:
            yield Deed(DeedKind.ATTITUDE, turn.player, value, npc_id)
        elif " → " in what:
            yield from self._went(turn, *what.split(" → ")[:2])
        elif not value and what not in ("noted", "the story has reached its end"):
            yield Deed(DeedKind.EFFECT, turn.player, what)

    def _went(self, turn: "_Turn", name: str, to: str) -> Iterator[Deed]:
        for key in turn.known_people(self._index):
            if self._index.npcs[key].name == name:
                yield Deed(DeedKind.LEFT, turn.player, to, key)
                return


class _Turn:
    """The messages of one turn."""

    def __init__(self, messages: Sequence[Message], player: str) -> None:
        self._messages = messages
        typed = self.of(Role.PLAYER)
        self.player = next((message.speaker_name for message in typed if message.speaker_name.strip()), player)
        self.typed = " ".join(message.fresh_content for message in typed)
        self.npc_speaker = next((message.speaker_id for message in self.of(Role.NPC) if message.speaker_id), "")
        self.witnesses = tuple(dict.fromkeys(key for message in messages for key in message.witness_ids))
        self.places = [message.location_id for message in messages if message.location_id is not None]

    def of(self, role: Role) -> list[Message]:
        return [message for message in self._messages if message.role is role]

    def known_people(self, index: ScenarioIndex) -> list[str]:
        """Everybody, those who witnessed the turn first: of two guards the one who was there is meant."""
        return list(dict.fromkeys((*(key for key in self.witnesses if key in index.npcs), *index.npcs)))

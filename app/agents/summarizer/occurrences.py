"""The facts of each turn as its messages record them: events, and what was asked."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import groupby

from app.language.analysis.lexicon import lexicon
from app.language.analysis.names import Folded, NameTable, ids_by_name, without_article
from app.language.reading.hearing import Clause, acts_of
from app.models.command import Event
from app.models.events import actions, play
from app.models.messages.message import Message, Role
from app.models.messages.speech import ActKind
from app.models.sheets.condition import DangerLevel
from app.models.sheets.scenario import ScenarioSheet


class Turn:
    """The messages of one turn that the summary is given; ``player`` is None for the whole party."""

    def __init__(self, messages: Sequence[Message], player: str | None) -> None:
        self.messages = messages
        self.number = messages[0].turn
        typed = self.of(Role.PLAYER)
        self.player = next((message.speaker_name for message in typed if message.speaker_name.strip()), player)
        self.happened = [pair for message in messages for pair in message.happened]

    def of(self, role: Role) -> list[Message]:
        return [message for message in self.messages if message.role is role]

    def is_arrival(self, message: Message) -> bool:
        """Return whether a message is in a place that the turn had just reached, before the player did anything
        there."""
        return not any(
            typed.location_id == message.location_id and typed.index < message.index for typed in self.of(Role.PLAYER)
        )

    @property
    def has_ended_story(self) -> bool:
        """Whether the last act is over."""
        return any(isinstance(event, play.ActProgressed) and event.begun is None for event, _ in self.happened)

    def was_at(self, npc_id: str, place: str | None) -> bool:
        """Return whether a person was at a place: where it spoke, else where it witnessed anything."""
        spoke = {message.location_id for message in self.of(Role.NPC) if message.speaker_id == npc_id}
        heard = {message.location_id for message in self.messages if npc_id in message.witness_ids}
        return place in (spoke or heard)


def turns_of(messages: Sequence[Message]) -> list[Turn]:
    """Return the turns of the messages, in order. A turn without a player's line belongs to the only player known."""
    players = {m.speaker_name for m in messages if m.role is Role.PLAYER and m.speaker_name.strip()}
    player = players.pop() if len(players) == 1 else None
    return [Turn(list(group), player) for _, group in groupby(messages, key=lambda m: m.turn)]


class OccurrenceKind(StrEnum):
    """The kinds of occurrences, the most memorable first."""

    DIED = "died"
    BEATEN = "beaten"
    GAVE = "gave"
    RECEIVED = "received"
    QUEST_DONE = "quest_done"
    ENCOUNTER_DONE = "encounter_done"
    CLEARED = "cleared"
    OBJECTIVE_DONE = "objective_done"
    DISCOVERED = "discovered"
    ACT_BEGUN = "act_begun"
    QUEST_BEGUN = "quest_begun"
    QUEST_FAILED = "quest_failed"
    JOINED = "joined"
    STAYED_BEHIND = "stayed_behind"
    CHECK_WON = "check_won"
    CHECK_LOST = "check_lost"
    ATTITUDE = "attitude"
    BOUGHT = "bought"
    SOLD = "sold"
    ASKED = "asked"
    TOLD = "told"
    TOOK = "took"
    DROPPED = "dropped"
    USED_UP = "used_up"
    LEFT = "left"
    EFFECT = "effect"


@dataclass(frozen=True)
class Occurrence:
    """Something that happened.

    Attributes:
        player: The name of the player; None for the party.
        npc_id: The person concerned.
        what: An id, the value of an attitude, or the words of a lasting effect.
        called: The player's words for it where they are not its name.
    """

    kind: OccurrenceKind
    player: str | None
    what: str
    npc_id: str | None = None
    place: str | None = field(default=None, compare=False)
    turn: int = field(default=0, compare=False)
    called: str = field(default="", compare=False)


Counts = Callable[[Turn, str | None], bool]
"""(turn, place) -> whether the memory includes what happened there."""

_VOWS = {ActKind.PROMISE: "promised", ActKind.THREAT: "threatened"}
_ASKING = {ActKind.QUESTION, ActKind.REQUEST}
_HELD = {OccurrenceKind.TOOK, OccurrenceKind.DROPPED}
_GONE = {OccurrenceKind.GAVE, OccurrenceKind.USED_UP, OccurrenceKind.SOLD}


class OccurrenceReader:
    """Reads occurrences from the turns of one scenario."""

    def __init__(self, sheet: ScenarioSheet) -> None:
        self._sheet = sheet
        self._index = sheet.index
        self._topics: dict[str, NameTable] = {}
        self._acts: dict[int, tuple[Clause, ...]] = {}

    def read(self, turns: Sequence[Turn], counts: Counts) -> list[Occurrence]:
        """Return all relevant occurrences, in order and each once; of taking and dropping a thing only the net
        result."""
        found: list[Occurrence] = []
        for turn in turns:
            occurrences = (*self._asked(turn), *_happened(turn))
            found += [each for each in occurrences if counts(turn, each.place)]
        asked = {each.what for each in found if each.kind is OccurrenceKind.ASKED}
        return list(dict.fromkeys(each for each in found if not _is_no_news(each, found, asked)))

    def hearers(self, message: Message) -> tuple[str, ...]:
        """Return the people a player's message is for: the addressed ones, else the named ones, else the only one
        there."""
        named = tuple(key for key in message.npc_ids if key in message.witness_ids)
        alone = message.witness_ids if len(message.witness_ids) == 1 else ()
        return tuple(key for key in message.addressee_ids or named or alone if key in self._index.npcs)

    def vows(self, message: Message) -> list[tuple[str, str]]:
        """Return what a message promises or threatens: the verb, and the words used."""
        to = set(self.hearers(message)) if message.role is Role.PLAYER else set(message.addressee_ids)
        clauses = (each for each in self._acts_of(message) if not each.act.to or not to or to.intersection(each.act.to))
        return [(_VOWS[each.kind], each.words) for each in clauses if each.kind in _VOWS]

    def _asked(self, turn: Turn) -> Iterator[Occurrence]:
        """Yield what a person was asked and answered, what it volunteered, and what it was asked in vain."""
        typed = [(message, self._acts_of(message)) for message in turn.of(Role.PLAYER)]
        answers: set[tuple[str, str | None]] = set()
        for event, place in turn.happened:
            if isinstance(event, play.TopicTold):
                to_it = [clauses for message, clauses in typed if event.npc_id in self.hearers(message)]
                # A command without speech asks too.
                asks = (not acts or any(clause.kind in _ASKING for clause in acts) for acts in to_it)
                kind = OccurrenceKind.ASKED if not to_it or any(asks) else OccurrenceKind.TOLD
                answers.add((event.npc_id, place))
                named = (pair for clauses in to_it for pair in self._topics_named(clauses, event.npc_id))
                called = next((called for ids, called in named if event.topic_id in ids), "")
                yield Occurrence(kind, turn.player, event.topic_id, event.npc_id, place, turn.number, called)
        for message, clauses in typed:
            at = message.location_id
            answered = {spoken.speaker_id for spoken in turn.of(Role.NPC) if spoken.location_id == at}
            for npc_id in (key for key in self.hearers(message) if key in answered and (key, at) not in answers):
                for ids, called in self._topics_named(clauses, npc_id):
                    if len(ids) == 1:
                        yield Occurrence(OccurrenceKind.ASKED, turn.player, ids[0], npc_id, at, turn.number, called)

    def _acts_of(self, message: Message) -> tuple[Clause, ...]:
        """Return the speech acts of a message, read once: a message may have none recorded."""
        if message.index not in self._acts:
            self._acts[message.index] = acts_of(message, self._sheet)
        return self._acts[message.index]

    def _topics_named(self, clauses: Sequence[Clause], npc_id: str) -> Iterator[tuple[Sequence[str], str]]:
        """Yield the topics that each name in a question may mean, with the name as it was typed; "" for the topic's own
        name."""
        for matter in (Folded.of(clause.matter) for clause in clauses if clause.kind in _ASKING):
            for found in self._topic_table(npc_id).find(matter):
                own = [key for key in found.ids if _bare(self._index.name(key)) == found.name]
                before = matter.tidy[: found.start].split()[-1:]
                article = [word for word in before if word.casefold() in lexicon().articles]
                yield own or found.ids, "" if own else " ".join([*article, found.written])

    def _topic_table(self, npc_id: str) -> NameTable:
        if npc_id not in self._topics:
            topics = self._index.npcs[npc_id].topics
            pairs = ((_bare(name), topic.id) for topic in topics for name in (topic.name, *topic.aliases))
            self._topics[npc_id] = NameTable(ids_by_name(pairs))
        return self._topics[npc_id]


def _happened(turn: Turn) -> Iterator[Occurrence]:
    traded = _traded(turn)
    players = {message.speaker_id: message.speaker_name for message in turn.of(Role.PLAYER)}
    for event, place in turn.happened:
        kind, what, npc_id = _of_event(event, place)
        player = turn.player
        if isinstance(event, actions.ItemMoved) and event.item_id in traded:
            kind, what = traded[event.item_id], event.item_id
            npc_id = event.from_id if kind is OccurrenceKind.BOUGHT else event.to_id
        if kind is OccurrenceKind.DIED and npc_id in players:
            player, npc_id = players[npc_id], None
        if kind is not None:
            at = event.location_id if isinstance(event, play.DangerChanged | play.EffectAdded) else place
            yield Occurrence(kind, player, what or "", npc_id, at, turn.number)


def _traded(turn: Turn) -> dict[str | None, OccurrenceKind]:
    """Return what was bought or sold: its move alone does not say that it was paid for."""
    done = [event for event, _ in turn.happened if isinstance(event, actions.ActionPerformed) and event.has_changed]
    return {event.target_id: _TRADES[event.action_id] for event in done if event.action_id in _TRADES}


_TRADES = {"buy": OccurrenceKind.BOUGHT, "sell": OccurrenceKind.SOLD}
"""The actions of every world that are a trade."""

_ABOUT_ONE_THING: dict[type[Event], tuple[OccurrenceKind, str]] = {
    play.ItemTaken: (OccurrenceKind.TOOK, "item_id"),
    play.ItemDropped: (OccurrenceKind.DROPPED, "item_id"),
    play.ObjectiveCompleted: (OccurrenceKind.OBJECTIVE_DONE, "objective_id"),
    play.QuestCompleted: (OccurrenceKind.QUEST_DONE, "quest_id"),
    play.QuestStarted: (OccurrenceKind.QUEST_BEGUN, "quest_id"),
    play.EncounterCompleted: (OccurrenceKind.ENCOUNTER_DONE, "encounter_id"),
    play.SecretDiscovered: (OccurrenceKind.DISCOVERED, "secret_id"),
    play.EffectAdded: (OccurrenceKind.EFFECT, "effect"),
    actions.QuestFailed: (OccurrenceKind.QUEST_FAILED, "quest_id"),
}
"""Events that are always an occurrence, and their field with the thing concerned."""


def _of_event(event: Event, place: str | None) -> tuple[OccurrenceKind | None, str | None, str | None]:
    """Return (kind, what, person concerned) of an event; the kind is None for an event that is not an occurrence."""
    if (row := _ABOUT_ONE_THING.get(type(event))) is not None:
        return row[0], getattr(event, row[1]), None
    match event:
        case play.ItemUsed(item_id=item, consumed=True):
            return OccurrenceKind.USED_UP, item, None
        case play.ItemGiven(item_id=item, npc_id=npc, to_party=to_party):
            return OccurrenceKind.RECEIVED if to_party else OccurrenceKind.GAVE, item, npc
        case play.DangerChanged(location_id=where, level=DangerLevel.CLEARED):
            return OccurrenceKind.CLEARED, where, None
        case play.ActProgressed(begun=str(begun)):
            return OccurrenceKind.ACT_BEGUN, begun, None
        case play.AttitudeChanged(npc_id=npc, attitude=attitude):
            return OccurrenceKind.ATTITUDE, attitude.value, npc
        case play.NPCMoved(npc_id=npc, from_id=left, to_id=to) if left == place:
            return OccurrenceKind.LEFT, to, npc
        case actions.CompanionJoined(npc_id=npc):
            return OccurrenceKind.JOINED, None, npc
        case actions.CompanionLeft(npc_id=npc):
            return OccurrenceKind.STAYED_BEHIND, None, npc
        case actions.Beaten(npc_id=npc):
            return OccurrenceKind.BEATEN, None, npc
        case actions.Died(victim_id=victim):
            return OccurrenceKind.DIED, victim, victim
        case actions.CheckRolled(reason=str(reason)) if reason.strip():
            is_won = event.result is actions.CheckResult.SUCCESS
            return (OccurrenceKind.CHECK_WON if is_won else OccurrenceKind.CHECK_LOST), reason.strip(), None
    return None, None, None


def _bare(topic: str) -> str:
    """Return the name of a topic without case and article, for comparison."""
    return without_article(Folded.of(topic).folded)


def _is_no_news(each: Occurrence, found: Sequence[Occurrence], asked: Collection[str]) -> bool:
    """Return whether an occurrence repeats an answer to a question, or places a thing where it did not stay."""
    if each.kind is OccurrenceKind.TOLD:
        return each.what in asked
    of_item = [other for other in found if other.what == each.what and other.kind in _HELD | _GONE]
    return each.kind in _HELD and not (of_item[0].kind is of_item[-1].kind is each.kind)

"""Answers of a person from its memories and from what it has heard, and their wording. Recall is on words alone;
`by_meaning.py` goes on where it finds too little of a player's statements."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.questions import Question, Report, read_question
from app.agents.narrator.knowledge.relative_time import relative_time_between
from app.agents.narrator.knowledge.retelling import retold, retold_changed
from app.agents.narrator.understanding.typed_words import name_words
from app.language.analysis.terms import analyse
from app.language.analysis.text import sentences
from app.language.reading.sayable import names_matter_only, says_nothing, tells_own_words
from app.memory.entries.markers import LORE, NON_EVENTS, type_of
from app.memory.index.growing import growing
from app.memory.index.message_view import message_entry
from app.memory.index.player_statements import stated_sentences
from app.memory.recall.event_times import occurrences
from app.memory.recall.query import Preset, RecallQuery, ScoredMemory
from app.memory.recall.speakers import corrected
from app.memory.stream.claims import spoken_aloud, stated, superseding_entry
from app.memory.stream.confidences import is_confidential_for
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, Scope
from app.models.memory_id import make_message_id
from app.models.memory_kinds import kinds_where
from app.models.messages.message import Message, Role
from app.models.prompt import RecalledMemory
from app.scheduling import Slices

_HITS = 24
_ANSWERS = 0.25
"""What it counts that a sentence holds what the question is for, where 1 is all that is asked after."""
_LATER_THAN_SAID = 0.1
"""What a summary loses where a time is asked for: it knows only when a visit ended."""
_MOST_SENTENCES = 2
_MOST_REVISED = 3
"""Sentences told of what superseded something: what is new is seldom in the one that says so."""
_ENDS = frozenset({"since", "last"})
"""What a question asks for where it is the first or the last time."""
_TIMELESS = set(kinds_where(lambda row: row.is_timeless))
_NEAR = 8
"""Messages before an answer among which its question is."""


@dataclass(frozen=True)
class Recollection:
    """``words`` are what the person says of a memory, ``sources`` the memories they were made of, ``lines`` their own
    sentences, ``terms`` what these share with the question, ``covered`` how much of it that is, 0 to 1. ``is_claim``:
    only a player has said so, and not of itself. ``is_own``: the person has said it itself. ``is_promise``: the player
    has promised it. ``is_nearest``: it may not answer, but nothing else comes nearer. ``is_revised``: it replaces what
    the player said of the matter before."""

    words: str
    sources: tuple[RecalledMemory, ...]
    lines: tuple[str, ...] = ()
    terms: frozenset[str] = frozenset()
    covered: float = 0.0
    is_claim: bool = False
    is_own: bool = False
    is_promise: bool = False
    is_nearest: bool = False
    is_revised: bool = False


@dataclass(frozen=True)
class _Found:
    """A hit with those of its sentences that fit; ``message`` if it is one, and the one ``before`` that it replaces,
    with those of its sentences."""

    hit: ScoredMemory
    message: Message | None
    lines: tuple[str, ...]
    terms: frozenset[str]
    covered: float
    worth: float
    before: tuple[Message, tuple[str, ...]] | None = None

    def key(self, asks: frozenset[str]) -> tuple[float, int, int, int]:
        """Return the sort key: the best, and of equals the latest; of memories that say about as much the first or the
        last where the question asks for it."""
        memory = self.hit.memory
        time = -1 if memory.game_time is None else memory.game_time
        if "since" in asks:
            return round(self.covered, 1), -time, -(memory.since_message_index or 0), -self.hit.rank
        first = round(self.covered, 1) if "last" in asks else round(self.worth, 2)
        return first, time, memory.since_message_index or -1, -self.hit.rank


def recollect(exchange: Exchange, question: str, report: Report | None = None) -> Slices[Recollection | None]:
    """Return what answers a question; None where all shares too little with it. ``report`` where it asks for a person's
    words."""
    yield from growing(exchange.state, exchange.scope)
    index = exchange.stream.index
    heard = index.entries.postings, index.follow_messages(exchange.state).postings
    report = report and replace(report, about=corrected(report.about, *heard))
    what = read_question(exchange, corrected(question, *heard), report)
    if not what.weights and not what.is_open:
        return None
    query = RecallQuery(
        preset=Preset.HYBRID,
        text=what.text,
        now=exchange.state.clock.minutes,
        limit=_HITS,
        dates=False,
        without_types=NON_EVENTS,
        kinds=(MemoryKind.CONVERSATION,) if (what.is_open and what.speaker) or exchange.as_heard else (),
        since=what.span[0] if what.is_open and what.span else None,
        until=what.span[1] if what.is_open and what.span else None,
        span=what.span,
    )
    yield
    hits = exchange.recaller.recall(exchange.stream, query)
    yield
    if exchange.as_heard:
        hits = [hit for hit in hits if _is_heard(exchange, hit.memory)]
    elif not what.is_open:
        # What was typed to do a thing stands for the memory of it, in the same words, but no person would tell it.
        ids = {hit.memory.id for hit in hits}
        alone = exchange.recaller.recall(exchange.stream, replace(query, messages=False))
        hits += [hit for hit in alone if hit.memory.id not in ids]
        yield
        hits += _of_everybody(exchange, query)
    yield
    found = [fitting for hit in hits if (fitting := _fitting(what, hit)) is not None]
    for fitting in sorted(found, key=lambda each: each.key(what.asks), reverse=True):
        yield
        best = _at_the_end(what, fitting) if what.asks & _ENDS else _as_it_stands(exchange, fitting)
        if not may_tell(exchange, best.hit.memory) or _is_no_news(what, best):
            continue
        if words := _answer_text(what, best):
            return Recollection(
                words=words,
                sources=(recalled(exchange, best.hit),),
                lines=best.lines,
                terms=best.terms,
                covered=best.covered,
                is_claim=best.message is not None and best.message.role is Role.PLAYER and what.doer != "player",
                is_own=best.message is not None and best.message.speaker_id == exchange.npc_id,
            )
    return None


def _at_the_end(what: Question, found: _Found) -> _Found:
    """Return the first or the last, as asked, of the memories that hold as much of the question: recall gives a
    repeated text once."""
    alike = occurrences(what.exchange.stream, found.terms, latest="last" in what.asks) if found.terms else ()
    hits = (found.hit._replace(memory=memory) for memory in islice(alike, _HITS) if may_tell(what.exchange, memory))
    fitting = (each for hit in hits if (each := _fitting(what, hit)) is not None)
    return next((each for each in fitting if each.covered >= found.covered), found)


def _is_no_news(what: Question, found: _Found) -> bool:
    """Whether the person has said it itself in this visit, and it does not hold all that is asked and asked for."""
    message, exchange = found.message, what.exchange
    if message is None or what.report is not None or exchange.as_heard or message.speaker_id != exchange.npc_id:
        return False
    answers = what.covered(found.terms) >= 1 and any(map(what.is_answered_by, found.lines))
    return message.scene == exchange.state.clock.scene_id and not answers


def may_tell(exchange: Exchange, memory: MemoryEntry) -> bool:
    """Return whether the person may speak of a memory here: of a confidence only to people that heard it."""
    place = exchange.state.npc(exchange.npc_id).current_location_id
    present = {npc.instance_id for npc in exchange.state.present(place)} if place else set()
    return exchange.as_heard or not is_confidential_for(exchange.state, exchange.scope, memory, present)


def _as_it_stands(exchange: Exchange, found: _Found) -> _Found:
    """The hit, or what has superseded it since: the newest that was said, whole."""
    newer = superseding_entry(exchange.stream, found.hit.memory, " ".join(found.lines)) or found.message
    lines = None if newer is None else revised_lines(exchange, newer, is_newer=newer is not found.message)
    if newer is None or lines is None:
        return found
    hit = found.hit._replace(memory=message_entry(newer, exchange.scope))
    before = None if found.message in (None, newer) else (found.message, found.lines)
    return replace(found, hit=hit, message=newer, lines=lines, before=before)


def revised_lines(exchange: Exchange, message: Message, *, is_newer: bool) -> tuple[str, ...] | None:
    """Return the lines of a message that superseded another (``is_newer``) or revises something: all of it; None for
    others."""
    said = spoken_aloud(exchange.state, message)
    if said is None or not (is_newer or any(each.revises for each in stated(exchange.state, said))):
        return None
    return tuple(stated_sentences(exchange.state, message)[:_MOST_REVISED])


def was_heard(exchange: Exchange, message: Message) -> bool:
    """Return whether it was said where the party was: there are the messages of the turn that are no person's."""
    history, index = exchange.state.conversation_history, message.index
    near = [other for other in history[max(0, index - _NEAR) : index + _NEAR] if other.turn == message.turn]
    party = {m.location_id for m in near if m.role is not Role.NPC}
    return message.location_id in party


def _is_heard(exchange: Exchange, memory: MemoryEntry) -> bool:
    message = message_of(exchange, memory)
    return message is not None and message.speaker_id == exchange.npc_id and was_heard(exchange, message)


def _of_everybody(exchange: Exchange, query: RecallQuery) -> Iterator[ScoredMemory]:
    """What everybody at this place may know from the start: the lore of the place and of the world."""
    place = exchange.state.npc(exchange.npc_id).current_location_id
    asked = replace(query, messages=False, types=(LORE,))
    for scope in (Scope.world(), *(() if place is None else (Scope.location(place),))):
        yield from exchange.recaller.recall(MemoryStream(exchange.state, scope), asked)


def recalled(exchange: Exchange, hit: ScoredMemory) -> RecalledMemory:
    """A hit as a turn's record keeps it."""
    memory, scope = hit.memory, exchange.scope
    if memory.source is MemorySource.WORLD:
        scope = Scope.world()
    elif memory.source is MemorySource.LOCATION and memory.location_id is not None:
        scope = Scope.location(memory.location_id)
    return hit.recalled_from(scope)


def _fitting(what: Question, hit: ScoredMemory) -> _Found | None:
    """Return the hit, if it really shares what the question asks after and can be said."""
    memory = hit.memory
    message = message_of(what.exchange, memory)
    beside = _shared(what, " ".join(memory.keywords)) if message is None else _answered_by(what, message)
    if memory.kind is MemoryKind.PLAN or not (what.is_open or what.is_met_by(_shared(what, memory.summary) | beside)):
        return None
    if not (lines := _sayable(what, memory) if message is None else _statements_wanted(what, message)):
        return None
    if what.is_open:
        is_event = message is None and what.speaker is None
        return _Found(hit, message, tuple(lines[:_MOST_SENTENCES]), frozenset(), 1.0, float(is_event))
    chosen = _chosen(what, lines)
    if not chosen and message is None and type_of(memory) != LORE:
        return None  # only its keywords share anything: what it says is about something else
    terms = beside.union(*(_shared(what, line) for line in chosen))
    if not what.is_met_by(terms):
        return None
    chosen, covered = chosen or lines[:_MOST_SENTENCES], what.covered(terms)
    worth = covered + _ANSWERS * any(map(what.is_answered_by, chosen))
    if "when" in what.asks and memory.kind is MemoryKind.SUMMARY:
        worth -= _LATER_THAN_SAID
    worth += hit.terms.get("time", 0.0)
    return _Found(hit, message, tuple(chosen), terms, covered, worth)


def _answered_by(what: Question, message: Message) -> frozenset[str]:
    """For a question for a person's own words: return what it shares with the words that a message of the person
    answered."""
    if message.role is not Role.NPC or what.report is None:
        return frozenset()
    for before in reversed(what.exchange.state.conversation_history[max(0, message.index - _NEAR) : message.index]):
        if before.turn == message.turn and before.role is Role.PLAYER:
            return _shared(what, before.content)
    return frozenset()


def _chosen(what: Question, lines: Sequence[str]) -> list[str]:
    """Return the sentence that fits best, and its neighbour if that has more of the question; [] if none shares a
    thing."""
    shared = [_shared(what, line) for line in lines]
    worth = [what.covered(shared[at]) + _ANSWERS * what.is_answered_by(line) for at, line in enumerate(lines)]
    if not (fitting := [at for at, terms in enumerate(shared) if terms]):
        return []
    first = max(fitting, key=lambda at: (worth[at], -at))
    beside = [at for at in (first + 1, first - 1) if 0 <= at < len(lines)]
    answers = what.is_answered_by
    more = [at for at in beside if shared[at] - shared[first] or (answers(lines[at]) and not answers(lines[first]))]
    return [lines[at] for at in sorted([first, *more[: _MOST_SENTENCES - 1]])]


def _shared(what: Question, line: str) -> frozenset[str]:
    return frozenset(term for term in analyse(line).terms if term in what.weights)


def message_of(exchange: Exchange, memory: MemoryEntry) -> Message | None:
    """The message that a hit is a view of."""
    index = memory.since_message_index
    if index is None or memory.id != make_message_id(index):
        return None
    return exchange.state.conversation_history[index]


def _sayable(what: Question, memory: MemoryEntry) -> list[str]:
    """The sentences of a memory that say something, and as much as was asked: not who once asked what."""
    asks_asking = what.report is not None and what.report.of_asking
    told = (line for line in sentences(memory.summary) if not says_nothing(line))
    lines = [line for line in told if not names_matter_only(line, asking_counts=asks_asking)]
    if what.speaker is None or what.speaker == what.exchange.player:
        return lines
    names = what.exchange.own_names if what.speaker == what.exchange.own_names[0] else (what.speaker,)
    return [line for line in lines if line.startswith(tuple(names))]


def _statements_wanted(what: Question, message: Message) -> list[str]:
    """The statements of a message by the speaker whose words are wanted, or a player's report of them."""
    if message.role not in (Role.PLAYER, Role.NPC):
        return []
    lines = stated_sentences(what.exchange.state, message)
    if what.speaker and message.speaker_name != what.speaker:
        lines = [line for line in lines if message.role is Role.PLAYER and what.is_hearsay(line)]
    return [line for line in lines if not what.of_whom or not what.of_whom.isdisjoint(name_words(line))]


def _answer_text(what: Question, found: _Found) -> str:
    exchange, memory = what.exchange, found.hit.memory
    if found.message is not None and found.before is not None:
        return retold_changed(exchange, found.before, (found.message, found.lines))
    if found.message is not None:
        dated = exchange.as_heard or what.wants_time_of(found.lines)
        return retold(exchange, found.message, found.lines, when=dated)
    told = exchange.as_it_seems(memory, " ".join(_own_sentences(what, found.lines)))
    if not told or not what.wants_time_of(found.lines) or not (when := _when_of(exchange, memory)):
        return told
    name = "answers.learned" if memory.kind is MemoryKind.SEMANTIC else "answers.that-was"
    return exchange.language.render(name, told=told, when=when)


def _own_sentences(what: Question, lines: Sequence[str]) -> Iterator[str]:
    """Sentences in the first person, without own sayings unless asked for, and without deeds of the wrong doer."""
    is_of_self = what.speaker == what.exchange.own_names[0]
    for line in lines:
        told = what.exchange.in_first_person(line)
        if (is_of_self or not tells_own_words(told)) and not what.is_turned_round(told):
            yield told


def _when_of(exchange: Exchange, memory: MemoryEntry) -> str:
    """When it was, as far as the memory knows: what covers a visit happened at some time of it."""
    last = memory.game_time
    if last is None or memory.kind in _TIMELESS:
        return ""
    history = exchange.state.conversation_history
    begun = memory.first_message_index
    first = last if begun is None or begun >= len(history) else history[begun].game_time
    return relative_time_between(min(first, last), last, exchange.state.clock.minutes)

"""Commitments: speech acts make them; other acts and events close them; they fall due at their time."""

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate, takewhile

from app.language.analysis.terms import analyse
from app.language.analysis.text import sentences
from app.language.language import language_of
from app.memory.stream.goals import ALIKE
from app.models.command import Event
from app.models.events.actions import MessageDelivered
from app.models.events.play import ItemGiven, ObjectiveCompleted, QuestCompleted
from app.models.messages.payload import Utterance
from app.models.messages.speech import ActKind, SpeechAct
from app.models.state.commitment import Commitment, CommitmentKind, CommitmentStatus
from app.models.state.game_state import GameState

ANSWERED_WITHIN = 60
"""Game minutes after an invitation within which an answer accepts it."""
ON_TIME = 60
"""Game minutes before and after its time within which an appointment can be kept."""
_OWN_MATTER = 3  # terms from which on a promise has a subject matter of its own
_MADE_BY = {
    ActKind.PROMISE: CommitmentKind.PROMISE,
    ActKind.REQUEST: CommitmentKind.REQUEST,
    ActKind.INVITATION: CommitmentKind.INVITATION,
}
_CLOSED_BY = {ActKind.KEPT: CommitmentStatus.KEPT, ActKind.WITHDRAWN: CommitmentStatus.WITHDRAWN}
_CAN_BE_KEPT = (CommitmentKind.PROMISE, CommitmentKind.APPOINTMENT)


def open_commitments(state: GameState) -> Iterator[Commitment]:
    """Return commitments that are still binding, newest first."""
    return (commitment for commitment in reversed(state.commitments.values()) if commitment.is_open)


def made_since(state: GameState, since: int) -> Iterator[Commitment]:
    """Return commitments made at or after a time (game minutes), newest first, without scanning older ones."""
    return takewhile(lambda commitment: commitment.made_at >= since, reversed(state.commitments.values()))


def promises_to(state: GameState, by_id: str, to_id: str | None, *, done: bool = False) -> Iterator[Commitment]:
    """Return a person's open promises, newest first.

    Args:
        state: The game.
        by_id: Who promised.
        to_id: To which person; None for anybody.
        done: Whether to include kept ones.
    """
    return (
        promise
        for promise in reversed(state.commitments.values())
        if promise.kind is CommitmentKind.PROMISE
        and promise.by_id == by_id
        and (to_id is None or to_id in promise.to_ids)
        if promise.is_open or (done and promise.status is CommitmentStatus.KEPT)
    )


def record_commitments(
    state: GameState,
    said: Utterance,
    *,
    hearers: Sequence[str] = (),
    message_index: int | None = None,
    memory_ids: Sequence[str] = (),
    at: int | None = None,
    quest_id: str | None = None,
) -> None:
    """Record the commitments that an utterance makes, accepts, keeps or withdraws.

    Args:
        state: The game.
        said: The utterance.
        hearers: Ids of the people who heard it; they take the place of missing addressees.
        message_index: Index of its message.
        memory_ids: Ids of the memories that hold it.
        at: Time of the utterance in game minutes; None for now.
        quest_id: The quest that it gives; its requests belong to that quest.
    """
    now = state.clock.minutes if at is None else at
    to_ids = tuple(one for one in said.addressee_ids or hearers if one != said.speaker_id)
    accepted = _accept(state, said, to_ids, now)
    made: set[tuple[CommitmentKind, str]] = set()
    may_bind = not _MADE_BY.keys().isdisjoint([act.kind for act in said.acts])
    sentences_of_acts = _sentences_of(said) if may_bind else [""] * len(said.acts)
    for act, words in zip(said.acts, sentences_of_acts, strict=True):
        whom = act.to or to_ids
        if status := _CLOSED_BY.get(act.kind):
            _close(state, _fitting(_closable(state, said.speaker_id, whom, act.kind), act, said.words), status)
            continue
        kind = _MADE_BY.get(act.kind)
        is_acceptance = accepted and kind is CommitmentKind.PROMISE
        if is_acceptance or kind is None or not whom or (kind, words) in made:
            continue
        made.add((kind, words))
        state.set_commitment(
            Commitment(
                id=state.next_commitment_id(),
                kind=kind,
                by_id=said.speaker_id,
                to_ids=whom,
                words=words,
                place_id=act.place_id,
                subject_id=act.subject_id,
                quest_id=quest_id if kind is CommitmentKind.REQUEST else None,
                at=act.at,
                message_index=message_index,
                memory_ids=tuple(memory_ids),
                made_at=now,
                turn=state.turn,
            )
        )


def mark_kept_commitments(state: GameState, events: Iterable[Event]) -> None:
    """Mark as kept the commitments that events fulfil: a promised item given, an appointment attended, a promised task
    done, a requested quest completed, a message passed on."""
    events = tuple(events)
    tasks = [task for event in events if isinstance(event, ObjectiveCompleted) for task in _task(state, event)]
    quests = {event.quest_id for event in events if isinstance(event, QuestCompleted)}
    given = {(event.npc_id, event.item_id) for event in events if isinstance(event, ItemGiven) and not event.to_party}
    players = {player.id for player in state.party.players}
    brought = [event for event in events if isinstance(event, MessageDelivered)]
    for commitment in list(open_commitments(state)):
        is_given = commitment.by_id in players and any(
            (to_id, commitment.subject_id) in given for to_id in commitment.to_ids
        )
        is_done = commitment.by_id in players and any(_is_about(commitment.words, task) for task in tasks)
        is_promise = commitment.kind is CommitmentKind.PROMISE
        if (
            (is_promise and (is_given or is_done))
            or commitment.quest_id in quests
            or any(_asked_to_bring(commitment, event) for event in brought)
            or _have_met(state, commitment, players)
        ):
            _close(state, [commitment], CommitmentStatus.KEPT)


def _asked_to_bring(commitment: Commitment, event: MessageDelivered) -> bool:
    """Return whether a request was the one to pass on a message."""
    is_request = commitment.kind is CommitmentKind.REQUEST and commitment.by_id == event.by_id
    return is_request and event.npc_id in commitment.to_ids and event.words in commitment.words


def _task(state: GameState, done: ObjectiveCompleted) -> Iterator[set[str]]:
    """Yield the terms of an objective, if it has enough terms to be recognised by."""
    sheet = next(each for each in state.sheets.quest(done.quest_id).objectives if each.id == done.objective_id)
    terms = set(analyse(sheet.description or sheet.name).terms)
    if len(terms) > 1:
        yield terms


def _is_about(promise: str, task: Collection[str]) -> bool:
    return len(set(task).intersection(analyse(promise).terms)) >= ALIKE * len(task)


def mark_due_commitments(state: GameState) -> None:
    """Mark open commitments whose time has come as due."""
    for commitment in list(open_commitments(state)):
        if (
            commitment.status is CommitmentStatus.OPEN
            and commitment.at is not None
            and commitment.at <= state.clock.minutes
        ):
            _close(state, [commitment], CommitmentStatus.DUE)


def is_item_promised(state: GameState, by_id: str, to_id: str, item_id: str) -> bool:
    return any(each.subject_id == item_id for each in promises_to(state, by_id, to_id))


def _accept(state: GameState, said: Utterance, to_ids: Collection[str], now: int) -> bool:
    """Turn an accepted invitation into an appointment; return whether there was one."""
    invited = [
        each
        for each in open_commitments(state)
        if each.kind is CommitmentKind.INVITATION
        and said.speaker_id in each.to_ids
        and each.by_id in to_ids
        and now - each.made_at <= ANSWERED_WITHIN
    ]
    if not invited:
        return False
    kinds = {act.kind for act in said.acts}
    agrees = language_of(state.sheet).pattern("binding.accepts").search(said.words) is not None
    promises = [said.words[slice(*act.span)] for act in said.acts if act.kind is ActKind.PROMISE]
    comes = bool(promises) and all(_may_accept(words, invited[0].words) for words in promises)
    if kinds & {ActKind.QUESTION, ActKind.WITHDRAWN} or not (agrees or comes):
        return False
    state.set_commitment(invited[0].model_copy(update={"kind": CommitmentKind.APPOINTMENT}))
    return True


def _may_accept(promise: str, invitation: str) -> bool:
    """Return whether a promise concerns the invitation, or has no subject matter of its own."""
    own, asked = (set(analyse(words).terms) for words in (promise, invitation))
    return len(own) < _OWN_MATTER or not own.isdisjoint(asked)


def _closable(state: GameState, speaker_id: str, to_ids: Collection[str], kind: ActKind) -> list[Commitment]:
    """Return commitments that the speaker can keep or withdraw, newest first."""
    return [
        each
        for each in open_commitments(state)
        if (kind is ActKind.WITHDRAWN or each.kind in _CAN_BE_KEPT)
        and (
            (each.by_id == speaker_id and not set(to_ids).isdisjoint(each.to_ids))
            or (each.kind is CommitmentKind.APPOINTMENT and speaker_id in each.to_ids and each.by_id in to_ids)
        )
    ]


def _fitting(open_ones: Sequence[Commitment], act: SpeechAct, words: str) -> list[Commitment]:
    """Return the commitment that shares most terms with an act, else the newest, and those that differ from it by one
    term."""
    if act.subject_id is not None and (same := [each for each in open_ones if each.subject_id == act.subject_id]):
        return same
    act_terms = set(analyse(words[slice(*(act.what or act.span))]).terms)
    terms = {each.id: set(analyse(each.words).terms) for each in open_ones}
    best = max(open_ones, key=lambda each: len(terms[each.id] & act_terms), default=None)
    return [each for each in open_ones if best and (each == best or len(terms[each.id] ^ terms[best.id]) <= 1)]


def _close(state: GameState, ones: Iterable[Commitment], status: CommitmentStatus) -> None:
    for each in ones:
        state.set_commitment(each.model_copy(update={"status": status}))


def _have_met(state: GameState, commitment: Commitment, players: Collection[str]) -> bool:
    """Return whether everybody of an appointment is at its place at its time."""
    if commitment.kind is not CommitmentKind.APPOINTMENT or commitment.place_id is None or commitment.at is None:
        return False
    where = {key: npc.current_location_id for key, npc in state.npcs.items()}
    where |= dict.fromkeys(players, state.scenario.current_location_id)  # who has left the party is nowhere
    is_there = all(where.get(one) == commitment.place_id for one in (commitment.by_id, *commitment.to_ids))
    return is_there and abs(state.clock.minutes - commitment.at) <= ON_TIME


def _sentences_of(said: Utterance) -> list[str]:
    """Return the sentence of each act, or the act's own words where they span several. Positions are compared without
    white space, since `sentences` normalises it."""
    solid = list(accumulate((not sign.isspace() for sign in said.words), initial=0))
    spoken, of_acts = sentences(said.words), list[str]()
    ends = list(accumulate(len(sentence) - sentence.count(" ") for sentence in spoken))
    for act in said.acts:
        start, end = (solid[min(at, len(said.words))] for at in act.span)
        first, last = bisect_right(ends, start), bisect_right(ends, end - 1)
        of_acts.append(spoken[first] if first == last else " ".join(said.words[slice(*act.span)].split()))
    return of_acts

"""Reasons of one person to talk to another: typed matters, each said once to the same listener."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from app.cognition.portrait import known_places
from app.cognition.remembering.recalling import as_recollections
from app.interfaces.agents.mind import MatterKind, MemoryExcerpt, TalkReason
from app.language.analysis.terms import analyse
from app.language.language import Language, language_of
from app.language.rendering.naming import Naming
from app.language.rendering.phrases import in_first_person
from app.memory.recall.current_facts import own_matters
from app.memory.stream.commitments import made_since, open_commitments
from app.memory.stream.confidences import is_confidential_for
from app.memory.stream.hearsay import (
    PersonalNews,
    act_key,
    memory_key,
    news_key,
    part_to_pass_on,
)
from app.memory.stream.occasions import NEAR, occasions, read_text
from app.memory.stream.stream import MemoryStream
from app.models.clock import MINUTES_PER_DAY, day_of
from app.models.events.play import BeingsSeen, GatheringHeld
from app.models.memory import MemoryEntry, Scope
from app.models.messages.payload import EventPayload, Utterance, events_in
from app.models.messages.speech import ActKind
from app.models.state.commitment import CommitmentKind, CommitmentStatus
from app.models.state.game_state import GameState

MOST = 6  # matters of one person for another
NEWS_FOR = 2 * MINUTES_PER_DAY  # game minutes for which something is news; an occasion is until it is over
NEWS_LOOKED_AT = 40  # of each person the newest
WEIGHTY = 4.0  # importance from which on something is worth telling
FARTHEST = 5  # tellers up to which hearsay goes on
OCCASION, REMINDER, COMPLAINT, QUESTION, INVITATION, AFFECTION, GOAL = 9.0, 7.0, 6.5, 6.0, 5.5, 5.0, 4.5
DISLIKED = -2.0  # relationship at or below which a person only complains to the other
SOCIAL = "social"  # tags a place where people go for company
_SLOTS = tuple(int(hour * 60) for hour in (12.5, 15.5, 17, 18.5, 19.5))
"""Minutes of the day for which people invite each other."""
_ACTS = {
    MatterKind.INVITE: ActKind.INVITATION,
    MatterKind.REMIND: ActKind.STATEMENT,
    MatterKind.ASK: ActKind.QUESTION,
    MatterKind.COMPLAIN: ActKind.STATEMENT,
    MatterKind.AFFECTION: ActKind.THANKS,
}
"""What is done by saying something of each kind."""
_LEAD = 120  # game minutes from an invitation to its time, at least
_SOON = 0.6  # how often it is for the next time that is free
_SPEAKS_OF_GOALS = 0.4  # the share of days on which a person speaks to another of its wishes
_HAS_A_LEAD = 0.6  # how often a person knows another to ask
_INVITES = 0.3  # how often a person may invite another on a day, where they have no strong feelings


def matters(state: GameState, npc_id: str, other_id: str) -> tuple[TalkReason, ...]:
    """Return what a person has to say to another, the weightiest first, without what it has said to it before. To
    people that it dislikes it only complains."""
    said = PersonalNews.of(state, Scope.npc(npc_id)).said_to(other_id)
    found = [each for raised in _RAISED for each in raised(state, npc_id, other_id) if each.key not in said]
    if state.npc(npc_id).relationships.get(other_id, 0.0) <= DISLIKED:
        found = [each for each in found if each.kind is MatterKind.COMPLAIN]
    return tuple(sorted(found, key=lambda each: -each.weight)[:MOST])


def _matter(kind: MatterKind, weight: float, memory: MemoryExcerpt | None = None, **slots: Any) -> TalkReason:
    """Make a matter that is put into words by rule; its key is that of the words."""
    found = TalkReason(kind, "", weight, memory, **slots)
    key = act_key(_ACTS[kind], about=found.about_id, place=found.place_id or "", at=found.at, what=found.what)
    return replace(found, key=key)


def with_answers(state: GameState, npc_id: str, other_id: str, given: Sequence[TalkReason]) -> tuple[TalkReason, ...]:
    """Return matters with what the other remembers of each question, without what it has told the person before."""
    return tuple(
        each if each.kind is not MatterKind.ASK or each.is_advised else _with_answer(state, npc_id, other_id, each)
        for each in given
    )


def _with_answer(state: GameState, npc_id: str, other_id: str, asked: TalkReason) -> TalkReason:
    if asked.what:
        return _with_lead(state, npc_id, other_id, asked)
    said = PersonalNews.of(state, Scope.npc(other_id)).said_to(npc_id)
    stream = MemoryStream(state, Scope.npc(other_id))
    sights = ((entry, seen) for entry in stream.about(asked.about_id) for seen in events_in(entry.payload))
    found = next(((entry, seen) for entry, seen in sights if isinstance(seen, BeingsSeen)), None)
    if found is None:
        return asked
    entry, seen = found
    key = act_key(ActKind.STATEMENT, about=asked.about_id, place=seen.location_id, at=seen.since)
    return asked if key in said else replace(asked, answer=as_recollections(stream, (entry,))[0])


def _with_lead(state: GameState, npc_id: str, other_id: str, asked: TalkReason) -> TalkReason:
    """Add the person that the other would ask about a goal: of those whose trade and skills have most to do with it the
    one it likes most, and never one whom it has named before."""
    luck = random.Random(f"{state.seed}:{npc_id}:{other_id}:{asked.goal_id}:lead")
    if luck.random() >= _HAS_A_LEAD:
        return asked
    said, wanted = PersonalNews.of(state, Scope.npc(other_id)).said_to(npc_id), set(analyse(asked.what).terms)
    liked = state.npc(other_id).relationships
    fit, language = list[tuple[int, float, float, str]](), language_of(state.sheet)
    for key, sheet in ((key, state.sheets.npc(key)) for key in state.npcs if key not in (npc_id, other_id)):
        trade = _trade_terms(" ".join((sheet.occupation, *sheet.skills)), language)
        if act_key(ActKind.STATEMENT, about=key) not in said and liked.get(key, 0.0) >= 0:
            fit.append((len(wanted.intersection(trade)), liked.get(key, 0.0), luck.random(), key))
    if not fit:
        return asked
    lead = max(fit)[-1]
    return replace(asked, lead_id=lead, names={lead: Naming(state, other_id).person(lead)})


@lru_cache(maxsize=4096)
def _trade_terms(words: str, _language: Language) -> Sequence[str]:
    return analyse(words).terms


# -- news ----------------------------------------------------------------------------------------------------------


def _news(state: GameState, npc_id: str, other_id: str) -> Iterator[TalkReason]:
    """Yield news that the other does not remember to have heard, and neither said, passed on nor saw."""
    scope, now = Scope.npc(npc_id), state.clock.minutes
    stream, heard = MemoryStream(state, scope), PersonalNews.of(state, Scope.npc(other_id)).heard
    ahead = {each.because for each in occasions(state, npc_id, now, now + 7 * MINUTES_PER_DAY, made_since=now)}
    for entry, spoken in PersonalNews.of(state, scope).news[: -NEWS_LOOKED_AT - 1 : -1]:
        is_ahead = entry.id in ahead
        if not is_ahead and now - (entry.game_time or 0) > NEWS_FOR:
            continue
        importance = stream.importance(entry)
        said = part_to_pass_on(read_text(state, entry) if spoken is None else spoken) if spoken or is_ahead else None
        key = _key(entry, said)
        if key in heard or (importance < WEIGHTY and not is_ahead) or not stream.is_active(entry):
            continue
        if said is not None and (other_id in (said.speaker_id, *said.chain) or len(said.chain) > FARTHEST):
            continue
        if is_confidential_for(state, scope, entry, {other_id}) or _was_there(entry, other_id):
            continue
        weight = OCCASION if is_ahead else importance + 1 - (len(said.chain) if said is not None else 0)
        yield TalkReason(MatterKind.NEWS, key, weight, as_recollections(stream, (entry,))[0], said=said)


def _held(entry: MemoryEntry) -> list[GatheringHeld]:
    return [event for event in events_in(entry.payload) if isinstance(event, GatheringHeld)]


def _key(entry: MemoryEntry, said: Utterance | None) -> str:
    if said is not None:
        return news_key(said)
    return next((f"news|{event.location_id}|{event.at}" for event in _held(entry)), memory_key(entry.id or ""))


def _was_there(entry: MemoryEntry, other_id: str) -> bool:
    """Return whether a person saw the event, or was to be there."""
    seen_by = entry.payload.seen_by if isinstance(entry.payload, EventPayload) else ()
    return other_id in (*seen_by, *(key for held in _held(entry) for key in (*held.present_ids, *held.missing_ids)))


# -- commitments and gatherings ------------------------------------------------------------------------------------


def _reminders(state: GameState, npc_id: str, other_id: str) -> Iterator[TalkReason]:
    now = state.clock.minutes
    for each in open_commitments(state):
        if each.kind is not CommitmentKind.PROMISE or each.by_id != other_id or npc_id not in each.to_ids:
            continue
        if each.status is CommitmentStatus.DUE or (each.at is None and now - each.made_at >= MINUTES_PER_DAY):
            what = each.words.rstrip(".!?… ")
            yield _matter(MatterKind.REMIND, REMINDER, what=what, about_id=other_id)


def _gatherings(state: GameState, npc_id: str, other_id: str) -> Iterator[TalkReason]:
    """Yield the occasions that the person attended lately, the newest first: complaints where the other did not come,
    thanks where it met only the other."""
    stream, now = MemoryStream(state, Scope.npc(npc_id)), state.clock.minutes
    for position in stream.index.entries.tags.of(GatheringHeld.model_fields["kind"].default)[::-1].tolist():
        entry = stream.index.entries.entries[position]
        if now - (entry.game_time or 0) > MINUTES_PER_DAY:
            return
        for held in _held(entry):
            is_missing = other_id in held.missing_ids
            if is_missing or (other_id in held.present_ids and len(held.present_ids) == 2):
                yield _matter(
                    MatterKind.COMPLAIN if is_missing else MatterKind.AFFECTION,
                    COMPLAINT if is_missing else AFFECTION,
                    as_recollections(stream, (entry,))[0],
                    about_id=other_id,
                    place_id=held.location_id,
                    at=held.at,
                    names={held.location_id: Naming(state, npc_id).place(held.location_id)},
                )


# -- questions, goals, invitations ---------------------------------------------------------------------------------


def _questions(state: GameState, npc_id: str, other_id: str) -> Iterator[TalkReason]:
    for each in state.npc(npc_id).mind.questions:
        if each.about_id not in state.npcs or each.about_id == other_id or each.whom_id not in (None, other_id):
            continue
        named = {each.about_id: Naming(state, npc_id).person(each.about_id)}
        if each.place_id is not None:
            named[each.place_id] = Naming(state).place(each.place_id)
        yield _matter(MatterKind.ASK, QUESTION, about_id=each.about_id, place_id=each.place_id, names=named)


def _goals(state: GameState, npc_id: str, other_id: str) -> Iterator[TalkReason]:
    """Yield the person's goals that are no secret, to people that it likes, and first to those that it was advised to
    ask."""
    npc, own = state.npc(npc_id), own_matters(state, npc_id)
    advised = {each.about_id for each in npc.mind.questions if each.whom_id == other_id}
    luck = random.Random(f"{state.seed}:{day_of(state.clock.minutes)}:{npc_id}:{other_id}:confides").random()
    if not advised and (npc.relationships.get(other_id, 0.0) < 0 or luck >= _SPEAKS_OF_GOALS):
        return
    for goal in own.goals:
        if goal.id not in own.kept_back:
            what, is_advised = in_first_person(goal.text).rstrip(".!?… "), goal.id in advised
            weight = QUESTION if is_advised else GOAL
            yield _matter(MatterKind.ASK, weight, what=what, goal_id=goal.id, is_advised=is_advised)


def _invitations(state: GameState, npc_id: str, other_id: str) -> Iterator[TalkReason]:
    """At most one a day, and none while the two have agreed on something: to meet at a place that both can reach, at a
    time at which it has agreed to nothing."""
    npc, now = state.npc(npc_id), state.clock.minutes
    feeling, day = npc.relationships.get(other_id, 0.0), day_of(now)
    luck = random.Random(f"{state.seed}:{day}:{npc_id}:{other_id}:invites")
    if feeling < 0 or luck.random() >= _INVITES + feeling / 10 or _has_invited(state, npc_id, other_id, day):
        return
    until = now + 2 * MINUTES_PER_DAY
    taken = [each.at for each in occasions(state, npc_id, now, until, made_since=now - NEWS_FOR)]
    midnight = (day - 1) * MINUTES_PER_DAY
    slots = [midnight + ahead * MINUTES_PER_DAY + slot for ahead in (0, 1) for slot in _SLOTS]
    free = [at for at in slots if at >= now + _LEAD and all(abs(at - other) >= NEAR for other in taken)]
    places = [place for place in known_places(state, npc_id) if SOCIAL in place.tags and place.type != "wild"]
    if not free or not places:
        return
    place, at = luck.choice(places[:4]), free[0] if luck.random() < _SOON else luck.choice(free)
    names = {place.id: Naming(state, npc_id).place(place.id)}
    yield _matter(MatterKind.INVITE, INVITATION, place_id=place.id, at=at, names=names)


def _has_invited(state: GameState, npc_id: str, other_id: str, day: int) -> bool:
    """Whether it has invited anybody that day, or has something ahead with the other."""
    for each in made_since(state, state.clock.minutes - NEWS_FOR):
        if each.kind in (CommitmentKind.INVITATION, CommitmentKind.APPOINTMENT):
            is_ahead = {npc_id, other_id} <= {each.by_id, *each.to_ids} and (each.at or 0) > state.clock.minutes
            if is_ahead or (each.by_id == npc_id and day_of(each.made_at) == day):
                return True
    return False


_RAISED = (_news, _reminders, _gatherings, _questions, _goals, _invitations)

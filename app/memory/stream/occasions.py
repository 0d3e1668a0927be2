"""Occasions: events with a place and a future time that a person knows of, whenever it heard of them."""

from collections.abc import Iterator, Sequence

from app.interfaces.agents.mind import Occasion
from app.language.analysis.mentions import mentions_for
from app.language.reading.hearing import Hearing
from app.memory.stream.incremental_views import IncrementalView
from app.models.base import Id
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.messages.payload import Utterance, utterances_in
from app.models.messages.speech import ActKind, SpeechAct
from app.models.state.commitment import Commitment, CommitmentKind
from app.models.state.game_state import GameState

NEAR = 120
"""Game minutes between two occasions within which a person attends only one."""
_ANNOUNCED = frozenset({ActKind.INVITATION, ActKind.STATEMENT, ActKind.CLAIM, ActKind.CORRECTION})
_NO_REPORTS = frozenset({MemoryKind.PLAN, MemoryKind.REFLECTION})
_LONGEST = 600  # characters of a text without a payload up to which it is read for an occasion


class Announced(IncrementalView):
    """Occasions announced in a scope's entries."""

    def __init__(self, scope: Scope, entries: Sequence[MemoryEntry]) -> None:
        super().__init__(scope, entries)
        self._found: list[Occasion] = []
        self._unread: list[MemoryEntry] = []

    def apply(self, entry: MemoryEntry) -> None:
        is_text = entry.payload is None and entry.kind not in _NO_REPORTS and entry.metadata.get("type") is None
        if is_text or any(any(_dated(said)) for said in utterances_in(entry.payload)):
            self._unread.append(entry)

    def occasions(self, state: GameState) -> list[Occasion]:
        """Return all announced occasions; entries added since the last call are read first."""
        for entry in self._unread:
            for said in utterances_in(entry.payload) or (read_text(state, entry),):
                self._found += _announced(state, entry, said, self.scope.owner_id or "")
        self._unread.clear()
        return self._found


def read_text(state: GameState, entry: MemoryEntry) -> Utterance:
    """Return a memory without a payload as an utterance of its owner, with speech acts read as of the memory's time."""
    owner, words = entry.npc_ids[0] if entry.npc_ids else "", entry.summary[:_LONGEST]
    acts = Hearing(state.sheet, now=entry.game_time or 0).read_speech(words)
    return Utterance(kind="utterance", speaker_id=owner, words=words, acts=acts)


def _dated(said: Utterance) -> Iterator[tuple[SpeechAct, Id, int]]:
    """Yield the announcing acts that have a place and a time, with both."""
    for act in said.acts:
        if act.kind in _ANNOUNCED and act.place_id is not None and act.at is not None:
            yield act, act.place_id, act.at


def occasions(
    state: GameState, npc_id: str, since: int, until: int, *, made_since: int | None = None
) -> list[Occasion]:
    """Find the occasions that a person knows of in a span of time.

    Args:
        state: The game.
        npc_id: The person.
        since: Begin of the span in game minutes.
        until: Its end, exclusive.
        made_since: Ignore commitments made before this time, which spares a scan of all commitments of a long game.

    Returns:
        The occasions by time, binding ones first, each place and time once. A commitment is preferred to an
        announcement; withdrawn ones are left out.
    """
    by_place_and_time: dict[tuple[str, int], Occasion] = {}
    withdrawn: set[tuple[str | None, int | None]] = set()
    for each in reversed(state.commitments.values()):
        if made_since is not None and each.made_at < made_since:
            break
        if npc_id not in (each.by_id, *each.to_ids) or each.at is None or not since <= each.at < until:
            continue
        if not each.is_open:
            withdrawn.add((each.place_id, each.at))
        elif (occasion := _of_commitment(each, npc_id)) is not None:
            by_place_and_time.setdefault((occasion.place_id, occasion.at), occasion)
    for occasion in Announced.of(state, Scope.npc(npc_id)).occasions(state):
        key = (occasion.place_id, occasion.at)
        if since <= occasion.at < until and key not in withdrawn:
            by_place_and_time.setdefault(key, occasion)
    return sorted(by_place_and_time.values(), key=lambda each: (each.at, not each.is_bound))


def _of_commitment(each: Commitment, npc_id: str) -> Occasion | None:
    """Return the occasion of a commitment; None without a place and time, and for the person's own invitation of one
    other person who has not accepted."""
    is_own = each.by_id == npc_id
    if each.place_id is None or each.at is None or each.kind is CommitmentKind.REQUEST:
        return None
    if each.kind is CommitmentKind.INVITATION and is_own and len(each.to_ids) == 1:
        return None
    is_bound = each.kind is CommitmentKind.APPOINTMENT or is_own
    if each.kind is CommitmentKind.PROMISE and not is_own:
        return None
    others = tuple(one for one in (each.by_id, *each.to_ids) if one != npc_id)
    return Occasion(each.place_id, each.at, each.words, each.by_id, each.id, is_bound, each.made_at, with_ids=others)


def _announced(state: GameState, entry: MemoryEntry, said: Utterance, npc_id: str) -> Iterator[Occasion]:
    """Yield the occasions of an utterance, without invitations that are meant for other people only."""
    for act, place, at in _dated(said):
        if is_personal(said) and (act.kind is not ActKind.INVITATION or npc_id not in said.addressee_ids):
            continue
        named = mentions_for(state.sheet).people(said.words, ())
        host = next((key for key in named if key in state.npcs), said.speaker_id)
        yield Occasion(
            place_id=place,
            at=at,
            words=said.words,
            host_id=host,
            because=entry.id or "",
            is_bound=host == npc_id and said.speaker_id != npc_id,
            learned=entry.game_time or 0,
            teller_id=said.teller_id,
        )


def is_personal(said: Utterance) -> bool:
    """Return whether every announcement of an utterance is meant for its addressees only, as when people of a game
    invite each other."""
    announcements = [act for act in said.acts if act.kind in _ANNOUNCED]
    return bool(announcements) and all(act.to and set(act.to) == set(said.addressee_ids) for act in announcements)

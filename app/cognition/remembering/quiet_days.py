"""What there is to say of a day on which little happened: where a person was, and who was there."""

from collections import Counter
from collections.abc import Iterator

from app.interfaces.services.location import PARTY
from app.models.clock import MINUTES_PER_DAY
from app.models.events.play import BeingMissed
from app.models.memory import MemoryEntry, MemoryKind
from app.models.memory_kinds import KIND_ROWS
from app.models.messages.payload import events_in
from app.models.state.game_state import GameState

_LOOKED_AT = 200  # newest memories among which those of the day are looked for


def whereabouts(state: GameState, npc_id: str) -> list[str]:
    """Return the ids of the places of a person's memories of this day, the most frequent first, then where it is."""
    places = Counter(entry.location_id for entry in _of_today(state, npc_id))
    found = dict.fromkeys([*(place for place, _ in places.most_common()), state.npc(npc_id).current_location_id])
    return [place for place in found if place in state.sheets.locations and place is not None]


def company(state: GameState, npc_id: str) -> list[str]:
    """Return the ids of the people that a person met or saw on this day, the most frequent first, then of those who are
    with it."""
    met: Counter[str] = Counter()
    for entry in _of_today(state, npc_id):
        if not any(isinstance(event, BeingMissed) for event in events_in(entry.payload)):
            # The first two subjects of a line are its speakers; it only mentions the others.
            met.update({*entry.subjects[: 2 if entry.kind is MemoryKind.CONVERSATION else None]})
    here = state.npc(npc_id).current_location_id
    present = [] if here is None else [npc.instance_id for npc in state.present(here)]
    known = sorted(met, key=lambda who: (-met[who], who))
    beings = {PARTY, *(player.id for player in state.party.ever), *state.npcs} - {npc_id}
    return [who for who in dict.fromkeys([*known, *present]) if who in beings]


def _of_today(state: GameState, npc_id: str) -> Iterator[MemoryEntry]:
    """Yield what a person experienced since midnight: condensed memories too, but not the memories that condense
    them."""
    midnight = state.clock.minutes - state.clock.minutes % MINUTES_PER_DAY
    for entry in reversed(state.npc(npc_id).npc_memories[-_LOOKED_AT:]):
        if KIND_ROWS[entry.kind].is_experienced and (entry.game_time or 0) >= midnight:
            yield entry

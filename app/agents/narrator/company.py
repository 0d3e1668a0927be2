"""Who is here to talk to, what they last said, and whether a visit has just begun."""

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice

from app.models.events.play import LocationChanged, NPCMoved
from app.models.memory import Scope
from app.models.messages.message import Message, Role
from app.models.sheets.location import ExitSheet
from app.models.state.conditions import holds, open_ways, visible_exits, way_to
from app.models.state.game_state import GameState, PlayerCharacter

_TYPED_LAST = 12
_LOOK_BACK = 400  # messages looked at for what was said before; a turn's work must not grow with the conversation


def whose_turn(state: GameState) -> PlayerCharacter:
    """The player who typed the last line, else the first."""
    players, typed_by = state.party.players, _lately(state).typed_by
    return next((player for player in players if player.id == typed_by), players[0])


def addressee(state: GameState) -> str | None:
    """Return the id of the person that the acting player speaks to: as it chose, else the last speaker of this visit,
    else the only person present."""
    present = [npc.instance_id for npc in state.present()]
    if chosen := [npc_id for npc_id in state.party.addressees_of(whose_turn(state).id) if npc_id in present]:
        return chosen[0]
    for message in _lately(state).visit:
        if message.role is Role.NPC and message.speaker_id in present:
            return message.speaker_id
    return present[0] if len(present) == 1 else None


def times_spoken_this_visit(state: GameState, npc_id: str) -> int:
    """How many turns of this visit, before this one, the person has said something in."""
    visit = (m for m in _lately(state).visit if m.speaker_id == npc_id and m.role is Role.NPC)
    return len({m.turn for m in visit if m.turn < state.turn})


def said_lately(state: GameState) -> Iterator[Message]:
    """Yield the messages before this turn, of players, people and the narrator, the newest first."""
    return (m for m in _recent(state) if m.turn < state.turn)


def typed_lately(state: GameState) -> list[str]:
    """What was typed last in this visit by the player whose turn it is, and by others to the same people, the newest
    first: where what a pronoun means may have been named."""
    player_id = whose_turn(state).id
    to = {*state.party.addressees_of(player_id)}
    typed = (m for m in _lately(state).visit if m.turn < state.turn and m.role is Role.PLAYER)
    return [m.content for m in typed if m.speaker_id == player_id or not to.isdisjoint(m.addressee_ids)][:_TYPED_LAST]


def came_from(state: GameState) -> str | None:
    """Where the turn began in which the party came here, if the conversation still holds it."""
    here = state.scenario.current_location_id
    moves = ((m.turn, event) for m in _recent(state) for event in m.events if isinstance(event, LocationChanged))
    turn = next((turn for turn, move in moves if move.to_id == here), None)
    began = [m.location_id for m in _recent(state) if m.turn == turn and m.role is not Role.NPC]
    return began[-1] if turn is not None and began else None


def last_seen(state: GameState, npc_id: str) -> tuple[str, int, str] | None:
    """The place where the party last saw a person, the game time, and whether it is "here", was "there" or "leaving" to
    go there; None if never: what is not in the conversation the party has not seen."""
    if state.npc(npc_id) in state.present():
        return state.here.id, state.clock.minutes, "here"
    for index in islice(reversed(state.message_index.heard(Scope.npc(npc_id))), _LOOK_BACK):
        message = state.conversation_history[index]
        for event in reversed(message.events):
            if isinstance(event, NPCMoved) and event.npc_id == npc_id and event.to_id is not None:
                return event.to_id, message.game_time, "leaving"
        if message.role is not Role.NPC and message.location_id is not None:
            return message.location_id, message.game_time, "there"
    return None


def recent_speeches(state: GameState, npc_id: str) -> list[str]:
    """What a person lately said, the newest first."""
    return _lately(state).speeches.get(npc_id, [])


def recent_narrations(state: GameState) -> Iterator[str]:
    """The narrator's latest texts, the newest first."""
    return (m.content for m in _recent(state) if m.role is Role.NARRATOR)


def other_known_places(state: GameState) -> list[str]:
    """Everywhere the party has been, and where the ways lead that it has seen there; not where it is."""
    been = [key for key, place in state.scenario.location_states.items() if place.visits > 0]
    seen = [way.to for key in been for way in state.sheets.location(key).exits if holds(way.hidden_until, state)]
    return [key for key in dict.fromkeys((*been, *seen)) if key != state.here.id]


def path_to(state: GameState, goal: str | None) -> tuple[str, ...]:
    """The places to walk through to a known one, with it, by way of visited places; by open ways if there are such."""
    here = state.here.id
    been = {here, *(key for key, place in state.scenario.location_states.items() if place.visits)}

    def by(ways: Callable[[GameState, str], list[ExitSheet]]) -> tuple[str, ...] | None:
        return way_to(state, here, {goal or ""}, lambda _, place: ways(state, place) if place in been else [])

    return by(open_ways) or by(visible_exits) or ()


class _Lately:
    """What the latest messages hold, the newest first: looked through once, if asked for, as long as none is added."""

    def __init__(self, state: GameState) -> None:
        self.of = _what_stands(state)
        self._state = state

    @cached_property
    def visit(self) -> list[Message]:
        return list(_this_visit(self._state))

    @cached_property
    def speeches(self) -> dict[str | None, list[str]]:
        """By person what it said."""
        said: dict[str | None, list[str]] = {}
        for message in _recent(self._state):
            if message.role is Role.NPC:
                said.setdefault(message.speaker_id, []).append(message.content)
        return said

    @cached_property
    def typed_by(self) -> str | None:
        """The player who typed last; None for none."""
        typed = (m.speaker_id for m in _recent(self._state) if m.role is Role.PLAYER)
        return next(filter(None, typed), None)


def _what_stands(state: GameState) -> tuple[int, str | None, list[Message]]:
    return len(state.conversation_history), state.scenario.current_location_id, state.conversation_history[-1:]


def _lately(state: GameState) -> _Lately:
    known = state.derived.get(_Lately)
    return known if known is not None and known.of == _what_stands(state) else state.derived.hold(_Lately(state))


def _this_visit(state: GameState) -> Iterator[Message]:
    """Back from now to the turn in which the party came here; of that turn what was said here already."""
    here = state.scenario.current_location_id
    arrived_in: int | None = None
    for message in _recent(state):
        if arrived_in is None and message.location_id != here:
            arrived_in = message.turn
        if arrived_in is None:
            yield message
        elif message.turn != arrived_in:
            return
        elif message.location_id == here and message.role is Role.NPC:
            yield message


def _recent(state: GameState) -> Iterator[Message]:
    return islice(reversed(state.conversation_history), _LOOK_BACK)

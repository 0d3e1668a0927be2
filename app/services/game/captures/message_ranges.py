"""Message ranges of captures: request them, fix them at the end of the turn, select their messages.

The requests of a scope follow each other without gap or overlap: first = end of the last request + 1. The world's
requests of one turn share one range. This only changes the state's records; nothing is condensed here."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from app.errors import InvalidInput
from app.models.base import Frozen, Id, Name, first_problem
from app.models.instances.scenario_instance import WorldRequest
from app.models.memory import CaptureFacts, CaptureRequest, MemorySource, Related, Scope, as_pairs
from app.models.messages.message import Message
from app.models.messages.speech import is_confided
from app.models.plain_reasons import Form, Malformed
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState


@dataclass(frozen=True)
class Selection:
    """The messages of one capture: those it covers, and those that are shown, with context around them."""

    covered: tuple[Message, ...]
    shown: tuple[Message, ...]
    last: Message | None = None
    """The one that ends the range: another object stands there once a turn of the range was played again."""


def request_place(state: GameState, location_id: str) -> None:
    """Request the captures of a place and of the people there; a second request in one turn changes nothing."""
    facts = _facts(state, location_id)
    _request(state, Scope.location(location_id), facts)
    for npc in state.present(location_id):
        request_person(state, npc.instance_id, facts)


def request_person(state: GameState, npc_id: str, facts: CaptureFacts | None = None) -> None:
    _request(state, Scope.npc(npc_id), facts or _facts(state, state.npc(npc_id).current_location_id))


class _WorldEvent(Frozen):
    event_kind: Name
    tags: tuple[Name, ...]
    related: dict[Id, Id | list[Id]]


def request_world(state: GameState, event_kind: str, tags: Sequence[str], related: Related) -> None:
    """Request a memory of one event; events of one turn share their range.

    Raises:
        InvalidInput: The kind, a tag or an id is not valid.
    """
    try:
        event = _WorldEvent.model_validate({"event_kind": event_kind, "tags": tags, "related": related})
    except ValidationError as error:
        raise InvalidInput(Malformed(form=Form.EVENT, detail=first_problem(error))) from None
    scope = Scope.world()
    facts = _facts(state, state.scenario.current_location_id).model_copy(
        update={"event_kind": event.event_kind, "tags": event.tags, "related": as_pairs(event.related)}
    )
    before = state.scenario.last_world_request
    same_turn = before is not None and before.turn == state.turn
    first = before.first if before is not None and same_turn else _next_first(state, scope)
    state.scenario.last_world_request = WorldRequest(turn=state.turn, first=first)
    queue = state.pending.setdefault(scope.key, [])
    queue.append(CaptureRequest(scope=scope, turn=state.turn, first=first, facts=facts))


def close_ranges(state: GameState, piece_size: int) -> None:
    """End every open range with the turn's last message, cut into requests of about ``piece_size`` messages each."""
    last = len(state.conversation_history) - 1
    for key, queue in list(state.pending.items()):
        fixed: list[CaptureRequest] = []
        for request in queue:
            fixed.extend([request] if request.last is not None else _pieces(state, request, last, piece_size))
        if fixed:
            state.pending[key] = fixed
        else:
            del state.pending[key]
    world = state.scenario.last_world_request
    if world is not None and world.last is None:
        state.scenario.last_world_request = world.model_copy(update={"last": last})


def uncondensed(state: GameState, location_id: str) -> int:
    """Count the messages of a place that no capture was requested for yet."""
    scope = Scope.location(location_id)
    return len(state.message_index.of(scope, _next_first(state, scope), len(state.conversation_history)))


def last_message(state: GameState, request: CaptureRequest) -> Message | None:
    """Return the message that ends a request's range; None while the range is open, or where it was undone."""
    history = state.conversation_history
    return history[request.last] if request.last is not None and request.last < len(history) else None


def select(state: GameState, request: CaptureRequest, world_messages: int) -> Selection:
    """Select the messages of a request with a fixed range.

    A person is also shown one witnessed message before and after each. The world is shown the newest
    ``world_messages``, without confidences."""
    history, index = state.conversation_history, state.message_index
    last = request.last if request.last is not None else len(history)
    positions = index.of(request.scope, request.first, last)
    covered = shown = tuple(history[position] for position in positions)
    if request.scope.source is MemorySource.WORLD:
        shown = tuple(message for message in covered if not is_confided(message.acts))[-world_messages:]
    elif request.scope.source is MemorySource.NPC:
        around = with_context(state, request.scope.owner_id or "", positions, last)
        shown = tuple(history[position] for position in around)
    return Selection(covered, shown, last_message(state, request))


def with_context(state: GameState, npc_id: str, positions: Sequence[int], last: int) -> list[int]:
    """Return the positions of a person's messages and of those it heard just before and after each, up to ``last``."""
    shown = set(positions)
    for position in positions:
        place = state.conversation_history[position].location_id
        context = state.message_index.around(npc_id, place, position, last)
        shown.update(near for near in context if near is not None)
    return sorted(shown)


def _request(state: GameState, scope: Scope, facts: CaptureFacts) -> None:
    queue = state.pending.setdefault(scope.key, [])
    if not queue or queue[-1].last is not None:
        first = _next_first(state, scope)
        queue.append(CaptureRequest(scope=scope, turn=state.turn, first=first, facts=facts))


def _next_first(state: GameState, scope: Scope) -> int:
    ends = [request.last for request in state.queue(scope) if request.last is not None]
    return max([state.cursor(scope), *ends]) + 1


def _pieces(state: GameState, request: CaptureRequest, last: int, piece_size: int) -> list[CaptureRequest]:
    positions = state.message_index.of(request.scope, request.first, last)
    if not positions:
        return []
    if request.scope.source is MemorySource.WORLD:
        return [request.model_copy(update={"last": last})]
    count = max(1, round(len(positions) / piece_size))
    ends = [positions[(n + 1) * len(positions) // count - 1] for n in range(count - 1)] + [last]
    firsts = [request.first, *(end + 1 for end in ends[:-1])]
    return [request.model_copy(update={"first": first, "last": end}) for first, end in zip(firsts, ends, strict=True)]


def _facts(state: GameState, location_id: str | None) -> CaptureFacts:
    return CaptureFacts(
        location_id=location_id,
        present_ids=tuple(npc.instance_id for npc in state.present(location_id)) if location_id else (),
        quest_ids=tuple(key for key, quest in state.scenario.quests.items() if quest.status is QuestStatus.ACTIVE),
        visit=f"{location_id}-{state.place(location_id).visits}" if location_id is not None else None,
    )

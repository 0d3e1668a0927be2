"""Requests, failures and settles in any order: nothing is lost and nothing is condensed twice."""

import asyncio
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from app.models.memory import Scope
from app.models.messages.message import Message
from app.models.state.game_state import GameState
from app.testing import USUAL_SUMMARY, FakeSummarizer
from tests.examples import examples
from tests.unit.services.remembering import (
    GUARD,
    MARKET,
    deferred,
    end_turn,
    memory_over,
)
from tests.worlds import new_game, say

steps = st.lists(
    st.one_of(
        st.tuples(
            st.just("say"),
            st.sampled_from(["market", "inn"]),
            st.integers(1, 40),
            st.sampled_from([(), ("guard-1",), ("mara",)]),
            st.booleans(),
        ),
        st.tuples(st.just("leave"), st.sampled_from(["market", "inn"])),
        st.tuples(st.just("goes"), st.sampled_from(["guard-1", "mara"])),
        st.tuples(st.just("event"), st.integers(1, 2)),
        st.tuples(st.just("settle"), st.lists(st.sampled_from([USUAL_SUMMARY, "Certainly!", None]), max_size=6)),
    ),
    max_size=14,
)


@given(steps)
@settings(max_examples=examples(24))
def test_in_any_order_with_any_failures_each_message_is_condensed_exactly_once(
    plan: Sequence[tuple[object, ...]],
) -> None:
    """For places and people; the world's events of one turn share theirs. Cursors stand at the last one condensed."""

    async def scenario() -> None:
        state, memory = new_game(), deferred()
        for step in plan:
            state.turn += 1
            await _take(state, memory, step)
            end_turn(state)
        for place in ("market", "inn"):
            await memory.on_location_exit(state, place)
        end_turn(state)
        await memory_over(FakeSummarizer()).settle(state)
        assert state.pending == {}
        for scope in (MARKET, Scope.location("inn"), GUARD, Scope.npc("mara")):
            own = [m.index for m in state.conversation_history if _concerns(m, scope)]
            covered = [
                index
                for entry in state.memories(scope)
                for index in range(entry.first_message_index or 0, (entry.since_message_index or 0) + 1)
                if index in own
            ]
            assert covered == own
            assert state.cursor(scope) == (own[-1] if own else -1)

    async def _take(state: GameState, memory: object, step: tuple[object, ...]) -> None:
        match step:
            case ("say", str(place), int(count), tuple(spoken_to), bool(interrupted)):
                state.scenario.current_location_id = place
                here = {npc.instance_id for npc in state.present()}
                addressed = tuple(npc_id for npc_id in spoken_to if npc_id in here)
                say(state, *(["word"] * count), addressee_ids=addressed, interrupted=interrupted)
            case ("leave", str(place)):
                await deferred().on_location_exit(state, place)
            case ("goes", str(npc_id)):
                await deferred().on_npc_exit(state, npc_id)
            case ("event", int(count)):
                for _ in range(count):
                    await deferred().on_world_event(state, event_kind="quest_completed")
            case ("settle", list(answers)):
                given = [RuntimeError("bug") if answer is None else answer for answer in answers]
                await memory_over(FakeSummarizer(*given)).settle(state)

    asyncio.run(scenario())


def _concerns(message: Message, scope: Scope) -> bool:
    if message.interrupted:
        return False
    if scope.key.startswith("location/"):
        return message.location_id == scope.owner_id
    return scope.owner_id in message.addressee_ids and scope.owner_id in message.witness_ids

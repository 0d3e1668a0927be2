"""Days of ticks: people get up, eat, work, meet, go home and sleep, and nobody goes where nobody can."""

from hypothesis import given, settings
from hypothesis import strategies as st

from app.cognition.portrait import may_go
from app.events.commands.mind import EatCommand
from app.events.commands.play import MoveNPCCommand
from app.interfaces.agents.mind import DecideRequest, Decision, PlannedItem, PlanRequest
from app.models.minds.plan import PlanStatus
from app.models.state.conditions import entrances, open_ways, way_to
from app.scenarios.scenario_reach import reachable
from tests.examples import examples
from tests.unit.cognition.people import Days, RuleMind, at, new_village, statuses


async def test_a_day_by_rule() -> None:
    days = Days(new_village(at(6)))
    await days.tick()
    await days.run(at(6, 10, day=3))

    hours = {hour: days.seen("jorun", at(hour, 30, day=2)) for hour in (0, 5, 7, 9, 12, 14, 18, 20, 22)}
    assert hours == {
        0: ("cottage", "sleeping"),
        5: ("cottage", "sleeping"),
        7: ("cottage", "activity"),
        9: ("ropewalk", "activity"),
        12: ("bakehouse", "activity"),
        14: ("ropewalk", "activity"),
        18: ("square", "activity"),
        20: ("cottage", "activity"),
        22: ("cottage", "sleeping"),
    }
    meals = [time for time, order in days.orders if isinstance(order, EatCommand) and order.npc_id == "jorun"]
    assert meals == [at(12, 20), at(7, day=2), at(12, 20, day=2)]
    assert days.refused == []


async def test_what_was_planned_is_kept_and_the_next_morning_there_is_a_new_plan() -> None:
    days = Days(new_village(at(6)))
    await days.tick()
    await days.run(at(6, 0, day=2))
    assert statuses(days.state, "jorun") == [PlanStatus.COMPLETED] * 6

    await days.run(at(6, 10, day=2))
    assert [item.id for item in days.state.npc("jorun").plan] == [f"plan-jorun-2-{n}" for n in range(1, 7)]
    assert statuses(days.state, "jorun") == [PlanStatus.PENDING] * 6


async def test_no_order_is_given_when_nothing_changes() -> None:
    days = Days(new_village(at(6)))
    await days.tick()
    await days.run(at(6, 10, day=2))

    mine = [order for _, order in days.orders if getattr(order, "npc_id", None) == "hedda"]
    assert len(mine) < 25, "who lives where it works has a plan, its items, meals, a bed, and nothing else"


async def test_who_belongs_nowhere_and_who_would_be_locked_out_do_not_move() -> None:
    days = Days(new_village(at(6)))
    await days.tick()
    await days.run(at(7, day=3))

    assert {place for _, place, _ in days.log["drifter"]} == {"square"}
    assert {place for _, place, _ in days.log["ragna"]} == {"hut"}
    assert not any(
        isinstance(order, MoveNPCCommand) and order.npc_id in {"drifter", "ragna"} for _, order in days.orders
    )


async def test_two_runs_are_the_same() -> None:
    async def run() -> tuple[str, list[object]]:
        days = Days(new_village(at(6)))
        await days.run(at(12, day=2))
        return days.state.model_dump_json(), [order.model_dump() for _, order in days.orders]

    assert await run() == await run()


class Wanderer(RuleMind):
    """Plans anything anywhere, and chooses any of the actions that are offered."""

    def __init__(self, plan: list[tuple[int, str | None, str]], picks: list[int]) -> None:
        super().__init__()
        self.planned = plan
        self.picks = picks

    async def plan(self, asked: PlanRequest) -> tuple[PlannedItem, ...]:
        return tuple(PlannedItem(description=what, minute=minute, place=place) for minute, place, what in self.planned)

    async def decide(self, asked: DecideRequest) -> Decision:
        self.decisions_asked.append(asked)
        pick = self.picks[len(self.decisions_asked) % len(self.picks)]
        return Decision(action=asked.actions[pick % len(asked.actions)].id, reason="Why not?")


_places = st.sampled_from(["square", "bakehouse", "ropewalk", "lane", "cottage", "mill", "vault", "attic", "hut"])
_plans = st.lists(
    st.tuples(
        st.integers(0, 1439),
        st.none() | _places,
        st.sampled_from(["Have lunch", "Work", "Sleep at home", "Keep watch"]),
    ),
    max_size=8,
)


@settings(max_examples=examples(10, usual=0.1), deadline=None)
@given(_plans, st.lists(st.integers(0, 9), min_size=1, max_size=9), st.booleans(), st.booleans(), st.integers(0, 23))
async def test_nobody_passes_a_locked_or_hidden_exit_whatever_a_mind_answers(
    plan: list[tuple[int, str | None, str]], picks: list[int], has_key: bool, knows_attic: bool, start: int
) -> None:
    state = new_village(at(start))
    state.party.items += ["vault-key"] * has_key
    state.place("vault").discovered_secrets += ["loose-board"] * knows_attic
    days = Days(state, Wanderer(plan, picks))
    left = {npc_id: npc.current_location_id or "" for npc_id, npc in state.npcs.items()}

    await days.run(at(start) + 30 * 60)

    moves = [(when, order) for when, order in days.orders if isinstance(order, MoveNPCCommand)]
    for _, order in moves:
        assert order.location_id in {way.to for way in open_ways(state, left[order.npc_id])}
        left[order.npc_id] = order.location_id or ""
    assert len({(when, order.npc_id) for when, order in moves}) == len(moves), "one place at a tick"
    assert {order.npc_id for _, order in moves}.isdisjoint({"drifter", "ragna"})


def test_the_shortest_way_is_over_the_fewest_places_and_open() -> None:
    state = new_village()
    assert way_to(state, "cottage", ["ropewalk"]) == ("lane", "square", "ropewalk")
    assert way_to(state, "cottage", ["ropewalk", "mill"]) == ("lane", "mill")
    assert way_to(state, "cottage", ["cottage"]) == ()
    assert way_to(state, "cottage", ["vault"]) is None
    assert way_to(state, "cottage", []) is None
    state.party.items.append("vault-key")
    assert way_to(state, "cottage", ["vault"]) == ("lane", "square", "ropewalk", "vault")


def test_a_way_back_is_looked_for_from_where_one_belongs() -> None:
    state = new_village()
    assert set(reachable("hut", entrances(state))) == {"hut"}
    assert "hut" in reachable("square", entrances(state))
    assert may_go(state, "ragna", ["square", "hut"]) == ["hut"]
    assert may_go(state, "jorun", ["square", "hut"]) == ["square", "hut"]
    assert may_go(state, "drifter", ["square", "bakehouse"]) == ["square"]

"""The arithmetic of the simulation of many games: what grows with what, and which limit comes first."""

from dataclasses import fields, replace

import pytest

from benchmarks.scale_simulation import MOST, Habits, Measured, demand, limits, rows

NOTHING = Measured.of({each.name: 0.0 for each in fields(Measured)})
HABITS = Habits(
    played=0.1, every=10.0, session=1_000.0, lease=20.0, idle=500.0, full=0.5, megabytes=100.0, notices=20.0
)
MEASURED = replace(
    NOTHING,
    server_ms=20.0,
    database_ms=4.0,
    commits=1.5,
    loaded_mb=1.0,
    connections=10.0,
    max_connections=100.0,
    ceiling_commits=300.0,
    cores=2.0,
)


def test_rates_follow_from_habits() -> None:
    found = demand(1_000, MEASURED, HABITS)
    assert (found.turns, found.commits, found.jobs) == pytest.approx((10.0, 15.0, 5.0))
    assert found.loaded == pytest.approx(100 + 0.1 * 500)  # those that rest are loaded for a while
    assert found.renewals == pytest.approx(150 * 4 / 20)
    assert found.server_cores == pytest.approx(0.2)
    assert found.database_cores == pytest.approx(0.04)


def test_all_but_what_servers_cost_is_in_proportion_to_games() -> None:
    one, ten = (demand(games, MEASURED, HABITS) for games in (1_000, 10_000))
    for name in ("turns", "commits", "jobs", "loaded", "renewals", "server_cores", "database_cores", "at_rest"):
        assert getattr(ten, name) == pytest.approx(10 * getattr(one, name))


def test_there_are_as_many_servers_as_their_cpu_or_their_memory_asks_for() -> None:
    assert demand(10_000, MEASURED, replace(HABITS, megabytes=1e9)).servers == 4  # 2 cores at half a core each
    assert demand(10_000, MEASURED, HABITS).servers == 15  # 1,500 games of 1 MB
    assert demand(10_000, MEASURED, replace(HABITS, game_mb=2.0)).servers == 30
    assert demand(1, MEASURED, HABITS).servers == 1


def test_passing_on_and_resting_servers_may_take_further_servers() -> None:
    habits = replace(HABITS, megabytes=1e9)
    assert demand(10_000, replace(MEASURED, passing_ms=5.0), habits).servers == 5
    assert demand(10_000, replace(MEASURED, idle_server_ms=100.0), habits).servers == 5


def test_every_part_of_the_database_s_work_is_in_its_sum() -> None:
    measured = replace(
        MEASURED, renewal_ms=1.0, job_database_ms=2.0, idle_database_ms=3.0, notice_ms=4.0, load_database_ms=5.0
    )
    found = demand(10_000, measured, HABITS)
    parts = (
        found.by_turns, found.by_renewals, found.by_jobs, found.by_servers, found.by_notices, found.by_loads
    )  # fmt: skip
    assert all(parts)
    assert found.database_cores == pytest.approx(sum(parts))


def test_notices_grow_with_the_square_of_the_servers() -> None:
    few, many = (demand(games, MEASURED, replace(HABITS, notices=0.1)) for games in (10_000, 20_000))
    assert many.servers == 2 * few.servers
    assert many.notices_heard == pytest.approx(4 * few.notices_heard)


def test_other_settling_than_was_measured_changes_commits_and_the_work_for_them() -> None:
    found = demand(1_000, MEASURED, replace(HABITS, settled=2.0))
    assert found.commits == pytest.approx(30.0)
    assert found.database_cores == pytest.approx(0.08)


def test_limits_come_in_the_order_in_which_they_are_reached() -> None:
    first, second, third = limits(10_000, MEASURED, HABITS)
    assert (first.name, second.name) == ("connections of the database", "commits a second of the database")
    assert first.games == pytest.approx(6_666, rel=0.01)  # ten servers of 100 MB
    assert first.used == pytest.approx(1.5)
    assert second.games == pytest.approx(20_000, rel=0.01)
    assert third.games == pytest.approx(50_000, rel=0.01)


def test_what_takes_nothing_is_no_limit() -> None:
    measured = replace(MEASURED, connections=0.0)
    assert limits(1_000, measured, HABITS)[-1].games == MOST


def test_servers_that_cannot_keep_up_with_notices_are_a_limit_of_all() -> None:
    measured = replace(MEASURED, heard_ms=5.0)
    with pytest.raises(OverflowError):
        demand(1_000_000, measured, HABITS)
    assert limits(1_000, measured, HABITS)[0].games < 1_000_000


def test_rows_are_pairs_of_texts() -> None:
    assert all(what and how_much for what, how_much in rows(demand(1_000, MEASURED, HABITS), MEASURED, HABITS))


def test_a_figure_that_is_missing_is_named() -> None:
    with pytest.raises(KeyError, match="server_ms"):
        Measured.of({})

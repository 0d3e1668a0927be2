"""Synthetic towns: valid, of equal density, and of people who know those near them."""

import pytest

from app.scenarios.scenario_check import inspect_sheet
from benchmarks.town import crowd, town


@pytest.mark.parametrize("people", [1, 7, 25, 60, 200])
def test_a_town_of_any_size_can_be_played(people: int) -> None:
    sheet = town(people, 1)
    assert len(sheet.npcs) == people
    assert inspect_sheet(sheet).problems == ()


def test_towns_have_the_same_density_and_the_larger_one_begins_with_the_smaller() -> None:
    small, large = town(25, 1), town(200, 1)
    assert large.npcs[:25] == small.npcs
    assert len(large.locations) == 8 * len(small.locations)
    assert town(200, 1) == large != town(200, 2)


def test_people_know_their_neighbours_and_colleagues_only() -> None:
    sheet = town(200, 1)
    for npc in sheet.npcs:
        texts = " ".join(piece.text for piece in npc.lore)
        known = [other for other in sheet.npcs if other is not npc and other.name in texts]
        assert 10 <= len(known) <= 25
        assert {other.home_location for other in known} >= {npc.home_location}


@pytest.mark.parametrize("in_each", [5, 20])
def test_a_crowd_has_so_many_in_each_place(in_each: int) -> None:
    sheet = crowd(40, in_each, 1)
    assert inspect_sheet(sheet).problems == ()
    for place in sheet.locations:
        people = [npc for npc in sheet.npcs if npc.start_location == place.id]
        assert len(people) == in_each
        assert all(npc.home_location == npc.work_location == place.id for npc in people)

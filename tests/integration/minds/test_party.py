"""The party test: of what one person is told on day 1, who knows of it by its time, who plans to come, who comes.

Two of the ten variants are run with a small village; with ``TALEKEEPER_TEST_EXAMPLES`` all of them are, with 25 people.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks.minds_party import Outcome, Party, hold, mean_shares, parties
from tests.examples import IS_LONG
from tests.integration.minds.table import container_in, run

pytestmark = pytest.mark.long


PEOPLE = 25 if IS_LONG else 8
ALL = parties()


def held(folder: Path, party: Party) -> Outcome:
    folder.mkdir()
    return run(hold(container_in(folder), party, people=PEOPLE))


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Outcome]:
    folder = tmp_path_factory.mktemp("parties")
    variants = ALL.variants if IS_LONG else ALL.variants[:2]
    return [held(folder / str(number), party) for number, party in enumerate(variants)]


def test_what_one_person_is_told_of_on_day_one_many_know_of_by_its_time(outcomes: Sequence[Outcome]) -> None:
    knew, _ = mean_shares(outcomes)
    assert knew >= 0.4
    assert all(each.spread for each in outcomes)


def test_most_of_those_who_know_of_it_and_are_free_come(outcomes: Sequence[Outcome]) -> None:
    _, came = mean_shares(outcomes)
    assert came >= 0.5
    assert all(each.planned & each.came for each in outcomes)


def test_nobody_plans_to_come_who_does_not_know_of_it(outcomes: Sequence[Outcome]) -> None:
    assert [each.uninvited for each in outcomes] == [set()] * len(outcomes)


def test_what_was_told_in_confidence_spreads_to_nobody(tmp_path: Path) -> None:
    outcome = held(tmp_path / "confided", ALL.controls["confided"])
    assert outcome.party.told in outcome.knew
    assert outcome.spread == set()


def test_to_a_host_whom_everybody_dislikes_fewer_than_half_of_those_who_know_come(tmp_path: Path) -> None:
    outcome = held(tmp_path / "disliked", ALL.controls["disliked"])
    guests = outcome.knew.keys() - {outcome.party.host}
    assert guests
    assert len(outcome.came & guests) < len(guests) / 2

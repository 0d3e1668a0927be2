"""What is listed as possible: the author's actions first, and alone where only they are wanted."""

import pytest

from app.events.actions import possible
from app.events.actions.effects import apply
from app.events.actions.possible import authored_actions, possible_actions
from app.models.sheets.effect import MoveParty
from tests.unit.events.acting import mill


@pytest.mark.parametrize("actor", [None, "miller"])
def test_the_authors_actions_are_listed_alone_as_they_are_among_all(actor: str | None) -> None:
    state = mill()
    for place in state.sheet.locations:
        apply(MoveParty(to=place.id), state)
        listed = possible_actions(state, actor)
        assert authored_actions(state, actor) == tuple(action for action in listed if not action.is_generic)


@pytest.mark.parametrize("end", ["ending", "death"])
def test_nobody_who_cannot_act_any_more_has_actions_of_the_author(end: str) -> None:
    state = mill()
    assert authored_actions(state)
    if end == "ending":
        state.world.ending = "won"
    else:
        state.party.fallen = [player.id for player in state.party.players]
    assert authored_actions(state) == possible_actions(state) == ()


def test_the_authors_actions_are_listed_without_asking_what_else_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    state = mill()
    listed = authored_actions(state)
    monkeypatch.delattr(possible, "generic_actions")
    assert authored_actions(state) == listed


def test_only_the_actions_that_are_asked_for_are_looked_at() -> None:
    state = mill()
    first, *_ = authored_actions(state)
    assert authored_actions(state, among={first.id}) == (first,)
    assert authored_actions(state, among=()) == ()

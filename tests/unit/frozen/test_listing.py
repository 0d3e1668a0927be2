"""The public names are those of the listing: a name may be added, and none is removed or changed by accident."""

import pytest

from tests.unit.frozen.listing import breaks, kept, today

BEFORE = {
    "app.light: Lamp",
    "app.light(room: str)",
    "app.Lamp",
    "app.Lamp(name: str)",
    "app.ports.ILamp (port)",
    "talekeeper play",
    "TALEKEEPER_MODEL: str",
}


def test_nothing_public_was_removed_or_changed() -> None:
    assert breaks(kept(), today()) == [], "Keep it until the next major version: see docs/reference/public.md."


def test_everything_public_is_in_the_listing() -> None:
    assert sorted(today() - kept()) == [], "Add it: python -m tests.unit.frozen.listing"


@pytest.mark.parametrize("line", sorted(BEFORE))
def test_what_is_removed_breaks_a_program(line: str) -> None:
    assert breaks(BEFORE, BEFORE - {line}) == [f"removed or changed: {line}"]


@pytest.mark.parametrize("line", ["app.light(colour: str)", "app.Lamp(oil: str)", "talekeeper play(GAME)"])
def test_what_is_required_now_breaks_a_program(line: str) -> None:
    assert breaks(BEFORE, BEFORE | {line}) == [f"required now: {line}"]


def test_what_a_port_asks_for_now_breaks_who_implements_it() -> None:
    assert breaks(BEFORE, BEFORE | {"app.ports.ILamp.dim: None"}) == [
        "asked of programs' own now: app.ports.ILamp.dim: None"
    ]


@pytest.mark.parametrize(
    "line",
    ["app.light(colour: str) (optional)", "app.dim: None", "app.dim(by: int)", "talekeeper play(--loud) (optional)"],
)
def test_what_is_added_breaks_nothing(line: str) -> None:
    assert breaks(BEFORE, BEFORE | {line}) == []

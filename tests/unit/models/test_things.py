"""Where things are: one spot each, in containers that may be in containers."""

from app.models.sheets.condition import ItemHeld
from app.models.state.conditions import holds
from app.models.state.things import carried, is_open_container, location_of, lying_at, put
from tests.unit.events.acting import mill


def test_what_is_in_a_closed_container_is_neither_seen_nor_held() -> None:
    state = mill()
    assert "tin" not in lying_at(state, "mill")
    assert "jar" in lying_at(state, "mill")
    assert location_of(state, "key") == "mill"
    put(state, "box", "party")
    assert carried(state) == ["coin", "hat", "box"]
    assert carried(state, closed=True) == ["coin", "hat", "box", "tin", "key"]
    assert not holds(ItemHeld(item_id="key"), state)
    state.states["box"] = {"open": True}
    assert carried(state) == ["coin", "hat", "box", "tin", "key"]
    assert holds(ItemHeld(item_id="key"), state)


def test_a_thing_is_in_one_spot_and_an_empty_container_is_not_kept() -> None:
    state = mill()
    assert put(state, "key", "shelf")
    assert (state.holder_of("key"), state.contents["shelf"]) == ("shelf", ["jar", "key"])
    assert "tin" not in state.contents
    assert not put(state, "key", "shelf")
    assert put(state, "key", None)
    assert state.holder_of("key") is None
    assert not put(state, "key", None)


def test_nothing_is_in_itself_nor_in_what_holds_nothing() -> None:
    state = mill()
    before = state.model_dump()
    for item, to in (("box", "box"), ("box", "tin"), ("key", "coin"), ("key", "nothing"), ("nothing", "party")):
        assert not put(state, item, to)
    assert state.model_dump() == before


def test_what_things_lie_on_is_always_open() -> None:
    state = mill()
    assert is_open_container(state, "shelf")
    assert not is_open_container(state, "box")
    assert not is_open_container(state, "lamp")

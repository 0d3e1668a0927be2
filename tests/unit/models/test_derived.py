"""What is kept beside a game: by type and by what it is about."""

from app.models.derived import Derived
from app.models.memory import Scope
from tests.worlds import new_game


class Names(dict[str, str]):
    """One kind of derived thing."""


class Numbers(dict[str, int]):
    """Another."""


MARA, INN = Scope.npc("mara"), Scope.location("inn")


def test_things_of_one_type_are_told_apart_by_what_they_are_about() -> None:
    derived = Derived()
    mara, inn = derived.of(Names, MARA), derived.of(Names, INN)
    assert mara is not inn
    assert derived.of(Names, MARA.model_copy()) is derived.get(Names, MARA) is mara
    assert derived.get(Names) is derived.get(Names, MARA, 5) is None
    assert derived.get(Numbers, MARA) is None


def test_what_is_held_anew_takes_the_place_of_what_was_held() -> None:
    derived = Derived()
    derived.of(Names, MARA)["one"] = "old"
    new = derived.hold(Names(), MARA)
    assert derived.of(Names, MARA) is new


def test_what_is_taken_is_held_no_longer() -> None:
    derived = Derived()
    names, numbers = derived.of(Names, MARA), derived.of(Numbers, MARA)
    assert derived.take(Names) == [names]
    assert derived.take(Names) == []
    assert derived.get(Numbers, MARA) is numbers


def test_games_are_equal_whatever_is_derived_from_them() -> None:
    state, other = new_game(), new_game()
    state.derived.of(Names, MARA)["a"] = "b"
    assert state == other

"""What a model has cost."""

from app.models.spend import Spend


def test_spends_add_up_field_by_field_and_a_cost_that_is_not_known_is_left_out() -> None:
    first, second = Spend(calls=1, input_tokens=10, output_tokens=3, cost=0.5), Spend(calls=2, output_tokens=4)
    assert first + second == Spend(calls=3, input_tokens=10, output_tokens=7, cost=0.5)
    assert (second + second).cost is None
    assert (first + second).tokens == 17


def test_every_field_adds_up_from_nothing() -> None:
    spends = [
        Spend(calls=number, input_tokens=10 * number, output_tokens=100 * number, cost=number) for number in (1, 2, 4)
    ]
    assert sum(spends, Spend()) == Spend(calls=7, input_tokens=70, output_tokens=700, cost=7)
    assert (Spend().calls, Spend().tokens, Spend().cost) == (0, 0, None)


def test_a_spend_is_something_from_the_first_call_on() -> None:
    """A call that failed has no tokens."""
    assert [bool(Spend(calls=calls)) for calls in range(3)] == [False, True, True]

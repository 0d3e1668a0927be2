"""What a model has cost."""

from app.models.records.spend import Spend


def test_spends_add_up_field_by_field_and_a_cost_that_is_not_known_is_left_out() -> None:
    first, second = Spend(calls=1, input_tokens=10, output_tokens=3, cost=0.5), Spend(calls=2, output_tokens=4)
    assert first + second == Spend(calls=3, input_tokens=10, output_tokens=7, cost=0.5)
    assert (second + second).cost is None
    assert (first + second).tokens == 17

"""The use of models: calls, tokens and cost."""

from app.models.base import Frozen


class Spend(Frozen):
    """The use of models: calls, tokens, and the cost in US dollars (None where no price is known)."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None

    @property
    def tokens(self) -> int:
        """Input and output tokens together."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: "Spend") -> "Spend":
        known = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Spend(
            calls=self.calls + other.calls,
            input_tokens=self.input_tokens + other.input_tokens,
            output_tokens=self.output_tokens + other.output_tokens,
            cost=sum(known) if known else None,
        )

    def __bool__(self) -> bool:
        return self.calls > 0

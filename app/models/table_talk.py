"""What players and game master write to each other aside from the story."""

from datetime import datetime

from app.models.base import Frozen, Id

MAX_REMARK = 1_000
"""Characters of a remark."""
MOST_REMARKS = 500
"""The most remarks that are kept of a game; the oldest go first."""


class Remark(Frozen):
    """Something that was written at the table.

    Args:
        number: Its number, which no other remark of the game ever gets.
        player_id: Who wrote it; None for the game master.
        text: What was written.
        at: When, by the wall clock, in UTC.
        request_id: Of the request that made it; None for none.

    Raises:
        pydantic.ValidationError: A field has another type.
    """

    number: int
    player_id: Id | None
    text: str
    at: datetime
    request_id: str | None = None


class TableTalk(Frozen):
    """The remarks of a game, oldest first, and the number of the last one, also if it was removed."""

    last: int = 0
    remarks: tuple[Remark, ...] = ()

    def with_remark(self, remark: Remark) -> "TableTalk":
        """Return the talk with a remark at its end, and without the oldest ones where there are too many."""
        return TableTalk(last=remark.number, remarks=(*self.remarks, remark)[-MOST_REMARKS:])

    def without(self, number: int) -> "TableTalk":
        """Return the talk without a remark."""
        return TableTalk(last=self.last, remarks=tuple(each for each in self.remarks if each.number != number))

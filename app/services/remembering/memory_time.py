"""The time of a memory alone: minutes since the beginning of 1970, UTC, so that dates need no origin of their own."""

from datetime import UTC, datetime, timedelta

from app.errors import InvalidInput
from app.models.plain_reasons import ValueFault, ValueUnfit

_ORIGIN = datetime(1970, 1, 1, tzinfo=UTC)
_MINUTE = timedelta(minutes=1)


def minute_of(when: datetime) -> int:
    """Return the game minute of a date; one without a time zone is in UTC.

    Raises:
        InvalidInput: It is before 1970.
    """
    minute = ((when if when.tzinfo is not None else when.replace(tzinfo=UTC)) - _ORIGIN) // _MINUTE
    if minute < 0:
        raise InvalidInput(ValueUnfit(fault=ValueFault.MEMORY_TIME))
    return minute


def date_of(minute: int) -> datetime:
    """Return the date of a game minute, in UTC."""
    return _ORIGIN + minute * _MINUTE

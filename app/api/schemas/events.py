"""What an event stream tells beside `TurnOut`, `CommandOut` and `EventOut`."""

from pydantic import Field

from app.api.schemas.base import Model


class StandsAt(Model):
    """The number of the record at which the game stands: told when a stream begins, and when turns were taken back
    (``undone``): those whose number (``seq``) is greater."""

    seq: int


class TextTold(Model):
    """Text of a turn in progress, which may yet be told anew; the finished turn has it all."""

    turn: int
    piece: str


class MissedOut(Model):
    """What was not sent because it was not read fast enough, by the numbers of records, and where to ask for it."""

    first: int | None
    last: int | None
    turns: str = Field(description="the path of the game's turns")


class PresenceOut(Model):
    player_id: str
    is_here: bool


class TitleOut(Model):
    title: str


class MemoryTold(Model):
    """A memory that was made while the game settled; told to the game master."""

    memory_id: str
    of: str
    kind: str
    summary: str

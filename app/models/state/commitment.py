"""What somebody is bound to: promises, requests, invitations and appointments, and what has become of them."""

from enum import StrEnum

from pydantic import Field

from app.models.base import Id, Shared


class CommitmentKind(StrEnum):
    """An invitation that was accepted is an appointment."""

    PROMISE = "promise"
    REQUEST = "request"
    INVITATION = "invitation"
    APPOINTMENT = "appointment"


class CommitmentStatus(StrEnum):
    """``due``: still open, and its time has come."""

    OPEN = "open"
    DUE = "due"
    KEPT = "kept"
    WITHDRAWN = "withdrawn"


class Commitment(Shared):
    """Who is bound to whom, to what, where and when, and from which text. Those who accept an invitation are among
    ``to_ids`` of its appointment, and bound too. ``words`` quotes the sentences that bind; ``message_index`` is their
    message, None for a talk among people, which ``memory_ids`` hold."""

    id: str = Field(pattern=r"^c-[0-9]+$", description="c- and its number in the game, from 1")
    kind: CommitmentKind
    by_id: Id
    to_ids: tuple[Id, ...] = ()
    words: str
    place_id: Id | None = None
    subject_id: Id | None = Field(default=None, description="the thing that is to be handed over")
    quest_id: Id | None = Field(default=None, description="the quest that was given with the request")
    at: int | None = Field(default=None, description="game time, minutes")
    message_index: int | None = Field(default=None, ge=0)
    memory_ids: tuple[str, ...] = ()
    made_at: int = Field(ge=0, description="game time, minutes")
    turn: int = Field(ge=0)
    status: CommitmentStatus = CommitmentStatus.OPEN

    @property
    def is_open(self) -> bool:
        return self.status in (CommitmentStatus.OPEN, CommitmentStatus.DUE)

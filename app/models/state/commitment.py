"""Commitments: promises, requests, invitations and appointments, with their status."""

from enum import StrEnum

from pydantic import Field

from app.models.base import Id, Shared


class CommitmentKind(StrEnum):
    """The kind of a commitment. An invitation that is accepted becomes an appointment."""

    PROMISE = "promise"
    REQUEST = "request"
    INVITATION = "invitation"
    APPOINTMENT = "appointment"


class CommitmentStatus(StrEnum):
    """The status of a commitment; ``due`` is still open, and its time has come."""

    OPEN = "open"
    DUE = "due"
    KEPT = "kept"
    WITHDRAWN = "withdrawn"


class Commitment(Shared):
    """A commitment of one person or player to others.

    Args:
        id: ``c-`` and its number in the game, from 1.
        kind: What sort of commitment it is.
        by_id: The one who is bound.
        to_ids: The others. People who accept an invitation are in ``to_ids`` of its appointment, and bound too.
        words: A quotation of the sentences that bind.
        place_id: The place that they name.
        subject_id: The thing to be handed over.
        quest_id: The quest that was given with a request.
        at: The time that they name, in game minutes.
        message_index: The index of their message; None for a talk among people.
        memory_ids: The memories of such a talk.
        made_at: When it was made, in game minutes.
        turn: The turn in which it was made.
        status: What has become of it.
    """

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
        """Whether it is neither kept nor withdrawn."""
        return self.status in (CommitmentStatus.OPEN, CommitmentStatus.DUE)

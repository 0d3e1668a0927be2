"""What a mind is told of the person that it thinks for."""

import pytest

from app.cognition.portrait import portrait
from app.models.state.commitment import Commitment, CommitmentKind, CommitmentStatus
from tests.worlds import new_game


@pytest.mark.parametrize(
    ("kind", "by_id", "to_id", "is_own"),
    [
        (CommitmentKind.PROMISE, "mara", "player", True),
        (CommitmentKind.PROMISE, "player", "mara", False),
        (CommitmentKind.INVITATION, "mara", "player", True),
        (CommitmentKind.INVITATION, "player", "mara", False),
        (CommitmentKind.APPOINTMENT, "mara", "player", True),
        (CommitmentKind.APPOINTMENT, "player", "mara", True),
        (CommitmentKind.APPOINTMENT, "player", "guard-1", False),
        (CommitmentKind.REQUEST, "mara", "player", False),
        (CommitmentKind.REQUEST, "player", "mara", False),
    ],
)
def test_a_portrait_holds_what_a_person_is_bound_to_itself(
    kind: CommitmentKind, by_id: str, to_id: str, is_own: bool
) -> None:
    """Not what others have promised it or asked of it, and only while it is open."""
    state = new_game()
    made = Commitment(id="c-1", kind=kind, by_id=by_id, to_ids=(to_id,), words="The key.", made_at=1, turn=0)
    state.commitments["c-1"] = made
    assert len(portrait(state, "mara").commitments) == is_own
    state.commitments["c-1"] = made.model_copy(update={"status": CommitmentStatus.KEPT})
    assert portrait(state, "mara").commitments == ()

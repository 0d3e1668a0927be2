"""What every kind of job has in common."""

from typing import Protocol, TypeVar

from app.interfaces.agents.mind import IMind
from app.models.state.game_state import GameState
from app.models.state.minds import Job

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class Work(Protocol[Asked, Answer]):
    """One kind of job: what to ask, of whom, and what follows from the answer.

    `prepare` and `apply` read and change the state with nobody else doing so; `think` runs while the game goes on and
    sees only what was prepared. A job is over when it was applied, or when there is nothing to prepare any more.
    """

    timeout: float
    """Seconds for one attempt."""

    def prepare(self, state: GameState, job: Job) -> Asked | None:
        """Everything the mind will be told, as plain values; None if the job has become pointless."""

    async def think(self, mind: IMind, asked: Asked) -> Answer:
        """Ask the mind. BadAnswer for an answer that cannot be used; its text tells the next attempt why."""

    def apply(self, state: GameState, job: Job, asked: Asked, answer: Answer, *, by_model: bool) -> None:
        """Put the answer into the game; what of it does not fit the game as it is now is left out.

        Memories and marks are written at once; what changes the world becomes an `Intent`, carried out at the next
        tick.
        """

"""The state of a player's talk: what was said last and by which person, what may be taken up, and what is open."""

from typing import Self

from app.models.base import Frozen, Id

OPEN_FOR = 6
"""Turns after which a question or an offer that nobody took up is not open any more."""


class OpenMatter(Frozen):
    """A question or an offer that waits for an answer.

    Attributes:
        words: What was asked or offered, as a quotation.
        turn: The turn in which it was.
    """

    words: str
    turn: int


class Dialogue(Frozen):
    """The state of a player's talk.

    Attributes:
        speaker_id: The person who spoke to it last.
        answer: The last thing that this person said, without what came before it.
        topic_id: The topic that the answer was of.
        offered: The topics that the person has named as ones to ask about.
        meant: The ids of the people whom the answer named, the last one first, for pronouns.
        shown_id: The thing that the player showed last.
        turn: The turn in which this was so.
        question: The person's question to the player that is open.
        offer: The person's offer to the player that is open.
        own_question: The player's question that the person could not answer.
        own_offer: The player's offer to the person.
        answered: The person's question or offer that the player has answered in the turn; "" for none.
    """

    speaker_id: Id
    answer: str = ""
    topic_id: Id | None = None
    offered: tuple[Id, ...] = ()
    meant: tuple[Id, ...] = ()
    shown_id: Id | None = None
    turn: int = 0
    question: OpenMatter | None = None
    offer: OpenMatter | None = None
    own_question: OpenMatter | None = None
    own_offer: OpenMatter | None = None
    answered: str = ""

    def still_open(self, turn: int) -> Self:
        """Return it without the questions and offers that are too old in a turn to be taken up, and with none that is
        answered.

        Args:
            turn: The turn.
        """
        kept: dict[str, object] = {"answered": ""}
        for name in ("question", "offer", "own_question", "own_offer"):
            matter: OpenMatter | None = getattr(self, name)
            kept[name] = None if matter is None or turn - matter.turn > OPEN_FOR else matter
        return self.model_copy(update=kept)

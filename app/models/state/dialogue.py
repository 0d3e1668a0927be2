"""Where the talk of a player stands: what was said last, by whom, and what may be taken up."""

from app.models.base import Frozen, Id


class Dialogue(Frozen):
    """Where the talk of one player stands.

    Attributes:
        speaker_id: The person who spoke to it last.
        answer: The last thing that this person said, without what came before it.
        topic_id: The topic that the answer was of.
        offered: The topics that the person has named as what can be asked.
        meant: The ids of the people whom the answer named, the last one first: whom a pronoun means.
        shown_id: The thing that the player showed last.
        turn: The turn in which this was so.
    """

    speaker_id: Id
    answer: str = ""
    topic_id: Id | None = None
    offered: tuple[Id, ...] = ()
    meant: tuple[Id, ...] = ()
    shown_id: Id | None = None
    turn: int = 0

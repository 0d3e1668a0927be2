"""The port of a host's own moderation: it may refuse what is typed, and what is about to be shown."""

from enum import StrEnum
from typing import Protocol

from pydantic import Field

from app.models.base import Frozen


class ModeratedKind(StrEnum):
    """Where a text comes from.

    Attributes:
        LINE: It was written for a game: a player's line, a hint for another answer, words at a person's seat, and what
            is in an order that is given by hand: notes, players' sheets, memories, facts.
        SHOWN: It is about to be shown to players: narration, speech, whoever wrote it.
        KEPT: It was made to be remembered and is shown to nobody at once: a summary, or what people say to each other
            where no player is. A refused summary is replaced by an extract, and this by nothing; a refused talk did not
            take place.
    """

    LINE = "line"
    SHOWN = "shown"
    KEPT = "kept"


class ModeratedText(Frozen):
    """A text to be allowed or refused.

    Args:
        kind: Where it comes from.
        game_id: The game; "" for one that is being begun.
        text: The text. If it is shown to players, it is a sentence or several, or a whole passage.
        speaker_id: The id of the player or person whose words it is; None for narration.
        before: What was shown before in the same turn, at most 2,000 characters of its end; "" for nothing.

    Raises:
        pydantic.ValidationError: A field has another type.
    """

    kind: ModeratedKind
    game_id: str
    text: str
    speaker_id: str | None = None
    before: str = Field(default="")


class IModeration(Protocol):
    """The moderation of a host, for all games of a program."""

    async def refusal(self, moderated: ModeratedText) -> str | None:
        """Allow a text, or say why it is refused. Nothing is shown or recorded of a text until this returns.

        Args:
            moderated: The text.

        Returns:
            None allows it. Anything else refuses it and is shown to the player: a line is not played, nor an order
            carried out; the turn of a refused text is undone, also what of it was shown before. "" gives no reason.
            Reasons for what is ``KEPT`` are shown to nobody.

        Raises:
            Exception: Whatever it raises ends the turn likewise, so that nothing is shown unchecked.
        """


async def may_keep(moderation: IModeration | None, game_id: str, text: str) -> bool:
    """Check whether a moderation lets a text be remembered.

    Args:
        moderation: The host's moderation; None allows everything.
        game_id: The game.
        text: The text; an empty one is allowed.

    Returns:
        Whether it may be kept.

    Raises:
        Exception: The moderation raised it.
    """
    if moderation is None or not text:
        return True
    return await moderation.refusal(ModeratedText(kind=ModeratedKind.KEPT, game_id=game_id, text=text)) is None

"""The port of a host's own moderation: it may refuse what is typed, and what is about to be shown."""

from enum import StrEnum
from typing import Protocol

from pydantic import Field

from app.models.base import Frozen


class ModeratedKind(StrEnum):
    """Where a text comes from.

    Attributes:
        LINE: A text that was written for a game: a player's line, a hint for another answer, words of a person's
            player, or a text in an order given by hand, such as a note, a player's sheet, a memory or a fact.
        SHOWN: A text that is about to be shown to players: narration or speech, by any writer.
        KEPT: A text that is to be remembered and is not shown at once: a summary, or what people say to each other
            where no player is. A refused summary is replaced by an extract of the messages, and a refused extract by
            nothing; a refused talk does not take place.
    """

    LINE = "line"
    SHOWN = "shown"
    KEPT = "kept"


class ModeratedText(Frozen):
    """A text to be allowed or refused.

    Args:
        kind: Where it comes from, and whether it is to be shown.
        game_id: The id of the game; "" for a game that is not created yet.
        text: The text. If it is to be shown to players, it is one or more sentences, or a whole passage.
        speaker_id: The id of the player or person whose words it is, or of the player who gives the order with the
            text. None if there is none, as for narration and for a ``KEPT`` text.
        before: The text that was shown before in the same turn, of which at most the last 2,000 characters are given;
            "" for none.

    Raises:
        pydantic.ValidationError: A field has another type.
    """

    kind: ModeratedKind
    game_id: str
    text: str
    speaker_id: str | None = None
    before: str = Field(default="")


class IModeration(Protocol):
    """A filter by which a host (the program that runs the games) checks texts, for all its games. The only method is
    the coroutine `refusal`; the services call it for each text.

    A host names its filter in the setting ``moderation`` (``package.module:name``), or gives it to a `Container` by
    ``container.moderation.override(providers.Object(yours))`` (``providers`` of the package dependency_injector).
    Without a filter every text is allowed.
    """

    async def refusal(self, moderated: ModeratedText) -> str | None:
        """Allow a text, or say why it is refused. Nothing of the text is shown or recorded until this returns.

        Args:
            moderated: The text.

        Returns:
            None if the text is allowed. Otherwise the reason for the refusal, which the player reads; "" for a refusal
            without a reason. The effect of a refusal depends on ``moderated.kind``, a `ModeratedKind`. ``LINE`` (a text
            that was written for the game): the line is not played, or the order with the text is not carried out.
            ``SHOWN`` (a text that is about to be shown): its turn is undone, with all that was shown of it before.
            ``KEPT`` (a text that is to be remembered): it is not remembered, and the reason is not shown.

        Raises:
            Exception: Any exception ends the turn or the order as a refusal does, and reaches its caller, so that
                nothing is shown unchecked. If the kind is ``KEPT``, it is only logged: a summary is made again later,
                and a talk does not take place.
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
        Exception: Any exception of the moderation.
    """
    if moderation is None or not text:
        return True
    return await moderation.refusal(ModeratedText(kind=ModeratedKind.KEPT, game_id=game_id, text=text)) is None

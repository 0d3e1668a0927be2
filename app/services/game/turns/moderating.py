"""A host's moderation of a turn: line and orders before they are played, and each sentence before it is shown."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

from app.errors import NotPossible
from app.events.commands import UpdateScenarioCommand
from app.interfaces.moderation import IModeration, ModeratedKind, ModeratedText
from app.language.analysis.text import sentences
from app.models.base import is_id
from app.models.command import Command
from app.models.messages.piece import Piece
from app.models.plain_reasons import Denial, Denied
from app.models.refusals.turns import LineRefused, TextRefused

MOST_BEFORE = 2_000
"""Characters of what was shown before that a moderation is given with a text."""


async def check_line(moderation: IModeration | None, game_id: str, text: str, speaker_id: str | None) -> None:
    """Check what was written for a game; without a moderation, or without text, it is allowed.

    Raises:
        NotPossible: It is refused.
    """
    if moderation is None or not text:
        return
    line = ModeratedText(kind=ModeratedKind.LINE, game_id=game_id, text=text, speaker_id=speaker_id)
    if (why := await moderation.refusal(line)) is not None:
        raise NotPossible(LineRefused(text=why))


async def check_written(
    moderation: IModeration | None, game_id: str, written: Iterable[BaseModel], writer_id: str | None = None
) -> None:
    """Check the texts of values that were written by hand, each value's as one: all but ids and words of lists.

    Raises:
        NotPossible: One is refused.
    """
    if moderation is not None:
        for value in written:
            texts = dict.fromkeys(_texts_in(value.model_dump(mode="json", exclude={"kind"}, exclude_defaults=True)))
            await check_line(moderation, game_id, "\n".join(texts), writer_id)


async def check_beginning(moderation: IModeration | None, given: BaseModel) -> None:
    """Check the texts with which a game is begun: its title, and its players' names and sheets.

    Raises:
        NotPossible: They are refused.
    """
    try:
        await check_written(moderation, "", [given])
    except NotPossible as error:
        reason = error.reason.text if isinstance(error.reason, LineRefused) else ""
        raise NotPossible(reason or Denied(denial=Denial.BEGINNING)) from None


async def check_orders(
    moderation: IModeration | None, game_id: str, orders: Iterable[Command], owner_id: str | None = None
) -> None:
    """Check orders that were given by hand; an edited scenario is its author's, as when a game begins.

    Raises:
        NotPossible: One is refused.
    """
    written = (order for order in orders if not isinstance(order, UpdateScenarioCommand))
    await check_written(moderation, game_id, written, owner_id)


def _texts_in(value: Any) -> Iterator[str]:
    """Yield the texts in a JSON value that are no ids."""
    if isinstance(value, str) and not is_id(value):
        yield value
    elif isinstance(value, list | dict):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts_in(part)


@dataclass(eq=False)
class ModeratedShow:
    """Shows the text of a turn once the moderation has allowed it: sentence by sentence, a speech or a marked passage
    as a whole. It is called with pieces, as `Show`.

    Attributes:
        moderation: Allows or refuses.
        game_id: The game.
        show: Shows what is allowed.
        stop: Called at the first refusal or failure, to stop the narration.
    """

    moderation: IModeration
    game_id: str
    show: Callable[[str], None]
    stop: Callable[[], object]
    error: Exception | None = field(default=None, init=False)
    """The refusal, or what the moderation raised; nothing is shown after it."""
    _held: list[Piece] = field(default_factory=list, init=False)
    _waiting: "asyncio.Queue[Piece]" = field(default_factory=asyncio.Queue, init=False)
    _worker: "asyncio.Task[None] | None" = field(default=None, init=False)
    _before: str = field(default="", init=False)

    def __call__(self, text: str) -> None:
        self._waiting.put_nowait(Piece.of(text))
        if self._worker is None or self._worker.done():
            self._worker = asyncio.create_task(self._work())

    async def finish(self, recorded: Iterable[str] = ()) -> None:
        """Check and show all that was given so far.

        Args:
            recorded: The texts that will be recorded; what of them was not shown is checked, too.

        Raises:
            NotPossible: A text was refused.
            Exception: The moderation raised it.
        """
        if self._worker is not None:
            await self._worker
        await self._release(len(self._held))
        for text in recorded:
            if text.strip() not in self._before:
                await self._check(text, None)
        if self.error is not None:
            raise self.error

    def close(self) -> None:
        """Stop checking, as when a turn is cancelled."""
        if self._worker is not None:
            self._worker.cancel()

    async def _work(self) -> None:
        while not self._waiting.empty():
            piece = self._waiting.get_nowait()
            if piece.begins or piece.speaker_id is not None:
                await self._release(len(self._held))
            self._held.append(piece)
            await self._release(self._complete())

    def _complete(self) -> int:
        """Return how many of the held pieces end with a whole sentence, after cutting the piece in which one ends."""
        text = "".join(self._held).rstrip()
        *whole, last = sentences(text) or [""]
        if self._held[-1].speaker_id is not None:
            return 0  # the speech may go on
        if not whole or not text.endswith(last):
            return 0
        room = len(text) - len(last)
        for at, piece in enumerate(self._held):
            if len(piece) > room:
                if room == 0 or piece.marks:
                    return at
                self._held[at : at + 1] = [Piece(piece[:room]), Piece(piece[room:])]
                return at + 1
            room -= len(piece)
        return len(self._held)

    async def _release(self, count: int) -> None:
        """Check the first held pieces as one text, and show them if it is allowed."""
        released, self._held = self._held[:count], self._held[count:]
        if not released:
            return
        text = "".join(released)
        if await self._check(text, released[0].speaker_id):
            self._before += text
            for piece in released:
                self.show(piece)

    async def _check(self, text: str, speaker_id: str | None) -> bool:
        """Return whether a text is allowed; at the first one that is not, stop the narration."""
        if self.error is not None:
            return False
        before = self._before[-MOST_BEFORE:]
        kind, of = ModeratedKind.SHOWN, self.game_id
        shown = ModeratedText(kind=kind, game_id=of, text=text.strip(), speaker_id=speaker_id, before=before)
        try:
            why = await self.moderation.refusal(shown)
            self.error = None if why is None else NotPossible(TextRefused(text=why))
        except Exception as error:  # noqa: BLE001  # whatever it is, nothing may be shown unchecked; `finish` raises it
            self.error = error
        if self.error is not None:
            self.stop()
        return self.error is None

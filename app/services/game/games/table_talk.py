"""The talk at the table of a game, aside from its story: stored with the game, in no memory and no prompt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from app.errors import Conflict, InvalidInput, NotFound
from app.interfaces.sidecars import ISidecarStore
from app.models.plain_reasons import Clash, Clashes, Sought, Unknown, ValueFault, ValueUnfit
from app.models.table_talk import Remark, TableTalk


@dataclass(eq=False, repr=False)
class TableTalks:
    """Stores the talk of tables. All calls block, and raise as `ISidecarStore` does.

    Args:
        store: Where the talk of each game is stored.
        now: Returns the wall-clock time in UTC.
    """

    store: ISidecarStore[TableTalk]
    now: Callable[[], datetime]

    def remarks(self, game_id: str) -> Sequence[Remark]:
        """Return the remarks of a game, oldest first."""
        return (self.store.read(game_id) or TableTalk()).remarks

    def add(self, game_id: str, text: str, player_id: str | None, request_id: str | None = None) -> tuple[Remark, bool]:
        """Add a remark.

        Args:
            game_id: The game.
            text: What was written.
            player_id: Who wrote it; None for the game master.
            request_id: Of the request; the same one of the same writer adds nothing again.

        Returns:
            The remark, and whether it is new.

        Raises:
            InvalidInput: The text is blank.
            Conflict: ``request_id`` was used for another text.
        """
        if not (written := text.strip()):
            raise InvalidInput(ValueUnfit(fault=ValueFault.REMARK_EMPTY))
        made = list[tuple[Remark, bool]]()

        def with_it(kept: TableTalk | None) -> TableTalk:
            talk = kept or TableTalk()
            for each in talk.remarks:
                if request_id is not None and (each.request_id, each.player_id) == (request_id, player_id):
                    if each.text != written:
                        raise Conflict(Clashes(clash=Clash.REMARK_KEY_USED))
                    made[:] = [(each, False)]
                    return talk
            new = Remark(number=talk.last + 1, player_id=player_id, text=written, at=self.now(), request_id=request_id)
            made[:] = [(new, True)]
            return talk.with_remark(new)

        self.store.change(game_id, with_it)
        return made[0]

    def remove(self, game_id: str, number: int, player_id: str | None) -> Remark:
        """Remove a remark for good.

        Args:
            game_id: The game.
            number: The number of the remark.
            player_id: The player whose own it has to be; None for any.

        Returns:
            The remark that was removed.

        Raises:
            NotFound: There is no such remark, or none of this player.
        """

        removed = list[Remark]()

        def without_it(kept: TableTalk | None) -> TableTalk:
            talk = kept or TableTalk()
            own = (each for each in talk.remarks if player_id in (None, each.player_id))
            removed[:] = [each for each in own if each.number == number]
            if not removed:
                raise NotFound(Unknown(what=Sought.REMARK, name=str(number)))
            return talk.without(number)

        self.store.change(game_id, without_it)
        return removed[0]

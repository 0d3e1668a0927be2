"""Pictures of the people and places of a game: its own, else those of its scenario's folder."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from app.errors import InvalidInput, NotFound
from app.interfaces.sidecars import ISidecarStore
from app.models.picture import GamePictures, Picture
from app.models.plain_reasons import Sought, Unknown, ValueFault, ValueUnfit
from app.services.game.games.scenario_library import ScenarioLibrary

MAX_OWN = 40
"""The most pictures that a game has of its own."""
MAX_EXPORTED = 20_000_000
"""Bytes of all pictures in an export, which are a third more as base64."""


@dataclass(eq=False, repr=False)
class Pictures:
    """Finds and stores pictures. All calls block.

    Args:
        scenarios: The scenarios, with the pictures of their folders.
        own: The pictures that games have of their own.
    """

    scenarios: ScenarioLibrary
    own: ISidecarStore[GamePictures]

    def pictured(self, game_id: str, scenario_id: str) -> Sequence[str]:
        """Return the ids of the people and places that have a picture.

        Args:
            game_id: The game.
            scenario_id: The id of its scenario.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The game's own pictures are damaged.
            StorageFailed: Reading or writing the disk or the database failed.
        """
        return sorted({*self._own(game_id), *self.scenarios.pictured(scenario_id)})

    def picture(self, game_id: str, scenario_id: str, of: str) -> Picture:
        """Return the picture of a person or place.

        Args:
            game_id: The game.
            scenario_id: The id of its scenario.
            of: The id of the person or place.

        Raises:
            NotFound: There is no such game, or no picture.
            InvalidInput: The file in the scenario's folder is no picture that can be shown.
            CorruptSave: The game's own pictures are damaged.
            StorageFailed: Reading or writing the disk or the database failed.
        """
        return self._own(game_id).get(of) or self.scenarios.picture(scenario_id, of)

    def exported(self, game_id: str, scenario_id: str) -> GamePictures:
        """Return the pictures for an export of a game: its own, then those beside its scenario, as many as another
        program takes as a game's own and of at most `MAX_EXPORTED` bytes together. What cannot be shown is left out.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The game's own pictures are damaged.
            StorageFailed: Reading or writing the disk or the database failed.
        """
        found, room = dict[str, Picture](), MAX_EXPORTED
        own = self._own(game_id)
        for of in [*own, *(of for of in self.scenarios.pictured(scenario_id) if of not in own)]:
            with suppress(InvalidInput, NotFound):
                picture = own.get(of) or self.scenarios.picture(scenario_id, of)
                if len(picture.data) <= room and len(found) < MAX_OWN:
                    found[of] = picture
                    room -= len(picture.data)
        return found

    def add(self, game_id: str, of: str, picture: Picture) -> None:
        """Give a game a picture of its own, in place of an earlier one.

        Raises:
            InvalidInput: The game has `MAX_OWN` others already.
            NotFound: There is no such game.
            CorruptSave: The game's own pictures are damaged.
            Conflict: Another program has been changing data of this game for too long.
            StorageFailed: Reading or writing the disk or the database failed.
        """

        def with_it(kept: GamePictures | None) -> GamePictures:
            changed = {**(kept or {}), of: picture}
            if len(changed) > MAX_OWN:
                raise InvalidInput(ValueUnfit(fault=ValueFault.PICTURES_OF_GAME, most=MAX_OWN))
            return changed

        self.own.change(game_id, with_it)

    def remove(self, game_id: str, of: str) -> None:
        """Remove a picture that a game has of its own; that of the scenario, if any, is shown again.

        Raises:
            NotFound: There is no such game, or it has no such picture of its own.
            CorruptSave: The game's own pictures are damaged.
            Conflict: Another program has been changing data of this game for too long.
            StorageFailed: Reading or writing the disk or the database failed.
        """

        def without_it(kept: GamePictures | None) -> GamePictures:
            if of not in (kept or {}):
                raise NotFound(Unknown(what=Sought.OWN_PICTURE, name=of))
            return {key: picture for key, picture in (kept or {}).items() if key != of}

        self.own.change(game_id, without_it)

    def _own(self, game_id: str) -> GamePictures:
        return self.own.read(game_id) or {}

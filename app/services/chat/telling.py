"""Turns as Markdown for chat clients."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from app.models.messages.piece import GAP
from app.models.sheets.scenario import ScenarioSheet
from app.services.game.turns.turn_result import TurnResult, unshown_parts

MOST_NAMED = 3


def turn_text(result: TurnResult) -> str:
    """Return a turn as a chat client shows it: its text, then the engine's line of changes in italics."""
    return GAP.join(filter(None, (result.text, *_changes(result))))


class OpeningText(NamedTuple):
    """What a player reads before the first turn; ``place`` describes where the story begins."""

    story: str
    place: str


def opening_text(sheet: ScenarioSheet) -> OpeningText:
    act = sheet.acts[0]
    place = sheet.index.location(sheet.start_location)
    parts = [sheet.opening, f"**{act.name}**", act.opening, f"**{place.name}**"]
    return OpeningText(GAP.join(part.strip() for part in parts if part.strip()), place.description.strip())


def damaged_text(game_ids: Sequence[str]) -> str:
    """Return what comes before the answer that begins another game in place of one of the damaged ones; "" for none."""
    if not game_ids:
        return ""
    named = " or ".join(f"`{game_id}`" for game_id in game_ids[:MOST_NAMED])
    return (
        f"*This chat's game may be {named}, whose save is damaged. It is kept; `talekeeper saves repair` makes "
        f"a new game of what comes before the damage. Another game begins here.*{GAP}"
    )


def undone_text(lines: Sequence[str]) -> str:
    """Return the answer to an undo, given the lines that were taken back, newest first."""
    return f"*Taken back: {', '.join(f'“{line}”' if line else 'what came without a line' for line in lines)}.*"


def _changes(result: TurnResult) -> list[str]:
    return [f"*{result.changes}*"] if result.changes else []


class StreamedAnswer:
    """Passes the text of an answer on as it comes, and at the end what is still missing of it.

    Args:
        on_text: Called with each piece.
        opening: What comes before the turn, for the first answer: a turn that begins with the description of the place
            is not preceded by it. None for nothing.
    """

    def __init__(self, on_text: Callable[[str], None], opening: OpeningText | None = None) -> None:
        self._on_text = on_text
        self._told = ""
        self._is_paragraph = False
        """Whether what was told last is a whole paragraph."""
        self._place = "" if opening is None else opening.place
        """The description of the place, until the turn begins."""
        self.opened = ""
        """What was told before the turn."""
        if opening is not None:
            self._open(opening.story)

    def add(self, text: str) -> None:
        """Pass a paragraph of the turn on."""
        self.piece(f"{GAP}{text}")
        self._is_paragraph = True

    def piece(self, piece: str) -> None:
        """Pass a piece of the turn on; the first one without blanks before it."""
        text = str(piece)
        if self._place and text.strip():
            place, self._place = self._place, ""
            if not text.lstrip().startswith(place):
                self._open(place)
        self._tell(text)

    def end(self, result: TurnResult) -> None:
        """Pass on the rest of a turn."""
        for part in (*unshown_parts(result, self._told.removeprefix(self.opened)), *_changes(result)):
            self.add(part)
        if self._place:  # the turn had no text
            self._open(self._place)

    def _open(self, text: str) -> None:
        self.opened = GAP.join(filter(None, (self.opened, text)))
        self._tell(f"{GAP}{text}")
        self._is_paragraph = True

    def _tell(self, text: str) -> None:
        text = text if self._told else text.lstrip()
        if self._is_paragraph and text and not text.startswith(GAP):
            text = f"{GAP}{text}"
        self._is_paragraph = False
        self._told += text
        if text:
            self._on_text(text)

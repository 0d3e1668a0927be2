"""Turns as Markdown for chat clients."""

from collections.abc import Callable, Sequence

from app.models.messages.piece import GAP
from app.models.sheets.scenario import ScenarioSheet
from app.services.game.turns.turn_result import TurnResult, unshown_parts


def turn_text(result: TurnResult) -> str:
    """Return a turn as a chat client shows it: its text, then the engine's line of changes in italics."""
    return GAP.join(filter(None, (result.text, *_changes(result))))


def opening_text(sheet: ScenarioSheet) -> str:
    """Return what a player reads before the first turn."""
    act = sheet.acts[0]
    place = sheet.index.location(sheet.start_location)
    parts = [sheet.opening, f"**{act.name}**", act.opening, f"**{place.name}**", place.description]
    return GAP.join(part.strip() for part in parts if part.strip())


def undone_text(lines: Sequence[str]) -> str:
    """Return the answer to an undo, given the lines that were taken back, newest first."""
    return f"*Taken back: {', '.join(f'“{line}”' if line else 'what came without a line' for line in lines)}.*"


def _changes(result: TurnResult) -> list[str]:
    return [f"*{result.changes}*"] if result.changes else []


class StreamedAnswer:
    """Passes the text of an answer on as it comes, and at the end what is still missing of it."""

    def __init__(self, on_text: Callable[[str], None]) -> None:
        self._on_text = on_text
        self._told = ""
        self._is_paragraph = False
        """Whether what was told last is a whole paragraph."""

    def add(self, text: str) -> None:
        """Pass a paragraph on."""
        self.piece(f"{GAP}{text}")
        self._is_paragraph = True

    def piece(self, piece: str) -> None:
        """Pass a piece of a text on; the first one without blanks before it."""
        text = str(piece) if self._told else str(piece).lstrip()
        if self._is_paragraph and text and not text.startswith(GAP):
            text = f"{GAP}{text}"
        self._is_paragraph = False
        self._told += text
        if text:
            self._on_text(text)

    def end(self, result: TurnResult) -> None:
        """Pass on the rest of a turn."""
        for part in (*unshown_parts(result, self._told), *_changes(result)):
            self.add(part)

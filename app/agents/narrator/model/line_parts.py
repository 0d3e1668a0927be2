"""The parts of a player's line in a turn where a model gives the commands."""

from app.agents.narrator.reading.line_reader import read_by_words
from app.interfaces.agents.narrator import NarrationContext
from app.language.analysis.mentions import mentions_for


class LineParts:
    """Tells the turn which part of the line is done where: what follows a walk is done where the walk has led.

    Args:
        context: The turn.
    """

    def __init__(self, context: NarrationContext) -> None:
        self._context = context
        self._waiting: list[tuple[str, bool]] | None = None
        """The parts that are still to be done: their words, and whether they are walks."""

    def begin_first(self) -> None:
        """Cut the line before the first walk, and begin the parts up to it."""
        if self._waiting is not None:
            return
        state = self._context.state
        parts = read_by_words(state, mentions_for(state.sheet).with_strangers_joined(self._context.text))
        self._waiting = [(part.text, part.kind == "go") for part in parts] if len(parts) > 1 else []
        self.begin_next()

    def begin_next(self) -> None:
        """Begin the parts up to the next walk, in the place where the party is now."""
        while self._waiting:
            words, is_walk = self._waiting.pop(0)
            self._context.begin_part(words)
            if is_walk:
                break

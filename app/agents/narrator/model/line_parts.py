"""The parts of a player's line in a turn where a model gives the commands."""

from app.agents.narrator.reading.line_reader import read_by_words
from app.interfaces.agents.narrator import NarrationContext
from app.language.analysis.mentions import mentions_for


class LineParts:
    """Tells the turn which part of the line is done where: what follows a walk is done where the walk has led, over
    however many places it went.

    Args:
        context: The turn.
    """

    def __init__(self, context: NarrationContext) -> None:
        self._context = context
        self._waiting: list[tuple[str, bool]] | None = None
        """The parts that are still to be done: their words, and whether they are walks."""
        self._has_walked = False

    def before_walk(self) -> None:
        """Begin the parts up to the first walk of the line, later the next one if it is a walk."""
        if self._waiting is None:
            state = self._context.state
            parts = read_by_words(state, mentions_for(state.sheet).with_strangers_joined(self._context.text))
            self._waiting = [(part.text, part.kind == "go") for part in parts] if len(parts) > 1 else []
            self._begin_next()
        elif self._waiting and self._waiting[0][1]:
            self._begin_next()

    def after_walk(self) -> None:
        """Note that the party is elsewhere."""
        self._has_walked = True

    def before_deed(self) -> None:
        """Begin the parts up to the next walk in the place where the party is now, if it has walked."""
        if self._has_walked:
            self._has_walked = False
            self._begin_next()

    def _begin_next(self) -> None:
        while self._waiting:
            words, is_walk = self._waiting.pop(0)
            self._context.begin_part(words)
            if is_walk:
                break

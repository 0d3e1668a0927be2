"""The errors of Talekeeper, named by what the caller should do; doors translate each of them once."""


class TalekeeperError(Exception):
    """Root of all expected errors. Its text is one readable line for the player."""


class NotPossible(TalekeeperError):
    """The world says no: tell the player. Nothing has changed. ``told`` is the refusal, in the author's words if
    it ``is_authored``; the text adds what is missing (``needs``, a sentence). ``story``: without quests and tasks."""

    def __init__(self, told: str, needs: str = "", *, story: str = "", is_authored: bool = False) -> None:
        super().__init__(f"{told} ({needs})" if told and needs else told or needs)
        self.told = told or needs
        self.story = story or self.told
        self.is_authored = is_authored


class NotFound(TalekeeperError):
    """There is no such game, scenario, place, person or thing: ask for another."""


class InvalidInput(TalekeeperError):
    """The input breaks a stated limit or form: correct it and send it again."""


class Conflict(TalekeeperError):
    """Another program has the game or was faster: try again."""


class Moved(Conflict):
    """Another server has the game, or had it since: ask that one, or again."""


class ModelUnavailable(TalekeeperError):
    """The model did not answer: try again later or go offline. The turn did not happen."""


class EmbedderUnavailable(ModelUnavailable):
    """The embedder did not answer: start it, or go on with words alone. No other narrator would help."""


class BudgetExhausted(TalekeeperError):
    """A cap on calls, tokens or cost is reached: raise it or go offline. The turn did not happen."""


class CorruptSave(TalekeeperError):
    """A save is damaged where it was confirmed: repair it into a new game. The file is as it was."""


class OtherFormat(CorruptSave):
    """A save has a format that this version does not read: use the version that wrote it. The file is as it was."""


class StorageFailed(TalekeeperError):
    """The disk refused a write: free some space and try again. The save is as it was before the turn."""

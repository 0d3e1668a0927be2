"""The tools of a player: of one who is at no game yet, to find scenarios and games, begin a game, and play it; and of
one at the table of a single game."""

from pydantic import Field

from app.interfaces.narrator_tools import TurnText
from app.interfaces.seat import RequestId, ToolArguments, ToolSpec
from app.models.base import Id, Name


class ListScenarios(ToolArguments):
    """List the stories that can be begun.

    Returns:
        ``{"scenarios": [{"id", "title", "summary"}]}``: the scenarios; all values are texts.
    """


class ListGames(ToolArguments):
    """List the games that were begun, last played first.

    Returns:
        ``{"games": [{"game_id", "title", "scenario_title", "players", "turn", "problem"?}]}``: at most 100 games.
        ``players`` lists the names of the players, ``turn`` is the number of the present turn, and ``problem`` says why
        the game cannot be read; all others are texts.
    """


class CreateGame(ToolArguments):
    """Begin a game; it is the one that is played from now on.

    Args:
        scenario: The id of a scenario.
        name: The name of the player's character, 1 to 60 characters.
        title: The title of the game, 1 to 60 characters; None for one made of the name and the scenario.
        request_id: A text of the client's choice, 1 to 100 characters. A second call with the same text begins no other
            game and returns the same answer. None for none.

    Returns:
        ``{"game", "title", "text", "scene"}``: the game's id and title, the opening, and the scene, as `LookAround`
        returns it.

    Raises:
        NotFound: There is no such scenario.
        InvalidInput: The name or the title is blank or holds control characters, or the scenario cannot be played.
        Conflict: The ``request_id`` was used for another call.
    """

    scenario: Id = Field(description="the id of a scenario")
    name: Name = Field(default="Traveller", max_length=60, description="the name of the player's character")
    title: Name | None = Field(default=None, max_length=60, description="null: one made of the name and the scenario")
    request_id: RequestId = None


class PlayLine(ToolArguments):
    """Play one line of the player: what the character says or does. Show the player the text that comes back, as it is.

    Args:
        text: The line, 1 to 10,000 characters.
        game: The id or title of a game, or the beginning of one; None for the game that was begun or played last.
        request_id: A text of the client's choice, 1 to 100 characters. A second call with the same text is not played
            again and returns the same answer. None for none.

    Returns:
        ``{"text", "changes", "turn", "scene"}``: the text of the turn; what has changed, as one text; the number of the
        turn; and the scene, as `LookAround` returns it.

    Raises:
        NotFound: No game has this id or title, or one that begins so.
        InvalidInput: The line holds control characters other than line breaks and tabs; several games match; ``game``
            is the name of one of a game's turns; or ``game`` is None, and no game was begun or played here yet.
        Conflict: Another program has the game open, or the ``request_id`` was used for another call.
        NotPossible: The moderation refuses the line or the text that was to be shown; the turn was undone.
        ModelUnavailable: The narrator did not answer; the turn was undone.
        BudgetExhausted: A cap on model calls or tokens is reached; the turn was undone.
    """

    text: TurnText = Field(description="what the player's character says or does")
    game: Name | None = Field(default=None, description="a game's id or title; null: the one played last")
    request_id: RequestId = None


class LookAround(ToolArguments):
    """See where the player's character is, who and what is there, and lines that can be played.

    Args:
        game: The id or title of a game, or the beginning of one; None for the game that was begun or played last.

    Returns:
        ``{"time", "place", "description", "exits", "people", "things", "carries", "quests", "lines", "ending"?}``: the
        scene. ``exits``, ``people``, ``things`` and ``carries`` are lists of names; ``quests`` lists objects with
        ``name`` and ``status``; ``lines`` are suggestions for the next line; all others are texts. ``ending`` is left
        out until the story has one.

    Raises:
        NotFound: No game has this id or title, or one that begins so.
        InvalidInput: Several games match; ``game`` is the name of one of a game's turns; or ``game`` is None, and no
            game was begun or played here yet.
        Conflict: Another program has the game open.
    """

    game: Name | None = Field(default=None, description="a game's id or title; null: the one played last")


class UndoTurns(ToolArguments):
    """Take the last turns back, with all their consequences.

    Args:
        turns: How many turns, from 1 to 50.
        game: The id or title of a game, or the beginning of one; None for the game that was begun or played last.

    Returns:
        ``{"undone", "scene"}``: the lines that were undone, newest first (None for a turn without a line), and the
        scene after that, as `LookAround` returns it.

    Raises:
        NotPossible: Fewer turns were played.
        NotFound: No game has this id or title, or one that begins so.
        InvalidInput: Several games match; ``game`` is the name of one of a game's turns; or ``game`` is None, and no
            game was begun or played here yet.
        Conflict: Another program has the game open.
    """

    turns: int = Field(default=1, ge=1, le=50)
    game: Name | None = Field(default=None, description="a game's id or title; null: the one played last")


class PlayHere(ToolArguments):
    """Play one line of the player: what the character says or does. Show the player the text that comes back, as it is.

    Args:
        text: The line, 1 to 10,000 characters.
        request_id: A text of the client's choice, 1 to 100 characters. A second call with the same text is not played
            again and returns the same answer. None for none.

    Returns:
        ``{"text", "changes", "turn", "scene"}``: the text of the turn; what has changed, as one text; the number of the
        turn; and the scene, as `LookHere` returns it.

    Raises:
        InvalidInput: The line holds control characters other than line breaks and tabs.
        Conflict: Another program has the game open, or the ``request_id`` was used for another call.
        NotPossible: The player has left the party, or the moderation refuses the line or the text that was to be shown.
        ModelUnavailable: The narrator did not answer; the turn was undone.
        BudgetExhausted: A cap on model calls or tokens is reached; the turn was undone.
    """

    text: TurnText = Field(description="what the player's character says or does")
    request_id: RequestId = None


class LookHere(ToolArguments):
    """See where the player's character is, who and what is there, and lines that can be played.

    Returns:
        ``{"time", "place", "description", "exits", "people", "things", "carries", "quests", "lines", "ending"?}``: the
        scene. ``exits``, ``people``, ``things`` and ``carries`` are lists of names; ``quests`` lists objects with
        ``name`` and ``status``; ``lines`` are suggestions for the next line; all others are texts. ``ending`` is left
        out until the story has one.

    Raises:
        Conflict: Another program has the game open.
    """


class UndoHere(ToolArguments):
    """Take the player's last turns back, with everything that came of them.

    Args:
        turns: How many turns, from 1 to 50.

    Returns:
        ``{"undone", "scene"}``: the lines that were undone, newest first (None for a turn without a line), and the
        scene after that, as `LookHere` returns it.

    Raises:
        NotPossible: Fewer turns were played, or one of them is another player's.
        Conflict: Another program has the game open.
    """

    turns: int = Field(default=1, ge=1, le=50)


LIST_SCENARIOS = ToolSpec("list_scenarios", ListScenarios)
LIST_GAMES = ToolSpec("list_games", ListGames)
CREATE_GAME = ToolSpec("create_game", CreateGame, changes=True)
PLAY = ToolSpec("play", PlayLine, changes=True)
LOOK = ToolSpec("look", LookAround)
UNDO = ToolSpec("undo", UndoTurns, changes=True)
PLAYER_TOOLS = (LIST_SCENARIOS, LIST_GAMES, CREATE_GAME, PLAY, LOOK, UNDO)
GAME_TOOLS = (
    ToolSpec("play", PlayHere, changes=True),
    ToolSpec("look", LookHere),
    ToolSpec("undo", UndoHere, changes=True),
)
"""The tools of a player at one game."""

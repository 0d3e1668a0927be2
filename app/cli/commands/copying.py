"""Copying games between a folder and the configured store, for ``saves export`` and ``saves import``."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from app.cli.errors import EXIT_PROBLEMS
from app.cli.rendering.screen import Screen
from app.cli.rendering.text import count, one_line
from app.errors import CorruptSave, NotFound, OtherFormat, StorageFailed, TalekeeperError
from app.stores.bundle import Stores
from app.stores.copying import Copied, copy_game

MOST_FAILURES = 3
"""The number of games that cannot be stored after which copying stops: the disk is full, or the database is away."""
_SUMMARY = {
    Copied.BEFORE: "{} there already",
    TalekeeperError: "{} refused",
    CorruptSave: "{} damaged and left out",
    OtherFormat: "{} of another format and left out",
    StorageFailed: "{} failed",
}


def copy_games(screen: Screen, source: Stores, target: Stores, games: Sequence[str]) -> None:
    """Copy each game and report the result; a game that cannot be copied does not stop the others.

    Raises:
        typer.Exit: With code 1 if any game could not be copied.
        StorageFailed: The database cannot be used at all.
    """
    with suppress(NotFound):
        target.tokens.read("none")
    tally: Counter[object] = Counter()
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=screen.out, transient=True, disable=not screen.out.is_terminal) as bar:
        for game_id in bar.track(games, description="copying"):
            tally[_copy(screen, source, target, game_id)] += 1
            if tally[StorageFailed] == MOST_FAILURES:
                screen.say("Copying stopped; run it again when games can be stored.", "red")
                break
    counts = [f"{count(tally[Copied.NOW], 'game')} {Copied.NOW}"]
    counts += [words.format(f"{tally[what]:,}") for what, words in _SUMMARY.items() if tally[what]]
    screen.say(", ".join(counts) + ".")
    if tally.total() > tally[Copied.NOW] + tally[Copied.BEFORE]:
        raise typer.Exit(EXIT_PROBLEMS)


def _copy(screen: Screen, source: Stores, target: Stores, game_id: str) -> object:
    """Copy a game; return a `Copied`, or the kind of its error."""
    from app.language.rendering.plain_reasons import in_words

    try:
        how = copy_game(source, target, game_id)
    except TalekeeperError as error:
        screen.say(f"{one_line(game_id)}: {one_line(in_words(error))}", "red")
        named = (OtherFormat, CorruptSave, StorageFailed)
        return next((kind for kind in named if isinstance(error, kind)), TalekeeperError)
    screen.note(f"{game_id}: {how}.")
    return how

"""The commands on saved games: ``saves list``, ``show``, ``export`` and others."""

import asyncio
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.errors import file_reason, read_file
from app.cli.program import program
from app.cli.rendering.screen import Screen
from app.cli.rendering.text import count, one_line
from app.cli.setup import set_up, usable_folder
from app.durable_files import open_private
from app.errors import InvalidInput, NotFound, StorageFailed, TalekeeperError

if TYPE_CHECKING:
    from app.container import Container
    from app.models.picture import GamePictures
    from app.models.records.record import Journal
    from app.models.state.game_state import GameState
    from app.services.game.games.game_library import GameLibrary

saves_app = typer.Typer(help="List, show, copy and repair saved games.", no_args_is_help=True)

Game = Annotated[str, typer.Argument(metavar="GAME", help="a game's id or title, or the beginning of one")]


def game_id_of(container: "Container", wanted: str) -> str:
    """Return the id of a game by id or title. Raise InvalidInput for the name of a turn, which is not a whole game."""
    return _id_in(container.library(), wanted)


@contextmanager
def game_to_read(container: "Container", wanted: str) -> Iterator["GameState"]:
    """Read the present state of a game, for a block that changes nothing. The block runs in the game's language, and
    refusals that leave it get their sentences.

    Args:
        container: Provides the saved games.
        wanted: The id or the title of a game, or the beginning of one.

    Raises:
        NotFound: No game matches.
        InvalidInput: Several games match, or it is the name of a turn.
    """
    from app.language.rendering.refusing import worded
    from app.models.records.folding import fold_journal

    state = fold_journal(container.library().read(game_id_of(container, wanted)))
    with worded(state):
        yield state


def _id_in(library: "GameLibrary", wanted: str) -> str:
    game_id, label = library.find(wanted)
    if label is not None:
        raise InvalidInput(f"{one_line(wanted, 80)!r} names a turn of {game_id}; give the game itself.")
    return game_id


@saves_app.command("list")
def list_games(trash: Annotated[bool, typer.Option("--trash", help="list the deleted games instead")] = False) -> None:
    """List saved games, last played first."""
    from app.cli.rendering import turns as render

    screen, container = set_up()
    store = container.library().store
    summaries = store.trash() if trash else store.list()
    if not summaries:
        screen.note("The trash is empty." if trash else "There are no saved games; `play` begins one.")
    screen.show(*render.games(summaries))
    deleted = 0 if trash else len(store.trash())
    if deleted:
        screen.note(f"{count(deleted, 'deleted game')} can be restored: saves list --trash")


@saves_app.command()
def show(game: Game) -> None:
    """Show the state of a game."""
    from app.cli.rendering import turns as render

    screen, container = set_up()
    for name, value in render.game_rows(container.library().read(game_id_of(container, game))).items():
        if value:
            screen.show(render.indented(f"{name + ':':<14}{value}", by=0))


@saves_app.command("canon")
def canon(game: Game) -> None:
    """List what was added to the world of a game and changed in it while it was played, newest first."""
    from app.cli.rendering import canon as render

    screen, container = set_up()
    with game_to_read(container, game) as state:
        if not state.canon:
            screen.note("Nothing was added to this game, or changed in it.")
        screen.show(*render.canon_lines(state))


@saves_app.command()
def export(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME [FILE]", help="a game and a file (`-`: standard output; default GAME.json); with --to: games"
        ),
    ] = None,
    *,
    to: Annotated[Path | None, typer.Option("--to", metavar="FOLDER", help="copy games into this folder")] = None,
    everything: Annotated[bool, typer.Option("--all", help="with --to: every game")] = False,
    force: Annotated[bool, typer.Option("--force", help="overwrite an existing file")] = False,
) -> None:
    """Export a game to a readable JSON file; with --to, copy games into a folder of saved games.

    A copied game keeps its id, its tokens and its model, and the copy is verified. The original stays. Existing games
    are never overwritten; deleted games are not copied.
    """
    from app.cli.commands.copying import copy_games
    from app.stores.opening import in_files

    screen, container = set_up()
    if to is not None:
        if force:
            raise InvalidInput("Copying never overwrites games: --force is for a file.")
        target = in_files(usable_folder(to, "The folder named by --to"))
        copy_games(screen, container.stores(), target, _chosen(screen, container.library(), words, everything))
        return
    if everything or not words or len(words) > 2:
        raise InvalidInput("Give one game and at most one file; with --to FOLDER, games or --all.")
    game_id = game_id_of(container, words[0])
    file = Path(words[1]) if len(words) > 1 else Path(f"{game_id}.json")
    journal = container.library().read(game_id)
    pictures = container.pictures().exported(game_id, journal.header.scenario_id)
    _write_export(screen, journal, pictures, file, force=force)


def _write_export(screen: Screen, journal: "Journal", pictures: "GamePictures", file: Path, *, force: bool) -> None:
    from app.stores.transfer import export_game

    data = export_game(journal, pictures)
    if file == Path("-"):
        sys.stdout.write(data.decode())
        return
    try:
        with open(file, "wb" if force else "xb", opener=open_private) as out:
            out.write(data)
    except FileExistsError:
        raise InvalidInput(f"There is a file {file.name!r} already; --force writes over it.") from None
    except (OSError, ValueError) as error:
        raise StorageFailed(f"The file {file.name!r} cannot be written: {file_reason(error)}.") from None
    screen.note(f"{journal.header.game_id} is written to {one_line(file.name)}.")


@saves_app.command("import")
def import_file(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILE", help="a file that `saves export` wrote; with --from: games"),
    ] = None,
    *,
    folder: Annotated[Path | None, typer.Option("--from", metavar="FOLDER", help="copy games from this folder")] = None,
    everything: Annotated[bool, typer.Option("--all", help="with --from: every game")] = False,
) -> None:
    """Import a game from a file, as a new game; with --from, copy games from a folder of saved games.

    As with `saves export --to`, existing games are never overwritten.
    """
    from app.cli.commands.copying import copy_games
    from app.services.game.games.game_library import GameLibrary
    from app.stores.opening import in_files
    from app.stores.transfer import MAX_IMPORT_BYTES, import_playable, pictures_in

    screen, container = set_up()
    if folder is not None:
        if not folder.is_dir():
            raise NotFound(f"There is no folder {folder.name!r}.")
        source = in_files(folder)
        library = GameLibrary(source.games, container.now())
        copy_games(screen, source, container.stores(), _chosen(screen, library, words, everything))
        return
    if everything or not words or len(words) > 1:
        raise InvalidInput("Give one file; with --from FOLDER, games or --all.")
    file = Path(words[0])
    data = read_file(file, "file", MAX_IMPORT_BYTES)
    journal = import_playable(data, f"The scenario in {file.name}")
    game_id = container.library().import_journal(journal, pictures_in(data))
    screen.note(f"{journal.header.title} is here as {game_id}. Play it: {program()} play --load {game_id}")


def _chosen(screen: Screen, library: "GameLibrary", wanted: Sequence[str] | None, everything: bool) -> Sequence[str]:
    """Return the ids of the games to copy."""
    if bool(wanted) == everything:
        raise InvalidInput("Name the games to copy, or give --all.")
    if wanted:
        return [*dict.fromkeys(_id_in(library, each) for each in wanted)]
    if deleted := len(library.store.trash()):
        screen.note(f"{count(deleted, 'deleted game')} in the trash {'is' if deleted == 1 else 'are'} not copied.")
    return [summary.game_id for summary in library.store.list()]


@saves_app.command("check")
def check_games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="one game; by default all")] = None,
) -> None:
    """Check every record of every game and report which games are intact; the exit code is 1 if one is not."""
    from app.language.rendering.plain_reasons import in_words
    from app.models.records.folding import check

    screen, container = set_up()
    store = container.library().store
    has_problem = False
    for game_id in [game_id_of(container, game)] if game else [summary.game_id for summary in store.list()]:
        try:
            journal = store.read(game_id)
            check(journal)
            screen.note(f"{game_id}: intact, {count(len(journal.records), 'record')}")
        except TalekeeperError as error:
            has_problem = True
            screen.note(f"{one_line(game_id)}: {one_line(in_words(error))}")
    if has_problem:
        raise typer.Exit(1)


@saves_app.command()
def repair(game: Game) -> None:
    """Recover the records before the damage of a game into a new game."""
    screen, container = set_up()
    game_id = game_id_of(container, game)
    new_id, recovered = container.library().repair(game_id)
    screen.note(f"{count(recovered, 'record')} of {game_id} were recovered, as {new_id}. {game_id} did not change.")


@saves_app.command()
def delete(
    game: Game,
    for_good: Annotated[
        bool, typer.Option("--for-good", help="delete it for good, also from the trash: nothing of it is left")
    ] = False,
) -> None:
    """Move a game to the trash, or delete it for good.

    For good means its journal, tokens, model and key, and all computed vectors, which other games compute again. Games
    that were branched from it, exports and backups stay.
    """
    screen, container = set_up()
    if not for_good:
        game_id = game_id_of(container, game)
        container.library().store.delete(game_id)
        screen.note(f"{game_id} is in the trash. Restore it: {program()} saves restore {game_id}")
        return
    deleted = {summary.game_id for summary in container.library().store.trash()}
    game_id = game if game in deleted else game_id_of(container, game)
    erased = asyncio.run(container.erasing().erase(game_id))
    screen.note(f"{count(erased, 'game')} of the id {game_id} {'is' if erased == 1 else 'are'} deleted for good.")


@saves_app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a new file, such as games.zip")],
    force: Annotated[bool, typer.Option("--force", help="overwrite an existing file")] = False,
) -> None:
    """Back up all games, with their tokens and models, and your own scenarios, in one file.

    Games may be played meanwhile. Deleted games and settings are not in it. Keep it as safe as the games: it holds
    whatever is written in them, and keys of models.
    """
    from app.cli.commands.backup import write_backup

    screen, container = set_up()
    write_backup(screen, container, file, force=force)


@saves_app.command("restore-backup")
def restore_backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="a file that `saves backup` wrote")],
) -> None:
    """Bring back all games and scenarios of a backup that are not here, each under its own id.

    What is here is never overwritten: a game that differs from the backup's is reported, and stays.
    """
    from app.cli.commands.backup import read_backup

    screen, container = set_up()
    read_backup(screen, container, file)


@saves_app.command()
def restore(game_id: Annotated[str, typer.Argument(metavar="GAME", help="the id of a deleted game")]) -> None:
    """Restore a game from the trash."""
    screen, container = set_up()
    container.library().store.restore(game_id)
    screen.note(f"{game_id} is restored.")

"""The commands on saved games: ``saves list``, ``show``, ``export`` and so on."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.errors import read_file, reason_of
from app.cli.rendering.screen import Screen
from app.cli.rendering.text import count, one_line
from app.cli.setup import opened, usable_folder
from app.durable_files import open_private
from app.errors import InvalidInput, NotFound, StorageFailed, TalekeeperError

if TYPE_CHECKING:
    from app.container import Container
    from app.models.records.record import Journal
    from app.services.game.games.game_library import GameLibrary

saves_app = typer.Typer(help="List, look into, move and mend saved games.", no_args_is_help=True)

Game = Annotated[str, typer.Argument(metavar="GAME", help="a game's id or title, or the beginning of one")]


def game_id_of(container: "Container", wanted: str) -> str:
    """The id of the game that is meant. InvalidInput for the name of a turn: the game itself is wanted here."""
    return _id_in(container.library(), wanted)


def _id_in(library: "GameLibrary", wanted: str) -> str:
    game_id, label = library.find(wanted)
    if label is not None:
        raise InvalidInput(f"{one_line(wanted, 80)!r} names a turn of {game_id}; give the game itself.")
    return game_id


@saves_app.command("list")
def list_games(trash: Annotated[bool, typer.Option("--trash", help="the deleted games instead")] = False) -> None:
    """Every saved game, last played first."""
    from app.cli.rendering import turns as render

    screen, container = opened()
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
    """How a game stands."""
    from app.cli.rendering import turns as render

    screen, container = opened()
    for name, value in render.facts(container.library().read(game_id_of(container, game))).items():
        if value:
            screen.show(render.indented(f"{name + ':':<14}{value}", by=0))


@saves_app.command()
def export(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME [FILE]", help="a game, and where to: `-` is standard output, default GAME.json; --to: games"
        ),
    ] = None,
    *,
    to: Annotated[Path | None, typer.Option("--to", metavar="FOLDER", help="copy games into this folder")] = None,
    everything: Annotated[bool, typer.Option("--all", help="with --to: every game")] = False,
    force: Annotated[bool, typer.Option("--force", help="write over a file that is there")] = False,
) -> None:
    """Write a game into one readable JSON file; with --to, copy games into a folder of saved games.

    A copied game keeps its id, its tokens and its model, and is compared with the copy. It stays where it is. What is
    there already is never written over; deleted games are not copied."""
    from app.cli.commands.copying import copy_games
    from app.stores.opening import in_files

    screen, container = opened()
    if to is not None:
        if force:
            raise InvalidInput("Copies write over nothing: --force goes with a file.")
        target = in_files(usable_folder(to, "The folder named by --to"))
        copy_games(screen, container.stores(), target, _chosen(screen, container.library(), words, everything))
        return
    if everything or not words or len(words) > 2:
        raise InvalidInput("Give one game and at most one file; with --to FOLDER, games or --all.")
    game_id = game_id_of(container, words[0])
    file = Path(words[1]) if len(words) > 1 else Path(f"{game_id}.json")
    _write_export(screen, container.library().read(game_id), file, force=force)


def _write_export(screen: Screen, journal: "Journal", file: Path, *, force: bool) -> None:
    from app.stores.transfer import export_game

    data = export_game(journal)
    if file == Path("-"):
        sys.stdout.write(data.decode())
        return
    try:
        with open(file, "wb" if force else "xb", opener=open_private) as out:
            out.write(data)
    except FileExistsError:
        raise InvalidInput(f"There is a file {file.name!r} already; --force writes over it.") from None
    except (OSError, ValueError) as error:
        raise StorageFailed(f"The file {file.name!r} cannot be written: {reason_of(error)}.") from None
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
    """Take in a game from a file, as a new game; with --from, copy games from a folder of saved games.

    As of `saves export --to`: what is there already is never written over."""
    from app.cli.commands.copying import copy_games
    from app.services.game.games.game_library import GameLibrary
    from app.stores.opening import in_files
    from app.stores.transfer import MAX_IMPORT_BYTES, import_playable

    screen, container = opened()
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
    journal = import_playable(read_file(file, "file", MAX_IMPORT_BYTES), f"The scenario in {file.name}")
    game_id = container.library().import_journal(journal)
    screen.note(f"{journal.header.title} is here as {game_id}. Play it: python -m app play --load {game_id}")


def _chosen(screen: Screen, library: "GameLibrary", wanted: Sequence[str] | None, everything: bool) -> Sequence[str]:
    """The ids of the games that are to be copied."""
    if bool(wanted) == everything:
        raise InvalidInput("Name the games to copy, or give --all.")
    if wanted:
        return [*dict.fromkeys(_id_in(library, each) for each in wanted)]
    if deleted := len(library.store.trash()):
        screen.note(f"{count(deleted, 'deleted game')} in the trash {'is' if deleted == 1 else 'are'} not copied.")
    return [summary.game_id for summary in library.store.list()]


@saves_app.command("check")
def check_games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="one game; else all")] = None,
) -> None:
    """Read every record of every game and say which are sound; exit code 1 if one is not."""
    from app.models.records.folding import check

    screen, container = opened()
    store = container.library().store
    found_problem = False
    for game_id in [game_id_of(container, game)] if game else [summary.game_id for summary in store.list()]:
        try:
            journal = store.read(game_id)
            check(journal)
            screen.note(f"{game_id}: sound, {count(len(journal.records), 'record')}")
        except TalekeeperError as error:
            found_problem = True
            screen.note(f"{one_line(game_id)}: {one_line(str(error))}")
    if found_problem:
        raise typer.Exit(1)


@saves_app.command()
def repair(game: Game) -> None:
    """Recover what comes before the damage of a game into a new one."""
    screen, container = opened()
    game_id = game_id_of(container, game)
    new_id, kept = container.library().repair(game_id)
    screen.note(f"{count(kept, 'record')} of {game_id} could be kept, as {new_id}. {game_id} stays as it is.")


@saves_app.command()
def delete(game: Game) -> None:
    """Move a game to the trash."""
    screen, container = opened()
    game_id = game_id_of(container, game)
    container.library().store.delete(game_id)
    screen.note(f"{game_id} is in the trash. Bring it back: python -m app saves restore {game_id}")


@saves_app.command()
def restore(game_id: Annotated[str, typer.Argument(metavar="GAME", help="the id of a deleted game")]) -> None:
    """Bring a game back from the trash."""
    screen, container = opened()
    container.library().store.restore(game_id)
    screen.note(f"{game_id} is back.")

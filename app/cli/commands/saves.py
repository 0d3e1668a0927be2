"""The commands on saved games: ``saves list``, ``show``, ``export`` and so on."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from app.cli.errors import read_file, reason_of
from app.cli.playing.screen import Screen
from app.cli.rendering import turns as render
from app.cli.rendering.text import count, one_line
from app.cli.setup import configure_log, load_settings, make_container
from app.container import Container
from app.durable_files import open_private
from app.errors import InvalidInput, StorageFailed, TalekeeperError
from app.language.rendering.phrases import time_text
from app.models.memory import MemoryKind
from app.models.records.folding import check, fold
from app.models.records.record import Journal
from app.models.records.spend import Spend
from app.models.sheets.quest import QuestStatus
from app.stores.transfer import MAX_IMPORT_BYTES, export_game, import_playable

saves_app = typer.Typer(help="List, look into, move and mend saved games.", no_args_is_help=True)

Game = Annotated[str, typer.Argument(metavar="GAME", help="a game's id or title, or the beginning of one")]


def opened(model: str | None = None, *, verbose: bool = False, **fixed: Any) -> tuple[Screen, Container]:
    """The screen, and the container that environment and command line ask for, but for settings that are ``fixed``."""
    screen = Screen()
    configure_log(screen, verbose=verbose)
    return screen, make_container(load_settings(model).model_copy(update=fixed))


def game_id_of(container: Container, wanted: str) -> str:
    """The id of the game that is meant. InvalidInput for the name of a turn: the game itself is wanted here."""
    game_id, label = container.library().find(wanted)
    if label is not None:
        raise InvalidInput(f"{one_line(wanted, 80)!r} names a turn of {game_id}; give the game itself.")
    return game_id


@saves_app.command("list")
def list_games(trash: Annotated[bool, typer.Option("--trash", help="the deleted games instead")] = False) -> None:
    """Every saved game, last played first."""
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
    screen, container = opened()
    for name, value in _facts(container.library().read(game_id_of(container, game))).items():
        if value:
            screen.show(render.indented(f"{name + ':':<14}{value}", by=0))


def _facts(journal: Journal) -> dict[str, str]:
    state, header = fold(journal), journal.header
    place = state.scenario.current_location_id
    quests = [
        f"{state.name(key)} ({'done' if quest.status is QuestStatus.COMPLETED else 'open'})"
        for key, quest in state.scenario.quests.items()
        if quest.status is not QuestStatus.NOT_STARTED
    ]
    spent = sum((record.spend for record in journal.records if record.spend), Spend())
    entries = (entry for scope in state.scopes() for entry in state.memories(scope))
    remembered = sum(entry.kind is not MemoryKind.GIFTED for entry in entries)
    waiting = sum(len(queue) for queue in state.pending.values())
    return {
        "Game": header.game_id,
        "Title": header.title,
        "Scenario": f"{header.scenario_title} ({header.scenario_id})",
        "Players": ", ".join(header.players),
        "Begun": render.moment(header.created_at),
        "Came from": render.origin(header),
        "Stands at": f"turn {state.turn}, {time_text(state.clock.minutes)}",
        "Place": state.name(place) if place else "nowhere",
        "Carried": ", ".join(state.name(item) for item in state.party.items),
        "Quests": ", ".join(quests),
        "Story": "has ended" if state.scenario.ended else "",
        "Remembers": f"{count(remembered, 'memory', 'memories')}, {waiting} waiting to be made",
        "Named turns": ", ".join(dict.fromkeys(record.label for record in journal.records if record.label)),
        "Spent": render.spend(spent),
        "Journal": f"{count(len(journal.records), 'record')}, format {header.format_version}",
    }


@saves_app.command()
def export(
    game: Game,
    file: Annotated[Path | None, typer.Argument(help="where to; `-` is standard output, default GAME.json")] = None,
    force: Annotated[bool, typer.Option("--force", help="write over a file that is there")] = False,
) -> None:
    """Write a game into one readable JSON file."""
    screen, container = opened()
    game_id = game_id_of(container, game)
    data = export_game(container.library().read(game_id))
    if file == Path("-"):
        sys.stdout.write(data.decode())
        return
    target = file or Path(f"{game_id}.json")
    try:
        with open(target, "wb" if force else "xb", opener=open_private) as out:
            out.write(data)
    except FileExistsError:
        raise InvalidInput(f"There is a file {target.name!r} already; --force writes over it.") from None
    except (OSError, ValueError) as error:
        raise StorageFailed(f"The file {target.name!r} cannot be written: {reason_of(error)}.") from None
    screen.note(f"{game_id} is written to {one_line(target.name)}.")


@saves_app.command("import")
def import_file(file: Annotated[Path, typer.Argument(help="a file that `saves export` wrote")]) -> None:
    """Take in a game from a file, as a new game."""
    screen, container = opened()
    journal = import_playable(read_file(file, "file", MAX_IMPORT_BYTES), f"The scenario in {file.name}")
    game_id = container.library().import_journal(journal)
    screen.note(f"{journal.header.title} is here as {game_id}. Play it: python -m app play --load {game_id}")


@saves_app.command("check")
def check_games(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="one game; else all")] = None,
) -> None:
    """Read every record of every game and say which are sound; exit code 1 if one is not."""
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

"""All commands of the command line. The help imports their modules, so each command imports what it needs when it
runs."""

import asyncio
import sys
from collections.abc import Coroutine, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from app import __version__
from app.cli.commands import checking, minds, serving, trying, updating, writing
from app.cli.commands.database import database_app
from app.cli.commands.interchange import export_app, import_app
from app.cli.commands.memories import memories_app
from app.cli.commands.saves import Game, game_to_read, saves_app
from app.cli.errors import EXIT_INTERRUPTED, EXIT_PROBLEMS, read_file
from app.cli.rendering.screen import Screen
from app.cli.rendering.text import one_line
from app.cli.scenario_argument import Scenario, ScenarioOption, scenario_named
from app.cli.setup import configure_log, load_settings, set_up
from app.errors import InvalidInput
from app.memory.recall.preset import Preset

if TYPE_CHECKING:
    from app.memory.recall.query import ScoredMemory
    from app.models.memory import Scope
    from app.models.sheets.player import PlayerSheet
    from app.models.state.game_state import GameState

T = TypeVar("T")
MAX_SCRIPT_BYTES = 10_000_000

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)

saves_app.command("update")(updating.update)
app.add_typer(saves_app, name="saves")
app.add_typer(database_app, name="database")
app.add_typer(memories_app, name="memories")
app.add_typer(import_app, name="import")
app.add_typer(export_app, name="export")
app.command("check-scenario")(checking.check_scenario)
app.command("new-scenario")(writing.new_scenario)
app.command("convert-scenario")(writing.convert_scenario)
app.command("try-model")(trying.try_model)
for command in (minds.mind, minds.jobs, minds.simulate, serving.mcp, serving.serve):
    app.command()(command)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"talekeeper {__version__}")
        raise typer.Exit


@app.callback()
def talekeeper(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="show the version and exit")
    ] = False,
) -> None:
    """Talekeeper: a narrative game that remembers."""


Model = Annotated[str | None, typer.Option("--model", help="offline, or a model's name such as openai:gpt-5-mini")]
Name = Annotated[str | None, typer.Option("--name", help="the name of your character")]
Pronouns = Annotated[str | None, typer.Option("--pronouns", help="how your character is spoken of, such as she/her")]
About = Annotated[str | None, typer.Option("--about", help="what your character looks like, in a sentence or two")]
PlayerCard = Annotated[Path | None, typer.Option("--card", help="a character card that your character is made of")]
Verbose = Annotated[bool, typer.Option("--verbose", help="show warnings")]


@app.command()
def play(
    scenario: Scenario = None,
    load: Annotated[
        str | None, typer.Option("--load", help="a game's id, title or named turn, or the beginning of one")
    ] = None,
    name: Name = None,
    model: Model = None,
    *,
    pronouns: Pronouns = None,
    about: About = None,
    card: PlayerCard = None,
    watch: Annotated[
        bool,
        typer.Option("--watch", help="take edits of the scenario's file or folder into the game while it is played"),
    ] = False,
    verbose: Verbose = False,
) -> None:
    """Play a game. Lines can be piped to standard input; without any, a game plays its walkthrough."""
    from app.cli.playing import play as playing
    from app.cli.playing.lines import PipedLines, TerminalLines, binary_input, is_terminal

    screen, container = set_up(model, verbose=verbose)
    choice = playing.GameChoice(scenario and scenario_named(scenario), load=load, name=name, watch=watch)
    choice = replace(choice, character=_character(card, pronouns, about))
    if is_terminal(sys.stdin):
        _finish(playing.play_at_terminal(screen, container, TerminalLines(screen.note), choice), screen)
    else:
        _finish(playing.play_piped(screen, container, PipedLines(binary_input(sys.stdin)), choice), screen)


def _character(card: Path | None, pronouns: str | None, about: str | None) -> "PlayerSheet | None":
    """Return the sheet of the player's character; None where nothing is said of it."""
    from pydantic import ValidationError

    from app.interchange.cards.character_card import read_card
    from app.interchange.cards.player import card_to_player
    from app.models.base import first_problem
    from app.models.sheets.player import PlayerSheet

    told = {name: text for name, text in (("pronouns", pronouns), ("description", about)) if text is not None}
    if card is None and not told:
        return None
    sheet = PlayerSheet() if card is None else card_to_player(read_card(card))
    try:
        return PlayerSheet.model_validate({**dict(sheet), **told})
    except ValidationError as error:
        raise InvalidInput(f"The character cannot be used: {first_problem(error)}.") from None


def _finish(work: Coroutine[Any, Any, T], screen: Screen) -> T:
    """Run the work to its end or until Ctrl-C; everything played so far is saved."""
    try:
        return asyncio.run(work)
    except KeyboardInterrupt:
        screen.error("Stopped.")
        raise typer.Exit(EXIT_INTERRUPTED) from None


@app.command()
def run(
    script: Annotated[Path, typer.Argument(help="a file with one line for each turn; # begins a comment")],
    scenario: ScenarioOption = None,
    name: Name = None,
    model: Model = None,
    *,
    pronouns: Pronouns = None,
    about: About = None,
    card: PlayerCard = None,
    verbose: Verbose = False,
) -> None:
    """Play the lines of a file, and show the story and the memories that it made."""
    from app.cli.playing import play as playing

    lines = _script_lines(script)
    screen, container = set_up(model, verbose=verbose)
    choice = playing.GameChoice(scenario and scenario_named(scenario), name=name)
    choice = replace(choice, character=_character(card, pronouns, about))
    _finish(playing.run_script(screen, container, lines, choice), screen)


def _script_lines(path: Path) -> list[str]:
    data = read_file(path, "script", MAX_SCRIPT_BYTES)
    if len(data) > MAX_SCRIPT_BYTES:
        raise InvalidInput(f"The script {path.name!r} is over {MAX_SCRIPT_BYTES // 1_000_000} MB.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"The script {path.name!r} is not UTF-8 text (byte {error.start + 1}).") from None
    lines = (line.rstrip("\r") for line in text.split("\n"))
    return [line for line in lines if line.strip() and not line.lstrip().startswith("#")]


@app.command()
def scenarios() -> None:
    """List all scenarios."""
    from app.cli.rendering import turns as render

    screen, container = set_up()
    infos = container.scenarios().list()
    if not infos:
        screen.note("There are no scenarios.")
    screen.show(*render.scenario_parts(infos))


@app.command()
def recall(
    game: Game,
    who: Annotated[str, typer.Argument(metavar="WHO", help="a place, a person, or `world`")],
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="what to recall")],
    preset: Annotated[Preset, typer.Option("--preset", help="the ranking of memories")] = Preset.HYBRID,
    limit: Annotated[int, typer.Option("--limit", min=1, max=100)] = 10,
) -> None:
    """Show what a place, a person or the world recalls for a question, and why."""
    from app.cli.rendering import memories as render_memory
    from app.memory.stream.owners import find_scope

    screen, container = set_up()

    async def ask(state: "GameState", scope: "Scope") -> "Sequence[ScoredMemory]":
        async with aclosing(container.vectors()) as vectors:
            screen.note(await vectors.start())
            return await container.recall().recall(state, scope, question, preset=preset, limit=limit)

    with game_to_read(container, game) as state:
        scope = find_scope(state, who)
        screen.show(*render_memory.recalled_parts(state, scope, asyncio.run(ask(state, scope))))


@app.command()
def knows(
    game: Game,
    claim: Annotated[str, typer.Argument(metavar="CLAIM", help="a sentence, such as: it leaves at six")],
) -> None:
    """Show which people know a claim, since when and from whom; who knows an old version, and who cannot know it."""
    from app.cli.rendering import memories as render_memory
    from app.services.game.knowledge import who_knows

    screen, container = set_up()
    with game_to_read(container, game) as state:
        screen.show(*render_memory.knowledge_parts(state, who_knows(state, claim)))


@app.command()
def doctor(model: Model = None) -> None:
    """Check that everything a game needs is there."""
    from app.cli.commands.doctor import diagnose

    screen = Screen()
    configure_log(screen)
    settings = load_settings(model)

    async def look() -> bool:
        healthy = True
        async for finding in diagnose(settings):
            line = f"{'ok' if finding.good else '!!'}  {one_line(finding.what)}: {one_line(finding.found)}"
            screen.say(line, "" if finding.good else "yellow" if finding.warns else "bold red")
            healthy = healthy and (finding.good or finding.warns)
        return healthy

    if not _finish(look(), screen):
        raise typer.Exit(EXIT_PROBLEMS)

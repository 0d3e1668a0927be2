"""Playing: choosing a game, then reading lines until the player quits."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from app.cli.errors import error_line
from app.cli.playing.interrupts import on_interrupt
from app.cli.playing.lines import ILineSource, InteractiveLines, ScriptLines
from app.cli.playing.slash import run_slash
from app.cli.playing.table import GameTable
from app.cli.playing.watching import edits_of
from app.cli.program import program
from app.cli.rendering import memories as render_memory
from app.cli.rendering import turns as render
from app.cli.rendering.screen import Screen
from app.cli.rendering.text import count, one_line
from app.container import Container
from app.errors import InvalidInput, NotFound, NotPossible, TalekeeperError
from app.language.acts.reader import reader_of
from app.language.language import language_of
from app.models.sheets.player import PlayerSheet
from app.models.typed_text import checked_name
from app.services.game.games.scenario_library import ScenarioInfo

PLAYER = "Traveller"
YES = frozenset({"", "y", "yes", "1"})
NO = frozenset({"n", "no"})


@dataclass(frozen=True)
class GameChoice:
    scenario: str | Path | None = None
    load: str | None = None
    name: str | None = None
    character: PlayerSheet | None = None
    """What is known of the player's character; ``name`` goes before its own."""
    watch: bool = False


async def play_lines(
    table: GameTable, lines: ILineSource, first: str | None = None, *, watched: Path | None = None
) -> None:
    """Play lines until the player quits or there are none, and close the game. An error that prevents a turn ends a
    script.

    Args:
        table: The game.
        lines: Where they come from.
        first: A line before these.
        watched: The file or folder whose edits are taken into the game meanwhile.
    """
    try:
        # Between a turn and the next prompt Ctrl-C can neither stop a turn nor clear a line.
        with on_interrupt(lambda: None) if lines.interactive else nullcontext():
            async with _watching(table, watched):
                await _play_all(table, lines, first)
    finally:
        await table.close()


@asynccontextmanager
async def _watching(table: GameTable, path: Path | None) -> AsyncIterator[None]:
    """Take the edits of a scenario into the game while the block runs, and those from before at once."""
    if path is None:
        yield
        return
    await table.take_in(path)
    watching = asyncio.create_task(_take_edits_in(table, path))
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


async def _take_edits_in(table: GameTable, path: Path) -> None:
    async with aclosing(edits_of(path)) as edits:
        async for _ in edits:
            await table.take_in(path)


async def play_script(table: GameTable, script: Sequence[str]) -> None:
    """Play the lines, finish the background work, and show all memories."""
    try:
        await _play_all(table, ScriptLines(script))
        await table.turns.settle(table.game_id)
        with table.turns.speaking(table.game_id):
            table.screen.show(*render_memory.memory_parts(table.state, table.state.scopes()))
        table.screen.gap()
    finally:
        await table.close()
    table.screen.note(f"This game is kept as {table.game_id}.")


async def _play_all(table: GameTable, lines: ILineSource, first: str | None = None) -> None:
    await table.check_recall()
    line = first if first is not None else await lines.read()
    while line is not None and (not line.strip() or await _play_line(table, lines, line)):
        line = await lines.read()


async def _play_line(table: GameTable, lines: ILineSource, line: str) -> bool:
    """Carry out one line, a slash command or a turn; return False when the player quits."""
    if not lines.interactive:
        table.screen.player(line)
    is_command = line.lstrip().startswith("/")
    try:
        async with table.at_work:
            if is_command and not await run_slash(table, line.strip()):
                return False
            if not is_command:
                await table.take_turn(line)
    except TalekeeperError as error:
        if not lines.interactive and not isinstance(error, NotPossible | NotFound | InvalidInput):
            raise
        table.screen.error(error_line(error))
        if not is_command:
            lines.hand_back(line)
    table.screen.gap()
    return True


async def play_at_terminal(screen: Screen, container: Container, lines: InteractiveLines, choice: GameChoice) -> None:
    _check(choice, container)
    if choice.load is not None:
        table: GameTable | None = await _load_game(screen, container, choice.load, patient=False)
    else:
        table = await _continue_last_game(screen, container, lines, choice)
    if table is None:
        scenario = choice.scenario or await _choose_scenario(screen, container, lines)
        if scenario is None:
            return
        name = choice.name or (None if choice.character else await _ask_name(screen, lines))
        new = GameChoice(scenario, name=name, character=choice.character)
        table = _new_game(screen, container, new, patient=False)
    screen.note("/help lists what you can do, /quit leaves; every turn is saved.")
    language = language_of(table.state.sheet)
    preparing = asyncio.create_task(asyncio.to_thread(reader_of, language))  # while the opening is read
    await play_lines(table, lines, watched=_watched(container, table, choice))
    await preparing


async def play_piped(screen: Screen, container: Container, lines: ILineSource, choice: GameChoice) -> None:
    """Play the lines of standard input. Without any, a new game plays its walkthrough and a loaded one shows its
    memories."""
    _check(choice, container)
    first = await lines.read()
    while first is not None and not first.strip():
        first = await lines.read()
    if choice.load is not None:
        table = await _load_game(screen, container, choice.load, patient=True)
    else:
        table = _new_game(screen, container, choice, patient=True)
    if first is not None:
        await play_lines(table, lines, first, watched=_watched(container, table, choice))
        return
    sheet, new = table.state.sheet, choice.load is None
    if new and not sheet.walkthrough:
        screen.note("This scenario has no walkthrough; give it lines to play on standard input.")
    await play_script(table, sheet.walkthrough if new else ())
    if new:
        again = one_line(str(choice.scenario or sheet.id))
        screen.note(f"{sheet.title} has played itself. Your turn: {program()} play {again}")


async def run_script(screen: Screen, container: Container, script: Sequence[str], choice: GameChoice) -> None:
    _check(choice, container)
    await play_script(_new_game(screen, container, choice, patient=True), script)


def _check(choice: GameChoice, container: Container) -> None:
    """Check the options and the model before a game is created."""
    is_new = choice.name is not None or choice.character is not None
    if choice.load is not None and (is_new or (choice.scenario is not None and not choice.watch)):
        raise InvalidInput(
            "--load goes on with a game as it is: give it without a scenario, and without --name, --pronouns, --about "
            "and --card."
        )
    container.turns()
    container.settling_memory()


def _watched(container: Container, table: GameTable, choice: GameChoice) -> Path | None:
    """Return the file or folder to watch: of the scenario that was named, else of that of the game; None without
    ``--watch``."""
    if not choice.watch:
        return None
    return container.scenarios().path_of(choice.scenario or table.state.amended.authored.id)


def _new_game(screen: Screen, container: Container, choice: GameChoice, *, patient: bool) -> GameTable:
    """Begin a game; without a scenario, the shortest one."""
    sheet = container.scenarios().load(choice.scenario or playable(container)[0].id)
    character = choice.character or PlayerSheet(name=PLAYER)
    if choice.name is not None:
        character = character.model_copy(update={"name": choice.name})
    game_id = container.library().begin(sheet, character)
    table = GameTable(screen, container, game_id, patient=patient)
    table.show_opening()
    return table


async def _load_game(screen: Screen, container: Container, wanted: str, *, patient: bool) -> GameTable:
    """Load a game by id, title or named turn; a named turn is branched, so that the game itself does not change."""
    game_id, label = container.library().find(wanted)
    if label is not None:
        turns = container.turns()
        branched = await turns.branch(game_id, label=label)
        await turns.close(game_id)
        screen.note(f"{label!r} names a turn of {game_id}; a new game goes on from there.")
        game_id = branched
    table = GameTable(screen, container, game_id, patient=patient)
    table.show_where_we_were()
    table.resume_captures()
    return table


async def _continue_last_game(
    screen: Screen, container: Container, lines: InteractiveLines, choice: GameChoice
) -> GameTable | None:
    """Load the last game, if there is one (of this scenario) and the player agrees; None otherwise, or with a name
    or a character, which means a new game."""
    if choice.name is not None or choice.character is not None:
        return None
    summaries = container.library().list()
    broken = sum(game.problem is not None for game in summaries)
    if broken:
        screen.note(f"{count(broken, 'saved game')} cannot be read; `saves list` shows why.")
    fitting = (game for game in summaries if game.problem is None and choice.scenario in (None, game.scenario_id))
    last = next(fitting, None)
    if last is None:
        return None
    screen.say(f"Your last game: {render.standing(last)}")
    answer = await lines.ask("Go on with it? [Y/n] ")
    while answer is not None and answer.strip().casefold() not in YES | NO:
        answer = await lines.ask("Go on with it? Answer y or n (n begins another): ")
    if answer is None or answer.strip().casefold() in NO:
        return None
    return await _load_game(screen, container, last.game_id, patient=False)


async def _ask_name(screen: Screen, lines: InteractiveLines) -> str:
    while (answer := await lines.ask(f"What shall the story call you? [{PLAYER}] ")) is not None:
        try:
            return checked_name(answer) if answer.strip() else PLAYER
        except InvalidInput as error:
            screen.error(error_line(error))
    return PLAYER


async def _choose_scenario(screen: Screen, container: Container, lines: InteractiveLines) -> str | None:
    infos = playable(container)
    if len(infos) == 1:
        return infos[0].id
    for number, info in enumerate(infos, 1):
        screen.say(f"{number}  {info.title}", "bold")
        screen.show(render.indented(info.summary, by=3))
    while (answer := await lines.ask(f"Which story? [1-{len(infos)}] ")) is not None:
        wanted = answer.strip().casefold() or "1"
        for number, info in enumerate(infos, 1):
            if wanted in (str(number), info.id) or info.title.casefold().startswith(wanted):
                return info.id
        screen.note("Type its number, or Ctrl-D to leave.")
    return None


def playable(container: Container) -> list[ScenarioInfo]:
    """Return the scenarios that can be played: stories, the shortest first, then those without quests. Raise NotFound
    if there is none."""
    found = (info for info in container.scenarios().list() if info.problem is None)
    infos = sorted(found, key=lambda info: (not info.quests, info.places))
    if not infos:
        raise NotFound("There is no scenario that can be played; `scenarios` shows why.")
    return infos

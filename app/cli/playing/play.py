"""Playing: choosing a game, then line after line until the player goes."""

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from app.cli.errors import error_line
from app.cli.playing.interrupts import on_interrupt
from app.cli.playing.lines import ILineSource, InteractiveLines, ScriptLines
from app.cli.playing.slash import run_slash
from app.cli.playing.table import GameTable
from app.cli.rendering import memories as render_memory
from app.cli.rendering import turns as render
from app.cli.rendering.screen import Screen
from app.cli.rendering.text import count
from app.container import Container
from app.errors import InvalidInput, NotFound, NotPossible, TalekeeperError
from app.language.language import language_of
from app.language.reading.reader import reader_of
from app.models.base import checked_name
from app.services.game.games.scenario_library import ScenarioInfo

PLAYER = "Traveller"
YES = frozenset({"", "y", "yes", "1"})
NO = frozenset({"n", "no"})


@dataclass(frozen=True)
class GameChoice:
    scenario: str | None = None
    load: str | None = None
    name: str | None = None


async def play_lines(table: GameTable, lines: ILineSource, first: str | None = None) -> None:
    """Take lines until the player goes or there are none, and close the game. Errors that undo a turn end a script."""
    try:
        # Between a turn and the next prompt Ctrl-C is too late for the one and too early for the other.
        with on_interrupt(lambda: None) if lines.interactive else nullcontext():
            await _follow(table, lines, first)
    finally:
        await table.close()


async def play_script(table: GameTable, script: Sequence[str]) -> None:
    """Play the lines, settle, and show everything that is remembered."""
    try:
        await _follow(table, ScriptLines(script))
        await table.turns.settle(table.game_id)
        with table.turns.speaking(table.game_id):
            table.screen.show(*render_memory.memories(table.state, table.state.scopes()))
        table.screen.gap()
    finally:
        await table.close()
    table.screen.note(f"This game is kept as {table.game_id}.")


async def _follow(table: GameTable, lines: ILineSource, first: str | None = None) -> None:
    await table.check_recall()
    line = first if first is not None else await lines.read()
    while line is not None and (not line.strip() or await _take(table, lines, line)):
        line = await lines.read()


async def _take(table: GameTable, lines: ILineSource, line: str) -> bool:
    """One line, a command or a turn; False when the player wants to go."""
    if not lines.interactive:
        table.screen.player(line)
    is_command = line.lstrip().startswith("/")
    try:
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
        table: GameTable | None = await _loaded(screen, container, choice.load, patient=False)
    else:
        table = await _continued(screen, container, lines, choice)
    if table is None:
        scenario = choice.scenario or await _chosen(screen, container, lines)
        if scenario is None:
            return
        name = choice.name or await _name(screen, lines)
        table = _begun(screen, container, GameChoice(scenario, name=name), patient=False)
    screen.note("/help lists what you can do, /quit leaves; every turn is saved.")
    reader = reader_of(language_of(table.state.sheet))
    preparing = asyncio.create_task(asyncio.to_thread(reader.prepare))  # while the opening is read
    await play_lines(table, lines)
    await preparing


async def play_piped(screen: Screen, container: Container, lines: ILineSource, choice: GameChoice) -> None:
    """Play the lines that come; without any a new game plays itself, and a loaded one shows what is remembered."""
    _check(choice, container)
    first = await lines.read()
    while first is not None and not first.strip():
        first = await lines.read()
    if choice.load is not None:
        table = await _loaded(screen, container, choice.load, patient=True)
    else:
        table = _begun(screen, container, choice, patient=True)
    if first is not None:
        await play_lines(table, lines, first)
        return
    sheet, new = table.state.sheet, choice.load is None
    if new and not sheet.walkthrough:
        screen.note("This scenario has no walkthrough; give it lines to play on standard input.")
    await play_script(table, sheet.walkthrough if new else ())
    if new:
        screen.note(f"{sheet.title} has played itself. Your turn: python -m app play {sheet.id}")


async def run_script(screen: Screen, container: Container, script: Sequence[str], choice: GameChoice) -> None:
    _check(choice, container)
    await play_script(_begun(screen, container, choice, patient=True), script)


def _check(choice: GameChoice, container: Container) -> None:
    """The options make sense and the model can be used: checked before a game is begun."""
    if choice.load is not None and (choice.scenario is not None or choice.name is not None):
        raise InvalidInput("--load goes on with a game as it is: give it without a scenario and without --name.")
    container.turns()
    container.settling_memory()


def _begun(screen: Screen, container: Container, choice: GameChoice, *, patient: bool) -> GameTable:
    """A new game; where no story was chosen, the shortest is played."""
    sheet = container.scenarios().load(choice.scenario or playable(container)[0].id)
    game_id = container.library().begin(sheet, choice.name if choice.name is not None else PLAYER)
    table = GameTable(screen, container, game_id, patient=patient)
    table.show_opening()
    return table


async def _loaded(screen: Screen, container: Container, wanted: str, *, patient: bool) -> GameTable:
    """The game that is meant; of a named turn a branch, so that the game itself stays as it is."""
    game_id, label = container.library().find(wanted)
    if label is not None:
        turns = container.turns()
        branched = await turns.branch(game_id, label=label)
        await turns.close(game_id)
        screen.note(f"{label!r} names a turn of {game_id}; a new game goes on from there.")
        game_id = branched
    table = GameTable(screen, container, game_id, patient=patient)
    table.show_where_we_were()
    table.go_on_capturing()
    return table


async def _continued(
    screen: Screen, container: Container, lines: InteractiveLines, choice: GameChoice
) -> GameTable | None:
    """The last game, if there is one (of this scenario) and the player wants it; a name asks for a new one."""
    if choice.name is not None:
        return None
    summaries = container.library().list()
    broken = sum(game.problem is not None for game in summaries)
    if broken:
        screen.note(f"{count(broken, 'saved game')} cannot be read; `saves list` tells why.")
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
    return await _loaded(screen, container, last.game_id, patient=False)


async def _name(screen: Screen, lines: InteractiveLines) -> str:
    while (answer := await lines.ask(f"What shall the story call you? [{PLAYER}] ")) is not None:
        try:
            return checked_name(answer) if answer.strip() else PLAYER
        except InvalidInput as error:
            screen.error(error_line(error))
    return PLAYER


async def _chosen(screen: Screen, container: Container, lines: InteractiveLines) -> str | None:
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
    """The scenarios that can be played, the shortest first. NotFound if there is none."""
    infos = sorted(
        (info for info in container.scenarios().list() if info.problem is None), key=lambda info: info.places
    )
    if not infos:
        raise NotFound("There is no scenario that can be played; `scenarios` tells why.")
    return infos

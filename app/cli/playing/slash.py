"""The slash commands of a game in progress, carried out at the terminal."""

from collections.abc import Awaitable, Callable

from app.cli.playing.table import GameTable
from app.cli.rendering import memories as render_memory
from app.cli.rendering import turns as render
from app.cli.rendering.text import one_line
from app.errors import InvalidInput
from app.events.commands import SetNarrationStyleCommand
from app.memory.stream.owners import find_scopes
from app.services.game.slash_commands import (
    HOW_TO_PLAY,
    USAGES,
    number_in,
    owner_and_gifted,
    scope_and_question,
    slash_line,
    styled,
    turn_name,
)

Run = Callable[[GameTable, str], Awaitable[None]]


async def run_slash(table: GameTable, line: str) -> bool:
    """Carry out a slash command; return False when the player quits. Raise InvalidInput for an unknown command."""
    name, rest = slash_line(line)
    if name == "quit":
        return False
    with table.turns.speaking(table.game_id):
        await _RUNS[name](table, rest)
    return True


async def _help(table: GameTable, _rest: str) -> None:
    table.screen.say(HOW_TO_PLAY)
    table.screen.say("Commands:", "bold")
    width = max(len(command.usage) for command in USAGES.values())
    for command in USAGES.values():
        table.screen.show(render.indented(f"{command.usage:<{width}}  {command.help}"))
    table.screen.show(
        render.indented("Ctrl-C stops a turn; at the prompt it clears the line, and pressed twice it quits.", "dim")
    )


async def _undo(table: GameTable, rest: str) -> None:
    await table.undo(number_in(rest, "/undo 2") if rest else 1)


async def _answer(table: GameTable, rest: str) -> None:
    await table.answers(number_in(rest, "/answer 2") if rest else None)


async def _branch(table: GameTable, rest: str) -> None:
    await table.branch(number_in(rest, "/branch 12") if rest else None)


async def _memories(table: GameTable, rest: str) -> None:
    who, gifted = owner_and_gifted(rest)
    scopes = find_scopes(table.state, who or None)
    table.screen.show(*render_memory.memory_parts(table.state, scopes, all_of_them=bool(who), gifted=gifted))


async def _recall(table: GameTable, rest: str) -> None:
    scope, question = scope_and_question(table.state, rest)
    table.screen.show(*render_memory.recalled_parts(table.state, scope, await table.recall(scope, question)))


async def _why(table: GameTable, rest: str) -> None:
    words = rest.split()
    premise = "full" in words
    numbers = " ".join(word for word in words if word != "full")
    turn = number_in(numbers, "/why 12") if numbers else table.state.turn
    if turn == 0:
        raise InvalidInput("Nothing has been played yet, so nothing was shown to the narrator.")
    table.screen.show(*render_memory.prompt(await table.turns.explain(table.game_id, turn), turn, premise=premise))


async def _save(table: GameTable, rest: str) -> None:
    name = turn_name(rest)
    await table.turns.label(table.game_id, name)
    table.screen.note(f"Turn {table.state.turn} is named {name!r}; `play --load {name!r}` branches from it.")


async def _style(table: GameTable, rest: str) -> None:
    """Show how a model tells the game, after changing one field."""
    if rest:
        await table.turns.execute(
            table.game_id, SetNarrationStyleCommand(narration=styled(table.state.narration, rest))
        )
    for field, text in table.state.narration_style:
        table.screen.note(f"{field}: {one_line(text, 200) or '-'}")


async def _model(table: GameTable, rest: str) -> None:
    if rest:
        await table.use_model(rest)
    table.screen.note(f"The narrator is {table.narrator.model}.")


_RUNS: dict[str, Run] = {
    "help": _help,
    "undo": _undo,
    "retry": lambda table, wish: table.retry(wish),
    "answer": _answer,
    "continue": lambda table, _: table.go_on(),
    "branch": _branch,
    "memories": _memories,
    "recall": _recall,
    "why": _why,
    "save": _save,
    "model": _model,
    "style": _style,
}

"""The slash commands of a game in progress."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from pydantic import ValidationError
from rapidfuzz import process

from app.cli.playing.table import GameTable
from app.cli.rendering import memories as render_memory
from app.cli.rendering import turns as render
from app.cli.rendering.text import one_line
from app.errors import InvalidInput
from app.events.commands import SetNarrationStyleCommand
from app.memory.stream.owners import find_scopes
from app.models.base import first_problem
from app.models.sheets.narration import NarrationStyle

MAX_NUMBER_LENGTH = 9


Run = Callable[[GameTable, str], Awaitable[None]]


@dataclass(frozen=True)
class SlashCommand:
    usage: str
    help: str
    run: Run | None  # None: leave


GIFTED = "gifted"  # after `/memories`: list gifted memories too


async def run_slash(table: GameTable, line: str) -> bool:
    """Carry out a slash command; return False when the player quits. Raise InvalidInput for an unknown command."""
    name, _, rest = line.removeprefix("/").strip().partition(" ")
    command = COMMANDS.get(name.casefold())
    if command is None:
        nearest = process.extractOne(name.casefold(), COMMANDS.keys(), score_cutoff=50)
        hint = f"the nearest is {COMMANDS[nearest[0]].usage}" if nearest else "/help lists them"
        raise InvalidInput(f"There is no command /{one_line(name, 40)}; {hint}.")
    if command.run is None:
        return False
    with table.turns.speaking(table.game_id):
        await command.run(table, rest.strip())
    return True


def _number(text: str, usage: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER_LENGTH):
        raise InvalidInput(f"{one_line(text, 40)!r} is not a number; write it like {usage}.")
    return int(text)


async def _help(table: GameTable, _rest: str) -> None:
    table.screen.say("Write what you do or say, like: look, go north, talk to the innkeeper, take the lantern.")
    table.screen.say("Commands:", "bold")
    width = max(len(command.usage) for command in COMMANDS.values())
    for command in COMMANDS.values():
        table.screen.show(render.indented(f"{command.usage:<{width}}  {command.help}"))
    table.screen.show(
        render.indented("Ctrl-C stops a turn; at the prompt it clears the line, and pressed twice it quits.", "dim")
    )


async def _undo(table: GameTable, rest: str) -> None:
    await table.undo(_number(rest, "/undo 2") if rest else 1)


async def _answer(table: GameTable, rest: str) -> None:
    await table.answers(_number(rest, "/answer 2") if rest else None)


async def _branch(table: GameTable, rest: str) -> None:
    await table.branch(_number(rest, "/branch 12") if rest else None)


async def _memories(table: GameTable, rest: str) -> None:
    words = rest.split()
    gifted = bool(words) and words[-1].casefold() == GIFTED
    who = " ".join(words[:-1] if gifted else words)
    scopes = find_scopes(table.state, who or None)
    table.screen.show(*render_memory.memory_parts(table.state, scopes, all_of_them=bool(who), gifted=gifted))


async def _recall(table: GameTable, rest: str) -> None:
    scope, question = render_memory.scope_and_rest(table.state, rest)
    if not question:
        raise InvalidInput("Give an owner and a question: /recall Mara what did I promise")
    table.screen.show(*render_memory.recalled_parts(table.state, scope, await table.recall(scope, question)))


async def _why(table: GameTable, rest: str) -> None:
    words = rest.split()
    premise = "full" in words
    numbers = " ".join(word for word in words if word != "full")
    turn = _number(numbers, "/why 12") if numbers else table.state.turn
    if turn == 0:
        raise InvalidInput("Nothing has been played yet, so nothing was shown to the narrator.")
    table.screen.show(*render_memory.prompt(await table.turns.explain(table.game_id, turn), turn, premise=premise))


async def _save(table: GameTable, rest: str) -> None:
    if not rest:
        raise InvalidInput("Every turn is saved by itself. To name this one: /save NAME")
    await table.turns.label(table.game_id, rest)
    table.screen.note(f"Turn {table.state.turn} is named {rest!r}; `play --load {rest!r}` branches from it.")


async def _style(table: GameTable, rest: str) -> None:
    """Show how a model tells the game, after changing one field; a field without a value is as the scenario says."""
    name, _, value = rest.partition(" ")
    if name:
        if name not in NarrationStyle.model_fields:
            raise InvalidInput(
                f"There is no {one_line(name, 40)!r}; there are {', '.join(NarrationStyle.model_fields)}."
            )
        told = table.state.narration.model_dump(exclude_none=True) | {name: value.strip() or None}
        try:
            command = SetNarrationStyleCommand(narration=NarrationStyle.model_validate(told))
        except ValidationError as error:
            raise InvalidInput(f"It cannot be told so: {first_problem(error)}.") from None
        await table.turns.execute(table.game_id, command)
    for field, text in table.state.narration_style:
        table.screen.note(f"{field}: {one_line(text, 200) or '-'}")


async def _model(table: GameTable, rest: str) -> None:
    if rest:
        await table.use_model(rest)
    table.screen.note(f"The narrator is {table.narrator.model}.")


COMMANDS = {
    "help": SlashCommand("/help", "this list", _help),
    "undo": SlashCommand("/undo [N]", "take back the last turn, or the last N", _undo),
    "retry": SlashCommand(
        "/retry [WISH]",
        "play the last line again; a model reads the wish for its answer",
        lambda table, w: table.retry(w),
    ),
    "answer": SlashCommand("/answer [N]", "list the answers to the last line, or bring one back", _answer),
    "continue": SlashCommand("/continue", "let the model go on without a line", lambda table, _: table.go_on()),
    "branch": SlashCommand("/branch [TURN]", "continue in a new game from now, or from a turn", _branch),
    "memories": SlashCommand(
        "/memories [WHO] [gifted]", "what places, people and the world remember, or one of them", _memories
    ),
    "recall": SlashCommand("/recall WHO QUESTION", "what a place, a person or the world recalls, and why", _recall),
    "why": SlashCommand("/why [TURN] [full]", "what the narrator was shown in a turn, and why", _why),
    "save": SlashCommand("/save NAME", "name this turn, to branch from it later with --load NAME", _save),
    "model": SlashCommand("/model [NAME]", "show the narrator's model, or change it (also offline)", _model),
    "style": SlashCommand(
        "/style [FIELD VALUE]", "how a model tells the story, or tell it otherwise: /style tense past", _style
    ),
    "quit": SlashCommand("/quit", "quit; every turn is saved", None),
}

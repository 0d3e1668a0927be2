"""The slash commands of a game in progress, for terminals and chat clients: their names, usages and arguments."""

from typing import NamedTuple

from pydantic import ValidationError
from rapidfuzz import process

from app.errors import InvalidInput
from app.memory.stream.owners import scope_and_rest
from app.models.base import first_problem, short_input
from app.models.memory import Scope
from app.models.plain_reasons import Form, LineFault, LineUnfit, Malformed, Sought, Unknown
from app.models.sheets.narration import NarrationStyle
from app.models.state.game_state import GameState
from app.services.game.turns.answer_service import TurnAnswers

HOW_TO_PLAY = "Write what you do or say, like: look, go north, talk to the innkeeper, take the lantern."
LINE_OF_AN_ANSWER = 100
"""The characters of an answer that ``/answer`` lists."""
MAX_NUMBER_LENGTH = 9
_GIFTED = "gifted"
_NEAR = 50  # per cent of likeness from which another command is named as the nearest


class SlashUsage(NamedTuple):
    """How a command is written, and what it does."""

    usage: str
    help: str


USAGES = {
    "help": SlashUsage("/help", "this list"),
    "undo": SlashUsage("/undo [N]", "take back the last turn, or the last N"),
    "retry": SlashUsage("/retry [WISH]", "play the last line again; a model reads the wish for its answer"),
    "answer": SlashUsage("/answer [N]", "list the answers to the last line, or bring one back"),
    "continue": SlashUsage("/continue", "let the model go on without a line"),
    "branch": SlashUsage("/branch [TURN]", "continue in a new game from now, or from a turn"),
    "memories": SlashUsage(
        "/memories [WHO] [gifted]", "what places, people and the world, or one of them, remember, newest first"
    ),
    "recall": SlashUsage("/recall WHO QUESTION", "what a place, a person or the world recalls, and why"),
    "why": SlashUsage("/why [TURN] [full]", "what the narrator was shown in a turn, and why"),
    "save": SlashUsage("/save NAME", "name this turn, to branch from it later with --load NAME"),
    "model": SlashUsage("/model [NAME]", "show the narrator's model, or change it (also offline)"),
    "style": SlashUsage("/style [FIELD VALUE]", "how a model tells the story, or tell it otherwise: /style tense past"),
    "quit": SlashUsage("/quit", "quit; every turn is saved"),
}


class SlashLine(NamedTuple):
    """A typed command: its name, a key of `USAGES`, and the text after it."""

    name: str
    rest: str


def is_slash(line: str) -> bool:
    return line.lstrip().startswith("/")


def slash_line(line: str) -> SlashLine:
    """Read a line that begins with a slash.

    Raises:
        InvalidInput: There is no such command; the error names the nearest.
    """
    typed, _, rest = line.strip().removeprefix("/").strip().partition(" ")
    name = typed.casefold()
    if name not in USAGES:
        nearest = process.extractOne(name, USAGES.keys(), score_cutoff=_NEAR)
        example = USAGES[nearest[0]].usage if nearest else ""
        raise InvalidInput(
            LineUnfit(
                fault=LineFault.COMMAND_UNKNOWN,
                name=short_input(typed),
                example=example,
            )
        )
    return SlashLine(name, rest.strip())


def number_in(text: str, example: str) -> int:
    """Return the number that a command is given. Raise InvalidInput, with an example, for any other text."""
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER_LENGTH):
        raise InvalidInput(LineUnfit(fault=LineFault.NO_NUMBER, name=short_input(text), example=example))
    return int(text)


def chosen_answer(found: TurnAnswers, number: int) -> int:
    """Return the record of the answer that ``/answer N`` brings back. Raise InvalidInput where there is none."""
    count = len(found.turns)
    if not 1 <= number <= count:
        raise InvalidInput(LineUnfit(fault=LineFault.NO_ANSWER, most=count))
    return found.turns[number - 1].seq


def owner_and_gifted(text: str) -> tuple[str, bool]:
    """Return the owner that ``/memories`` is given, "" for none, and whether gifted memories are listed too."""
    words = text.split()
    gifted = bool(words) and words[-1].casefold() == _GIFTED
    return " ".join(words[:-1] if gifted else words), gifted


def scope_and_question(state: GameState, text: str) -> tuple[Scope, str]:
    """Return the owner and the question that ``/recall`` is given.

    Raises:
        InvalidInput: There is no question, or several owners match.
        NotFound: There is no such owner.
    """
    scope, question = scope_and_rest(state, text)
    if not question:
        raise InvalidInput(LineUnfit(fault=LineFault.NO_QUESTION, example="/recall Mara what did I promise"))
    return scope, question


def turn_name(text: str) -> str:
    """Return the name that ``/save`` is given. Raise InvalidInput for none."""
    if not text:
        raise InvalidInput(LineUnfit(fault=LineFault.NO_NAME, example="/save NAME"))
    return text


def styled(own: NarrationStyle, text: str) -> NarrationStyle:
    """Return the narration style of a game after ``/style FIELD VALUE``; a field without a value is as the scenario
    says.

    Args:
        own: The fields in which the game differs from its scenario.
        text: The field and its value.

    Raises:
        InvalidInput: There is no such field, or it cannot have the value.
    """
    name, _, value = text.partition(" ")
    if name not in NarrationStyle.model_fields:
        raise InvalidInput(
            Unknown(what=Sought.STYLE_FIELD, name=short_input(name), there=tuple(NarrationStyle.model_fields))
        )
    told = own.model_dump(exclude_none=True) | {name: value.strip() or None}
    try:
        return NarrationStyle.model_validate(told)
    except ValidationError as error:
        raise InvalidInput(Malformed(form=Form.STYLE, detail=first_problem(error))) from None

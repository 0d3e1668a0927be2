"""The memories of a game: ``memories GAME`` lists them, ``memories GAME add`` and others correct them by hand."""

from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from app.cli.commands.saves import Game, game_to_read
from app.cli.setup import set_up
from app.errors import InvalidInput
from app.models.memory_kinds import HAND_MADE_KINDS, KIND_ROWS, MemoryKind

if TYPE_CHECKING:
    from app.models.state.game_state import GameState


def hand_made_kind(typed: str) -> str:
    """Check a kind of memory that can be written by hand.

    Args:
        typed: Its name.

    Returns:
        The name.

    Raises:
        typer.BadParameter: There is no such kind.
    """
    if typed not in HAND_MADE_KINDS:
        raise typer.BadParameter(f"{typed!r} is not one of {', '.join(map(repr, map(str, HAND_MADE_KINDS)))}.")
    return typed


class GameThenVerb(TyperGroup):
    """A group whose argument comes before its verb. Without a verb, options may also follow the argument."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        ctx.allow_interspersed_args = len(args) < 2 or args[1] not in self.commands
        return super().parse_args(ctx, args)


memories_app = typer.Typer(cls=GameThenVerb)

MemoryId = Annotated[
    str,
    typer.Argument(metavar="ID", help="a memory's id, as in the list", callback=lambda typed: typed.strip().lower()),
]
Text = Annotated[str, typer.Argument(metavar="TEXT", help="the text of the memory")]


@memories_app.callback(invoke_without_command=True)
def memories(
    context: typer.Context,
    game: Game,
    of: Annotated[str | None, typer.Option("--of", help="a place, a person, or `world`")] = None,
    *,
    gifted: Annotated[bool, typer.Option("--gifted", help="list gifted memories too")] = False,
) -> None:
    """List what places, people and the world of a game remember, or correct it by hand; `undo` reverts a correction."""
    context.obj = game
    if context.invoked_subcommand is not None:
        if of is not None or gifted:
            raise InvalidInput(f"{'--gifted' if of is None else '--of'} is only for the list.")
        return
    from app.cli.rendering import memories as render_memory
    from app.memory.stream.owners import find_scopes

    screen, container = set_up()
    with game_to_read(container, game) as state:
        scopes = find_scopes(state, of)
        screen.show(*render_memory.memory_parts(state, scopes, all_of_them=of is not None, gifted=gifted))


@memories_app.command()
def add(
    context: typer.Context,
    who: Annotated[str, typer.Argument(metavar="WHO", help="a place, a person, or `world`")],
    text: Text,
    *,
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            parser=hand_made_kind,
            metavar=f"[{'|'.join(HAND_MADE_KINDS)}]",
            help=", ".join(KIND_ROWS[kind].by_hand for kind in HAND_MADE_KINDS),
        ),
    ] = MemoryKind.SEMANTIC.value,
    importance: Annotated[float | None, typer.Option("--importance", min=1, max=10)] = None,
    about: Annotated[list[str] | None, typer.Option("--about", help="its subject; may be repeated")] = None,
    place: Annotated[str | None, typer.Option("--place", help="where it happened")] = None,
    pin: Annotated[bool, typer.Option("--pin", help="never remove it, and recall it as if it were new")] = False,
) -> None:
    """Add a memory to a place, a person or the world."""
    from app.cli.commands.editing import carry_out_edit, place_meant
    from app.memory.stream.owners import find_scope, subject_meant

    def command(state: "GameState") -> dict[str, Any]:
        return {
            "kind": "add_memory",
            "scope": find_scope(state, who),
            "text": text,
            "memory_kind": kind,
            "importance": importance,
            "subjects": [subject_meant(state, name) for name in about or ()],
            "location_id": None if place is None else place_meant(state, place),
            "pinned": pin,
        }

    carry_out_edit(context.obj, command)


def _verb_for_one(verb: str, command: dict[str, Any], described: str) -> None:
    """Add a verb that takes nothing but a memory's id."""

    @memories_app.command(verb, help=described)
    def carried_out(context: typer.Context, memory_id: MemoryId) -> None:
        from app.cli.commands.editing import carry_out_edit

        carry_out_edit(context.obj, lambda _: command | {"memory_id": memory_id})


_verb_for_one("pin", {"kind": "pin_memory"}, "Pin a memory: it is never removed, and recalled as if it were new.")
_verb_for_one("unpin", {"kind": "pin_memory", "pinned": False}, "Unpin a memory.")
_verb_for_one("archive", {"kind": "archive_memory"}, "Archive a memory: it is no longer shown in prompts or recalled.")
_verb_for_one("restore", {"kind": "restore_memory"}, "Restore an archived memory.")


@memories_app.command("replace")
def replace_one(context: typer.Context, memory_id: MemoryId, text: Text) -> None:
    """Replace the text of a memory."""
    from app.cli.commands.editing import carry_out_edit

    carry_out_edit(context.obj, lambda _: {"kind": "replace_memory", "memory_id": memory_id, "text": text})


@memories_app.command("seed")
def seed_all(context: typer.Context) -> None:
    """Give people the memories that their sheets describe, for games begun by an older version."""
    from app.cli.commands.editing import carry_out_edit

    carry_out_edit(context.obj, lambda _: {"kind": "seed_memories"})

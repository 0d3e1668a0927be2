"""Orders of a game master in the form that tools take: effects, conditions and checks are plain objects. Their full
schemas would take more of a prompt than all else; `parse_command` validates them, and its errors name the kinds."""

from functools import cache
from typing import Any

from pydantic import Field, create_model

from app.events.commands.canon import CreateActionCommand
from app.models.base import Frozen
from app.models.command import Command, description_of

MOST_EFFECTS = 16
_EFFECTS = (
    "each {'kind': …}: set_state of name value; add_to_state of name by; move_item item_id to; remove_item item_id;"
    " say npc_id text; move_person npc_id to …"
)
_CONDITION = "{'kind': …}: item_held item_id; item_at item_id at; state of name value; companion npc_id …"
_CHECK = "{'attribute', 'difficulty', 'success': {'text', 'effects'}, 'failure': {'text', 'effects'}}"


def _effects(description: str) -> tuple[Any, Any]:
    return tuple[dict[str, Any], ...], Field(default=(), max_length=MOST_EFFECTS, description=description)


_PLAIN: dict[str, tuple[Any, Any]] = {
    "effects": _effects("as in create_action"),
    "condition": (dict[str, Any] | None, Field(default=None, description=_CONDITION)),
    "check": (dict[str, Any] | None, Field(default=None, description=_CHECK)),
}


@cache
def form_of(command: type[Command]) -> type[Frozen]:
    """Return the arguments of a tool that gives a command.

    Args:
        command: The command.

    Returns:
        A model with the fields of the command except ``kind``, described by the first paragraph of its docstring; its
            effects, condition and check are plain objects.
    """
    plain = _PLAIN | ({"effects": _effects(_EFFECTS)} if command is CreateActionCommand else {})
    fields: dict[str, Any] = {
        name: plain.get(name, (field.annotation, field))
        for name, field in command.model_fields.items()
        if name != "kind"
    }
    return create_model(command.__name__, __base__=Frozen, __doc__=description_of(command), **fields)

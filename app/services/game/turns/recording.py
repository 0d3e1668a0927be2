"""What was carried out in a turn, as the journal holds it."""

from collections.abc import Sequence

from app.events.commands.world import AdvanceTimeCommand
from app.models.command import Outcome
from app.models.records.record import RecordedCommand

_ADVANCE = AdvanceTimeCommand(minutes=0).kind


def recorded(outcomes: Sequence[Outcome], own_time_from: int) -> tuple[RecordedCommand, ...]:
    """Every command in order, each with what followed from it.

    From outcome ``own_time_from`` on, the engine's own passing of time brought them about.
    """
    found: list[RecordedCommand] = []
    for position, outcome in enumerate(outcomes):
        made = RecordedCommand(command=outcome.command.model_dump(mode="json"), clock=position >= own_time_from)
        if found and (together := _together(found[-1], made)) is not None:
            found[-1] = together
        else:
            found.append(made)
        found += [RecordedCommand(command=order.model_dump(mode="json"), derived=True) for order in outcome.derived]
    return tuple(found)


def _together(first: RecordedCommand, second: RecordedCommand) -> RecordedCommand | None:
    """Two spans of time with nothing between them as one; None for anything else."""
    kinds = {item.command["kind"] for item in (first, second)}
    if kinds != {_ADVANCE} or first.derived or first.clock != second.clock:
        return None
    minutes = first.command["minutes"] + second.command["minutes"]
    return first.model_copy(update={"command": AdvanceTimeCommand(minutes=minutes).model_dump(mode="json")})

"""From an intent to the commands it means, in order."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from app.agents.narrator.acting import party, people, places, things
from app.agents.narrator.acting.turn import TurnBuilder
from app.agents.narrator.understanding import intents
from app.agents.narrator.understanding.intents import Intent

MAX_STEPS = 4

_ACTIONS: dict[type[Intent], Callable[[TurnBuilder, Any], Awaitable[bool]]] = {
    intents.Go: places.go,
    intents.Leave: places.leave,
    intents.GoBack: places.go_back,
    intents.Cross: places.cross,
    intents.Look: places.look,
    intents.Examine: places.examine,
    intents.Fight: places.fight,
    intents.Talk: people.talk,
    intents.Ask: people.ask,
    intents.Tell: people.tell,
    intents.Say: people.say,
    intents.Vow: people.vow,
    intents.Place: things.place,
    intents.Take: things.take,
    intents.Drop: things.drop,
    intents.Give: things.give,
    intents.Use: things.use,
    intents.Wait: party.wait,
    intents.MakeNote: party.make_note,
    intents.Outside: party.point_outside,
    intents.Unknown: party.puzzled,
}
_LISTINGS: dict[type[Intent], Callable[[TurnBuilder], Sequence[str]]] = {
    intents.Inventory: party.inventory,
    intents.Who: party.who,
    intents.Clock: party.clock,
    intents.Quests: party.quests,
    intents.Journal: party.journal,
    intents.Help: party.give_help,
    intents.Forbear: party.forbear,
}
"""What is only looked up: texts that are no events."""


async def carry_out_all(turn: TurnBuilder, wanted: Sequence[Intent]) -> None:
    """Carry out up to four steps in order, stopping at the first that is refused."""
    for intent in wanted[:MAX_STEPS]:
        if not await perform(turn, intent):
            return
    if len(wanted) > MAX_STEPS:
        turn.refuse(turn.text("too-many-steps"))


async def perform(turn: TurnBuilder, intent: Intent) -> bool:
    """Carry out one intent; False if it was refused, was not clear or not understood."""
    if listing := _LISTINGS.get(type(intent)):
        turn.remark(*listing(turn))
        return True
    return await _ACTIONS[type(intent)](turn, intent)

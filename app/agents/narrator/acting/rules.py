"""From an intent to the commands it means, in order."""

from collections.abc import Sequence

from app.agents.narrator.acting import party as acts_self
from app.agents.narrator.acting import people as acts_people
from app.agents.narrator.acting import places as acts_places
from app.agents.narrator.acting import things as acts_things
from app.agents.narrator.acting.turn import Stage
from app.agents.narrator.understanding.intents import (
    Ask,
    Clock,
    Cross,
    Drop,
    Examine,
    Fight,
    Forbear,
    Give,
    Go,
    GoBack,
    Help,
    Intent,
    Inventory,
    Journal,
    Leave,
    Look,
    MakeNote,
    Outside,
    Place,
    Quests,
    Say,
    Take,
    Talk,
    Tell,
    Unknown,
    Use,
    Vow,
    Wait,
    Who,
)

MAX_STEPS = 4


async def carry_out_all(stage: Stage, intents: Sequence[Intent]) -> None:
    """Carry out up to four steps in order, stopping at the first that is refused."""
    for intent in intents[:MAX_STEPS]:
        if not await perform(stage, intent):
            return
    if len(intents) > MAX_STEPS:
        stage.refuse(stage.words("too-many-steps"))


async def perform(stage: Stage, intent: Intent) -> bool:
    """Carry out one intent; False if it was refused, was not clear or not understood."""
    match intent:
        case Go():
            return await acts_places.go(stage, intent)
        case Leave():
            return await acts_places.leave(stage, intent)
        case GoBack():
            return await acts_places.go_back(stage)
        case Look():
            return acts_places.look(stage)
        case Examine():
            return await acts_places.examine(stage, intent)
        case Fight():
            return await acts_places.fight(stage, intent)
        case Talk():
            return await acts_people.talk(stage, intent)
        case Ask():
            return await acts_people.ask(stage, intent)
        case Tell():
            return await acts_people.tell(stage, intent)
        case Say():
            return await acts_people.say(stage, intent)
        case Vow():
            return await acts_people.vow(stage, intent)
        case Cross():
            return await acts_places.cross(stage, intent)
        case Place():
            return await acts_things.place(stage, intent)
        case Forbear():
            return acts_self.forbear(stage)
        case Outside():
            return acts_self.point_outside(stage, intent)
        case Take():
            return await acts_things.take(stage, intent)
        case Drop():
            return await acts_things.drop(stage, intent)
        case Give():
            return await acts_things.give(stage, intent)
        case Use():
            return await acts_things.use(stage, intent)
        case Wait():
            return await acts_self.wait(stage, intent)
        case MakeNote():
            return await acts_self.make_note(stage, intent)
        case Inventory():
            return acts_self.inventory(stage)
        case Journal():
            return acts_self.journal(stage)
        case Quests():
            return acts_self.quests(stage)
        case Who():
            return acts_self.who(stage)
        case Clock():
            return acts_self.clock(stage)
        case Help():
            return acts_self.give_help(stage)
        case Unknown():
            return acts_self.puzzled(stage)

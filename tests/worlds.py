"""A small world for tests: a market, an inn, two cells of one name, and a tower that is locked and hidden."""

from datetime import UTC, datetime
from typing import Any

from app.models.location import Direction, EncounterSheet, ExitSheet, FeatureSheet, LocationSheet, SecretSheet
from app.models.messages.message import Message, Role
from app.models.sheets.condition import (
    AllOf,
    Attitude,
    AttitudeAtLeast,
    DangerLevel,
    EncounterCleared,
    ItemGiven,
    ItemHeld,
    PlaceEntered,
    QuestDone,
    SecretKnown,
)
from app.models.sheets.quest import ActSheet, ObjectiveSheet, QuestSheet
from app.models.sheets.scenario import ItemSheet, ItemUse, NPCSheet, ScenarioSheet, TopicSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin

NOW = datetime(2026, 1, 1, 12, 0, tzinfo=UTC)


def small_sheet() -> ScenarioSheet:
    """Five places, three people (two of them called Guard), two quests, two acts."""
    market = LocationSheet(
        id="market",
        name="Market",
        description="Stalls under patched awnings.",
        exits=(
            ExitSheet(to="inn", name="the inn door", direction=Direction.EAST, minutes=5),
            ExitSheet(to="cell-1", name="the left grating", direction=Direction.DOWN),
            ExitSheet(
                to="tower",
                name="the tower stair",
                direction=Direction.NORTH,
                hidden_until=SecretKnown(secret_id="loose-stone"),
                locked_until=ItemHeld(item_id="brass-key"),
                locked_text="The stair door is locked.",
            ),
        ),
        items=("lantern", "anvil"),
        features=(
            FeatureSheet(
                id="well", name="the old well", aliases=("well",), description="Deep.", secret_id="loose-stone"
            ),
        ),
        secrets=(SecretSheet(id="loose-stone", name="the loose stone", text="A stone gives way: a stair behind it."),),
    )
    inn = LocationSheet(
        id="inn",
        name="Inn",
        aliases=("The Broken Oar",),
        description="Smoke and warm light.",
        exits=(ExitSheet(to="market", name="the street door", direction=Direction.WEST, minutes=5),),
    )
    cells = tuple(
        LocationSheet(
            id=f"cell-{n}",
            name="Prison Cell",
            description=f"Straw and a bucket. Number {n}.",
            exits=tuple(
                ExitSheet(to=to, name=name)
                for to, name in (("market", "the grating"), (f"cell-{3 - n}", "the hole in the wall"))
            ),
        )
        for n in (1, 2)
    )
    tower = LocationSheet(
        id="tower",
        name="Tower",
        description="Wind and owls.",
        danger_level=DangerLevel.HIGH,
        exits=(ExitSheet(to="market", name="the stair", direction=Direction.SOUTH),),
        encounters=(
            EncounterSheet(
                id="owl",
                name="the great owl",
                aliases=("owl",),
                description="An owl the size of a man.",
                condition=ItemHeld(item_id="lantern"),
                failed_text="It beats you back into the dark.",
                cleared_text="The light drives it off.",
            ),
        ),
    )
    mara = NPCSheet(
        id="mara",
        name="Mara Ironhand",
        aliases=("Mara", "the innkeeper"),
        occupation="innkeeper",
        description="A broad woman with burnt forearms.",
        start_location="inn",
        items=("brass-key",),
        wants=("lantern",),
        topics=(
            TopicSheet(
                id="owl-trouble",
                name="the owl",
                aliases=("tower", "trouble"),
                text="An owl took the tower. Bring me a lantern and you shall have my key.",
                again="The owl, still the owl.",
                starts_quest="light",
            ),
            TopicSheet(
                id="key",
                name="the key",
                text="Here, take it.",
                condition=ItemGiven(item_id="lantern", npc_id="mara"),
                refusal="Not before I have my lantern.",
                gives_item="brass-key",
                sets_attitude=Attitude.FRIENDLY,
            ),
        ),
    )
    guards = tuple(
        NPCSheet(id=f"guard-{n}", name="Guard", description="Bored.", start_location=place)
        for n, place in ((1, "market"), (2, "cell-2"))
    )
    return ScenarioSheet(
        id="small",
        title="A Small World",
        summary="For tests.",
        premise="A town with an owl in its tower.",
        opening="You come to town.",
        ending="The town can sleep.",
        start_location="market",
        acts=(
            ActSheet(id="act-1", name="Dusk", opening="Dusk falls.", condition=QuestDone(quest_id="light")),
            ActSheet(id="act-2", name="Night", opening="Night falls.", condition=QuestDone(quest_id="peace")),
        ),
        locations=(market, inn, *cells, tower),
        npcs=(mara, *guards),
        items=(
            ItemSheet(
                id="lantern",
                name="lantern",
                aliases=("lamp",),
                description="Dented, full.",
                uses=(ItemUse(text="You light the lantern."), ItemUse(on="well", text="It shines down the shaft.")),
            ),
            ItemSheet(id="brass-key", name="brass key", description="Heavy."),
            ItemSheet(id="anvil", name="anvil", description="Too heavy.", portable=False),
        ),
        quests=(
            QuestSheet(
                id="light",
                name="A light for Mara",
                description="Mara wants a lantern.",
                giver_id="mara",
                act_id="act-1",
                objectives=(
                    ObjectiveSheet(
                        id="bring-lantern",
                        name="Bring Mara a lantern",
                        condition=ItemGiven(item_id="lantern", npc_id="mara"),
                    ),
                ),
            ),
            QuestSheet(
                id="peace",
                name="Peace in the tower",
                description="The owl must go.",
                act_id="act-2",
                start_condition=AllOf(
                    conditions=(QuestDone(quest_id="light"), AttitudeAtLeast(npc_id="mara", attitude=Attitude.FRIENDLY))
                ),
                objectives=(
                    ObjectiveSheet(
                        id="enter-tower", name="Enter the tower", condition=PlaceEntered(location_id="tower")
                    ),
                    ObjectiveSheet(
                        id="drive-owl", name="Drive off the owl", condition=EncounterCleared(encounter_id="owl")
                    ),
                    ObjectiveSheet(id="bell-rung", name="Ring the bell"),
                ),
            ),
        ),
    )


def new_game(player: str = "Élan", game_id: str = "game-1") -> GameState:
    """A fresh game in the small world."""
    return begin(small_sheet(), game_id, [PlayerCharacter(name=player)])


def message(index: int, content: str, **fields: Any) -> Message:
    """A message with everything that a test does not care about filled in."""
    given = {"role": Role.PLAYER, "speaker_id": "player", "speaker_name": "Élan", "location_id": "market", "turn": 1}
    return Message(index=index, content=content, timestamp=NOW, **{**given, **fields})


def say(state: GameState, *lines: str, **fields: Any) -> list[Message]:
    """Append messages to the conversation, at the party's place and heard by those there."""
    for line in lines:
        here = state.scenario.current_location_id
        heard = tuple(npc.instance_id for npc in state.present())
        given = {"location_id": here, "witness_ids": heard, "turn": state.turn, "game_time": state.clock.minutes}
        given["scene"] = state.clock.scene_id
        state.conversation_history.append(message(len(state.conversation_history), line, **{**given, **fields}))
    return state.conversation_history

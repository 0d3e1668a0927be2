"""A bus with every handler, and random orders to try on it."""

from hypothesis import strategies as st

from app.errors import TalekeeperError
from app.events.bus import CommandBus
from app.events.commands import (
    AddNoteCommand,
    AdjustRelationshipCommand,
    AdvanceTimeCommand,
    AskTopicCommand,
    ChangeLocationCommand,
    CompleteObjectiveCommand,
    CompleteQuestCommand,
    CreateArtifactCommand,
    DiscoverSecretCommand,
    DropItemCommand,
    EatCommand,
    GiveItemCommand,
    MoveNPCCommand,
    ProgressActCommand,
    SetActivityCommand,
    SetNPCAttitudeCommand,
    SetPlanCommand,
    StartQuestCommand,
    TakeItemCommand,
    UpdateLocationStateCommand,
    UpdatePlanItemCommand,
    UseItemCommand,
)
from app.events.handlers.action_handler import ActionHandler
from app.events.handlers.canon_handler import CanonHandler
from app.events.handlers.companion_handler import CompanionHandler
from app.events.handlers.item_handler import ItemHandler
from app.events.handlers.location_handler import LocationHandler
from app.events.handlers.master_handler import MasterHandler
from app.events.handlers.message_handler import MessageHandler
from app.events.handlers.mind_handler import MindHandler
from app.events.handlers.npc_handler import NPCHandler
from app.events.handlers.quest_handler import QuestHandler
from app.events.handlers.world_handler import WorldHandler
from app.interfaces.services.memory import IMemoryService
from app.language.rendering.refusing import worded
from app.models.command import Command, Outcome
from app.models.minds.activity import Activity
from app.models.minds.plan import PlanItem, PlanStatus
from app.models.sheets.condition import Attitude, DangerLevel
from app.models.state.game_state import GameState
from app.services.game.location_service import LocationService
from app.services.game.memory_service import DeferredMemoryService

_places = st.sampled_from(["market", "inn", "cell-1", "cell-2", "tower", "atlantis"])
_people = st.sampled_from(["mara", "guard-1", "guard-2", "nobody"])
_things = st.sampled_from(["lantern", "brass-key", "anvil", "moon"])
_quests = st.sampled_from(["light", "peace", "fame"])
_objectives = st.sampled_from(["bring-lantern", "enter-tower", "drive-owl", "bell-rung"])
_topics = st.sampled_from(["owl-trouble", "key", "weather"])
_items = st.builds(
    PlanItem,
    id=st.sampled_from(["plan-mara-1-1", "plan-mara-1-2"]),
    description=st.just("Bake."),
    place=st.none() | _places,
    time=st.integers(0, 2000),
    with_ids=st.lists(_people | st.just("party"), max_size=2),
)
_orders_of_minds: st.SearchStrategy[Command] = st.one_of(
    st.builds(SetPlanCommand, npc_id=_people, items=st.lists(_items, max_size=2), until=st.integers(0, 4000)),
    st.builds(
        UpdatePlanItemCommand,
        npc_id=_people,
        item_id=st.sampled_from(["plan-mara-1-1", "nothing"]),
        status=st.sampled_from(PlanStatus),
    ),
    st.builds(SetActivityCommand, npc_id=_people, activity=st.sampled_from(Activity)),
    st.builds(EatCommand, npc_id=_people),
    st.builds(
        AdjustRelationshipCommand,
        npc_id=_people,
        other_id=_people | st.just("party"),
        change=st.integers(-2, 2),
        reason=st.just("So."),
    ),
    st.builds(CreateArtifactCommand, npc_id=_people, description=st.just("a loaf")),
)

commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(ChangeLocationCommand, location_id=_places),
    st.builds(
        UpdateLocationStateCommand,
        location_id=_places,
        danger_level=st.none() | st.sampled_from(DangerLevel),
        complete_encounter=st.none() | st.sampled_from(["owl", "kraken"]),
        add_effect=st.none() | st.sampled_from(["smoke", "Élan’s mark"]),
    ),
    st.builds(DiscoverSecretCommand, secret_id=st.sampled_from(["loose-stone", "the-cake"])),
    st.builds(MoveNPCCommand, npc_id=_people, location_id=st.none() | _places),
    st.builds(SetNPCAttitudeCommand, npc_id=_people, attitude=st.sampled_from(Attitude)),
    st.builds(AskTopicCommand, npc_id=_people, topic_id=_topics),
    st.builds(StartQuestCommand, quest_id=_quests),
    st.builds(CompleteObjectiveCommand, quest_id=_quests, objective_id=_objectives),
    st.builds(CompleteQuestCommand, quest_id=_quests),
    st.builds(ProgressActCommand, act_id=st.sampled_from(["act-1", "act-2", None])),
    st.builds(TakeItemCommand, item_id=_things),
    st.builds(DropItemCommand, item_id=_things),
    st.builds(GiveItemCommand, item_id=_things, npc_id=_people, to_party=st.booleans()),
    st.builds(UseItemCommand, item_id=_things, target_id=st.sampled_from([None, "well", "owl", "mara"])),
    st.builds(AdvanceTimeCommand, minutes=st.integers(0, 2000)),
    st.builds(AddNoteCommand, text=st.sampled_from(["a", "b"]), pinned=st.booleans()),
    _orders_of_minds,
)

WHOLE_STORY: tuple[Command, ...] = (
    TakeItemCommand(item_id="lantern"),
    DiscoverSecretCommand(secret_id="loose-stone"),
    ChangeLocationCommand(location_id="inn"),
    AskTopicCommand(npc_id="mara", topic_id="owl-trouble"),
    GiveItemCommand(item_id="lantern", npc_id="mara"),
    AskTopicCommand(npc_id="mara", topic_id="key"),
    GiveItemCommand(item_id="lantern", npc_id="mara", to_party=True),
    StartQuestCommand(quest_id="peace"),
    CompleteObjectiveCommand(quest_id="peace", objective_id="bell-rung"),
    AdvanceTimeCommand(minutes=30),
    ChangeLocationCommand(location_id="market"),
    ChangeLocationCommand(location_id="tower"),
    UpdateLocationStateCommand(location_id="tower", complete_encounter="owl", danger_level=DangerLevel.CLEARED),
)
"""From the opening of the small world to its end."""

stories: st.SearchStrategy[list[Command]] = st.one_of(
    st.lists(commands, max_size=25),
    st.builds(
        lambda length, more: [*WHOLE_STORY[:length], *more],
        st.integers(1, len(WHOLE_STORY)),
        st.lists(commands, max_size=8),
    ),
)
"""Mere noise is mostly refused; half of the stories therefore begin like the whole one."""


def whole_bus(memory: IMemoryService | None = None) -> CommandBus:
    """A bus with every handler; without a memory of its own the captures are requested only."""
    memory, locations = memory or DeferredMemoryService(), LocationService()
    return CommandBus(
        (
            LocationHandler(locations, memory),
            NPCHandler(locations, memory),
            QuestHandler(memory),
            ItemHandler(),
            WorldHandler(memory),
            ActionHandler(memory),
            CompanionHandler(),
            MessageHandler(),
            MasterHandler(),
            CanonHandler(),
            MindHandler(),
        ),
        edge=worded,
    )


async def play(bus: CommandBus, state: GameState, *orders: Command) -> list[Outcome]:
    """Carry out what is possible; what is refused must have changed nothing."""
    outcomes: list[Outcome] = []
    for order in orders:
        before = state.model_dump_json()
        try:
            outcomes.append(await bus.execute(order, state))
        except TalekeeperError:
            assert state.model_dump_json() == before, f"{order!r} was refused and has changed the game"
    return outcomes

"""Each refusal is raised by its handler, as a value with ids: no words are made before the edge."""

from collections.abc import Callable
from unittest.mock import AsyncMock

import pytest

from app.errors import TalekeeperError
from app.events import commands as c
from app.events.bus import CommandBus
from app.events.command_table import handlers
from app.events.handlers.party_handler import MAX_EVER, MAX_PLAYERS, add_player
from app.interfaces.services.memory import IMemoryService
from app.memory.seeding.seeding import seed
from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.command import Command
from app.models.memory import MemoryKind, Scope
from app.models.minds.activity import Activity
from app.models.minds.plan import Goal, PlanItem, PlanStatus
from app.models.refusals import memories, people, places, quests, things
from app.models.refusals.base import OnlyNeeds, Refusal
from app.models.sheets.condition import Attitude, DangerLevel, ItemGivenTo, ItemHeld, QuestDone
from app.models.sheets.player import PlayerSheet
from app.models.sheets.quest import QuestStatus
from app.models.state.game_state import GameState
from app.services.game.location_service import LocationService
from tests.worlds import NOW, new_game

Prepared = Callable[[GameState], object]

LANTERN, KEY = "lantern", "brass-key"
PLAN = PlanItem(id="plan-1", description="Bake.", time=540)
GIVEN = ItemGivenTo(item_id=LANTERN, npc_id="mara")


def nothing(_state: GameState) -> None:
    """The game as it begins."""


def holding(*items: str) -> Prepared:
    return lambda state: state.party.items.extend(items)


def at(place: str) -> Prepared:
    return lambda state: setattr(state.scenario, "current_location_id", place)


def quest(status: QuestStatus, *done: str) -> Prepared:
    def prepare(state: GameState) -> None:
        state.quest("light").status = status
        state.quest("light").completed_objectives.extend(done)

    return prepare


def mara(**fields: object) -> Prepared:
    def prepare(state: GameState) -> None:
        for name, value in fields.items():
            setattr(state.npc("mara"), name, value)

    return prepare


def owl_gone(state: GameState) -> None:
    state.scenario.current_location_id = "tower"
    state.place("tower").completed_encounters.append("owl")


def ended(state: GameState) -> None:
    state.scenario.current_act_id = None


def remembering(*changes: Callable[[MemoryStream], object]) -> Prepared:
    """Let Mara remember two things, of which something has changed."""

    def prepare(state: GameState) -> None:
        state.open_turn(NOW)
        stream = MemoryStream(state, Scope.npc("mara"))
        for text in ("The well is dry.", "The owl is back."):
            stream.add(MemoryKind.SEMANTIC, MemoryContext(content=text))
        for change in changes:
            change(stream)

    return prepare


CASES: list[tuple[Prepared, Command, Refusal]] = [
    (holding(LANTERN), c.TakeItemCommand(item_id=LANTERN), things.ItemHereAlready(item_id=LANTERN)),
    (
        nothing,
        c.TakeItemCommand(item_id=KEY),
        things.ItemNotHere(item_id=KEY, lying=tuple(new_game().place("market").items)),
    ),
    (nothing, c.TakeItemCommand(item_id="anvil"), things.ItemFixed(item_id="anvil")),
    (nothing, c.DropItemCommand(item_id=KEY), things.ItemNotHeld(item_id=KEY, held=())),
    (
        holding(LANTERN),
        c.GiveItemCommand(item_id=LANTERN, npc_id="guard-1"),
        things.ItemOfNoUse(item_id=LANTERN, npc_id="guard-1"),
    ),
    (
        nothing,
        c.GiveItemCommand(item_id=LANTERN, npc_id="guard-1", to_party=True),
        things.ItemNotTheirs(item_id=LANTERN, npc_id="guard-1"),
    ),
    (
        holding(LANTERN),
        c.UseItemCommand(item_id=LANTERN, target_id="owl"),
        things.ItemNoTarget(item_id=LANTERN, target_id="owl"),
    ),
    (
        nothing,
        c.ChangeLocationCommand(location_id="market"),
        places.PlaceHereAlready(location_id="market"),
    ),
    (
        at("inn"),
        c.ChangeLocationCommand(location_id="tower"),
        places.PlaceNoWay(location_id="inn", ways=new_game().sheets.location("inn").exits),
    ),
    (
        at("tower"),
        c.UpdateLocationStateCommand(location_id="tower", complete_encounter="owl"),
        OnlyNeeds(
            condition=ItemHeld(item_id=LANTERN),
            text=new_game().sheets.encounter("owl")[1].failed_text,
            adds_needs=True,
        ),
    ),
    (
        at("tower"),
        c.UpdateLocationStateCommand(location_id="tower", danger_level=DangerLevel.CLEARED),
        places.PlaceNotClear(location_id="tower", left=("owl",)),
    ),
    (
        nothing,
        c.UpdateLocationStateCommand(location_id="tower", complete_encounter="owl"),
        places.EncounterElsewhere(encounter_id="owl"),
    ),
    (
        owl_gone,
        c.UpdateLocationStateCommand(location_id="tower", complete_encounter="owl"),
        places.EncounterOver(encounter_id="owl"),
    ),
    (
        lambda state: state.place("inn").lasting_changes.append("smoke"),
        c.UpdateLocationStateCommand(location_id="inn", add_effect="smoke"),
        places.PlaceShowsAlready(location_id="inn", change="smoke"),
    ),
    (
        lambda state: state.place("market").discovered_secrets.append("loose-stone"),
        c.DiscoverSecretCommand(secret_id="loose-stone"),
        places.SecretKnownAlready(),
    ),
    (at("inn"), c.DiscoverSecretCommand(secret_id="loose-stone"), places.SecretElsewhere()),
    (nothing, c.MoveNPCCommand(npc_id="mara", location_id="inn"), people.PersonThereAlready(npc_id="mara")),
    (nothing, c.AskTopicCommand(npc_id="mara", topic_id="key"), people.PersonNotHere(npc_id="mara")),
    (
        at("inn"),
        c.AskTopicCommand(npc_id="mara", topic_id="light"),
        people.TopicUnknown(npc_id="mara", topic_id="light"),
    ),
    (
        at("inn"),
        c.AskTopicCommand(npc_id="mara", topic_id="key"),
        people.PersonSilent(npc_id="mara", condition=GIVEN, text=new_game().sheets.topic("key")[1].refusal),
    ),
    (
        nothing,
        c.SetNPCAttitudeCommand(npc_id="mara", attitude=Attitude.NEUTRAL),
        people.PersonFeelsAlready(npc_id="mara", attitude=Attitude.NEUTRAL),
    ),
    (
        mara(activity=Activity.SLEEPING),
        c.SetActivityCommand(npc_id="mara", activity=Activity.SLEEPING),
        people.PersonDoesAlready(npc_id="mara", activity=Activity.SLEEPING),
    ),
    (
        mara(current_location_id=None),
        c.SetActivityCommand(npc_id="mara", activity=Activity.SLEEPING),
        people.PersonNowhere(npc_id="mara"),
    ),
    (mara(activity=Activity.SLEEPING), c.EatCommand(npc_id="mara"), people.PersonAsleep(npc_id="mara")),
    (
        nothing,
        c.AdjustRelationshipCommand(npc_id="mara", other_id="mara", change=1, reason="x"),
        people.PersonItself(npc_id="mara"),
    ),
    (
        nothing,
        c.SetPlanCommand(npc_id="mara", items=(PLAN, PLAN), until=1800),
        people.PlanRepeats(items=("plan-1",)),
    ),
    (nothing, c.SetPlanCommand(npc_id="mara", items=(PLAN,), until=0), people.PlanIsPast(now=480)),
    (
        mara(plan=[PLAN]),
        c.UpdatePlanItemCommand(npc_id="mara", item_id="plan-1", status=PlanStatus.PENDING),
        people.PlanItemIsSo(item="plan-1", status=PlanStatus.PENDING),
    ),
    (
        nothing,
        c.UpdatePlanItemCommand(npc_id="mara", item_id="plan-1", status=PlanStatus.ACTIVE),
        people.PlanItemUnknown(npc_id="mara", there=()),
    ),
    (
        nothing,
        c.UpdateGoalCommand(npc_id="guard-1", goal_id="goal-9", progress=1, note="x"),
        people.GoalUnknown(npc_id="guard-1", goal="goal-9", goals=()),
    ),
    (nothing, c.JoinPartyCommand(name="élan"), people.PlayerNameTaken(player="élan")),
    (nothing, c.JoinPartyCommand(name="Mara"), people.PlayerNameOfCast(player="Mara")),
    (nothing, c.JoinPartyCommand(name="Bo", player_id="mara"), people.PlayerIdTaken(player="mara")),
    (nothing, c.LeavePartyCommand(player_id="player"), people.PlayerLast(player="Élan")),
    (nothing, c.LeavePartyCommand(player_id="bo"), people.PlayerUnknown(player="bo")),
    (
        quest(QuestStatus.ACTIVE),
        c.StartQuestCommand(quest_id="light"),
        quests.QuestIsSo(quest_id="light", status=QuestStatus.ACTIVE),
    ),
    (
        nothing,
        c.StartQuestCommand(quest_id="peace"),
        quests.QuestCannotBegin(quest_id="peace", condition=new_game().sheets.quest("peace").start_condition),
    ),
    (nothing, c.CompleteQuestCommand(quest_id="light"), quests.QuestNotBegun(quest_id="light")),
    (
        quest(QuestStatus.COMPLETED),
        c.CompleteQuestCommand(quest_id="light"),
        quests.QuestCompletedAlready(quest_id="light"),
    ),
    (
        quest(QuestStatus.ACTIVE),
        c.CompleteQuestCommand(quest_id="light"),
        quests.QuestNotDone(quest_id="light", left=("bring-lantern",)),
    ),
    (
        quest(QuestStatus.ACTIVE),
        c.CompleteObjectiveCommand(quest_id="light", objective_id="bell-rung"),
        quests.ObjectiveUnknown(quest_id="light", objective="bell-rung"),
    ),
    (
        quest(QuestStatus.ACTIVE, "bring-lantern"),
        c.CompleteObjectiveCommand(quest_id="light", objective_id="bring-lantern"),
        quests.ObjectiveDoneAlready(objective_id="bring-lantern"),
    ),
    (
        quest(QuestStatus.ACTIVE),
        c.CompleteObjectiveCommand(quest_id="light", objective_id="bring-lantern"),
        quests.ObjectiveNotDone(objective_id="bring-lantern", condition=GIVEN),
    ),
    (ended, c.ProgressActCommand(act_id=None), quests.StoryOver()),
    (nothing, c.ProgressActCommand(act_id=None), quests.ActOtherComes(act_id="act-1", next_id="act-2")),
    (
        nothing,
        c.ProgressActCommand(act_id="act-2"),
        quests.ActNotOver(act_id="act-1", condition=QuestDone(quest_id="light")),
    ),
    (
        nothing,
        c.ReinforceMemoryCommand(npc_id="mara", memory_id="mara-009"),
        memories.MemoryNotOwn(npc_id="mara", memory="mara-009"),
    ),
    (nothing, c.ReinforceMemoryCommand(npc_id="mara", memory_id="m-0"), memories.MemoryIsSaid(memory="m-0")),
    (nothing, c.RememberCommand(owner="Nobody Known", text="It rains."), memories.MemoryInStory()),
    (nothing, c.RememberCommand(owner="mara", text="It rains.", place="the moon"), memories.MemoryInStory()),
    (nothing, c.RememberCommand(owner="mara", text="It rains.", at=9_999), memories.MemoryInStory()),
    (
        nothing,
        c.AssociateMemoriesCommand(npc_id="mara", first_id="mara-001", second_id="mara-001", relation="is"),
        memories.MemoryToItself(memory="mara-001"),
    ),
    (
        at("inn"),
        c.GiveItemCommand(item_id=KEY, npc_id="mara", to_party=True),
        things.ItemKept(item_id=KEY, npc_id="mara", condition=GIVEN),
    ),
    (
        holding(LANTERN),
        c.UseItemCommand(item_id=LANTERN, target_id="guard-1"),
        things.ItemUnfit(item_id=LANTERN, targets=("well",)),
    ),
    (
        nothing,
        c.EatCommand(npc_id="guard-1"),
        people.PersonNoMeal(npc_id="guard-1", location_id="market", tables=()),
    ),
    (
        mara(goals=[Goal(id="goal-1", text="to sleep", progress=40)]),
        c.UpdateGoalCommand(npc_id="mara", goal_id="goal-1", progress=40, note="x"),
        people.GoalIsThere(npc_id="mara", goal="goal-1", progress=40),
    ),
    (
        lambda state: [add_player(state, PlayerSheet(name=f"Bo {n}")) for n in range(MAX_PLAYERS - 1)],
        c.JoinPartyCommand(name="Cleo"),
        people.PlayerTooMany(most=MAX_PLAYERS, ever=MAX_EVER),
    ),
    (lambda state: seed(state, NOW), c.SeedMemoriesCommand(), memories.MemoryNoneToSeed()),
    (
        remembering(),
        c.PinMemoryCommand(memory_id="mara-001", pinned=False),
        memories.MemoryNotPinned(memory="mara-001"),
    ),
    (
        remembering(lambda stream: stream.pin("mara-001")),
        c.PinMemoryCommand(memory_id="mara-001"),
        memories.MemoryPinnedAlready(memory="mara-001"),
    ),
    (
        remembering(),
        c.RestoreMemoryCommand(memory_id="mara-001"),
        memories.MemoryNotArchived(memory="mara-001"),
    ),
    (
        remembering(lambda stream: stream.archive(["mara-001"], by="hand")),
        c.ArchiveMemoryCommand(memory_id="mara-001"),
        memories.MemoryArchivedAlready(memory="mara-001", by="hand"),
    ),
    (
        remembering(lambda stream: stream.supersede("mara-001", "mara-002")),
        c.ReplaceMemoryCommand(memory_id="mara-001", text="No."),
        memories.MemoryReplacedEdit(memory="mara-001", other="mara-002"),
    ),
    (
        remembering(lambda stream: stream.supersede("mara-001", "mara-002")),
        c.ReinforceMemoryCommand(npc_id="mara", memory_id="mara-001"),
        memories.MemoryReplacedBefore(memory="mara-001", other="mara-002"),
    ),
    (
        remembering(lambda stream: stream.archive(["mara-001"], by="hand")),
        c.ReinforceMemoryCommand(npc_id="mara", memory_id="mara-001"),
        memories.MemoryPutAway(memory="mara-001"),
    ),
]


@pytest.mark.parametrize(("prepare", "command", "refusal"), CASES, ids=lambda given: getattr(given, "kind", ""))
async def test_a_handler_refuses_by_a_value(prepare: Prepared, command: Command, refusal: Refusal) -> None:
    state = new_game()
    prepare(state)
    before = state.model_dump()
    with pytest.raises(TalekeeperError) as raised:
        await CommandBus(handlers(LocationService(), AsyncMock(spec=IMemoryService))).execute(command, state)
    assert raised.value.reason == refusal
    assert state.model_dump() == before

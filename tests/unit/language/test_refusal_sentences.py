"""The sentence of each kind of refusal, made of its value."""

import importlib
import pkgutil
from collections.abc import Iterator

import pytest

from app.language.rendering.refusing import render_refusal, worded
from app.models import refusals
from app.models.memory import Scope
from app.models.minds.activity import Activity
from app.models.minds.plan import Goal, PlanStatus
from app.models.refusals import actions, canon, memories, people, places, quests, things, turns
from app.models.refusals.base import OnlyNeeds, Refusal
from app.models.refusals.people import MessageHindrance
from app.models.sheets.condition import (
    AnyOf,
    Attitude,
    AttitudeAtLeast,
    Condition,
    DangerAtMost,
    DangerLevel,
    ItemHeld,
    TimeReached,
)
from app.models.sheets.quest import QuestStatus
from tests.worlds import new_game

KEY = ItemHeld(item_id="brass-key")
MEMORY = "mara-002"
WAYS = new_game().sheets.location("inn").exits
GOALS = (Goal(id="goal-1", text="a light for the tower"), Goal(id="goal-2", text="to sleep"))


def declined(why: MessageHindrance) -> Refusal:
    return people.MessageDeclined(npc_id="mara", to_id="guard-1", why=why)


SENTENCES: list[tuple[Refusal, str]] = [
    (OnlyNeeds(condition=KEY), "It takes the brass key in your hands."),
    (things.ItemHereAlready(item_id="lantern"), "You have the lantern already."),
    (
        things.ItemNotHere(item_id="brass-key", lying=("lantern",)),
        "There is no brass key lying here. You see: lantern.",
    ),
    (
        things.ItemNotHere(item_id="brass-key", lying=()),
        "There is no brass key lying here. You see: nothing that could be taken.",
    ),
    (things.ItemFixed(item_id="lantern"), "The lantern cannot be carried away."),
    (things.ItemFixed(item_id="lantern", text="It is chained to the wall."), "It is chained to the wall."),
    (
        things.ItemNotHeld(item_id="lantern", held=("brass-key",)),
        "You do not have the lantern. You carry: brass key.",
    ),
    (things.ItemNotHeld(item_id="lantern", held=()), "You do not have the lantern. You carry: nothing."),
    (
        things.ItemOfNoUse(item_id="lantern", npc_id="mara"),
        "Mara Ironhand has no use for the lantern and hands it back.",
    ),
    (things.ItemNotTheirs(item_id="lantern", npc_id="mara"), "Mara Ironhand does not have the lantern."),
    (
        things.ItemKept(item_id="lantern", npc_id="mara", condition=KEY),
        "Mara Ironhand keeps the lantern. It takes the brass key in your hands.",
    ),
    (
        things.ItemKeptHere(item_id="lantern", npc_id="mara", places=("inn", "market")),
        "Mara Ironhand gives the lantern away only at the Inn or the Market.",
    ),
    (
        things.ItemNoTarget(item_id="lantern", target_id="mara"),
        "Mara Ironhand is not here to use the lantern on.",
    ),
    (
        things.ItemUnfit(item_id="lantern", targets=("well", "mara")),
        "The lantern is of no use for that. It would do something with the old well, Mara Ironhand.",
    ),
    (things.ItemUnfit(item_id="lantern", targets=()), "The lantern is of no use for that."),
    (things.ItemNotYet(item_id="lantern", condition=KEY), "Not yet: it takes the brass key in your hands."),
    (things.ItemWasted(item_id="lantern"), "The lantern would be used up for nothing here."),
    (
        things.ItemOpensWay(item_id="brass-key", way="the tower stair"),
        "The brass key is all that the tower stair takes: it is open now.",
    ),
    (
        things.ItemForAction(item_id="lantern", action="signal the ferry"),
        "The lantern is for something else here: “signal the ferry”.",
    ),
    (actions.ActionUnknown(action="fly"), "There is no action 'fly'."),
    (actions.ActionNotHere(action="ring the bell"), "That is not possible here: ring the bell."),
    (actions.ActionNoTarget(target_id="lantern"), "The lantern is not within reach."),
    (actions.ActionNoTarget(target_id=None), "It is not clear what that is to be done to."),
    (actions.ActionUnfit(target_id="mara"), "That cannot be done to Mara Ironhand."),
    (actions.ActionNeedsThing(things=()), "There is nothing in your hands to do that with."),
    (actions.ActionNeedsThing(things=("lantern", "brass-key")), "For that you need the lantern or the brass key."),
    (actions.ActionNotYet(condition=KEY), "Not yet: it takes the brass key in your hands."),
    (actions.ActionDoneAlready(), "That is done already."),
    (actions.ActorUnknown(actor="nobody"), "There is nobody 'nobody' in this game."),
    (actions.ActorNowhere(actor_id="mara"), "Mara Ironhand is nowhere right now."),
    (actions.ActorDead(actor_id="mara"), "Mara Ironhand is dead."),
    (actions.StoryHasEnded(), "The story is over."),
    (actions.ItemTooDear(item_id="lantern", price=7, money=3), "The lantern costs 7, and you have 3."),
    (actions.NobodyTrades(item_id="lantern"), "Nobody here trades in the lantern."),
    (actions.FightRefused(npc_id="mara"), "Blows would settle nothing with Mara Ironhand."),
    (actions.CompanionAlready(npc_id="mara"), "Mara Ironhand is with you already."),
    (actions.CompanionUnwilling(npc_id="mara"), "Mara Ironhand does not want to come along."),
    (actions.CompanionNone(npc_id="mara"), "Mara Ironhand does not go with you."),
    (actions.StateUnknown(of="lantern", state="lit"), "The lantern has no state 'lit'; there are: none."),
    (
        actions.StateIsSo(of="lantern", state="lit", value="True"),
        "The state 'lit' of the lantern is True already.",
    ),
    (actions.StateUnfit(of="lantern", state="lit", value="7"), "The state 'lit' of the lantern cannot be 7."),
    (actions.TimerStill(timer="tide"), "No timer 'tide' runs; there are: none."),
    (actions.TimerEmpty(timer="tide"), "A new timer needs effects or a text: 'tide'."),
    (
        actions.CheckOfAction(action="lift-gate"),
        "That check follows from doing 'lift-gate', and is not rolled by itself.",
    ),
    (actions.RuleIsSo(rule="dusk"), "Nothing has changed for the rule 'dusk'."),
    (
        canon.CanonClosed(),
        "Nothing can be added to this story; what is in it can be used, checks can be rolled, and people can come "
        "along.",
    ),
    (
        canon.CanonDetailsOnly(what="create_place"),
        "In this story people, things and facts can be added, but nothing by 'create_place'.",
    ),
    (
        canon.CanonPlot(of="lantern"),
        "In this story nothing can be changed that its author has made, nor its plot: 'lantern'.",
    ),
    (canon.CanonTooMuch(limit=5), "5 additions are enough for one turn; the rest can come in the next."),
    (
        canon.CanonPeopleFull(limit=200),
        "200 people were added to this game, and no more can be; one of them can be changed.",
    ),
    (canon.CanonIncomplete(fields=("name", "ways")), "Something new needs name, ways."),
    (
        canon.NameTaken(name="Mara Ironhand", taken_by="mara"),
        "The name 'Mara Ironhand' is taken by 'mara'; choose another, or change that one by its id.",
    ),
    (canon.WayToItself(location_id="market"), "A way cannot lead from the Market to the same place."),
    (canon.PartUnknown(part="moon"), "There is nothing 'moon' in this game."),
    (canon.PartUnfit(problem="age: too old"), "That does not fit: age: too old"),
    (canon.DescribedAlready(of="lantern"), "The lantern is described so already."),
    (
        canon.FactKnown(subject="the king", attribute="name", value="Odo"),
        "It is so already: the king, name: Odo.",
    ),
    (
        canon.FactAuthored(subject="mara", attribute="age", value="40"),
        "The author of this story says otherwise: mara, age: 40.",
    ),
    (
        canon.FactOfEngine(attribute="holder"),
        "'holder' is kept by the game itself; an order changes it, not a fact.",
    ),
    (canon.NoteUnknown(note=7), "There is no note 7."),
    (canon.NoteOfOthers(), "That note is not yours to cross out."),
    (canon.ScenarioOther(scenario="The Bell"), "'The Bell' is another story than the one that is played."),
    (canon.ScenarioSame(), "The story has not changed."),
    (canon.ScenarioBad(problem="a: b"), "The edited story has a problem: a: b"),
    (canon.ScenarioBad(problem="a: b", more=1), "The edited story has two problems; the first: a: b"),
    (canon.ScenarioBad(problem="a: b", more=7), "The edited story has problems, 7 more than this one: a: b"),
    (places.PlaceWayShut(location_id="market", way="the gate"), "You would have to open the gate first."),
    (places.PlaceHereAlready(location_id="market"), "You are already at the Market."),
    (
        places.PlaceNoWay(location_id="inn", ways=WAYS),
        "There is no way there from the Inn. From here: the street door (to the Market).",
    ),
    (
        places.PlaceNoWay(location_id="inn", ways=()),
        "There is no way there from the Inn. From here: no way out that you can see.",
    ),
    (places.PlaceShowsAlready(location_id="inn", change="smoke"), "The Inn already shows that: smoke."),
    (
        places.PlaceNotClear(location_id="tower", left=("owl",)),
        "The Tower is not clear yet: there is still the great owl.",
    ),
    (places.EncounterElsewhere(encounter_id="owl"), "The great owl cannot be dealt with from here."),
    (places.EncounterOver(encounter_id="owl"), "The great owl has been dealt with already."),
    (places.SecretKnownAlready(), "That is known already."),
    (places.SecretElsewhere(), "There is nothing like that to be found here."),
    (people.PersonThereAlready(npc_id="mara"), "Mara Ironhand is there already."),
    (people.PersonNotHere(npc_id="mara"), "Mara Ironhand is not here."),
    (people.PersonStays(npc_id="mara", places=("inn",)), "Mara Ironhand stays at the Inn."),
    (declined(MessageHindrance.SELF), "A message for Mara Ironhand is said to Mara Ironhand."),
    (declined(MessageHindrance.HERE), "Guard is here, and can be spoken to."),
    (declined(MessageHindrance.UNKNOWN), "Mara Ironhand does not know Guard."),
    (declined(MessageHindrance.APART), "Mara Ironhand never comes to where Guard is."),
    (declined(MessageHindrance.UNWILLING), "Mara Ironhand does not do you a favour."),
    (declined(MessageHindrance.DISLIKED), "Mara Ironhand wants nothing to do with Guard."),
    (
        declined(MessageHindrance.BUSY),
        "Mara Ironhand carries as many messages as anybody can keep in mind.",
    ),
    (
        people.MessageNotCarried(npc_id="mara", to_id="guard-1"),
        "Mara Ironhand has no message for Guard to pass on now.",
    ),
    (people.PersonFeelsAlready(npc_id="mara", attitude=Attitude.WARY), "Mara Ironhand is wary already."),
    (people.TopicUnknown(npc_id="mara", topic_id="owl"), "Mara Ironhand has nothing to say about the great owl."),
    (
        people.PersonSilent(npc_id="mara", condition=KEY),
        "Mara Ironhand keeps silent. It takes the brass key in your hands.",
    ),
    (people.PersonSilent(npc_id="mara", condition=KEY, text="Not before I have it."), "Not before I have it."),
    (
        people.PersonSilentHere(npc_id="mara", places=("inn",)),
        "Mara Ironhand does not speak of that here, but at the Inn.",
    ),
    (people.PersonDoesAlready(npc_id="mara", activity=Activity.ACTIVITY), "Mara Ironhand is busy already."),
    (people.PersonNowhere(npc_id="mara"), "Mara Ironhand is nowhere to be found and can do nothing."),
    (people.PersonAsleep(npc_id="mara"), "Mara Ironhand is asleep."),
    (people.PersonNotHungry(npc_id="mara"), "Mara Ironhand is not hungry."),
    (
        people.PersonNoMeal(npc_id="mara", location_id="market", tables=("inn", "tower")),
        "There is nothing to eat at the Market. Mara Ironhand can eat at the Inn or the Tower.",
    ),
    (
        people.PersonNoMeal(npc_id="mara", location_id="market", tables=()),
        "There is nothing to eat at the Market. Mara Ironhand knows of no place to eat.",
    ),
    (
        people.PersonItself(npc_id="mara"),
        "Mara Ironhand cannot have a relationship with Mara Ironhand: that takes two.",
    ),
    (
        people.PlanRepeats(items=("plan-1", "plan-2")),
        "A plan has each item once; it has plan-1, plan-2 more than once.",
    ),
    (people.PlanIsPast(now=480), "A plan is made for what is to come; this one was over before Day 1, 08:00."),
    (people.PlanItemIsSo(item="plan-1", status=PlanStatus.CANCELLED), "plan-1 is cancelled already."),
    (
        people.PlanItemUnknown(npc_id="mara", there=("plan-1", "plan-2")),
        "Mara Ironhand has no such item in the plan, which holds plan-1, plan-2.",
    ),
    (
        people.PlanItemUnknown(npc_id="mara", there=()),
        "Mara Ironhand has no such item in the plan, which holds nothing.",
    ),
    (
        people.GoalUnknown(npc_id="mara", goal="goal-7", goals=GOALS),
        "Mara Ironhand has no goal goal-7; there are goal-1 (a light for the tower), goal-2 (to sleep).",
    ),
    (
        people.GoalUnknown(npc_id="mara", goal="goal-7", goals=GOALS[:1]),
        "Mara Ironhand has no goal goal-7; there is goal-1 (a light for the tower).",
    ),
    (people.GoalUnknown(npc_id="mara", goal="goal-7", goals=()), "Mara Ironhand has no goal goal-7; there are none."),
    (
        people.GoalIsThere(npc_id="mara", goal="goal-1", progress=40),
        "goal-1 of Mara Ironhand is at 40 of 100 already.",
    ),
    (people.PlayerNameTaken(player="Bo"), "There is a player called Bo already."),
    (people.PlayerNameOfCast(player="Mara"), "Mara is somebody in this story; please take another name."),
    (people.PlayerIdTaken(player="bo"), "The id 'bo' belongs to somebody else."),
    (people.PlayerTooMany(most=8, ever=100), "A game has at most 8 players at a time, and 100 in all."),
    (people.PlayerLast(player="Bo"), "Bo is the last player here and cannot leave."),
    (people.PlayerUnknown(player="bo"), "There is no player 'bo' in this game."),
    (
        quests.QuestIsSo(quest_id="light", status=QuestStatus.COMPLETED),
        "The quest 'A light for Mara' is completed already.",
    ),
    (
        quests.QuestCannotBegin(quest_id="light", condition=KEY),
        "The quest 'A light for Mara' cannot begin yet. It takes the brass key in your hands.",
    ),
    (quests.QuestNotBegun(quest_id="light"), "The quest 'A light for Mara' has not been taken on."),
    (quests.QuestCompletedAlready(quest_id="light"), "The quest 'A light for Mara' is completed already."),
    (
        quests.QuestNotDone(quest_id="light", left=("bring-lantern",)),
        "The quest 'A light for Mara' is not done yet. Still open: Bring Mara a lantern.",
    ),
    (
        quests.ObjectiveUnknown(quest_id="light", objective="dance"),
        "The quest 'A light for Mara' has no objective 'dance'.",
    ),
    (quests.ObjectiveDoneAlready(objective_id="bring-lantern"), "'Bring Mara a lantern' is done already."),
    (
        quests.ObjectiveNotDone(objective_id="bring-lantern", condition=KEY),
        "'Bring Mara a lantern' is not done yet. It takes the brass key in your hands.",
    ),
    (quests.StoryOver(), "The story is at its end already."),
    (quests.ActOtherComes(act_id="act-1", next_id="act-2"), "After 'Dusk' comes 'Night', and nothing else."),
    (quests.ActOtherComes(act_id="act-2", next_id=None), "After 'Night' comes the end, and nothing else."),
    (
        quests.ActNotOver(act_id="act-1", condition=KEY),
        "'Dusk' is not over yet. It takes the brass key in your hands.",
    ),
    (memories.MemoryNoneToSeed(), "Everybody's gifted memories match the sheets; there is nothing to seed."),
    (
        memories.MemoryInStory(),
        "In a game with a story, those remember who are in it, and what has happened by now; people and places are "
        "added otherwise.",
    ),
    (
        memories.MemoryNotOwn(npc_id="mara", memory=MEMORY),
        "Mara Ironhand has no memory mara-002; recalling something gives the ids of what is remembered.",
    ),
    (
        memories.MemoryIsSaid(memory="m-4"),
        "m-4 is something that was said; to keep it, form a memory of it.",
    ),
    (memories.MemoryToItself(memory=MEMORY), "mara-002 cannot be linked to itself; a link takes two memories."),
    (
        memories.MemoryLinked(memory="mara-003", first="mara-001", second=MEMORY),
        "mara-003 links mara-001 and mara-002 like that already.",
    ),
    (
        memories.MemoryReplacedBefore(memory=MEMORY, other="mara-003"),
        "mara-002 holds no longer: mara-003 has replaced it.",
    ),
    (
        memories.MemoryReplacedEdit(memory=MEMORY, other="mara-003"),
        "mara-002 holds no longer: mara-003 has replaced it. Edit that one.",
    ),
    (
        memories.MemoryPutAway(memory=MEMORY),
        "mara-002 has been put away; what still matters can be formed again.",
    ),
    (
        memories.MemoryArchivedAlready(memory=MEMORY, by="hand"),
        "mara-002 is archived already (hand). What still holds can be added again.",
    ),
    (memories.MemoryNotArchived(memory=MEMORY), "mara-002 is not archived."),
    (memories.MemoryPinnedAlready(memory=MEMORY), "mara-002 is pinned already."),
    (memories.MemoryNotPinned(memory=MEMORY), "mara-002 is not pinned."),
    (
        memories.MemoryUnknown(memory="zeno-001", example="mara-001"),
        "There is no memory 'zeno-001' in this game; ids are made like mara-001.",
    ),
    (
        memories.MemoryNotOf(memory="mara-009", owner=Scope.npc("mara"), held=0),
        "There is no memory 'mara-009' in this game. Mara Ironhand remembers nothing yet.",
    ),
    (
        memories.MemoryNotOf(memory="mara-009", owner=Scope.npc("mara"), held=1, first="mara-001", last="mara-001"),
        "There is no memory 'mara-009' in this game. Mara Ironhand remembers mara-001.",
    ),
    (
        memories.MemoryNotOf(memory="world-009", owner=Scope.world(), held=3, first="world-001", last="world-003"),
        "There is no memory 'world-009' in this game. The world remembers world-001 to world-003.",
    ),
    (memories.MemoryNotHere(memory=MEMORY), "There is no memory 'mara-002' here."),
    (
        memories.MemoryIsMessage(memory="m-4"),
        "m-4 is a message: what was said stays as it was said. Add a memory instead.",
    ),
    (memories.MemoryNotYours(memory=MEMORY), "You have no memory mara-002; ids come with what you recall."),
    (
        memories.MemoryToForm(memory="m-4"),
        "m-4 is something that was said; form_memory makes a memory of it.",
    ),
    (
        memories.Unsure(),
        "You are unsure: give in 'because' the id of at least one memory of yours that speaks for it; "
        "consult_memories finds some.",
    ),
    (
        memories.ConsultFirst(),
        "Consult your memories first: consult_memories, then say or act.",
    ),
    (
        memories.OwnerUnknown(name="Zeno", there=(Scope.location("inn"), Scope.npc("mara"), Scope.world())),
        "Nobody and nothing here is called 'Zeno'. There are: Inn, Mara Ironhand, the world.",
    ),
    (memories.OwnerUnclear(owners=("inn", "world")), "Who is meant: inn, world?"),
    (
        memories.AgentUnknown(name="Zeno", there=("mara", "guard-1")),
        "Nobody called Zeno remembers anything here; there is Mara Ironhand, Guard.",
    ),
    (
        memories.AgentUnknown(name="Zeno", there=()),
        "Nobody called Zeno remembers anything here; there is nobody yet.",
    ),
    (
        memories.StoryOfItsOwn(),
        "This game has a story of its own; its people remember by living through it.",
    ),
    (memories.TimeAhead(), "This memory goes by real time, and the time given lies ahead."),
    (people.PersonUnheard(npc_id="mara"), "Mara Ironhand is nowhere to be found and cannot be heard."),
    (people.PersonMute(npc_id="mara"), "Mara Ironhand is asleep and cannot speak."),
    (
        people.PersonNoHearer(addressee_id="mara", here=("guard-1", "player")),
        "Mara Ironhand is not here to be spoken to; here: Guard and Élan.",
    ),
    (people.PersonNoHearer(called="mara", here=()), "mara is not here to be spoken to; here: nobody."),
    (
        people.PersonNoSpeaker(npc_id="mara", here=("guard-1",)),
        "Mara Ironhand is not here to speak; here: Guard.",
    ),
    (people.PersonNoSpeaker(npc_id="mara", here=()), "Mara Ironhand is not here to speak; here: nobody."),
    (
        people.SomebodyUnknown(person="zeno", here=("guard-1",)),
        "There is nobody called 'zeno' to speak to; here: Guard.",
    ),
    (
        people.SomebodyUnknown(person="zeno", here=()),
        "There is nobody called 'zeno' to speak to; here: nobody.",
    ),
    (
        people.SpeechLimits(most=2000),
        "What is said has 1 to 2,000 characters and no control characters.",
    ),
    (
        people.PersonUnknown(name="Zeno", there=("mara", "guard-1")),
        "Nobody here is called 'Zeno'. There are: Mara Ironhand, Guard.",
    ),
    (people.PersonUnknown(name="Zeno", there=()), "Nobody here is called 'Zeno'. There are: nobody."),
    (
        people.GoalNotYours(goal="goal-7", goals=("goal-1", "goal-2")),
        "There is no goal goal-7 of yours; there are: goal-1, goal-2.",
    ),
    (people.GoalNotYours(goal="goal-7", goals=()), "There is no goal goal-7 of yours; there are: none."),
    (
        people.DeedUnknown(deed="fly", possible=("ring the bell", "sleep", "sing")),
        "You cannot do that here: fly. You can: ring the bell, sleep and sing.",
    ),
    (people.DeedUnknown(deed="fly", possible=()), "You cannot do that here: fly. You can: nothing."),
    (
        people.DeedUnclear(deed="ring", possible=("ring the bell", "ring the gong")),
        "Several things are meant by ring: ring the bell and ring the gong.",
    ),
    (people.DeedUnclear(deed="ring", possible=()), "Several things are meant by ring: nothing."),
    (
        places.StepIsHere(location_id="inn", places=("market", "tower")),
        "Inn is where you are. From here one can go to: Market [market] and Tower [tower].",
    ),
    (places.StepIsHere(location_id="inn", places=()), "Inn is where you are. From here one can go to: nowhere."),
    (
        places.StepNotNext(called="the moon", places=("market",)),
        "the moon cannot be reached directly from here. From here one can go to: Market [market].",
    ),
    (
        places.StepNotNext(called="the moon", places=()),
        "the moon cannot be reached directly from here. From here one can go to: nowhere.",
    ),
    (
        places.StepUnclear(called="the house", places=("inn", "tower")),
        "Several places next to here are called the house: give an id, Inn [inn] or Tower [tower].",
    ),
    (
        places.StepLocked(location_id="tower", places=("market",)),
        "The way to Tower is locked. From here one can go to: Market [market].",
    ),
    (
        places.StepLocked(location_id="tower", places=()),
        "The way to Tower is locked. From here one can go to: nowhere.",
    ),
    (turns.TurnNone(), "Nothing has been played yet."),
    (turns.TurnTooMany(most=1234), "That is not possible: 1 to 1234 turns can be taken back."),
    (turns.TurnUnknown(turn=1234), "There is no turn 1234 in this game."),
    (turns.RecordUnknown(seq=1234), "No turn of this game has the record 1234."),
    (
        turns.TurnNotOwn(player="player"),
        "Élan can take back their own turns only, and one of these is somebody else's.",
    ),
    (turns.TurnNotNamed(name="the owl"), "No turn of this game is named 'the owl'."),
    (turns.TurnWithoutWords(), "The last turn had no words that could be tried again."),
    (
        turns.NarratorMissing(),
        "No model narrates this game, so nobody goes on by itself. Say or do something, or wait.",
    ),
    (
        turns.TurnNotUndone(),
        "There is no turn to bring back: none was undone, or another was played since.",
    ),
    (turns.AnswerUnknown(seq=7), "The last turn has no answer with the record 7."),
    (turns.MessageUnknown(message_id="m-9"), "There is no message m-9."),
    (
        turns.WordsFixed(message_id="m-4"),
        "m-4 cannot be changed: only what a model wrote can. Edit the line of a turn, or play it again.",
    ),
    (turns.LineRefused(), "That line is not allowed here."),
    (turns.TextRefused(), "What came next is not allowed here, so the turn was undone."),
    (turns.TurnWithoutText(turn=3), "Turn 3 was a turn without text: no narrator was asked."),
]


def kinds(kind: type[Refusal] = Refusal) -> Iterator[type[Refusal]]:
    """All kinds of refusals that are raised: those that no other kind is made of."""
    for below in kind.__subclasses__():
        yield from kinds(below)
        if not below.__subclasses__():
            yield below


@pytest.mark.parametrize(("refusal", "sentence"), SENTENCES, ids=lambda given: getattr(given, "kind", ""))
def test_a_refusal_is_a_sentence(refusal: Refusal, sentence: str) -> None:
    state = new_game()
    with worded(state):
        assert str(render_refusal(refusal, state)) == sentence


def test_every_kind_of_refusal_has_its_sentence_here() -> None:
    for module in pkgutil.iter_modules(refusals.__path__, f"{refusals.__name__}."):
        importlib.import_module(module.name)
    assert {type(refusal) for refusal, _ in SENTENCES} == set(kinds())


@pytest.mark.parametrize(
    ("condition", "sentence"),
    [
        (DangerAtMost(location_id="tower", level=DangerLevel.CLEARED), "an end to all danger at the Tower."),
        (DangerAtMost(location_id="tower", level=DangerLevel.SAFE), "an end to the danger at the Tower."),
        (DangerAtMost(location_id="tower", level=DangerLevel.LOW), "no more than low danger at the Tower."),
        (AttitudeAtLeast(npc_id="mara", attitude=Attitude.LOYAL), "the loyalty of Mara Ironhand."),
        (AttitudeAtLeast(npc_id="guard-1", attitude=Attitude.LOYAL), "the loyalty of Guard."),
        (TimeReached(minutes=3000), "waiting until Day 3, 02:00."),
        (
            AnyOf(conditions=(KEY, DangerAtMost(location_id="tower", level=DangerLevel.CLEARED))),
            "the brass key in your hands or an end to all danger at the Tower.",
        ),
    ],
    ids=str,
)
def test_what_is_missing_is_proper_english_out_of_the_story_and_in_it(condition: Condition, sentence: str) -> None:
    state = new_game()
    state.place("tower").danger_level = DangerLevel.EXTREME
    wording = render_refusal(OnlyNeeds(condition=condition), state)
    assert (wording.text, wording.in_story) == (f"It takes {sentence}", f"That would take {sentence}")

"""A small world that is open to canon, and random orders of a game master in it."""

from hypothesis import strategies as st

from app.events.commands import (
    AddNoteCommand,
    ChangeLocationCommand,
    CreateActionCommand,
    CreateItemCommand,
    CreatePersonCommand,
    CreatePlaceCommand,
    CreateStateCommand,
    CreateTimerCommand,
    DescribeCommand,
    EstablishFactCommand,
    ForgetNoteCommand,
    GiveItemCommand,
    JoinCompanionCommand,
    MoveNPCCommand,
    PerformActionCommand,
    RenameCommand,
    SetStateCommand,
    TakeItemCommand,
    UpdateScenarioCommand,
)
from app.events.commands.canon import MadeTopic, MadeWay
from app.models.command import Command
from app.models.sheets.effect import AddToState, MoveItem, SetState
from app.models.sheets.location import FeatureSheet
from app.models.sheets.scenario import CanonLevel, ScenarioSheet
from app.models.sheets.values import StateKind
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from tests.unit.events.playing import commands
from tests.worlds import small_sheet


def sheet_of(level: CanonLevel = CanonLevel.OPEN) -> ScenarioSheet:
    return small_sheet().model_copy(update={"canon": level})


def game_of(level: CanonLevel = CanonLevel.OPEN) -> GameState:
    return begin(sheet_of(level), "game-1", [PlayerCharacter(name="Élan")])


def edited(number: int) -> ScenarioSheet:
    """The small world as its author has edited it: ``number`` chooses what."""
    sheet = sheet_of()
    first = sheet.locations[0]
    match number % 6:
        case 0:
            return sheet.model_copy(update={"title": f"Edited {number}"})
        case 1:
            places = (first.model_copy(update={"description": "Rebuilt."}), *sheet.locations[1:])
            return sheet.model_copy(update={"locations": places})
        case 2:
            shed = first.model_copy(
                update={"id": "shed", "name": "Shed", "items": ("spade",), "features": (), "encounters": ()}
                | {"secrets": (), "aliases": (), "coordinates": None}
            )
            way = first.exits[0].model_copy(update={"to": "shed", "name": "the shed door", "direction": None})
            market = first.model_copy(update={"exits": (*first.exits, way.model_copy(update={"aliases": ()}))})
            spade = sheet.items[0].model_copy(update={"id": "spade", "name": "spade", "aliases": (), "uses": ()})
            places = (market, shed, *sheet.locations[1:])
            return sheet.model_copy(update={"locations": places, "items": (*sheet.items, spade)})
        case 3:
            people = tuple(npc for npc in sheet.npcs if npc.id != "guard-2")
            return sheet.model_copy(update={"npcs": people})
        case 4:
            bench = FeatureSheet(id="bench", name="bench", description="Oak.")
            market = first.model_copy(update={"features": (*first.features, bench)})
            return sheet.model_copy(update={"locations": (market, *sheet.locations[1:])})
    return sheet


_made_people = st.sampled_from(["made-odo-finn", "made-wren", "mara"])
_made_things = st.sampled_from(["made-brass-lamp", "made-rope", "lantern"])
_made_places = st.sampled_from(["made-lamp-house", "market", "inn"])

canon_commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(
        CreatePersonCommand,
        name=st.sampled_from(["Odo Finn", "Wren"]),
        description=st.just("Small."),
        topics=st.sampled_from([(), (MadeTopic(name="the lamp", text="It was my mother's."),)]),
        can_join=st.booleans(),
        has_mind=st.booleans(),
    ),
    st.builds(CreatePersonCommand, id=_made_people, occupation=st.sampled_from(["keeper", "cook"])),
    st.builds(
        CreateItemCommand,
        name=st.sampled_from(["brass lamp", "rope"]),
        description=st.just("Heavy."),
        to=st.sampled_from([None, "party", "mara", "made-odo-finn", "made-lamp-house"]),
        count=st.none() | st.integers(0, 5),
    ),
    st.builds(
        CreatePlaceCommand,
        name=st.just("Lamp House"),
        description=st.just("White."),
        ways=st.builds(MadeWay, to=st.sampled_from(["market", "inn"]), one_way=st.booleans()).map(lambda way: (way,)),
    ),
    st.builds(
        CreateActionCommand,
        words=st.just(("polish {target}",)),
        on=_made_things.map(lambda thing: (thing,)),
        effects=st.sampled_from(
            [
                (MoveItem(item_id="made-brass-lamp", to="party"),),
                (SetState(of="made-brass-lamp", name="bright", value=True),),
                (AddToState(of="game", name="luck", by=3),),
            ]
        ),
    ),
    st.builds(CreateStateCommand, of=_made_things, name=st.just("bright"), shown=st.booleans()),
    st.builds(
        CreateStateCommand, name=st.just("luck"), value_kind=st.just(StateKind.NUMBER), most=st.sampled_from([2, 9])
    ),
    st.builds(SetStateCommand, of=st.sampled_from(["made-brass-lamp", "game"]), name=st.just("luck"), value=st.just(5)),
    st.builds(CreateTimerCommand, name=st.just("the tide"), minutes=st.integers(1, 300), text=st.just("It is here.")),
    st.builds(
        EstablishFactCommand,
        subject=st.sampled_from(["mara", "made-odo-finn", "market", "the old king"]),
        attribute=st.sampled_from(["mother", "colour"]),
        value=st.sampled_from(["Ottilie", "blue"]),
        claimed_by=st.sampled_from([None, None, "player"]),
    ),
    st.builds(DescribeCommand, of=_made_people | _made_things | _made_places, text=st.sampled_from(["New.", "Newer."])),
    st.builds(
        RenameCommand, of=_made_people | _made_things | _made_places, name=st.sampled_from(["Odo", "Tower of Light"])
    ),
    st.builds(AddNoteCommand, text=st.just("Mind the step."), for_master=st.booleans()),
    st.builds(ForgetNoteCommand, note=st.integers(0, 3), player_id=st.none() | st.just("player")),
    st.builds(UpdateScenarioCommand, sheet=st.integers(0, 11).map(edited)),
    st.builds(MoveNPCCommand, npc_id=_made_people, location_id=_made_places),
    st.builds(ChangeLocationCommand, location_id=_made_places),
    st.builds(TakeItemCommand, item_id=_made_things),
    st.builds(GiveItemCommand, item_id=_made_things, npc_id=_made_people),
    st.builds(JoinCompanionCommand, npc_id=_made_people),
    st.builds(PerformActionCommand, action_id=st.just("made-polish"), target_id=_made_things),
)

open_stories: st.SearchStrategy[list[Command]] = st.lists(canon_commands | commands, max_size=25)
"""Orders of play and of canon, mixed."""

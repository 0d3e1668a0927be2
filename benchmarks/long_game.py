"""A game of any length, made without playing it: a town, its people, and a journal of N messages."""

from datetime import UTC, datetime, timedelta

from app.interfaces.stores import IGameStore
from app.models.memory import MemoryEntry, MemorySource, Scope
from app.models.messages.message import Message, Role
from app.models.records.baseline import Baseline
from app.models.records.record import Header, Opening, Record, RecordedCommand, RecordKind
from app.models.sheets.condition import TimeReached
from app.models.sheets.location import ExitSheet, LocationSheet
from app.models.sheets.person import NPCSheet
from app.models.sheets.quest import ActSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.scenarios.scenario_check import digest

PLACES = 12
BYSTANDERS = 10
MESSAGES_PER_TURN = 4
TURNS_PER_VISIT = 8
START = datetime(2026, 1, 1, tzinfo=UTC)
TEXT = "The rain has stopped, {who} says, and the road by the mill is open again as far as the third stone. "


def town() -> ScenarioSheet:
    """Twelve places in a ring, one talker in each, and ten bystanders in place 0 whom nobody ever names."""
    places = tuple(
        LocationSheet(
            id=f"place-{n}",
            name=f"Quarter {n}",
            description="A quarter of the town, with a well and a row of low houses. " * 3,
            exits=tuple(
                ExitSheet(to=f"place-{to % PLACES}", name=f"the {way} lane")
                for to, way in ((n + 1, "next"), (n - 1, "last"))
            ),
        )
        for n in range(PLACES)
    )
    talkers = tuple(
        NPCSheet(id=f"talker-{n}", name=f"Quartermaster{n} Oddny", description="Talks.", start_location=f"place-{n}")
        for n in range(PLACES)
    )
    bystanders = tuple(
        NPCSheet(id=f"bystander-{n}", name=f"Bystander{n} Quillon", description="Silent.", start_location="place-0")
        for n in range(BYSTANDERS)
    )
    return ScenarioSheet(
        id="benchmark-town",
        title="A town",
        summary="For benchmarks.",
        premise="A town.",
        opening="You arrive.",
        start_location="place-0",
        acts=(ActSheet(id="act", name="Act", opening="It begins.", condition=TimeReached(minutes=10**9)),),
        locations=places,
        npcs=(*talkers, *bystanders),
    )


def write_game(store: IGameStore, game_id: str, messages: int) -> None:
    """Write a game of about so many messages into the store, condensed up to its end."""
    sheet = town()
    state = begin(sheet, game_id, [PlayerCharacter(name="Élan")], seed=1)
    header = Header(
        game_id=game_id,
        title="A long game",
        scenario_id=sheet.id,
        scenario_title=sheet.title,
        scenario_digest=digest(sheet),
        players=("Élan",),
        created_at=START,
    )
    opening, baseline = Opening(state=state.model_copy(deep=True)), Baseline(state)
    records = tuple(_record(state, baseline, turn) for turn in range(1, messages // MESSAGES_PER_TURN + 1))
    store.create(header, opening, records)
    store.release(game_id)


def _record(state: GameState, baseline: Baseline, turn: int) -> Record:
    """One turn of talk in one place; a visit ends with a move and the memories of place and talker."""
    visit = (turn - 1) // TURNS_PER_VISIT
    place = f"place-{1 + visit % (PLACES - 1)}"
    state.turn = turn
    state.scenario.current_location_id = place
    state.clock.advance(1)
    _talk(state, place)
    if turn % TURNS_PER_VISIT == 0:
        _remember(state, place)
    return Record(
        seq=turn,
        kind=RecordKind.TURN,
        parent=turn - 1,
        turn=turn,
        at=START + timedelta(minutes=turn),
        player_input="What news of the road?",
        speaker_id="player",
        commands=(RecordedCommand(command={"kind": "advance_time", "minutes": 1}),),
        events=({"kind": "time_advanced", "minutes": 1},),
        **baseline.changes(state),
    )


def _talk(state: GameState, place: str) -> None:
    talker = f"talker-{place.removeprefix('place-')}"
    for role, speaker in (
        (Role.PLAYER, "player"),
        (Role.NPC, talker),
        (Role.NARRATOR, None),
        (Role.SYSTEM, None),
    ):
        position = len(state.conversation_history)
        state.conversation_history.append(
            Message(
                index=position,
                turn=state.turn,
                role=role,
                speaker_id=speaker,
                speaker_name=state.name(speaker) if speaker else "Narrator",
                addressee_ids=(talker,) if role is Role.PLAYER else (),
                content=TEXT.format(who=state.name(talker)),
                location_id=place,
                witness_ids=(talker,),
                npc_ids=(talker,),
                game_time=state.clock.minutes,
                timestamp=START + timedelta(seconds=position),
            )
        )


def _remember(state: GameState, place: str) -> None:
    talker = f"talker-{place.removeprefix('place-')}"
    last = len(state.conversation_history) - 1
    for scope, source in ((Scope.location(place), MemorySource.LOCATION), (Scope.npc(talker), MemorySource.NPC)):
        state.remember(
            scope,
            MemoryEntry(
                created_at=START,
                source=source,
                summary=f"Élan asked {state.name(talker)} about the road, and the road was open.",
                since_message_index=last,
                first_message_index=last - MESSAGES_PER_TURN * TURNS_PER_VISIT + 1,
                game_time=state.clock.minutes,
                turn=state.turn,
                location_id=place,
            ),
        )
        state.set_cursor(scope, last)
    state.set_cursor(Scope.world(), last)

"""What the engine writes down as facts, and that of each key exactly one stands."""

from app.events.commands import (
    AskTopicCommand,
    ChangeLocationCommand,
    DropItemCommand,
    GiveItemCommand,
    SetNPCAttitudeCommand,
    TakeItemCommand,
    UpdateLocationStateCommand,
    UseItemCommand,
)
from app.interfaces.stores import IGameStore
from app.language.rendering.perspective import in_own_words
from app.memory.recall.query import RecallQuery
from app.memory.recall.recaller import Recaller
from app.memory.stream.incremental_views import current_fact
from app.memory.stream.stream import MemoryStream
from app.models.events.play import DangerChanged, ItemDropped
from app.models.memory import MemoryEntry, MemoryKind, MemoryOrigin, Scope
from app.models.messages.payload import EventPayload
from app.models.records.folding import fold_journal
from app.models.sheets.condition import Attitude, DangerLevel
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from app.services.game.turns.facts import write_facts
from app.services.game.turns.turn_service import TurnService
from tests.integration.turns.table import comparable, lived, new_table
from tests.worlds import NOW, new_game, small_sheet

TAKE, DROP = TakeItemCommand(item_id="lantern"), DropItemCommand(item_id="lantern")
IN = ChangeLocationCommand(location_id="inn")
GIVE = GiveItemCommand(item_id="lantern", npc_id="mara")


def facts(state: GameState, scope: Scope) -> list[MemoryEntry]:
    return [entry for entry in state.memories(scope) if entry.subject_key is not None]


def standing(state: GameState, scope: Scope) -> list[str]:
    stream = MemoryStream(state, scope)
    return [entry.summary for entry in facts(state, scope) if stream.is_active(entry)]


async def test_who_has_a_thing_is_a_fact_of_the_world(table: TurnService, game_id: str) -> None:
    await table.execute(game_id, TAKE)
    (fact,) = facts(table.state(game_id), Scope.world())
    assert fact.summary == "Élan's party has the lantern."
    assert (fact.kind, fact.origin, fact.importance) == (MemoryKind.SEMANTIC, MemoryOrigin.PERCEPTION, 2)
    assert (fact.subject_key, fact.subjects) == (("lantern", "holder"), ("lantern", "player"))
    assert (fact.turn, fact.game_time, fact.location_id) == (1, 480, None)


async def test_two_turns_that_change_the_same_leave_exactly_one_fact_standing(table: TurnService, game_id: str) -> None:
    await table.execute(game_id, TAKE)
    await table.execute(game_id, IN, GIVE)
    state = table.state(game_id)
    first, second = facts(state, Scope.world())
    assert standing(state, Scope.world()) == ["Mara Ironhand has the lantern."]
    assert state.status(first.id).superseded_by == second.id
    assert fold_journal(table.library.read(game_id)).model_dump() == state.model_dump()


async def test_of_several_changes_in_one_turn_the_last_state_wins(table: TurnService, game_id: str) -> None:
    await table.execute(game_id, TAKE, IN, DROP)
    (fact,) = facts(table.state(game_id), Scope.world())
    assert fact.summary == "Élan's party left the lantern at the Inn."
    assert (fact.subjects, fact.location_id) == (("lantern", "inn"), "inn")


async def test_nothing_is_written_where_the_standing_fact_says_it_already(table: TurnService, game_id: str) -> None:
    await table.execute(game_id, TAKE)
    await table.execute(game_id, DROP, TAKE)
    assert len(facts(table.state(game_id), Scope.world())) == 1


async def test_a_standing_fact_without_a_payload_is_compared_by_its_text() -> None:
    """As one written by hand, or by an older version, is."""
    scope, change = Scope.location("tower"), DangerChanged(location_id="tower", level=DangerLevel.CLEARED)
    for summary, count in (("The danger at the Tower is over.", 1), ("The tower is haunted.", 2)):
        state = new_game()
        state.place("tower").danger_level = DangerLevel.CLEARED
        by_hand = MemoryEntry(
            created_at=NOW,
            source=scope.source,
            summary=summary,
            kind=MemoryKind.SEMANTIC,
            subject_key=("tower", "danger"),
            subjects=("tower",),
        )
        state.remember(scope, by_hand)
        write_facts(state, [change])
        assert len(facts(state, scope)) == count


async def test_a_fact_keeps_the_event_that_it_came_of(table: TurnService, game_id: str) -> None:
    await table.execute(game_id, TAKE, IN, DROP)
    (fact,) = facts(table.state(game_id), Scope.world())
    dropped = ItemDropped(item_id="lantern", location_id="inn")
    assert fact.payload == EventPayload(kind="event", events=(dropped,))


async def test_a_danger_that_comes_back_within_a_turn_is_no_new_fact(table: TurnService, game_id: str) -> None:
    high, low = (
        UpdateLocationStateCommand(location_id="tower", danger_level=level)
        for level in (DangerLevel.EXTREME, DangerLevel.LOW)
    )
    await table.execute(game_id, high)
    await table.execute(game_id, low, high)
    assert len(facts(table.state(game_id), Scope.location("tower"))) == 1
    await table.execute(game_id, low)
    assert len(facts(table.state(game_id), Scope.location("tower"))) == 2


async def test_two_places_of_one_name_are_two_states(table: TurnService, game_id: str) -> None:
    for where in ("cell-1", "cell-2"):
        await table.execute(game_id, *([TAKE] if where == "cell-1" else []), ChangeLocationCommand(location_id=where))
        await table.execute(game_id, DROP)
        if where == "cell-1":
            await table.execute(game_id, TAKE)
    lying = [entry for entry in facts(table.state(game_id), Scope.world()) if "left" in entry.summary]
    assert lying[0].summary == lying[1].summary
    assert [entry.subjects for entry in lying] == [("lantern", "cell-1"), ("lantern", "cell-2")]


async def test_a_thing_used_up_is_with_nobody(store: IGameStore) -> None:
    table = new_table(store)
    sheet = small_sheet().model_dump()
    sheet["items"][0]["uses"][0]["consumes"] = True
    game_id = table.library.begin(ScenarioSheet.model_validate(sheet), "Élan")
    await table.execute(game_id, TAKE, UseItemCommand(item_id="lantern"))
    assert standing(table.state(game_id), Scope.world()) == ["Élan's party used up the lantern."]


async def test_danger_is_a_fact_of_its_place(table: TurnService, game_id: str) -> None:
    texts = []
    for level in (DangerLevel.HIGH, DangerLevel.SAFE, DangerLevel.CLEARED):
        await table.execute(game_id, UpdateLocationStateCommand(location_id="inn", danger_level=level))
        texts += standing(table.state(game_id), Scope.location("inn"))
    assert texts == ["The danger at the Inn is high.", "It is safe at the Inn.", "The danger at the Inn is over."]
    assert facts(table.state(game_id), Scope.location("market")) == []


async def test_quests_are_facts_of_the_world(table: TurnService, game_id: str) -> None:
    await table.execute(game_id, TAKE, IN, AskTopicCommand(npc_id="mara", topic_id="owl-trouble"))
    key = ("light", "state")
    begun = current_fact(table.state(game_id), Scope.world(), key)
    assert begun is not None
    assert (begun.summary, begun.subjects) == ('The quest "A light for Mara" is under way.', ("light", "mara"))
    await table.execute(game_id, GIVE)
    done = current_fact(table.state(game_id), Scope.world(), key)
    assert done is not None
    assert done.summary == 'The quest "A light for Mara" is completed.'


async def test_an_attitude_is_a_fact_of_the_person_and_told_as_its_own(table: TurnService, game_id: str) -> None:
    told = []
    for attitude in (Attitude.HOSTILE, Attitude.WARY, Attitude.NEUTRAL, Attitude.LOYAL, Attitude.FRIENDLY):
        await table.execute(game_id, SetNPCAttitudeCommand(npc_id="mara", attitude=attitude))
        (fact,) = standing(table.state(game_id), Scope.npc("mara"))
        told.append(in_own_words(fact, ["Mara Ironhand", "Mara"], ["Élan"]))
    assert told == [
        "I turned against you.",
        "I grew wary of you.",
        "I kept an open mind about you.",
        "I became a loyal friend of you.",
        "I grew friendly towards you.",
    ]
    state = table.state(game_id)
    assert facts(state, Scope.world()) == facts(state, Scope.npc("guard-1")) == []


async def test_undo_lets_the_earlier_fact_stand_again(table: TurnService, game_id: str) -> None:
    await table.execute(game_id, TAKE)
    before = comparable(table.state(game_id))
    await table.execute(game_id, IN, GIVE)
    await table.undo(game_id)
    state = table.state(game_id)
    assert standing(state, Scope.world()) == ["Élan's party has the lantern."]
    assert comparable(state) == before
    await table.execute(game_id, DROP)
    assert standing(table.state(game_id), Scope.world()) == ["Élan's party left the lantern at the Market."]


async def test_the_same_turns_give_the_same_memories(store: IGameStore) -> None:
    table = new_table(store)
    words = ("take the lantern", "out and ask Mara", "give Mara the lantern", "to the market")
    games = [table.library.begin(small_sheet(), "Élan", seed=7) for _ in range(2)]
    for game_id in games:
        for line in words:
            await table.take_turn(game_id, line)
        await table.settle(game_id)
    assert comparable(table.state(games[0])) == comparable(table.state(games[1]))


async def test_a_turn_that_changes_nothing_writes_no_fact(table: TurnService, game_id: str) -> None:
    await table.take_turn(game_id, "The owl is loud tonight.")
    state = table.state(game_id)
    assert [scope.key for scope in state.scopes() if lived(state.memories(scope))] == []


async def test_a_fact_is_found_by_words_and_its_predecessors_are_not(table: TurnService, game_id: str) -> None:
    await table.execute(game_id, TAKE)
    await table.execute(game_id, IN, GIVE)
    stream = MemoryStream(table.state(game_id), Scope.world())
    hits = Recaller().recall(stream, RecallQuery(text="Who has the lantern now?", now=490))
    assert [hit.memory.summary for hit in hits if hit.memory.subject_key] == ["Mara Ironhand has the lantern."]


async def test_a_player_called_like_the_person_is_the_party_in_its_own_view(store: IGameStore) -> None:
    table = new_table(store)
    game_id = table.library.begin(small_sheet(), "Mara")
    await table.execute(game_id, SetNPCAttitudeCommand(npc_id="mara", attitude=Attitude.WARY))
    (fact,) = standing(table.state(game_id), Scope.npc("mara"))
    assert in_own_words(fact, ["Mara Ironhand", "Mara"], ["Mara"]) == "I grew wary of you."

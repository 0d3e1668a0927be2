"""What a capture means as typed values: the events of its messages, and what of the talk binds or matters."""

import pytest

from app.models.events.play import (
    ActProgressed,
    DangerChanged,
    EncounterCompleted,
    ItemGiven,
    ItemTaken,
    LocationChanged,
    QuestCompleted,
    QuestStarted,
    RecordedEvent,
    TopicTold,
)
from app.models.memory import CaptureFacts, CaptureRequest, MemoryEntry, Scope
from app.models.messages.message import Role
from app.models.messages.payload import EventPayload
from app.models.messages.speech import ActKind, SpeechAct
from app.models.sheets.condition import DangerLevel
from app.models.state.game_state import GameState
from app.services.game.captures.capture_payload import payload_of
from app.testing import FakeSummarizer
from tests.unit.services.remembering import GUARD, INN, MARA, MARKET, WORLD, memory_over, play_turn
from tests.worlds import new_game, say

TAKEN = ItemTaken(item_id="lantern", location_id="market")
GIVEN = ItemGiven(item_id="lantern", npc_id="mara", to_party=False)
LEAVING = LocationChanged(from_id="market", to_id="inn", minutes=5, first_visit=True)
DONE = QuestCompleted(quest_id="light")
PROMISE = "I promise to bring it back."


@pytest.fixture
def state() -> GameState:
    return new_game()


def line(state: GameState, *events: RecordedEvent, **fields: object) -> None:
    """The engine's line of a turn of its own."""
    engine = {"role": Role.SYSTEM, "speaker_id": None, "speaker_name": "", "events": events}
    play_turn(state, "What changed.", **{**engine, **fields})


def doing(words: str, *kinds: ActKind, start: int = 0) -> dict[str, object]:
    """The fields of a message whose words do this as a whole, from ``start`` on."""
    return {"acts": tuple(SpeechAct(kind=kind, span=(start, len(words)), what=(start, start + 9)) for kind in kinds)}


async def remembered(state: GameState, scope: Scope) -> MemoryEntry:
    """The memory of a scope after its capture, told by a summarizer that answers plain words."""
    memory = memory_over(FakeSummarizer())
    if scope == WORLD:
        await memory.on_world_event(state, event_kind="quest_completed", related={"quest_id": "light"})
    else:
        await memory.on_location_exit(state)
    [entry] = state.memories(scope)
    return entry


async def payload(state: GameState, scope: Scope) -> EventPayload:
    found = (await remembered(state, scope)).payload
    assert isinstance(found, EventPayload)
    return found


# -- events --------------------------------------------------------------------------------------------------------


async def test_a_place_keeps_what_happened_there_and_who_was_there(state: GameState) -> None:
    line(state, TAKEN, LEAVING, GIVEN)
    kept = await payload(state, MARKET)
    assert kept.events == (TAKEN, LEAVING)
    assert kept.seen_by == ("guard-1",)
    assert kept.said == ()


async def test_a_person_keeps_what_happened_where_it_was_or_concerns_it(state: GameState) -> None:
    state.scenario.current_location_id = "inn"
    elsewhere = LocationChanged(from_id="inn", to_id="market", minutes=5, first_visit=False)
    told = TopicTold(npc_id="mara", topic_id="owl-trouble", first_time=True, text="An owl took the tower.")
    play_turn(state, "An owl.", role=Role.NPC, speaker_id="mara", addressee_ids=("player",), events=(told,))
    line(state, GIVEN, elsewhere, TAKEN, npc_ids=("mara",))
    kept = await payload(state, MARA)
    assert kept.events == (told, GIVEN, elsewhere)
    assert kept.seen_by == ("mara",)


async def test_the_world_keeps_the_event_itself_and_nothing_private(state: GameState) -> None:
    line(state, TAKEN, QuestCompleted(quest_id="peace"))
    play_turn(state, PROMISE, addressee_ids=("guard-1",), **doing(PROMISE, ActKind.PROMISE))
    line(state, DONE)
    kept = await payload(state, WORLD)
    assert kept == EventPayload(kind="event", events=(DONE,), seen_by=("guard-1",))


@pytest.mark.parametrize(
    ("event_kind", "related", "event"),
    [
        ("act_progressed", {"act_id": "act-2"}, ActProgressed(ended="act-1", begun="act-2")),
        ("act_progressed", {"act_id": "act-2"}, ActProgressed(ended="act-2", begun=None)),
        ("location_cleared", {"location_id": "tower"}, DangerChanged(location_id="tower", level=DangerLevel.CLEARED)),
        (
            "encounter_completed",
            {"location_id": "tower", "encounter_id": "owl"},
            EncounterCompleted(location_id="tower", encounter_id="owl"),
        ),
    ],
)
async def test_the_world_keeps_the_event_that_was_asked_for(
    state: GameState, event_kind: str, related: dict[str, str], event: RecordedEvent
) -> None:
    line(state, DONE, DangerChanged(location_id="tower", level=DangerLevel.HIGH), event, TAKEN)
    await memory_over(FakeSummarizer()).on_world_event(state, event_kind=event_kind, related=related)
    [entry] = state.memories(WORLD)
    assert isinstance(entry.payload, EventPayload)
    assert entry.payload.events == (event,)


async def test_the_world_keeps_no_newer_event_of_the_same_kind_or_about_the_same(state: GameState) -> None:
    line(state, DONE, QuestCompleted(quest_id="peace"), QuestStarted(quest_id="light"))
    assert (await payload(state, WORLD)).events == (DONE,)


async def test_of_several_things_the_world_keeps_the_event_of_each(state: GameState) -> None:
    """The newest of each; who is concerned beside them is in none of these events."""
    peace, other = QuestCompleted(quest_id="peace"), QuestCompleted(quest_id="other")
    line(state, DONE, other, QuestStarted(quest_id="light"), peace, DONE)
    related = {"quest_id": ["light", "peace"], "npc_ids": ["mara", "guard-1"]}
    await memory_over(FakeSummarizer()).on_world_event(state, event_kind="quest_completed", related=related)
    [entry] = state.memories(WORLD)
    assert isinstance(entry.payload, EventPayload)
    assert entry.payload.events == (peace, DONE)


@pytest.mark.parametrize(
    ("speaker_id", "turn", "is_kept"), [("guard-1", 2, True), ("guard-1", 1, False), ("guard-2", 2, False)]
)
async def test_who_spoke_elsewhere_in_a_turn_saw_what_happened_there_in_that_turn(
    state: GameState, speaker_id: str, turn: int, is_kept: bool
) -> None:
    said = {"role": Role.NPC, "speaker_id": speaker_id, "location_id": "market", "witness_ids": ("guard-1", "guard-2")}
    say(state, "Good day.", turn=turn, npc_ids=("guard-1",), **said)
    engine = {"role": Role.SYSTEM, "speaker_id": None, "location_id": "inn", "events": (TAKEN,)}
    say(state, "What changed.", turn=2, witness_ids=("guard-1",), **engine)
    request = CaptureRequest(scope=GUARD, turn=2, first=0, facts=CaptureFacts())
    assert (payload_of(request, state.conversation_history) is not None) is is_kept


# -- what was said -------------------------------------------------------------------------------------------------


async def test_what_binds_is_kept_as_a_quotation_with_its_act(state: GameState) -> None:
    words = f"Good day. {PROMISE}"
    play_turn(state, words, addressee_ids=("guard-1",), **doing(words, ActKind.PROMISE, start=10))
    for scope in (MARKET, GUARD):
        [said] = (await payload(state, scope)).said if scope == MARKET else _said(state, scope)
        assert (said.speaker_id, said.addressee_ids, said.words) == ("player", ("guard-1",), PROMISE)
        assert said.acts == (SpeechAct(kind=ActKind.PROMISE, span=(0, len(PROMISE)), what=(0, 9)),)


def _said(state: GameState, scope: Scope) -> tuple:  # type: ignore[type-arg]  # of utterances
    [entry] = state.memories(scope)
    assert isinstance(entry.payload, EventPayload)
    return entry.payload.said


async def test_statements_questions_and_greetings_are_not_kept(state: GameState) -> None:
    for kind in (ActKind.STATEMENT, ActKind.QUESTION, ActKind.GREETING):
        play_turn(state, "How cold it is.", addressee_ids=("guard-1",), **doing("How cold it is.", kind))
    assert (await remembered(state, MARKET)).payload is None


async def test_where_nothing_happened_there_is_no_payload_and_nothing_of_it_is_written(state: GameState) -> None:
    play_turn(state, "How cold it is.")
    entry = await remembered(state, MARKET)
    assert entry.payload is None
    assert "payload" not in entry.model_dump_json(exclude_defaults=True)


async def test_of_much_talk_what_binds_is_kept_first(state: GameState) -> None:
    for n in range(10):
        play_turn(state, f"Thank you, {n} times.", **doing(f"Thank you, {n} times.", ActKind.THANKS))
    for n in range(10):
        play_turn(state, f"I promise {n} nets.", **doing(f"I promise {n} nets.", ActKind.PROMISE))
    said = (await payload(state, MARKET)).said
    assert len(said) == 12
    assert [utterance.words for utterance in said[:10]] == [f"I promise {n} nets." for n in range(10)]
    assert said[10].words == "Thank you, 0 times."


async def test_what_a_message_quotes_from_memory_is_not_said_again(state: GameState) -> None:
    words = f"You said: {PROMISE} And now?"
    start = words.index(PROMISE)
    act = SpeechAct(kind=ActKind.PROMISE, span=(start, start + len(PROMISE)))
    play_turn(state, words, role=Role.NPC, speaker_id="guard-1", acts=(act,), quoted=(act.span,))
    assert (await remembered(state, MARKET)).payload is None


async def test_a_slot_outside_of_the_clause_is_left_empty(state: GameState) -> None:
    words = "Before the thaw. I promise it."
    act = SpeechAct(kind=ActKind.PROMISE, span=(17, 30), when=(0, 15), what=(27, 29))
    say(state, words, acts=(act,))
    [said] = (await payload(state, MARKET)).said
    assert said.acts == (SpeechAct(kind=ActKind.PROMISE, span=(0, 13), what=(10, 12)),)


@pytest.mark.parametrize(
    ("slot", "kept"),
    [
        ((11, 18), (0, 7)),
        ((11, 26), (0, 15)),
        ((25, 26), (14, 15)),
        ((10, 18), None),
        ((18, 27), None),
        ((26, 31), None),
    ],
)
async def test_a_slot_is_kept_from_the_first_to_the_last_letter_of_its_clause(
    state: GameState, slot: tuple[int, int], kept: tuple[int, int] | None
) -> None:
    act = SpeechAct(kind=ActKind.PROMISE, span=(11, 26), what=slot)
    say(state, "Well then: I will bring it, as it is.", acts=(act,))
    [said] = (await payload(state, MARKET)).said
    assert (said.words, said.acts) == (
        "I will bring it",
        (SpeechAct(kind=ActKind.PROMISE, span=(0, 15), what=kept),),
    )


async def test_a_payload_is_the_same_however_often_its_memory_is_written_and_read(state: GameState) -> None:
    line(state, TAKEN)
    play_turn(state, PROMISE, addressee_ids=("guard-1",), **doing(PROMISE, ActKind.PROMISE))
    entry = await remembered(state, MARKET)
    assert MemoryEntry.model_validate_json(entry.model_dump_json(exclude_defaults=True)) == entry


async def test_the_place_that_was_reached_keeps_its_own(state: GameState) -> None:
    say(state, "You step in.", role=Role.NARRATOR, speaker_id=None, location_id="inn")
    state.scenario.current_location_id = "inn"
    line(state, GIVEN)
    assert (await payload(state, INN)).events == (GIVEN,)

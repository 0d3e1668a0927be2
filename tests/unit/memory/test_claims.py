"""Which message has superseded which, as far as somebody has heard both."""

from app.memory.stream.claims import stated, superseding, superseding_entry, unread
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind, Scope
from app.models.messages.message import Message, Role
from app.models.messages.speech import ActKind, SpeechAct
from app.models.state.game_state import GameState
from tests.worlds import NOW, new_game, say

FIRST, MOVED, AGAIN = (
    "My purse is in the granary.",
    "The purse is in the kiln now.",
    "The purse is under the bridge now.",
)


def stream(state: GameState, npc_id: str = "mara") -> MemoryStream:
    return MemoryStream(state, Scope.npc(npc_id))


def spoken(*lines: str, heard_by: tuple[str, ...] = ("mara",)) -> tuple[GameState, list[Message]]:
    state = new_game()
    return state, say(state, *lines, witness_ids=heard_by)


def test_the_newest_of_several_changes_is_what_holds() -> None:
    state, [first, _, moved, again] = spoken(FIRST, "How are you?", MOVED, AGAIN)
    assert superseding(stream(state), first) == again
    assert superseding(stream(state), moved) == again
    assert superseding(stream(state), again) is None


def test_who_has_not_heard_of_a_change_knows_of_none() -> None:
    state, [first] = spoken(FIRST, heard_by=("mara", "guard-1"))
    moved = say(state, MOVED, witness_ids=("mara",))[-1]
    assert superseding(stream(state), first) == moved
    assert superseding(stream(state, "guard-1"), first) is None


def test_what_another_says_changes_nothing() -> None:
    state, [first] = spoken(FIRST)
    say(state, MOVED, speaker_id="other", speaker_name="Bram", witness_ids=("mara",))
    assert superseding(stream(state), first) is None


def test_what_is_taken_back_unnamed_is_the_last_that_was_said_of_oneself() -> None:
    lines = (
        "I was a cooper once.",
        "I'm off to Orsenne at daybreak.",
        "You have a fine hand.",
        "I've changed my mind.",
    )
    state, [cooper, off, hand, _] = spoken(*lines)
    assert [superseding(stream(state), each) is not None for each in (cooper, off, hand)] == [False, True, False]


def test_a_persons_words_change_its_own_only_where_they_are_a_correction() -> None:
    state = new_game()
    fields = {"role": Role.NPC, "speaker_id": "mara", "speaker_name": "Mara", "witness_ids": ("mara",)}
    first = say(state, FIRST, **fields)[-1]
    say(state, MOVED, **fields)
    assert superseding(stream(state), first) is None
    act = SpeechAct(kind=ActKind.CORRECTION, span=(0, len(AGAIN)))
    say(state, AGAIN, acts=(act,), **fields)
    assert superseding(stream(state), first) == state.conversation_history[-1]


def test_a_memory_that_repeats_what_was_superseded_is_superseded_in_that() -> None:
    state, [_, _, moved] = spoken(FIRST, "I like plums.", MOVED)
    summary = 'Élan told Mara: "My purse is in the granary." Élan likes plums.'
    entry = MemoryEntry(
        created_at=NOW,
        source=Scope.npc("mara").source,
        summary=summary,
        kind=MemoryKind.SUMMARY,
        first_message_index=0,
        since_message_index=1,
    )
    added = state.remember(Scope.npc("mara"), entry)
    assert superseding_entry(stream(state), added, summary) == moved
    assert superseding_entry(stream(state), added, "Élan likes plums.") is None


def test_messages_wait_to_be_read_newest_first_and_each_once() -> None:
    state, [first, moved] = spoken(FIRST, MOVED)
    assert unread(state) == [moved, first]
    stated(state, moved)
    assert unread(state) == [first]


def test_a_message_in_the_place_of_another_states_its_own() -> None:
    state, [first] = spoken(FIRST)
    before = stated(state, first)
    assert stated(state, first.model_copy(update={"content": MOVED})) != before

"""Where a memory comes from: its history, its evidence, the messages behind it."""

from typing import Any

from app.memory.stream.stream import MemoryContext, MemoryStream
from app.models.memory import MemoryEntry, MemoryKind
from app.models.messages.message import Role
from app.models.messages.payload import Utterance
from app.models.state.game_state import GameState
from app.services.game.provenance import (
    MOST_SAID,
    EvidenceNode,
    down_to_messages,
    evidence_tree,
    history_of,
    source_messages,
)
from tests.unit.services.prompts import remember
from tests.unit.services.remembering import GUARD, INN, MARA, WORLD
from tests.worlds import NOW, new_game, say


def concluded(state: GameState, text: str, *evidence: str, **fields: Any) -> MemoryEntry:
    context = MemoryContext(content=text, created_at=NOW, evidence=evidence, **fields)
    return MemoryStream(state, MARA).add(MemoryKind.REFLECTION, context)


def ids(found: EvidenceNode) -> Any:
    """``{id: {id of its evidence: …}}``."""
    return {found.entry.id: {key: below for each in found.evidence for key, below in ids(each).items()}}


def test_the_history_of_a_memory_is_what_it_stands_in_place_of_and_what_has_replaced_it() -> None:
    state = new_game()
    stream = MemoryStream(state, MARA)
    entries = [remember(state, MARA, f"Version {n}.") for n in range(5)]
    first, beside, second, third, other = [entry.id or "" for entry in entries]
    stream.supersede(first, second)
    stream.supersede(beside, second)
    stream.supersede(second, third)
    for entry in entries[:4]:
        assert [each.id for each in history_of(state, MARA, entry)] == [first, beside, second, third]
    assert [each.id for each in history_of(state, MARA, entries[4])] == [other]


def test_evidence_is_followed_as_deep_as_asked_and_what_is_not_there_is_left_out() -> None:
    state = new_game()
    say(state, "The bell rings.")
    seen = remember(state, MARA, "Saw a goose.").id or ""
    one = concluded(state, "Geese.", seen, "m-0", "m-7", "mara-999", "ghost-001").id or ""
    two = concluded(state, "Birds.", one).id or ""
    top = concluded(state, "Wings.", two, seen)
    assert ids(evidence_tree(state, MARA, top, 4)) == {top.id: {two: {one: {seen: {}, "m-0": {}}}, seen: {}}}
    assert ids(evidence_tree(state, MARA, top, 2)) == {top.id: {two: {one: {}}, seen: {}}}
    assert ids(evidence_tree(state, MARA, top, 0)) == {top.id: {}}


def test_evidence_that_names_itself_or_stands_in_two_places_is_followed_once() -> None:
    state = new_game()
    seen = remember(state, MARA, "Saw a goose.").id or ""
    shared = concluded(state, "Geese.", seen).id or ""
    left, right = (concluded(state, text, shared).id or "" for text in ("Left.", "Right."))
    circle = state.next_memory_id(MARA)
    top = concluded(state, "All.", left, right, circle)
    assert top.id == circle
    assert ids(evidence_tree(state, MARA, top, 9)) == {
        circle: {left: {shared: {seen: {}}}, right: {shared: {}}, circle: {}},
    }


def test_the_messages_behind_a_memory_are_those_of_its_owner_in_its_range() -> None:
    state = new_game()
    say(state, "Here.", location_id="inn", witness_ids=("mara",), addressee_ids=("mara",))
    say(state, "There.", location_id="market")
    say(state, "Here again.", location_id="inn", witness_ids=("mara",), addressee_ids=("mara",))
    covered = {"first_message_index": 0, "since_message_index": 2}
    told = {
        scope: [message.index for message in source_messages(state, scope, remember(state, scope, "…", **covered))]
        for scope in (INN, MARA, WORLD)
    }
    assert told == {INN: [0, 2], MARA: [0, 2], WORLD: [0, 1, 2]}
    assert [m.index for m in source_messages(state, INN, remember(state, INN, "…", since_message_index=1))] == [1]
    assert source_messages(state, INN, remember(state, INN, "…")) == []


def said_beneath(state: GameState, entry: MemoryEntry) -> Any:
    return ids(down_to_messages(state, MARA, evidence_tree(state, MARA, entry, 4)))


def test_beneath_what_names_no_evidence_stand_the_newest_messages_that_it_was_made_of() -> None:
    state = new_game()
    say(state, *(f"Line {n}." for n in range(10)), witness_ids=("mara",), addressee_ids=("mara",))
    state.conversation_history[9] = state.conversation_history[9].model_copy(update={"role": Role.SYSTEM})
    scene = remember(state, MARA, "They talked.", first_message_index=0, since_message_index=9)
    top = concluded(state, "Talk.", scene.id or "")
    found = down_to_messages(state, MARA, evidence_tree(state, MARA, top, 4)).evidence[0]
    behind = [each for each in source_messages(state, MARA, scene) if each.role is not Role.SYSTEM]
    assert [each.entry.id for each in found.evidence] == [f"m-{each.index}" for each in behind[-MOST_SAID:]]
    assert found.left_out == len(behind) - MOST_SAID


def test_what_was_told_on_leads_to_its_tellers_memory_and_from_there_to_the_message() -> None:
    state = new_game()
    say(state, "I promise it.")
    told = Utterance(kind="utterance", speaker_id="player", words="I promise it.", chain=("guard-1",))
    heard = remember(state, GUARD, "Heard it.", payload=told.model_copy(update={"original_id": "m-0"}))
    passed_on = remember(state, MARA, "Was told.", payload=told.model_copy(update={"original_id": heard.id}))
    found = down_to_messages(state, MARA, EvidenceNode(passed_on))
    assert ids(found) == {passed_on.id: {heard.id: {"m-0": {}}}}
    assert found.evidence[0].scope == GUARD


def test_what_is_said_to_be_told_from_itself_or_from_nothing_comes_to_an_end() -> None:
    state = new_game()
    circle = state.next_memory_id(MARA)
    told = Utterance(kind="utterance", speaker_id="guard-1", words="So it is.", chain=("mara",))
    itself = remember(state, MARA, "Round.", payload=told.model_copy(update={"original_id": circle}))
    lost = remember(state, MARA, "Lost.", payload=told.model_copy(update={"original_id": "ghost-001"}))
    assert itself.id == circle
    down_to_messages(state, MARA, EvidenceNode(itself))
    assert said_beneath(state, lost) == {lost.id: {}}

"""Which messages belong to which scope."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.models.memory import Scope
from app.models.messages.message import Message
from app.models.state.message_index import MessageIndex
from tests.worlds import message

WORLD, INN, MARA = Scope.world(), Scope.location("inn"), Scope.npc("mara")
EVERYTHING = (0, 10**9)


def index_of(*messages: Message) -> MessageIndex:
    index = MessageIndex()
    index.follow(list(messages), len(messages))
    return index


@pytest.mark.parametrize(
    ("fields", "concerned"),
    [
        ({"witness_ids": ("mara",)}, False),
        ({"npc_ids": ("mara",)}, False),
        ({"addressee_ids": ("mara",)}, False),
        ({"witness_ids": ("mara",), "npc_ids": ("mara",)}, True),
        ({"witness_ids": ("mara",), "addressee_ids": ("mara",)}, True),
        ({"witness_ids": ("mara",), "speaker_id": "mara"}, True),
        ({"witness_ids": ("guard-1",), "npc_ids": ("mara", "guard-1")}, False),
        ({"witness_ids": ("mara",), "npc_ids": ("mara",), "interrupted": True}, False),
    ],
)
def test_a_person_is_concerned_by_what_it_witnessed_and_said_or_was_told_or_named_in(
    fields: dict[str, object], concerned: bool
) -> None:
    assert index_of(message(0, "…", **fields)).of(MARA, *EVERYTHING) == ([0] if concerned else [])


def test_a_range_includes_both_of_its_ends() -> None:
    index = index_of(*(message(n, "…", location_id="inn") for n in range(10)))
    assert index.of(INN, 3, 5) == [3, 4, 5]
    assert index.of(INN, 5, 3) == []
    assert index.of(WORLD, 8, 100) == [8, 9]


def test_context_is_the_nearest_witnessed_message_at_the_same_place() -> None:
    index = index_of(
        message(0, "…", location_id="inn", witness_ids=("mara",)),
        message(1, "…", location_id="market", witness_ids=("mara",)),
        message(2, "…", location_id="inn", witness_ids=()),
        message(3, "…", location_id="inn", witness_ids=("mara",)),
        message(4, "…", location_id="inn", witness_ids=("mara",)),
    )
    assert index.around("mara", "inn", 3, last=4) == (0, 4)
    assert index.around("mara", "inn", 3, last=3) == (0, None)
    assert index.around("mara", "market", 1, last=4) == (None, None)
    assert index.around("nobody", "inn", 3, last=4) == (None, None)


lines = st.builds(
    lambda place, heard, named, cut: (place, heard, named, cut),
    st.sampled_from(["inn", "market"]),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)


@given(st.lists(lines, max_size=30), st.data())
def test_growing_step_by_step_gives_the_same_as_all_at_once(
    drawn: list[tuple[object, ...]], data: st.DataObject
) -> None:
    """Also after an undo has made the conversation shorter, or replaced it."""
    history = [
        message(
            n,
            "…",
            location_id=place,
            witness_ids=("mara",) if heard else (),
            npc_ids=("mara",) if named else (),
            interrupted=cut,
        )
        for n, (place, heard, named, cut) in enumerate(drawn)
    ]
    grown, conversation = MessageIndex(), list[Message]()
    for size in data.draw(st.lists(st.integers(0, len(history)), max_size=5)):
        conversation[:] = history[:size]
        grown.follow(conversation, len(conversation))
    conversation[:] = history
    grown.follow(conversation, len(conversation))
    at_once = index_of(*history)
    for scope in (WORLD, INN, MARA):
        assert grown.of(scope, *EVERYTHING) == at_once.of(scope, *EVERYTHING)


def test_another_conversation_is_indexed_from_its_beginning() -> None:
    index = MessageIndex()
    index.follow([message(n, "…", location_id="inn") for n in range(3)], 3)
    index.follow([message(n, "…", location_id="market") for n in range(4)], 4)
    assert index.of(INN, *EVERYTHING) == []
    assert index.of(Scope.location("market"), *EVERYTHING) == [0, 1, 2, 3]


def test_a_conversation_that_became_shorter_is_indexed_from_its_beginning() -> None:
    history = [message(n, "…", location_id="inn") for n in range(3)]
    index = MessageIndex()
    index.follow(history, 3)
    history[1:] = [message(1, "…", location_id="market")]
    index.follow(history, 2)
    assert index.of(INN, *EVERYTHING) == [0]
    assert index.of(Scope.location("market"), *EVERYTHING) == [1]


def test_what_a_conversation_gains_is_taken_in_once() -> None:
    history = [message(0, "…", location_id="inn")]
    index = MessageIndex()
    index.follow(history, 1)
    history.append(message(1, "…", location_id="inn"))
    index.follow(history, 2)
    assert index.of(INN, *EVERYTHING) == [0, 1]


def test_a_person_has_heard_what_it_witnessed_and_a_place_what_was_said_there() -> None:
    index = index_of(
        message(0, "…", location_id="inn", witness_ids=("mara",)),
        message(1, "…", location_id="inn", witness_ids=("guard-1",)),
        message(2, "…", location_id="market", witness_ids=("mara",)),
    )
    assert index.heard(MARA) == [0, 2]
    assert index.heard(MARA, skip=1) == [2]
    assert index.heard(INN) == [0, 1]


def test_a_conversation_that_goes_on_otherwise_keeps_the_index_of_its_common_beginning() -> None:
    said = [message(position, "…", witness_ids=("mara",), speaker_id="mara") for position in range(4)]
    index = index_of(*said)
    other = [*said[:2], message(2, "…", location_id="inn")]
    index.rebase(other, 2)
    assert index.of(MARA, *EVERYTHING) == [0, 1]
    index.follow(other, 3)
    assert index.of(MARA, *EVERYTHING) == [0, 1]
    assert index.of(INN, *EVERYTHING)[-1] == 2


def test_what_was_taken_in_stays_when_less_is_asked_for_later() -> None:
    """A turn in progress is asked for without the messages that it may still write anew."""
    history = [message(n, "…", location_id="inn") for n in range(3)]
    index = MessageIndex()
    index.follow(history, 3)
    index.follow(history, 2)
    assert index.of(INN, *EVERYTHING) == [0, 1, 2]


@pytest.mark.parametrize("size", range(6))
def test_an_index_keeps_of_all_its_lists_what_two_conversations_have_in_common(size: int) -> None:
    """Also where the other one has more in common than was taken in yet."""
    said = [
        message(position, "…", location_id="inn", witness_ids=("mara",), npc_ids=("mara",)) for position in range(6)
    ]
    index = MessageIndex()
    index.follow(said, 3)
    other = [*said[:size], *(message(position, "…", location_id="market") for position in range(size, 6))]
    index.rebase(other, size)
    kept = list(range(min(size, 3)))
    assert index.of(INN, *EVERYTHING) == index.of(MARA, *EVERYTHING) == index.heard(MARA) == kept
    assert index.around("mara", "inn", 9, last=9) == (kept[-1] if kept else None, None)
    index.follow(other, 6)
    at_once = index_of(*other)
    for scope in (WORLD, INN, Scope.location("market"), MARA):
        assert index.of(scope, *EVERYTHING) == at_once.of(scope, *EVERYTHING)
        assert index.heard(scope) == at_once.heard(scope)


def test_taking_in_messages_computes_no_key_of_a_scope(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long game is loaded with its index: three keys a message were a fifth of a second at 100,000."""
    monkeypatch.setattr(Scope, "key", property(lambda _: pytest.fail("a key was computed")))
    index = index_of(message(0, "…", location_id="inn", witness_ids=("mara",), speaker_id="mara"))
    assert index.of(WORLD, *EVERYTHING) == index.of(INN, *EVERYTHING) == index.of(MARA, *EVERYTHING) == [0]
    assert index.heard(WORLD) == index.heard(INN) == index.heard(MARA) == [0]

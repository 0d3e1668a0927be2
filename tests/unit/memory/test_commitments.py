"""What people are bound to by what they say, and what becomes of it."""

from typing import Any

import pytest

from app.memory.stream.commitments import (
    mark_due_commitments,
    mark_kept_commitments,
    open_commitments,
    promises_to,
    record_commitments,
)
from app.models.events.play import ItemGiven, ObjectiveCompleted, QuestCompleted
from app.models.messages.payload import Utterance
from app.models.messages.speech import ActKind, SpeechAct
from app.models.state.commitment import Commitment, CommitmentKind, CommitmentStatus
from app.models.state.game_state import GameState, PlayerCharacter
from tests.worlds import new_game

LANTERN = "I will bring you the lantern."
ROOF = "I promise to mend the roof."


def say(
    state: GameState, words: str, *kinds: ActKind, by: str = "player", to: tuple[str, ...] = ("mara",), **slots: Any
) -> list[Commitment]:
    """Somebody says something that does this, as a whole; the game's commitments then."""
    acts = tuple(SpeechAct.model_validate({"kind": kind, "span": (0, len(words)), **slots}) for kind in kinds)
    said = Utterance(kind="utterance", speaker_id=by, words=words, addressee_ids=to, acts=acts)
    record_commitments(state, said, message_index=None)
    return list(state.commitments.values())


def statuses(state: GameState) -> dict[str, CommitmentStatus]:
    return {each.words: each.status for each in state.commitments.values()}


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (ActKind.PROMISE, CommitmentKind.PROMISE),
        (ActKind.REQUEST, CommitmentKind.REQUEST),
        (ActKind.INVITATION, CommitmentKind.INVITATION),
    ],
)
def test_promises_requests_and_invitations_bind(act: ActKind, kind: CommitmentKind) -> None:
    state = new_game()
    [made] = say(state, LANTERN, act, place_id="inn", at=900, subject_id="lantern")
    assert made == Commitment(
        id="c-1",
        kind=kind,
        by_id="player",
        to_ids=("mara",),
        words=LANTERN,
        place_id="inn",
        at=900,
        subject_id="lantern",
        made_at=state.clock.minutes,
        turn=0,
    )


@pytest.mark.parametrize("kind", sorted(set(ActKind) - {ActKind.PROMISE, ActKind.REQUEST, ActKind.INVITATION}))
def test_nothing_else_binds(kind: ActKind) -> None:
    assert say(new_game(), "The clapper is lost, I swear.", kind) == []


def test_two_acts_in_one_sentence_are_one_commitment() -> None:
    assert len(say(new_game(), LANTERN, ActKind.PROMISE, ActKind.PROMISE)) == 1


def test_a_promise_quotes_its_sentence() -> None:
    state, words = new_game(), "Hello. Mara, I will bring the lamp, and soon. Good night."
    start = words.index("I will")
    act = SpeechAct(kind=ActKind.PROMISE, span=(start, start + 22))
    said = Utterance(kind="utterance", speaker_id="player", words=words, addressee_ids=("mara",), acts=(act,))
    record_commitments(state, said)
    assert state.commitments["c-1"].words == "Mara, I will bring the lamp, and soon."


def test_what_is_said_to_nobody_in_particular_is_said_to_those_who_hear_it() -> None:
    state = new_game()
    act = SpeechAct(kind=ActKind.PROMISE, span=(0, 4))
    said = Utterance(kind="utterance", speaker_id="mara", words=ROOF, acts=(act,))
    record_commitments(state, said, hearers=("mara", "guard-1"))
    assert state.commitments["c-1"].to_ids == ("guard-1",)


def test_what_nobody_hears_binds_nobody() -> None:
    assert say(new_game(), LANTERN, ActKind.PROMISE, to=()) == []


def test_an_act_may_be_for_others_than_the_addressees() -> None:
    state = new_game()
    act = SpeechAct(kind=ActKind.PROMISE, span=(0, 4), to=("guard-1",))
    record_commitments(
        state, Utterance(kind="utterance", speaker_id="player", words=ROOF, addressee_ids=("mara",), acts=(act,))
    )
    assert state.commitments["c-1"].to_ids == ("guard-1",)


@pytest.mark.parametrize(
    ("act", "status"), [(ActKind.KEPT, CommitmentStatus.KEPT), (ActKind.WITHDRAWN, CommitmentStatus.WITHDRAWN)]
)
def test_what_is_kept_or_taken_back_closes_what_it_speaks_of(act: ActKind, status: CommitmentStatus) -> None:
    state = new_game()
    say(state, LANTERN, ActKind.PROMISE)
    say(state, ROOF, ActKind.PROMISE)
    say(state, "About the lantern.", act)
    assert statuses(state) == {LANTERN: status, ROOF: CommitmentStatus.OPEN}


def test_without_a_matter_the_newest_is_meant() -> None:
    state = new_game()
    say(state, LANTERN, ActKind.PROMISE)
    say(state, ROOF, ActKind.PROMISE)
    say(state, "There, done as I said!", ActKind.KEPT)
    assert statuses(state) == {LANTERN: CommitmentStatus.OPEN, ROOF: CommitmentStatus.KEPT}


def test_what_was_promised_twice_in_the_same_words_is_closed_as_one() -> None:
    state = new_game()
    say(state, LANTERN, ActKind.PROMISE)
    say(state, "I promise to bring you the lantern!", ActKind.PROMISE)
    say(state, "Here is the lantern.", ActKind.KEPT)
    assert list(open_commitments(state)) == []


def test_nobody_closes_what_was_promised_to_somebody_else_or_by_another() -> None:
    state = new_game()
    say(state, LANTERN, ActKind.PROMISE)
    say(state, "The lantern, as promised.", ActKind.KEPT, to=("guard-1",))
    say(state, "The lantern, as promised.", ActKind.KEPT, by="guard-1")
    assert [each.words for each in promises_to(state, "player", "mara")] == [LANTERN]


def test_promises_come_newest_first() -> None:
    state = new_game()
    say(state, LANTERN, ActKind.PROMISE)
    say(state, ROOF, ActKind.PROMISE)
    say(state, "I will pay the guard.", ActKind.PROMISE, to=("guard-1",))
    assert [each.words for each in promises_to(state, "player", "mara")] == [ROOF, LANTERN]


# -- invitations -----------------------------------------------------------------------------------------------------


def invite(state: GameState) -> None:
    say(state, "Come to the inn at dusk.", ActKind.INVITATION, place_id="inn", at=1080)


AGREEING = ("Yes, gladly.", "Oh, with pleasure!", "Of course.", "I'd love to.", "I'll be there.")


@pytest.mark.parametrize("words", AGREEING)
def test_whoever_agrees_to_an_invitation_makes_it_an_appointment(words: str) -> None:
    state = new_game()
    invite(state)
    [met] = say(state, words, ActKind.STATEMENT, by="mara", to=("player",))
    assert (met.kind, met.status, met.at) == (CommitmentKind.APPOINTMENT, CommitmentStatus.OPEN, 1080)


def test_a_promise_to_come_is_the_appointment_and_no_promise_beside_it() -> None:
    state = new_game()
    invite(state)
    [met] = say(state, "You can count on me.", ActKind.PROMISE, by="mara", to=("player",))
    assert met.kind is CommitmentKind.APPOINTMENT


def test_a_promise_of_something_else_leaves_an_invitation_open_and_binds() -> None:
    state = new_game()
    invite(state)
    left, made = say(state, "I promise to mend the lantern for Tove.", ActKind.PROMISE, by="mara", to=("player",))
    assert (left.kind, made.kind) == (CommitmentKind.INVITATION, CommitmentKind.PROMISE)


@pytest.mark.parametrize("words", ["No, I am busy.", "Yesterday I was there.", "The inn is full."])
def test_other_answers_leave_an_invitation_open(words: str) -> None:
    state = new_game()
    invite(state)
    [left] = say(state, words, ActKind.STATEMENT, by="mara", to=("player",))
    assert (left.kind, left.status) == (CommitmentKind.INVITATION, CommitmentStatus.OPEN)


def test_an_invitation_is_not_accepted_hours_later_or_by_another() -> None:
    state = new_game()
    invite(state)
    say(state, "Yes, gladly.", ActKind.STATEMENT, by="guard-1", to=("player",))
    state.clock.advance(61)
    [left] = say(state, "Yes, gladly.", ActKind.STATEMENT, by="mara", to=("player",))
    assert left.kind is CommitmentKind.INVITATION


def test_either_of_the_two_can_call_an_appointment_off() -> None:
    for by, to in (("player", "mara"), ("mara", "player")):
        state = new_game()
        invite(state)
        say(state, "Yes, gladly.", ActKind.STATEMENT, by="mara", to=("player",))
        [off] = say(state, "I cannot come after all.", ActKind.WITHDRAWN, by=by, to=(to,))
        assert off.status is CommitmentStatus.WITHDRAWN


def test_an_appointment_of_a_player_who_has_left_is_not_kept_but_due() -> None:
    state = new_game()
    state.party.left = [PlayerCharacter(id="player-2", name="Bo")]
    say(state, "Come to the inn at dusk.", ActKind.INVITATION, by="player-2", place_id="inn", at=1080)
    say(state, "Yes, gladly.", ActKind.STATEMENT, by="mara", to=("player-2",))
    state.scenario.current_location_id, state.clock.minutes = "inn", 1080
    mark_kept_commitments(state, [])
    mark_due_commitments(state)
    assert [each.status for each in state.commitments.values()] == [CommitmentStatus.DUE]


# -- what happens ----------------------------------------------------------------------------------------------------


def test_what_has_a_time_is_due_when_it_has_come_and_binds_still() -> None:
    state = new_game()
    say(state, LANTERN, ActKind.PROMISE, at=state.clock.minutes + 10)
    say(state, ROOF, ActKind.PROMISE)
    state.clock.advance(9)
    mark_due_commitments(state)
    assert set(statuses(state).values()) == {CommitmentStatus.OPEN}
    state.clock.advance(1)
    mark_due_commitments(state)
    assert statuses(state) == {LANTERN: CommitmentStatus.DUE, ROOF: CommitmentStatus.OPEN}
    assert len(list(promises_to(state, "player", "mara"))) == 2


@pytest.mark.parametrize(
    ("event", "is_kept"),
    [
        (ItemGiven(item_id="lantern", npc_id="mara", to_party=False), True),
        (ItemGiven(item_id="lantern", npc_id="guard-1", to_party=False), False),
        (ItemGiven(item_id="brass-key", npc_id="mara", to_party=False), False),
        (ItemGiven(item_id="lantern", npc_id="mara", to_party=True), False),
    ],
)
def test_a_promised_thing_that_is_handed_over_keeps_the_promise(event: ItemGiven, is_kept: bool) -> None:
    state = new_game()
    say(state, LANTERN, ActKind.PROMISE, subject_id="lantern")
    mark_kept_commitments(state, [event])
    assert state.commitments["c-1"].is_open is not is_kept


def test_a_request_is_not_kept_by_what_its_speaker_does() -> None:
    state = new_game()
    say(state, "Give me the lantern.", ActKind.REQUEST, subject_id="lantern")
    mark_kept_commitments(state, [ItemGiven(item_id="lantern", npc_id="mara", to_party=False)])
    assert state.commitments["c-1"].is_open


def test_an_appointment_is_kept_where_both_are_there_in_time() -> None:
    state = new_game()
    invite(state)
    say(state, "Yes, gladly.", ActKind.STATEMENT, by="mara", to=("player",))
    state.clock.advance(1080 - state.clock.minutes)
    mark_kept_commitments(state, [])
    assert state.commitments["c-1"].is_open
    state.scenario.current_location_id = "inn"
    mark_kept_commitments(state, [])
    assert state.commitments["c-1"].status is CommitmentStatus.KEPT


def test_one_of_two_promises_about_the_same_thing_stays_open() -> None:
    state = new_game()
    for thing in ("oil", "bread"):
        say(state, f"I will bring you some {thing} from the market.", ActKind.PROMISE)
    say(state, "Here is the oil.", ActKind.KEPT)
    assert [each.words for each in open_commitments(state)] == ["I will bring you some bread from the market."]


def test_a_quest_that_was_asked_for_is_a_request_that_is_kept_when_it_is_completed() -> None:
    state = new_game()
    act = SpeechAct.model_validate({"kind": ActKind.REQUEST, "span": (0, 16)})
    said = Utterance(
        kind="utterance", speaker_id="mara", words="Bring me a lamp.", addressee_ids=("player",), acts=(act,)
    )
    record_commitments(state, said, quest_id="light")
    mark_kept_commitments(state, [ObjectiveCompleted(quest_id="light", objective_id="bring-lantern")])
    assert state.commitments["c-1"].is_open
    mark_kept_commitments(state, [QuestCompleted(quest_id="light")])
    assert state.commitments["c-1"].status is CommitmentStatus.KEPT


@pytest.mark.parametrize(
    ("words", "is_kept"), [("I promise to bring you a lantern, Mara.", True), ("I promise to mend the roof.", False)]
)
def test_a_promised_task_that_is_done_keeps_the_promise(words: str, is_kept: bool) -> None:
    state = new_game()
    say(state, words, ActKind.PROMISE)
    mark_kept_commitments(state, [ObjectiveCompleted(quest_id="light", objective_id="bring-lantern")])
    assert (state.commitments["c-1"].status is CommitmentStatus.KEPT) is is_kept

"""What was said lately is looked through once in a turn, however often it is asked for."""

from collections.abc import Iterator

from app.agents.narrator import company
from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.turn.voices import Voice
from app.models.messages.message import Message, Role
from app.models.state.game_state import GameState
from tests.unit.agents.narrator_offline.playing import at
from tests.worlds import new_game, say


class Counted(list[Message]):
    """A conversation that counts the messages that are looked at from its end."""

    looked_at = 0

    def __reversed__(self) -> Iterator[Message]:
        for message in super().__reversed__():
            self.looked_at += 1
            yield message


def _after_a_long_visit() -> tuple[GameState, Counted]:
    state = at(new_game(), "inn")
    for turn in range(1, 101):
        state.turn = turn
        say(state, "Hello.")
        say(state, f"Good day {turn}.", role=Role.NPC, speaker_id="mara", speaker_name="Mara Ironhand")
    state.turn = 101
    state.conversation_history = history = Counted(state.conversation_history)
    return state, history


def test_a_conversation_is_looked_through_once_for_one_answer() -> None:
    state, history = _after_a_long_visit()
    voice, looked_at = Voice(Exchange(state, "mara", "Élan")), list[int]()
    for _ in range(2):
        voice.greeting()
        voice.says("small_talk")
        voice.says("farewell")
        assert company.times_spoken_this_visit(state, "mara") == 100
        assert company.addressee(state) == "mara"
        looked_at.append(history.looked_at)
    typed_last = 2
    assert looked_at == 2 * [2 * len(history) + typed_last], "for this visit and for what was said"


def test_who_typed_last_is_looked_for_no_further_than_its_line() -> None:
    state, history = _after_a_long_visit()
    company.whose_turn(state)
    assert history.looked_at == 2


def test_what_is_added_is_seen() -> None:
    state, _ = _after_a_long_visit()
    assert company.recent_speeches(state, "mara")[0] == "Good day 100."
    say(state, "Farewell.", role=Role.NPC, speaker_id="mara", speaker_name="Mara Ironhand")
    assert company.recent_speeches(state, "mara")[:2] == ["Farewell.", "Good day 100."]
    assert company.times_spoken_this_visit(state, "mara") == 100, "what is said in this turn does not count"
    at(state, "market")
    assert company.times_spoken_this_visit(state, "mara") == 0, "another visit has begun"

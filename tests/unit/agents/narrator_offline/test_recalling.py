"""What a person answers out of what it remembers and has heard."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_mock import MockerFixture

from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.knowledge.questions import reported
from app.agents.narrator.knowledge.recalling import recollect
from app.models.memory import MemoryEntry, MemoryKind, MemorySource, MemoryStatus, Scope
from app.models.messages.message import Role
from app.models.state.game_state import GameState, PlayerCharacter
from app.scheduling import run_to_completion
from tests.examples import examples
from tests.worlds import NOW, new_game, say

DAY = 24 * 60


def at_inn() -> GameState:
    state = new_game()
    state.scenario.current_location_id = "inn"
    return state


def heard(state: GameState, *lines: str, **fields: Any) -> GameState:
    """Lines that the player said to Mara, a turn and a minute each; then a turn passes."""
    for line in lines:
        state.turn += 1
        say(state, line, addressee_ids=("mara",), **fields)
        state.clock.minutes += 1
    state.turn += 1
    return state


def said_by(state: GameState, npc_id: str, *lines: str) -> GameState:
    for line in lines:
        say(state, line, role=Role.NPC, speaker_id=npc_id, speaker_name=state.name(npc_id), witness_ids=("mara",))
    state.turn += 1
    return state


def remembers(state: GameState, summary: str, npc_id: str = "mara", **fields: Any) -> MemoryEntry:
    given = {"game_time": state.clock.minutes, **fields}
    return state.remember(
        Scope.npc(npc_id), MemoryEntry(created_at=NOW, source=MemorySource.NPC, summary=summary, **given)
    )


def answer(state: GameState, question: str, player: str = "Élan") -> str:
    found = run_to_completion(recollect(Exchange(state, "mara", player), question, reported(question, asked=False)))
    return found.words if found else ""


TOLD = (
    "My sister Agnes keeps goats above Lindal.",
    "I paid eleven silver for this coat in Marstrand.",
    "I hid the letter under the third stone of the slip.",
    "My father drowned the year the chapel burned.",
    "My boat is called the Kittiwake.",
    "I once saw a white wolf on the pass. It had only one eye.",
)


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("What is my sister called?", "Agnes"),
        ("Do you remember the name of my sister?", "Agnes"),
        ("Where does my sister live?", "above Lindal"),
        ("Who keeps goats?", "Agnes"),
        ("How much did I pay for my coat?", "eleven silver"),
        ("What did my coat cost?", "eleven silver"),
        ("Where did I hide the letter?", "third stone"),
        ("How did my father die?", "drowned"),
        ("What is the name of my boat?", "Kittiwake"),
        ("Did I tell you what my boat is called?", "Kittiwake"),
        ("What was wrong with the wolf's eyes?", "one eye"),
        ("Have I ever mentioned a wolf?", "white wolf"),
    ],
)
def test_what_was_said_is_found_by_a_question_in_other_words(question: str, held: str) -> None:
    state = said_by(heard(at_inn(), *TOLD), "mara", "He died in his bed of a cough, warm and dry.")
    words = answer(heard(state, *["It is cold today."] * 30), question)
    assert words.startswith("You said: “")
    assert held in words


@pytest.mark.parametrize(
    "question",
    [
        "Have you ever heard of the dragon of Ostrava?",
        "Who is the king of Norway?",
        "What is my brother called?",
        "Where did my uncle hide his gold?",
        "Do you like cheese?",
        "Who brought the fish?",
        "What is the price of a room for the night?",
        "What do you think?",
        "Who are you?",
        "?",
        "",
    ],
)
def test_of_what_nobody_mentioned_nothing_is_told(question: str) -> None:
    state = heard(at_inn(), *TOLD, "I brought you a lantern.", "My daughter was born on the night of the storm.")
    remembers(state, "The king of Sweden passed through.")
    assert answer(state, question) == ""


def test_asking_again_and_again_changes_no_answer() -> None:
    state = heard(at_inn(), *TOLD)
    first = answer(state, "Where did I hide the letter?")
    heard(state, *["Where did I hide the letter?", "ask mara about the letter"] * 20)
    assert answer(state, "Where did I hide the letter?") == first


@pytest.mark.parametrize(
    "typed",
    ["Where is the silver spoon?", "ask mara about the spoon", "give the spoon to mara", "do you have a silver spoon"],
)
def test_questions_and_orders_are_no_statements(typed: str) -> None:
    assert answer(heard(at_inn(), typed), "What of the silver spoon?") == ""


def test_only_what_the_person_heard_and_remembers_is_told() -> None:
    state = at_inn()
    state.turn += 1
    say(state, "The spoon is in the well.", witness_ids=("guard-1",))
    remembers(state, "Élan stole a silver spoon.", "guard-1")
    state.remember(Scope.world(), MemoryEntry(created_at=NOW, source=MemorySource.WORLD, summary="The spoon is lost."))
    assert answer(state, "Where is the spoon?") == ""


def test_each_one_is_quoted_by_who_it_is() -> None:
    state = heard(at_inn(), "I sold the spoon in Lund.")
    said_by(state, "mara", "The harbour froze last winter.")
    said_by(state, "guard-1", "A rider came from Ostrava.")
    assert answer(state, "Where did I sell the spoon?") == "You said: “I sold the spoon in Lund.”"
    assert answer(state, "When does the harbour freeze?") == "I told you: “The harbour froze last winter.”"
    assert answer(state, "Has a rider come?") == "Guard said: “A rider came from Ostrava.”"


def test_a_memory_is_told_in_the_persons_own_words() -> None:
    state = at_inn()
    remembers(state, "Élan took the brass lantern.", kind=MemoryKind.OBSERVATION)
    remembers(state, "Mara Ironhand gave Élan the rye loaf.", kind=MemoryKind.OBSERVATION)
    remembers(state, "Saw the guard walking by.", kind=MemoryKind.OBSERVATION)
    remembers(state, "The brass key is with Mara Ironhand.", kind=MemoryKind.SEMANTIC, subject_key=("key", "holder"))
    assert answer(state, "Who took the lantern?") == "You took the brass lantern."
    assert answer(state, "Who gave me the loaf?") == "I gave you the rye loaf."
    assert answer(state, "Did you see a guard?") == "I saw the guard walking by."
    assert answer(state, "Where is the key?") == "The brass key is with me."


def test_another_player_is_called_by_its_name() -> None:
    state = at_inn()
    state.party.players.append(PlayerCharacter(id="ben", name="Ben"))
    remembers(state, "Élan took the brass lantern.")
    heard(state, "The ford is deep.")
    assert answer(state, "Who took the lantern?", "Ben") == "Élan took the brass lantern."
    assert answer(state, "How is the ford?", "Ben") == "Élan told me: “The ford is deep.”"


def test_what_stands_no_longer_is_not_told() -> None:
    state = at_inn()
    old = remembers(state, "The lantern is in the tower.")
    new = remembers(state, "The lantern is in the cellar.")
    state.set_status(old.id or "", MemoryStatus(superseded_by=new.id))
    assert answer(state, "Where is the lantern?") == "The lantern is in the cellar."
    state.set_status(new.id or "", MemoryStatus(archived_by="hand"))
    assert answer(state, "Where is the lantern?") == ""


def test_plans_are_no_memory_of_what_has_been() -> None:
    state = at_inn()
    remembers(state, "Sell the silver spoon at noon.", kind=MemoryKind.PLAN)
    assert answer(state, "What of the silver spoon?") == ""


def test_of_two_that_answer_alike_the_newer_is_told() -> None:
    state = heard(at_inn(), "I paid eleven silver for the coat.", "It snows.", "No, I paid twelve silver for the coat.")
    assert "twelve" in answer(state, "How much did I pay for the coat?")


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("When does the ferry leave?", "at dawn"),
        ("How many men row the ferry?", "six"),
        ("Who owns the ferry?", "Bertil"),
    ],
)
def test_what_holds_the_sort_of_thing_asked_for_is_preferred(question: str, held: str) -> None:
    lines = ("The ferry leaves at dawn.", "The ferry has six men that row.", "The ferry is what Bertil owns.")
    assert held in answer(heard(at_inn(), *lines, "The ferry is old and leaks."), question)


def test_two_sentences_are_told_where_the_second_has_what_was_asked() -> None:
    state = heard(at_inn(), "It rained in Lund. I have a brother. He was born in June. We never talk.")
    assert answer(state, "When was my brother born?") == "You said: “I have a brother. He was born in June.”"


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("When did I tell you about my father?", "Yesterday morning you told me: “My father drowned.”"),
        ("When did my father drown?", "Yesterday morning you told me: “My father drowned.”"),
        ("What did I tell you about my father?", "You said: “My father drowned.”"),
        ("When did I take the lantern?", "You took the lantern. That was yesterday morning."),
        ("Who took the lantern?", "You took the lantern."),
    ],
)
def test_asked_when_the_time_is_said(question: str, words: str) -> None:
    state = heard(at_inn(), "My father drowned.")
    remembers(state, "Élan took the lantern.", kind=MemoryKind.OBSERVATION)
    state.clock.minutes += DAY
    assert answer(state, question) == words


def test_asked_for_a_day_what_was_said_on_it_is_told() -> None:
    state = heard(at_inn(), "The ferry is late.")
    state.clock.minutes += DAY
    heard(state, "The ferry is early.")
    assert "late" in answer(state, "What did I say yesterday about the ferry?")
    assert "early" in answer(state, "What did I say about the ferry?")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What did I tell you about the bridge?", "You said: “The bridge is down.”"),
        ("What did you tell me about the bridge?", "I told you: “That bridge was never any good.”"),
        ("Did the guard say anything about the bridge?", "Guard said: “I crossed the bridge at noon.”"),
        ("Who told you about the wedding?", "You said: “There is a wedding at the mill.”"),
        ("What did you tell me about the owl?", "I told you: “It sits up there and hates us.”"),
        ("What did the guard say about you?", "You said: “The guard says you water the beer.”"),
        ("What did you tell me about the wedding?", ""),
    ],
)
def test_whose_words_are_asked_for_they_are_told(question: str, words: str) -> None:
    state = at_inn()
    heard(state, "The bridge is down.", "There is a wedding at the mill.")
    said_by(state, "mara", "That bridge was never any good.")
    say(state, "What of the owl?")
    said_by(state, "mara", "It sits up there and hates us.")
    said_by(state, "guard-1", "I crossed the bridge at noon.")
    heard(state, "The guard says you water the beer.")
    assert answer(state, question) == words


def test_every_answer_says_what_it_was_made_of() -> None:
    state = heard(at_inn(), "My boat is called the Kittiwake.")
    entry = remembers(state, "Élan took the brass lantern.")
    exchange = Exchange(state, "mara", "Élan")
    asked = "What is my boat called?", "Who took the lantern?"
    spoken, seen = (run_to_completion(recollect(exchange, question)) for question in asked)
    assert spoken is not None
    assert seen is not None
    assert [source.memory_id for source in spoken.sources] == ["m-0"]
    assert [source.memory_id for source in seen.sources] == [entry.id]
    assert {source.scope for source in (*spoken.sources, *seen.sources)} == {Scope.npc("mara")}
    assert "boat" in spoken.sources[0].why
    assert spoken.sources[0].score > 0


def test_others_come_while_an_answer_is_looked_for(mocker: MockerFixture) -> None:
    state = heard(at_inn(), *TOLD)
    exchange = Exchange(state, "mara", "Élan")
    searched = mocker.spy(exchange.recaller, "recall")
    slices = [searched.call_count for _ in recollect(exchange, "Where did I hide the letter?")]
    assert slices[:4] == [0, 1, 2, searched.call_count]


def test_an_answer_is_a_function_of_the_game() -> None:
    state = heard(at_inn(), *TOLD)
    copy = GameState.model_validate_json(state.model_dump_json())
    before = state.model_dump_json()
    for question in ("Where did I hide the letter?", "When did I tell you about my father?", "Who keeps goats?"):
        assert answer(state, question) == answer(copy, question) != ""
    assert state.model_dump_json() == before


def test_a_real_date_on_which_a_game_is_played_changes_no_answer() -> None:
    """A question may name a date of the story; the day on which something was typed is no part of the game."""
    lines = "The boat with the grey sail carries herring.", "The boat with the black sail carries herring."
    answers = set()
    for first, second in ((3, 9), (9, 3), (9, 9)):
        state = at_inn()
        for line, day in zip(lines, (first, second), strict=True):
            heard(state, line)
            said = state.conversation_history.pop()
            state.conversation_history.append(said.model_copy(update={"timestamp": NOW.replace(month=3, day=day)}))
        answers.add(answer(state, "Which boat carries herring on 3 march?"))
    assert len(answers) == 1
    assert "sail" in answers.pop()


def test_a_memory_that_only_its_keywords_share_with_the_question_is_not_told() -> None:
    """What a summary left out is found by its keywords, but its sentences say nothing of it."""
    state = at_inn()
    remembers(state, "Mara Ironhand bought a mare called Pepper.", keywords=("herring bucket",))
    assert answer(state, "Who has the herring bucket?") == ""
    remembers(state, "Élan took the herring bucket.", kind=MemoryKind.OBSERVATION)
    assert answer(state, "Who has the herring bucket?") == "You took the herring bucket."


def test_the_order_to_do_a_thing_does_not_hide_the_memory_that_it_was_done() -> None:
    """Both hold the same words, and recall gives one of them only; an order is nothing that a person would tell."""
    state = heard(at_inn(), "take the herring bucket")
    say(state, "You take the herring bucket.", role=Role.NARRATOR, speaker_id=None, speaker_name="Narrator")
    heard(state, "It snows.")
    remembers(state, "Élan took the herring bucket.", kind=MemoryKind.OBSERVATION)
    assert answer(state, "Who has the herring bucket?") == "You took the herring bucket."


def test_what_is_said_in_the_present_turn_is_not_remembered_yet() -> None:
    state = at_inn()
    state.open_turn(NOW)
    say(state, "I sold the spoon in Lund.")
    assert answer(state, "Where did I sell the spoon?") == ""
    state.close_turn()
    assert answer(state, "Where did I sell the spoon?")


def test_without_a_matter_the_last_that_somebody_said_is_told_and_never_in_place_of_a_matter() -> None:
    state = said_by(heard(at_inn(), "My boat leaks badly."), "mara", "The harbour froze over.", "Salt is dear.")
    assert answer(state, "What did you tell me?") == "I told you: “Salt is dear.”"
    assert answer(state, "What did you say it would be?") == ""
    assert answer(state, "When did I say I would be back?") == ""


def test_what_only_repeated_a_memory_is_not_quoted_as_news() -> None:
    state = at_inn()
    line = "You said: the spoon lies in Lund."
    say(state, line, role=Role.NPC, speaker_id="mara", speaker_name="Mara Ironhand", quoted=((0, len(line)),))
    state.turn += 1
    assert answer(state, "Where is the spoon?") == ""


@settings(max_examples=examples(24), deadline=None)
@given(st.lists(st.text(max_size=60), max_size=4), st.text(max_size=80))
def test_no_input_breaks_recall_and_no_question_is_quoted(lines: list[str], question: str) -> None:
    state = heard(at_inn(), *(line for line in lines if line))
    for asked in (question, f"What did I tell you about {question}?", f"When did {question} say {question}?"):
        assert "?”" not in answer(state, asked)


def test_a_remark_without_an_end_is_cut() -> None:
    words = answer(heard(at_inn(), "The spoon " + "is of silver and " * 580), "What of the spoon?")
    assert len(words) < 250
    assert words.endswith("…”")


def test_lore_answers_for_its_keys_where_its_text_has_none_of_them() -> None:
    state = at_inn()
    text = "The Marianne broke on Gull Rock eleven years ago. Nobody lit the lamp. It was June."
    lore = {"type": "lore", "category": "lore", "indexed_by": ("shipwreck",)}
    remembers(state, text, kind=MemoryKind.GIFTED, keywords=("shipwreck",), metadata=lore)
    assert answer(state, "the shipwreck") == "The Marianne broke on Gull Rock eleven years ago. Nobody lit the lamp."
    assert answer(state, "the harvest") == ""


def test_of_a_speech_only_what_it_states_is_repeated() -> None:
    state = heard(at_inn(), "Oh no! I lost my hat at the ford. Have you seen my hat at the ford?")
    assert answer(state, "What did I tell you about my hat?") == "You said: “I lost my hat at the ford.”"

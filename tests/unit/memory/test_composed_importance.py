"""What something is worth to a person: its goals, what moves it, and what it knows already."""

import json
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.language.analysis.terms import analyse
from app.language.emotions import emotion_lexicon, feeling_of
from app.memory.entries.ageing import IMPORTANCE_PARTS, ImportanceParts, score_parts
from app.memory.stream.goals import goal_relevance, goal_served, goals_of, open_goals
from app.memory.stream.importance import composed_importance, composed_importance_of
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, MemoryKind
from app.models.minds.plan import Goal
from app.models.state.game_state import GameState
from tests.unit.memory.recall.streams import context, mara_stream, observed
from tests.worlds import new_game

LIGHT = Goal(id="goal-1", text="to bring a light to the old tower")
SLEEP = Goal(id="goal-2", text="to sleep a whole night through")


@pytest.fixture
def state() -> GameState:
    """A game in which Mara wants a light, and sleep."""
    state = new_game()
    state.npc("mara").goals = [LIGHT, SLEEP]
    return state


def parts(state: GameState, text: str, **fields: object) -> ImportanceParts:
    return composed_importance(state, "mara", text, **fields)  # type: ignore[arg-type]  # as each test gives them


# -- together ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given_parts", "importance"),
    [((0, 0, 0), 1), ((1, 1, 1), 10), ((1, 0, 0), 4.6), ((0, 1, 0), 3.7), ((0, 0, 1), 3.7), ((0.5, 0.5, 0.5), 5.5)],
)
def test_goals_weigh_four_tenths_feelings_and_novelty_three_each(
    given_parts: tuple[float, float, float], importance: float
) -> None:
    assert ImportanceParts(*given_parts).importance == pytest.approx(importance)


def test_parts_survive_the_way_into_a_memory_and_back() -> None:
    kept = ImportanceParts(0.25, 0.5, 1)
    entry = mara_stream().add(MemoryKind.OBSERVATION, context("So.", metadata=kept.as_metadata()))
    assert score_parts(MemoryEntry.model_validate_json(entry.model_dump_json())) == kept
    assert score_parts(mara_stream().add(MemoryKind.OBSERVATION, context("So."))) is None


@pytest.mark.parametrize("kept", [3, "high", [1, 2], None, True])
def test_what_is_no_mapping_is_no_parts(kept: object) -> None:
    assert (
        score_parts(mara_stream().add(MemoryKind.OBSERVATION, context("So.", metadata={IMPORTANCE_PARTS: kept})))
        is None
    )


@given(st.dictionaries(st.sampled_from(["goal_relevance", "emotional_impact", "novelty", "x"]), st.integers()
                       | st.floats() | st.text(max_size=3) | st.none() | st.booleans()))  # fmt: skip
def test_whatever_a_file_holds_parts_lie_between_0_and_1(kept: dict[str, object]) -> None:
    found = score_parts(mara_stream().add(MemoryKind.OBSERVATION, context("So.", metadata={IMPORTANCE_PARTS: kept})))
    assert found is not None
    assert all(0 <= part <= 1 for part in found)


# -- goals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "share"),
    [
        ("Nothing of that.", 0),
        ("The tower is dark.", 0.25),
        ("Somebody brought lights to the towers, old ones.", 1),
        ("What I have to do: to bring a light to the old tower!", 1),
        ("One step towards goal-1.", 1),
        ("One step towards goal-10, and subgoal-1.", 0),
        ("", 0),
    ],
)
def test_a_text_serves_a_goal_by_the_share_of_its_words(text: str, share: float) -> None:
    assert goal_relevance(text, LIGHT) == pytest.approx(share)


def test_a_goal_of_no_words_is_served_by_nothing_but_itself() -> None:
    goal = Goal(id="goal-1", text="to be")
    assert goal_relevance("the bell", goal) == 0
    assert goal_relevance("Not to be, or to be?", goal) == 1
    assert goal_relevance("anything", Goal(id="goal-1", text="…")) == 0


def test_the_goal_that_is_served_most_counts_and_one_that_is_reached_does_not(state: GameState) -> None:
    assert parts(state, "A light for the tower, and sleep").goal_relevance == pytest.approx(0.5)
    state.npc("mara").goals[0] = LIGHT.model_copy(update={"progress": 100})
    assert parts(state, "A light for the tower").goal_relevance == 0
    assert [goal.id for goal in open_goals(state, "mara")] == ["goal-2"]
    assert [goal.id for goal in goals_of(state, "mara")] == ["goal-1", "goal-2"]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Do something about a goal: to bring a light to the old tower", "goal-1"),
        ("Carry the light up the old tower stair", "goal-1"),
        ("Look at the tower", None),
        ("Sleep", None),
        ("Work on goal-2", "goal-2"),
        ("Have breakfast", None),
    ],
)
def test_words_are_about_a_goal_only_if_they_say_most_of_it(words: str, found: str | None) -> None:
    served = goal_served(words, [LIGHT, SLEEP])
    assert (served.id if served else None) == found


def test_a_goal_inside_another_word_is_not_named() -> None:
    assert goal_served("Tell a tale", [Goal(id="goal-1", text="ale")]) is None
    assert goal_served("Brew ale.", [Goal(id="goal-1", text="Ale!")]) is not None


def test_of_a_long_goal_its_beginning_counts() -> None:
    goal = Goal(id="goal-1", text="mend the broken net " + " ".join(f"reason{n}" for n in range(60)))
    assert goal_served(" ".join(goal.text.split()[:20]), [goal]) == goal


# -- feelings ------------------------------------------------------------------------------------------------------


def test_the_list_of_words_is_whole() -> None:
    listed = json.loads(resources.files("app.language.en").joinpath("emotions.json").read_text("utf-8"))
    assert 200 <= len(listed) <= 300
    assert list(listed) == sorted(listed)
    assert all(len(analyse(word).terms) == 1 for word in listed)
    assert len(emotion_lexicon()) == len(listed)
    assert all(0 < abs(valence) <= 1 and 0 <= arousal <= 1 for valence, arousal in listed.values())


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("She was murdered.", -1),
        ("They laughed and kissed.", 1),
        ("I am not happy.", -1),
        ("He isn't afraid.", 1),
        ("Without any hope", -1),
        ("The bread is on the table.", 0),
        ("", 0),
        ("恐怖 😀", 0),
    ],
)
def test_a_text_feels_good_or_bad_or_neither(text: str, sign: int) -> None:
    feeling = feeling_of(text)
    assert (feeling.valence > 0) - (feeling.valence < 0) == sign
    assert (feeling.impact > 0) == (sign != 0)


def test_what_is_denied_moves_less_than_what_is_said() -> None:
    assert feeling_of("I am not afraid.").impact < feeling_of("I am afraid.").impact


def test_more_of_the_same_moves_no_more() -> None:
    assert feeling_of("I hate it. " * 50) == feeling_of("I hate it.")
    assert feeling_of("fear rage despair").impact > feeling_of("fear").impact


@given(st.text(max_size=200) | st.lists(st.sampled_from(sorted(emotion_lexicon())), max_size=30).map(" ".join))
def test_feelings_stay_within_their_limits(text: str) -> None:
    feeling = feeling_of(text)
    assert -1 <= feeling.valence <= 1
    assert 0 <= feeling.impact <= 1


@pytest.mark.parametrize("value", [10, -10])
def test_the_name_of_whoever_is_loved_or_hated_moves(state: GameState, value: float) -> None:
    state.npc("mara").relationships = {"guard-1": value, "guard-2": 2}
    assert parts(state, "Guard came in.").emotional_impact == pytest.approx(0.5)
    assert parts(state, "He came in.", subjects=("guard-1",)).emotional_impact == pytest.approx(0.5)
    assert parts(state, "He came in.", subjects=("guard-2",)).emotional_impact == 0
    assert parts(state, "Guard was murdered.").emotional_impact > parts(state, "He was murdered.").emotional_impact


@pytest.mark.parametrize(("text", "subjects"), [("ÉLAN came in.", ()), ("She came in.", ("player",))])
def test_a_players_name_stands_for_the_party(state: GameState, text: str, subjects: tuple[str, ...]) -> None:
    state.npc("mara").relationships = {"party": 8}
    assert parts(state, text, subjects=subjects).emotional_impact == pytest.approx(0.4)
    assert parts(state, "She came in.").emotional_impact == 0


def test_a_feeling_moves_whatever_its_words(state: GameState) -> None:
    assert parts(state, "Guard is all right.", kind=MemoryKind.EMOTIONAL).emotional_impact == 0.5


# -- novelty -------------------------------------------------------------------------------------------------------


def test_what_was_never_heard_of_is_new_and_what_is_known_is_not(state: GameState) -> None:
    stream = mara_stream(state)
    assert parts(state, "The owl took a lamb.").novelty == 1
    stream.add(MemoryKind.OBSERVATION, context("The owl took a lamb."))
    assert parts(state, "The owl took a lamb.").novelty == 0
    assert 0 < parts(state, "The owl took a calf.").novelty < 1
    stream.archive(["mara-001"], by="hand")
    assert parts(state, "The owl took a lamb.").novelty == 1


def test_nothing_is_new_in_no_words(state: GameState) -> None:
    assert parts(state, "…").novelty == 0


def test_only_what_one_remembers_oneself_is_known(state: GameState) -> None:
    mara_stream(state).add(MemoryKind.OBSERVATION, context("The owl took a lamb."))
    assert composed_importance(state, "guard-1", "The owl took a lamb.").novelty == 1


def test_a_memory_is_compared_with_what_came_before_it(state: GameState) -> None:
    stream = mara_stream(state)
    first, second = observed(stream, [context("The owl took a lamb."), context("The owl took a lamb.")])
    assert composed_importance_of(state, "mara", first) == ImportanceParts(0, 0, 1).importance
    assert composed_importance_of(state, "mara", second) == ImportanceParts(0, 0, 0).importance


@given(st.lists(st.text(max_size=30), max_size=5), st.text(max_size=60))
def test_any_text_is_worth_something_from_1_to_10(known: list[str], text: str) -> None:
    stream: MemoryStream = mara_stream()
    observed(stream, [context(one) for one in known if one])
    stream.state.npc("mara").goals = [LIGHT]
    found = composed_importance(stream.state, "mara", text)
    assert all(0 <= part <= 1 for part in found)
    assert 1 <= found.importance <= 10

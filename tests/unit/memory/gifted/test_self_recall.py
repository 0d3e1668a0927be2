"""Finding out who and where one is, with words alone."""

from typing import Any

import pytest

from app.errors import NotFound
from app.events.commands import ReplaceMemoryCommand
from app.events.handlers.memory_handler import MemoryHandler
from app.interfaces.services.location import PARTY
from app.language.analysis.canonical import categories
from app.memory.entries.markers import CHARACTER, KNOWLEDGE, LORE, SCENE
from app.memory.recall.current_facts import current_facts
from app.memory.recall.self_recall import LIKELY, QuestionNames, SelfAnswer, SelfQuestion
from app.memory.seeding.seeding import seed
from app.models.memory import Scope
from app.models.minds.activity import Activity
from app.models.sheets.condition import Attitude
from app.models.sheets.lore import LoreSheet
from app.models.state.game_state import GameState
from app.models.state.opening import begin
from app.services.game.games.scenario_library import ScenarioLibrary
from app.settings import PROJECT
from tests.unit.memory.gifted.sheets import SECRET, game, village
from tests.worlds import NOW, has_seen, say, small_sheet

INTRODUCTION = "I am Mara Ironhand, 47 years old. My occupation: innkeeper. My archetype: the one who stayed."
LOOKS = "What others see of me: A broad woman with burnt forearms."


@pytest.fixture
def state() -> GameState:
    state = game(village(lore=(LoreSheet(text="Owls are holy here.", keys=("Owls", "what is holy?")),)))
    seed(state, NOW)
    return state


def exact(state: GameState, question: str, npc_id: str = "mara", limit: int = 10, **filters: Any) -> list[str]:
    found = SelfQuestion(state, npc_id, question, **filters).exact(limit)
    assert all(answer.relevance == 1.0 for answer in found)
    return [answer.content for answer in found]


def nearest(state: GameState, question: str, npc_id: str = "mara", limit: int = 3) -> list[SelfAnswer]:
    assert SelfQuestion(state, npc_id, question).exact(limit) == []
    return SelfQuestion(state, npc_id, question).nearest(limit)


# -- by the very words ---------------------------------------------------------------------------------------------


def test_every_canonical_query_finds_its_own_for_everybody() -> None:
    large = ScenarioLibrary([PROJECT / "app" / "content"]).load("before-the-thaw")
    state = begin(large, "game-1")
    seed(state, NOW)
    for npc_id in state.npcs:
        for category in categories().values():
            others = [key for key in state.npcs if key != npc_id] if category.name == KNOWLEDGE else [""]
            for other in others:
                for query in category.queries:
                    asked = query.replace("NAME", state.name(other)) if other else query
                    found = SelfQuestion(state, npc_id, asked).exact(3)
                    assert found, (npc_id, asked)
                    assert {answer.category for answer in found} == {category.name}
                    assert not other or state.name(other) in found[0].content


def test_all_chunks_of_what_is_meant_come_in_their_order_up_to_the_limit(state: GameState) -> None:
    assert exact(state, "who am I?") == [INTRODUCTION, LOOKS]
    assert exact(state, "WHO AM I", limit=1) == [INTRODUCTION]
    assert exact(state, "who am I?", limit=0) == []


@pytest.mark.parametrize("asked", ["Who is Mara Ironhand?", "describe Mara", "What do I know about the innkeeper?"])
def test_other_names_mean_the_same_person(state: GameState, asked: str) -> None:
    [known] = exact(state, asked, "guard-1")
    assert known.startswith("I know Mara Ironhand: innkeeper")


def test_ones_own_name_means_oneself(state: GameState) -> None:
    assert exact(state, "who is Mara?") == [INTRODUCTION, LOOKS]


def test_of_two_of_one_name_the_one_who_is_here_is_meant(state: GameState) -> None:
    assert len(exact(state, "who is Guard?")) == 2
    state.npc("guard-2").current_location_id = "inn"
    [found] = SelfQuestion(state, "mara", "who is Guard?").exact(5)
    assert found.memory_id is not None
    assert state.npc("mara").npc_memories[int(found.memory_id[-3:]) - 1].subjects == ("guard-2",)


def test_a_key_finds_its_lore_of_oneself_and_of_the_world(state: GameState) -> None:
    assert exact(state, "the duke") == ["The Duke of Orsenne owes for forty barrels."]
    assert exact(state, "What is holy") == ["Owls are holy here."]
    assert exact(state, "what is holy?", "guard-1") == ["Owls are holy here."]
    assert exact(state, "the Duke", "guard-1") == []


def test_filters_leave_only_what_they_name(state: GameState) -> None:
    assert exact(state, "who am I?", types=(SCENE,)) == []
    assert exact(state, "who am I?", categories=("identity",), types=(CHARACTER,)) == [INTRODUCTION, LOOKS]
    assert exact(state, "", about="guard-1") == ["I know Guard. Bored. We both work at the Inn."]
    assert exact(state, "", types=(LORE,)) == ["The Duke of Orsenne owes for forty barrels.", "Owls are holy here."]
    assert exact(state, "", types=("episodic",)) == []


def test_a_blank_question_means_everything_first_one_of_each_category(state: GameState) -> None:
    scene = SelfQuestion(state, "mara", " ", types=(SCENE,)).exact(10)
    assert {answer.category for answer in scene[:4]} == {"time", "context", "location", "atmosphere"}
    assert len(scene) > 4


async def test_what_was_replaced_by_hand_is_found_and_the_old_words_are_not(state: GameState) -> None:
    assert INTRODUCTION in exact(state, "who am I?")
    await MemoryHandler().replace(ReplaceMemoryCommand(memory_id="mara-001", text="I am nobody."), state)
    assert exact(state, "who am I?") == ["I am nobody.", LOOKS]


# -- the scene is that of where one is, now ------------------------------------------------------------------------


def test_the_scene_is_read_where_the_character_is(state: GameState) -> None:
    assert exact(state, "where am I?") == ["Inn: Smoke and warm light."]
    state.npc("mara").current_location_id = "market"
    assert exact(state, "where am I?") == ["Market: Stalls under patched awnings."]


def test_who_is_nowhere_has_no_scene_but_the_hour(state: GameState) -> None:
    state.npc("mara").current_location_id = None
    assert exact(state, "where am I?") == []
    assert exact(state, "what is happening?") == []
    assert exact(state, "what time is it?") == ["It is 08:00, in the morning, on day 1."]


def test_the_time_is_that_of_the_clock(state: GameState) -> None:
    state.clock.advance(2 * 24 * 60 + 380)
    [time] = SelfQuestion(state, "mara", "When is this happening?").exact(3)
    assert time == SelfAnswer("It is 14:20, in the afternoon, on day 3.", 1.0, None, "time", None)


def test_what_is_happening_begins_with_who_is_here_and_what_they_do(state: GameState) -> None:
    assert exact(state, "what is happening?")[0] == "I am alone at the Inn right now."
    state.npc("guard-1").current_location_id = "inn"
    state.scenario.current_location_id = "inn"
    assert exact(state, "what is happening?")[:2] == [
        "With me at the Inn right now: Guard, standing around; Élan.",
        "The Inn is a place to eat and drink. Mara Ironhand lives and works here. Guard works here.",
    ]


def test_how_one_stands_with_somebody_is_as_it_is_now(state: GameState) -> None:
    assert len(exact(state, "who is Mara?", "guard-1")) == 1
    state.npc("guard-1").relationships["mara"] = -7
    assert exact(state, "who is Mara?", "guard-1")[0] == "I hate Mara Ironhand."
    state.npc("guard-1").relationships["mara"] = 3
    assert exact(state, "who is Mara?", "guard-1")[0] == "I like Mara Ironhand."


def test_a_player_is_known_once_it_was_met(state: GameState) -> None:
    assert exact(state, "who is Élan?") == []
    state.npc("mara").attitude = Attitude.WARY
    say(state, "Good evening.", witness_ids=("mara",))
    assert exact(state, "who is Élan?") == ["I am wary towards Élan."]
    assert exact(state, "who is Élan?", "guard-1") == []


def test_nobody_finds_what_others_keep_to_themselves(state: GameState) -> None:
    for question in ("what is Mara's background?", "what is my background?", "Duke", "burnt mill", ""):
        asked = SelfQuestion(state, "guard-1", question)
        found = [*asked.exact(50), *asked.nearest(50, lore={"mara-009": 1.0})]
        assert not any(SECRET in answer.content or "Duke" in answer.content for answer in found)


# -- by words ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "category"),
    [
        ("Tell me, what is my personal background and history?", "background"),
        ("what would I say are my principles in life?", "values"),
        ("what may be the time now?", "time"),
        ("which woman has burnt forearms?", "identity"),
        ("where on earth am I now?", "location"),
    ],
)
def test_other_words_find_the_likeliest(state: GameState, asked: str, category: str) -> None:
    found = nearest(state, asked)
    assert found[0].category == category
    assert all(0 < answer.relevance < 1 for answer in found)
    assert [answer.relevance for answer in found] == sorted((answer.relevance for answer in found), reverse=True)


def test_whoever_is_named_is_meant(state: GameState) -> None:
    found = nearest(state, "is Mara somebody whom I should fear?", "guard-1")
    assert found[0].content.startswith("I know Mara Ironhand")


@pytest.mark.parametrize("asked", ["???", "x" * 1000, "\x00\x01", "ﷺ" * 300, "the", "İIıi who", "漢字は誰"])
def test_a_strange_question_is_answered_with_something_or_nothing(state: GameState, asked: str) -> None:
    asking = SelfQuestion(state, "mara", asked)
    for found in (asking.exact(3), asking.nearest(3)):
        assert len(found) <= 3


def test_a_game_without_gifts_tells_what_can_be_seen() -> None:
    state = game(small_sheet())
    assert exact(state, "who am I?") == []
    assert exact(state, "what time is it?") == ["It is 08:00, in the morning, on day 1."]


def test_a_stranger_to_the_game_is_not_found(state: GameState) -> None:
    with pytest.raises(NotFound):
        SelfQuestion(state, "nobody", "who am I?")


def test_asking_changes_nothing(state: GameState) -> None:
    before = state.model_dump_json()
    for question in ("who am I?", "is it late?", "who is Guard?", ""):
        asking = SelfQuestion(state, "mara", question)
        asking.exact(5)
        asking.nearest(5)
    assert state.model_dump_json() == before


def test_what_is_remembered_later_is_found_too(state: GameState) -> None:
    """The index follows the stream, also when a sheet has changed in between."""
    assert exact(state, "how do I decide?") == ["How I decide: By the ledger."]
    state.scenario.sheet = village(decision_style="By a coin.")
    seed(state, NOW)
    assert exact(state, "what is my decision style?") == ["How I decide: By a coin."]


def test_a_name_at_the_very_beginning_of_a_question_is_found() -> None:
    names = QuestionNames.of(game(), "mara", "Guard, who is he?")
    assert names.others
    assert names.masked("somebody", "me").startswith("somebody")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (10, "I am close to Guard."),
        (6, "I am close to Guard."),
        (5, "I like Guard."),
        (2, "I like Guard."),
        (1, ""),
        (-1, ""),
        (-2, "I dislike Guard."),
        (-5, "I dislike Guard."),
        (-6, "I hate Guard."),
        (-10, "I hate Guard."),
    ],
)
def test_a_relationship_has_words_from_a_value_on(value: int, words: str) -> None:
    state = game(small_sheet())
    state.npc("mara").relationships["guard-1"] = value
    said = [fact.content for fact in current_facts(state, "mara") if fact.about == "guard-1"]
    assert said == ([words] if words else [])


def test_what_no_longer_is_and_oneself_are_not_felt_for() -> None:
    state = game(small_sheet())
    state.npc("mara").relationships.update({"nobody": 9, "mara": 9})
    assert [fact for fact in current_facts(state, "mara") if fact.about] == []


def test_a_player_seen_but_never_heard_is_known() -> None:
    state = game(small_sheet())
    has_seen(state, "mara", PARTY)
    assert [fact.about for fact in current_facts(state, "mara") if fact.about] == [state.party.players[0].id]


@pytest.mark.parametrize("asleep", [False, True])
def test_a_sleeper_perceives_nobody(state: GameState, asleep: bool) -> None:
    state.npc("guard-1").current_location_id = "inn"
    if asleep:
        state.npc("mara").activity = Activity.SLEEPING
    company = [fact.content for fact in current_facts(state, "mara") if fact.category == "context"]
    assert len(company) == 1
    assert ("Guard" in company[0]) is not asleep


def test_lore_is_asked_for_only_where_the_filters_let_it_through(state: GameState) -> None:
    assert SelfQuestion(state, "mara", "who?").has_lore
    assert not SelfQuestion(state, "mara", "who?", types=(CHARACTER,)).has_lore


def test_a_blank_question_gives_the_second_of_every_category_after_all_first_ones(state: GameState) -> None:
    known = SelfQuestion(state, "mara", "", types=(CHARACTER,)).exact(100)
    categories_given = [answer.category for answer in known]
    rounds = [categories_given[:n].count(category) for n, category in enumerate(categories_given)]
    assert rounds == sorted(rounds)
    assert rounds[-1] > 0
    assert SelfQuestion(state, "mara", "", types=(CHARACTER,)).exact(2) == known[:2]


@pytest.mark.parametrize(
    ("question", "others", "names_self", "masked"),
    [
        ("Guard, who is he?", ("guard-1", "guard-2"), False, "other, who is he?"),
        ("Does Mara like Élan?", ("player",), True, "Does own like other?"),
        ("Does the innkeeper like Mara Ironhand?", (), True, "Does own like own?"),
        ("Élan Élan", ("player",), False, "other other"),
        ("Who is it?", (), False, "Who is it?"),
    ],
)
def test_names_in_a_question_are_masked_as_those_of_the_asker_or_of_others(
    question: str, others: tuple[str, ...], names_self: bool, masked: str
) -> None:
    names = QuestionNames.of(game(), "mara", question)
    assert (names.others, names.names_self, names.masked("other", "own")) == (others, names_self, masked)


def test_a_person_who_is_nowhere_is_asked_of_its_own_and_the_worlds_memories(state: GameState) -> None:
    assert SelfQuestion(state, "mara", "").scopes == [Scope.npc("mara"), Scope.location("inn"), Scope.world()]
    state.npc("mara").current_location_id = None
    assert SelfQuestion(state, "mara", "").scopes == [Scope.npc("mara"), Scope.world()]


def test_the_relevance_of_lore_is_that_of_recall_where_it_is_higher(state: GameState) -> None:
    asking = SelfQuestion(state, "mara", "zebra")
    [lore] = [answer for answer in SelfQuestion(state, "mara", "the Duke").exact(1) if answer.memory_id]
    assert lore.memory_id is not None
    assert asking.nearest(5) == []
    [found] = asking.nearest(5, lore={lore.memory_id: 0.5})
    assert (found.memory_id, found.relevance) == (lore.memory_id, 0.5)
    [found] = asking.nearest(5, lore={lore.memory_id: 1.0})
    assert found.relevance == LIKELY


@pytest.mark.parametrize(
    ("question", "own", "other"), [("zebra", 1.0, 0.8), ("zebra Guard", 0.6, 1.0), ("zebra Élan", 0.6, 0.6)]
)
def test_what_is_known_of_others_counts_whole_where_they_are_named(
    state: GameState, question: str, own: float, other: float
) -> None:
    """What is known of oneself then counts less, and lore as before."""
    known = {answer.content: answer for answer in SelfQuestion(state, "mara", "").exact(100)}
    ids = {
        name: next(answer.memory_id or "" for content, answer in known.items() if content.startswith(name))
        for name in (INTRODUCTION, "I know Guard", "The Duke")
    }
    asking = SelfQuestion(state, "mara", question)
    found = {
        answer.memory_id: answer.relevance for answer in asking.nearest(100, lore=dict.fromkeys(ids.values(), 0.9))
    }
    assert [found[ids[name]] for name in ids] == pytest.approx([0.9 * own, 0.9 * other, 0.9], abs=1e-4)

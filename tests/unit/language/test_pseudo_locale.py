"""With every word of the pack scrambled, what the engine says holds no English of its own."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import cast

import pytest

from app.embeddings.vectors import NoVectors
from app.errors import TalekeeperError
from app.language.analysis.lexicon import lexicon_of
from app.language.analysis.terms import analyse
from app.language.language import Language, current_language, default_language, find_language, using
from app.language.rendering.phrases import time_text
from app.language.rendering.refusing import needs_in_story, needs_sentence, worded
from app.memory.recall.recaller import Recaller
from app.memory.stream.owners import find_person, find_scope
from app.models.minds.activity import Activity
from app.models.records.record import Header, Journal, Opening
from app.models.state.game_state import GameState
from app.models.state.opening import begin
from app.services.characters.character_seat import CharacterSeat
from app.services.characters.memory_answers import SelfKnowledge
from app.services.characters.names import neighbouring_place, who_is_known
from app.services.game.turns.past_turns import find_seq, last_turns, turn_record
from app.services.game.turns.speaking import check_can_speak, make_speech
from app.services.game.turns.turn_service import TurnService
from tests.fakes.pseudo_locale import TAG, latin, pseudo_locale, pseudo_pack, scrambled
from tests.worlds import NOW, small_sheet


@pytest.fixture
def language() -> Iterator[Language]:
    with pseudo_locale() as found, using(found):
        yield found


@pytest.fixture
def state(language: Language) -> GameState:
    return begin(small_sheet().model_copy(update={"language": language.tag}), "game-1")


def names_of(state: GameState) -> list[str]:
    """What an author called the things of the scenario."""
    index = state.sheets
    tables = (index.items, index.locations, index.npcs, index.encounters, index.quests, index.objectives, index.topics)
    return [state.name(key) for table in tables for key in table]


def test_the_pack_is_a_language_only_while_it_is_used() -> None:
    with pseudo_locale() as language:
        assert find_language(TAG) is language
    assert find_language(TAG) is None


def test_a_text_is_in_the_language_that_is_bound() -> None:
    with pseudo_locale() as language:
        with using(language):
            assert current_language() is language
            assert default_language().tag == "en"
            assert analyse(scrambled("the lantern")).terms == [scrambled("lantern")]
            assert time_text(0) == f"{scrambled('Day')} 1, 00:00"
        assert current_language() is default_language()
        assert analyse(scrambled("the lantern")).terms != [scrambled("lantern")]
        assert time_text(0) == "Day 1, 00:00"


async def test_tasks_and_threads_go_on_in_the_language_they_were_started_in() -> None:
    async def tag() -> str:
        await asyncio.sleep(0)
        return current_language().tag

    with pseudo_locale() as language:
        with using(language):
            begun = asyncio.create_task(tag())
            in_thread = asyncio.to_thread(lambda: current_language().tag)
            assert await in_thread == TAG
        assert await begun == TAG
        assert await tag() == "en"


def test_every_scrambled_pattern_can_be_compiled_and_names_the_same_groups() -> None:
    names = [f"{section}.{key}" for section, of in pseudo_pack().sections.items() for key in of.patterns]
    groups = {name: pseudo_pack().pattern(name).groupindex for name in names}
    assert groups == {name: default_language().pattern(name).groupindex for name in names}


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("time.asks_time", "how long ago"),
        ("time.no_time", "at one side"),
        ("recall.first", "the first time we met"),
        ("recall.here", "in this old house here"),
        ("recall.beside", "before the fire"),
        ("address.greeting", "good evening"),
        ("checks.summary_second_person", "then you left"),
    ],
)
def test_a_scrambled_pattern_finds_the_scrambled_text_only(pattern: str, text: str) -> None:
    assert pseudo_pack().pattern(pattern).search(scrambled(text)) is not None
    assert pseudo_pack().pattern(pattern).search(text) is None
    assert default_language().pattern(pattern).search(text) is not None


def test_words_are_scrambled_and_their_numbers_stay(language: Language) -> None:
    lexicon = lexicon_of(language)
    assert scrambled("the") in lexicon.articles
    assert "the" not in lexicon.stop
    assert lexicon.numbers[scrambled("seven")] == 7
    assert lexicon.bases[scrambled("bought")] == scrambled("buy")


def test_slots_of_templates_stay(language: Language) -> None:
    assert language.render("refusals.item-here-already", the_item_id="lantern") == (
        f"{scrambled('You have')} lantern {scrambled('already.')}"
    )


def test_what_a_condition_lacks_holds_no_english(state: GameState) -> None:
    names = names_of(state)
    conditions = [way.locked_until for place in state.sheet.locations for way in place.exits if way.locked_until]
    conditions += [step.condition for quest in state.sheet.quests for step in quest.objectives if step.condition]
    assert len(conditions) > 2
    for condition in conditions:
        for words in (needs_sentence(condition, state), needs_in_story(condition, state)):
            assert latin(words, *names) == []


@dataclass
class Playing:
    """Stands for the turns of one game."""

    now: GameState

    def state(self, _game_id: str) -> GameState:
        return self.now

    def speaking(self, _game_id: str) -> AbstractContextManager[None]:
        return worded(self.now)


def journal(state: GameState) -> Journal:
    """One in which nothing has been played."""
    header = Header(
        game_id=state.game_id,
        title=state.sheet.title,
        scenario_id=state.sheet.id,
        scenario_title=state.sheet.title,
        scenario_digest="",
        players=(),
        created_at=NOW,
    )
    return Journal(header=header, opening=Opening(state=state), records=())


def seat_that_must_consult(state: GameState) -> CharacterSeat:
    turns, knowledge = cast(TurnService, Playing(state)), SelfKnowledge(NoVectors(), Recaller())
    return CharacterSeat(turns, state.game_id, "mara", self_knowledge=knowledge, gate=True)


def refusals(state: GameState) -> Iterator[Callable[[], object]]:
    """What services and memory refuse, each by itself."""
    yield lambda: check_can_speak(state, "guard-1")
    yield lambda: make_speech(state, "mara", "x" * 3000)
    yield lambda: make_speech(state, "mara", "Hello.", ["zeno"])
    yield lambda: make_speech(state, "mara", "Hello.", ["guard-1"])
    yield lambda: find_scope(state, "Zeno")
    yield lambda: find_scope(state, "prison cell")
    yield lambda: find_person(state, "Zeno")
    yield lambda: neighbouring_place(state, "mara", "Zeno")
    yield lambda: neighbouring_place(state, "mara", state.npc("mara").current_location_id or "")
    yield lambda: last_turns(journal(state), 0, 1)
    yield lambda: turn_record(journal(state), 0, 7)
    yield lambda: find_seq(journal(state), 0, None, "Zeno")
    yield lambda: seat_that_must_consult(state)._check_reasons((), unsure=True)
    yield lambda: seat_that_must_consult(state)._check_reasons(["m-77"], unsure=False)
    yield lambda: asyncio.run(seat_that_must_consult(state).call("act", {"action": "rest"}))


@pytest.mark.parametrize("number", range(15))
def test_refusals_of_services_hold_no_english(state: GameState, number: int) -> None:
    state.npc("guard-1").activity = Activity.SLEEPING
    with pytest.raises(TalekeeperError) as refused, worded(state):
        list(refusals(state))[number]()
    ids = [*state.npcs, *state.sheets.locations, "Zeno", "zeno", "m-77"]
    assert latin(str(refused.value), *names_of(state), *ids) == []


def test_notes_of_who_is_known_hold_no_english(state: GameState) -> None:
    for meant in ((), ("mara",), ("guard-1",)):
        assert latin(who_is_known(state, "mara", meant), *names_of(state)) == []

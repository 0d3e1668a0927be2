"""Two games of different languages, played at the same time at one container: each stays in its own."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from app.container import Container
from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from app.language.language import Language, current_language
from app.models.command import Command, Outcome
from app.models.memory import Scope
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState
from tests.fakes.pseudo_locale import TAG, latin, pseudo_locale, scrambled, scrambled_sheet, unscrambled
from tests.integration.minds.table import container_in

pytestmark = pytest.mark.long

PLAYER = "Élan"


class Sharing:
    """A narrator that lets the other game go on before and after each of its commands."""

    def __init__(self, narrator: INarrator) -> None:
        self._narrator = narrator
        self.model, self.mode, self.tools_tokens = narrator.model, narrator.mode, narrator.tools_tokens
        self.order: list[str] = []
        """The languages of the commands, in the order in which they were carried out."""

    async def narrate(self, context: NarrationContext) -> Narration:
        async def execute(command: Command) -> Outcome:
            await asyncio.sleep(0)
            self.order.append(current_language().tag)
            outcome = await context.execute(command)
            await asyncio.sleep(0)
            return outcome

        return await self._narrator.narrate(replace(context, execute=execute))


@dataclass(frozen=True)
class Played:
    """What became of a game."""

    state: GameState
    texts: list[str]
    commands: list[list[object]]


async def played(container: Container, narrator: INarrator, *sheets: ScenarioSheet) -> list[Played]:
    """The walkthroughs of some scenarios, line by line at the same time, and settled so."""
    turns = container.turns()
    take_turn = partial(turns.take_turn, narrator=narrator)
    games = [container.library().begin(sheet, PLAYER, seed=7) for sheet in sheets]
    done = []
    for lines in zip(*(sheet.walkthrough for sheet in sheets), strict=True):
        done.append(await asyncio.gather(*map(take_turn, games, lines)))
        await asyncio.gather(*map(turns.settle, games))
    found = []
    for game, results in zip(games, zip(*done, strict=True), strict=True):
        commands = [[made.command.model_dump(mode="json") for made in result.commands] for result in results]
        found.append(Played(turns.state(game), [result.text for result in results], commands))
        await turns.close(game)
    return found


@pytest.fixture(scope="module")
def language() -> Iterator[Language]:
    with pseudo_locale() as found:
        yield found


@dataclass(frozen=True)
class Games:
    """A game in English by itself; the same one at the same time as one in the scrambled language."""

    alone: Played
    english: Played
    scrambled: Played
    order: list[str]


@pytest.fixture(scope="module")
def games(language: Language, tmp_path_factory: pytest.TempPathFactory) -> Games:
    folder = tmp_path_factory.mktemp("languages")
    container = container_in(folder / "one")
    sheet = container.scenarios().load("tide-bell")
    (alone,) = asyncio.run(played(container, container.narrator(), sheet))
    container = container_in(folder / "two")
    narrator = Sharing(container.narrator())
    english, other = asyncio.run(played(container, narrator, sheet, scrambled_sheet(sheet)))
    assert other.state.sheet.language == language.tag
    return Games(alone, english, other, narrator.order)


def texts_of(state: GameState) -> list[str]:
    """Everything that was written down in a game."""
    scopes = [scope for scope in state.scopes() if scope != Scope.world()]
    remembered = [entry.summary for scope in scopes for entry in state.memories(scope)]
    return [*remembered, *(message.content for message in state.conversation_history)]


def test_commands_of_both_games_are_carried_out_in_turn(games: Games) -> None:
    changes = sum(one != next_one for one, next_one in pairwise(games.order))
    assert set(games.order) == {"en", TAG}
    assert changes > 20


def test_a_game_is_the_same_whatever_another_one_speaks(games: Games) -> None:
    assert games.english.commands == games.alone.commands
    assert games.english.texts == games.alone.texts
    assert texts_of(games.english.state) == texts_of(games.alone.state)


def test_both_games_understand_and_show_the_same(games: Games) -> None:
    assert unscrambled(games.scrambled.commands) == games.english.commands
    assert [unscrambled(text) for text in games.scrambled.texts] == games.english.texts


def test_neither_game_holds_words_of_the_other(games: Games) -> None:
    texts = texts_of(games.scrambled.state)
    assert len(texts) > 100
    assert [text for text in texts if latin(text.replace('"', ""), PLAYER)] == []
    assert [text for text in texts_of(games.english.state) if text != unscrambled(text)] == []


def test_both_games_read_the_same_acts(games: Games) -> None:
    read = {"role", "speaker_id", "addressee_ids", "events", "acts"}
    here, there = (
        [message.model_dump(mode="json", include=read) for message in one.state.conversation_history]
        for one in (games.english, games.scrambled)
    )
    assert unscrambled(there) == here


async def test_a_question_is_understood_in_the_language_of_the_game(language: Language, tmp_path: Path) -> None:
    container = container_in(tmp_path)
    sheet = container.scenarios().load("tide-bell")
    games = [container.library().begin(one, PLAYER, seed=7) for one in (sheet, scrambled_sheet(sheet))]
    npc_id, question = sheet.npcs[0].id, "Who are you?"
    seats = [container.character_seat(game, npc_id) for game in games]
    asked = [{"question": question}, {"question": scrambled(question)}]
    english, other = await asyncio.gather(
        *(seat.call("query_self", one) for seat, one in zip(seats, asked, strict=True))
    )
    assert english["memories"]
    assert unscrambled(other) == english
    scenes = [await seat.read("game://scene") for seat in seats]
    assert scrambled("Day") in scenes[1]
    assert language.tag == TAG


async def test_whoever_only_has_a_game_is_served_in_its_language(language: Language, tmp_path: Path) -> None:
    container = container_in(tmp_path, minds=False)
    sheet = scrambled_sheet(container.scenarios().load("tide-bell"))
    game = container.library().begin(sheet, PLAYER, seed=7)
    for line in sheet.walkthrough[:8]:
        await container.turns().take_turn(game, line)
    state = container.turns().state(game)
    assert current_language() is not language
    place = next(key for key, there in state.scenario.location_states.items() if there.visits)
    await container.settling_memory().on_location_exit(state, place)
    remembered = [entry.summary for entry in state.memories(Scope.location(place))]
    assert [text for text in remembered if latin(text.replace('"', ""), PLAYER)] == []
    hits = await container.recall().recall(state, Scope.location(place), scrambled("What about the bell?"))
    assert any(scrambled("bell") in hit.memory.summary for hit in hits)

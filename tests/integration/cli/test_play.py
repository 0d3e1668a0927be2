"""Line after line: what is shown, what is handed back, what stopping does."""

import asyncio
import signal
from pathlib import Path

import pytest
from dependency_injector import providers

from app.cli.playing.lines import ScriptLines
from app.cli.playing.play import play_lines, play_script
from app.cli.playing.table import GameTable
from app.cli.rendering.turns import after_the_end
from app.container import Container
from app.errors import BudgetExhausted, InvalidInput, ModelUnavailable, StorageFailed, TalekeeperError
from app.interfaces.agents.narrator import Narration
from app.models.events.actions import StoryEnded
from app.models.events.play import ActProgressed
from app.models.messages.passage import Passage
from app.services.game.turns.turn_result import TurnResult
from app.testing import FakeNarrator, FakeSummarizer
from tests.integration.cli.tables import (
    FakePerson,
    ReadableScreen,
    begin_small_game,
    container_in,
)


def table_with(folder: Path, readable: ReadableScreen, narrator: FakeNarrator | None = None) -> GameTable:
    container = container_in(folder, narrator)
    return GameTable(readable.screen, container, begin_small_game(container), patient=narrator is None)


@pytest.fixture
def readable() -> ReadableScreen:
    return ReadableScreen()


async def test_a_turn_shows_what_is_told_then_the_engines_own_line(tmp_path: Path, readable: ReadableScreen) -> None:
    table = table_with(tmp_path, readable, FakeNarrator(Narration.of("The awnings [flap].")))
    await play_lines(table, FakePerson(["look at the awnings"]))
    assert readable.shown == "The awnings [flap].\n  Market · Day 1, 08:01\n\n"
    assert readable.errors == ""


async def test_what_was_streamed_is_not_shown_twice_and_speech_that_was_not_is(
    tmp_path: Path, readable: ReadableScreen
) -> None:
    narration = Narration.of("The guard\n\nlooks up.", Passage.speech("guard-1", "What now?"))
    table = table_with(tmp_path, readable, FakeNarrator(narration, pieces=["The gua", "rd\n", "\nlooks up."]))
    await play_lines(table, FakePerson(["hello"]))
    assert readable.shown.startswith("The guard\n\nlooks up.\n\nGuard: “What now?”\n  Market · Day 1, 08:01\n")


async def test_a_piped_line_is_repeated_for_who_reads_along(tmp_path: Path, readable: ReadableScreen) -> None:
    table = table_with(tmp_path, readable, FakeNarrator())
    await play_lines(table, ScriptLines(["", "   ", "  look"]))
    assert readable.shown.startswith(">   look\nNothing happens.\n")


async def test_a_degraded_turn_says_so_in_one_line(tmp_path: Path, readable: ReadableScreen) -> None:
    table = table_with(tmp_path, readable, FakeNarrator(Narration((Passage("You wait."),), degraded=True)))
    await play_lines(table, FakePerson(["wait"]))
    assert "The model's words could not be used" in readable.shown


@pytest.mark.parametrize(
    "error",
    [ModelUnavailable("The model went away."), BudgetExhausted("That was the last."), StorageFailed("No room.")],
)
async def test_a_turn_that_was_undone_hands_the_text_back_to_a_person(
    tmp_path: Path, readable: ReadableScreen, error: TalekeeperError
) -> None:
    narrator = FakeNarrator(error, Narration.of("Now it works."))
    table, person = table_with(tmp_path, readable, narrator), FakePerson(["go north", "go north"])
    await play_lines(table, person)
    assert person.handed_back == ["go north"]
    assert readable.errors.count("\n") == 1
    assert str(error) in readable.errors
    assert "Now it works." in readable.shown


async def test_a_turn_that_was_undone_ends_a_script(tmp_path: Path, readable: ReadableScreen) -> None:
    table = table_with(tmp_path, readable, FakeNarrator(ModelUnavailable("Gone.")))
    with pytest.raises(ModelUnavailable):
        await play_lines(table, ScriptLines(["look", "look"]))


@pytest.mark.parametrize(
    ("line", "says"),
    [("x" * 10_001, "10,000"), ("look\x07", "control characters"), ("\udcff", "control characters")],
)
async def test_text_that_breaks_a_limit_is_refused_in_one_line_and_play_goes_on(
    tmp_path: Path, readable: ReadableScreen, line: str, says: str
) -> None:
    narrator = FakeNarrator()
    person = FakePerson([line, "look"])
    await play_lines(table_with(tmp_path, readable, narrator), person)
    assert says in readable.errors
    assert readable.errors.count("\n") == 1
    assert narrator.heard == ["look"]
    assert person.handed_back == [line]


async def test_ctrl_c_stops_a_narration_and_keeps_what_was_shown(tmp_path: Path, readable: ReadableScreen) -> None:
    narrator = FakeNarrator(pieces=["The gate opens a ", "crack and"])
    narrator.go_on = asyncio.Event()
    table = table_with(tmp_path, readable, narrator)
    playing = asyncio.create_task(play_lines(table, FakePerson(["open the gate"])))
    await narrator.shown.wait()
    signal.raise_signal(signal.SIGINT)
    await playing
    assert "The gate opens a crack and\n" in readable.shown
    assert "You stopped the telling" in readable.shown
    narrated = [message for message in table.state.conversation_history if message.interrupted]
    assert [message.content for message in narrated] == ["The gate opens a crack and"]


async def test_ctrl_c_before_anything_was_shown_keeps_the_turn_and_says_so(
    tmp_path: Path, readable: ReadableScreen
) -> None:
    narrator = FakeNarrator()
    narrator.go_on = asyncio.Event()
    table = table_with(tmp_path, readable, narrator)
    playing = asyncio.create_task(play_lines(table, FakePerson(["wait"])))
    await narrator.shown.wait()
    signal.raise_signal(signal.SIGINT)
    await playing
    assert "You stopped the telling" in readable.shown
    assert table.state.turn == 1


async def test_ctrl_c_while_nothing_is_narrated_ends_the_wait_and_not_the_program(
    tmp_path: Path, readable: ReadableScreen, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_with(tmp_path, readable, FakeNarrator())
    begun = asyncio.Event()

    async def hang(*_: object, **__: object) -> None:
        begun.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(table.turns, "take_turn", hang)
    playing = asyncio.create_task(play_lines(table, FakePerson(["wait"])))
    await begun.wait()
    signal.raise_signal(signal.SIGINT)
    await playing
    assert "The turn did not happen." in readable.shown


async def test_the_handler_of_ctrl_c_is_put_back_after_a_turn(tmp_path: Path, readable: ReadableScreen) -> None:
    before = signal.getsignal(signal.SIGINT)
    await play_lines(table_with(tmp_path, readable, FakeNarrator()), FakePerson(["look"]))
    assert signal.getsignal(signal.SIGINT) is before


async def test_ctrl_c_between_a_turn_and_the_next_prompt_does_nothing(tmp_path: Path, readable: ReadableScreen) -> None:
    class Hasty(FakePerson):
        async def read(self) -> str | None:
            signal.raise_signal(signal.SIGINT)
            await asyncio.sleep(0)
            return await super().read()

    table = table_with(tmp_path, readable, FakeNarrator())
    await play_lines(table, Hasty(["look", "wait"]))
    assert table.state.turn == 2


async def test_leaving_tells_how_many_captures_wait_for_the_next_load(tmp_path: Path, readable: ReadableScreen) -> None:
    container = container_in(tmp_path)
    never = asyncio.Event()
    slow = FakeSummarizer(*[never] * 9)
    container.settling_memory.add_kwargs(summarizer=providers.Object(slow))
    game_id = begin_small_game(container)
    table = GameTable(readable.screen, container, game_id)
    await play_lines(table, FakePerson(["look", "go to the inn", "/quit", "look"]))
    assert "2 captures wait for the next time this game is loaded." in readable.shown
    assert _reopened(container_in(tmp_path), game_id) == 2


def _reopened(container: Container, game_id: str) -> int:
    return sum(len(queue) for queue in container.turns().state(game_id).pending.values())


async def test_captures_that_waited_are_made_after_the_next_load(tmp_path: Path, readable: ReadableScreen) -> None:
    first = container_in(tmp_path)
    first.settling_memory.add_kwargs(summarizer=providers.Object(FakeSummarizer(*[asyncio.Event()] * 9)))
    game_id = begin_small_game(first)
    await play_lines(GameTable(readable.screen, first, game_id), FakePerson(["look", "go to the inn"]))

    second = container_in(tmp_path)
    table = GameTable(readable.screen, second, game_id)
    table.resume_captures()
    await table.turns.settle(game_id)
    assert not table.state.pending
    assert table.state.place("market").location_memories


async def test_a_script_settles_and_shows_what_is_remembered(tmp_path: Path, readable: ReadableScreen) -> None:
    table = table_with(tmp_path, readable)
    await play_script(
        table, ["talk to the guard", "go to the inn", "Mara, my brother Jonas drowned.", "go to the market"]
    )
    assert "What places remember" in readable.shown
    assert "What people remember" in readable.shown
    assert "Mara Ironhand\n" in readable.shown
    assert "This game is kept as" in readable.shown


async def test_a_wrong_command_is_not_handed_back(tmp_path: Path, readable: ReadableScreen) -> None:
    person = FakePerson(["/hlep"])
    await play_lines(table_with(tmp_path, readable, FakeNarrator()), person)
    assert person.handed_back == []
    assert "/help" in readable.errors


async def test_others_may_have_the_game_whatever_ended_the_play(tmp_path: Path, readable: ReadableScreen) -> None:
    table = table_with(tmp_path, readable, FakeNarrator(InvalidInput("no"), ModelUnavailable("Gone.")))
    with pytest.raises(ModelUnavailable):
        await play_lines(table, ScriptLines(["a", "b"]))
    container_in(tmp_path).turns().state(table.game_id)


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (StoryEnded(ending_id="lost", won=False), "The story is over. /undo"),
        (ActProgressed(ended="act-2", begun=None), "You can play on. /undo"),
        (ActProgressed(ended="act-1", begun="act-2"), ""),
    ],
)
def test_what_can_be_done_is_said_after_the_turn_in_which_the_story_ends(
    event: StoryEnded | ActProgressed, words: str
) -> None:
    assert words in (said := after_the_end(TurnResult(game_id="game", turn=1, events=(event,))))
    assert bool(said) == bool(words)

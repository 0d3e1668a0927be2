"""One game on one screen: calls the services and shows their results."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

from app.agents.narrator.telling.descriptions import arrival
from app.cli.errors import error_line
from app.cli.playing.interrupts import until_interrupt
from app.cli.program import program
from app.cli.rendering import turns as render
from app.cli.rendering.edits import problem_lines, update_lines
from app.cli.rendering.screen import Screen, Stream, Title
from app.cli.rendering.text import clean, count, one_line
from app.cli.setup import make_container, with_model
from app.container import Container, close_models
from app.embeddings.vectors import AUTO, WORDS
from app.errors import InvalidInput, NotFound, TalekeeperError
from app.interfaces.agents.narrator import INarrator
from app.language.rendering.phrases import time_text
from app.memory.recall.query import ScoredMemory
from app.models.memory import Scope
from app.models.messages.message import Message
from app.models.state.game_state import GameState
from app.services.game.slash_commands import LINE_OF_AN_ANSWER, chosen_answer
from app.services.game.turns.turn_result import TurnResult, typed_line, unshown_parts
from app.services.game.turns.turn_service import OnText, TurnService
from app.settings import OFFLINE

LOOKED_BACK = 40  # messages that include all of the last turn: a turn never has more


class GameTable:
    """The game in progress. ``patient``: wait for the summaries of each turn, as for lines from a script."""

    def __init__(self, screen: Screen, container: Container, game_id: str, *, patient: bool = False) -> None:
        self.screen = screen
        self.game_id = game_id
        self._container = container
        self._patient = patient
        self.at_work = asyncio.Lock()
        """Held while a line is carried out or an edit is taken in, so that neither writes into the other's text."""

    @property
    def turns(self) -> TurnService:
        return self._container.turns()

    @property
    def state(self) -> GameState:
        return self.turns.state(self.game_id)

    @property
    def narrator(self) -> INarrator:
        return self.turns.narrator_of(self._container.library().open(self.game_id).header)

    async def take_turn(self, text: str) -> None:
        """Play one line and show the turn. Raise the error of a turn that did not happen."""
        await self._play_turn(lambda on_text: self.turns.take_turn(self.game_id, text, on_text=on_text))

    async def retry(self, hint: str = "") -> None:
        if line := typed_line(self._last_messages()):
            self.screen.player(line)
        await self._play_turn(lambda on_text: self.turns.retry(self.game_id, hint=hint or None, on_text=on_text))

    async def go_on(self) -> None:
        await self._play_turn(lambda on_text: self.turns.go_on(self.game_id, on_text=on_text))

    async def answers(self, number: int | None) -> None:
        """List the answers to the last line, or bring back the one of that number, from 1."""
        service = self._container.answers()
        found = await service.answers(self.game_id)
        if number is None:
            for position, each in enumerate(found.turns, 1):
                mark = "*" if each.seq == found.chosen else " "
                self.screen.show(render.indented(f"{mark} {position}  {one_line(each.text, LINE_OF_AN_ANSWER)}"))
            return
        result = await service.choose(self.game_id, chosen_answer(found, number))
        self._show_rest(result, "", stopped=False)

    async def _play_turn(self, work: Callable[[OnText], Coroutine[Any, Any, TurnResult]]) -> None:
        stream = Stream(self.screen, waits=self.narrator.mode != OFFLINE)
        turn = asyncio.create_task(work(stream.feed))
        try:
            result, stopped = await until_interrupt(turn, lambda: self.turns.stop(self.game_id) or turn.cancel())
        finally:
            stream.close()
        if result is None:
            self.screen.note("Stopped. The turn did not happen.")
            return
        self._show_rest(result, stream.text, stopped=stopped)
        if self._patient:
            await self.turns.settle(self.game_id)

    def _show_rest(self, result: TurnResult, streamed: str, *, stopped: bool) -> None:
        for number, part in enumerate(unshown_parts(result, clean(streamed))):
            if number or streamed.strip():
                self.screen.gap()
            self.screen.say(part)
        self.screen.show(render.indented(result.changes, "dim"))
        for remark in render.remarks(result, stopped=stopped):
            self.screen.note(remark)
        if not self._patient and (over := render.after_the_end(result)):
            self.screen.note(over)

    async def undo(self, turns: int) -> None:
        undone = await self.turns.undo(self.game_id, turns)
        self.screen.show(*render.undone(undone, self.state))
        self._show_whereabouts()

    async def branch(self, turn: int | None) -> None:
        old = self.game_id
        new = await self.turns.branch(old, turn=turn)
        await self.turns.close(old)
        self.game_id = new
        self.resume_captures()
        self.screen.note(
            f"You now play {new}, which goes its own way from turn {self.state.turn}. {old} stays as it is."
        )
        self._show_whereabouts()

    async def use_model(self, name: str) -> None:
        """Continue with another model; one that cannot be used changes nothing."""
        fresh = make_container(with_model(self._container.settings(), name))
        fresh.narrator()
        fresh.settling_memory()
        await self.turns.close(self.game_id)
        await close_models(self._container)
        self._container = fresh
        self.resume_captures()

    async def recall(self, scope: Scope, question: str) -> Sequence[ScoredMemory]:
        return await self._container.recall().recall(self.state, scope, question)

    async def take_in(self, path: Path) -> None:
        """Take the edited scenario of a file or folder into the game, and show what has changed, or its problems;
        nothing for the scenario that the game has."""
        async with self.at_work:
            updates, game_id = self._container.scenario_updates(), self.game_id
            try:
                inspection = await updates.inspect(game_id, path)
                if inspection.sheet is None or inspection.problems:
                    for line in problem_lines(inspection.problems):
                        self.screen.error(line)
                    return
                done = await updates.take_in(game_id, inspection.sheet)
            except TalekeeperError as error:
                self.screen.error(error_line(error))
                return
            if done.turn is not None:
                for line in update_lines(done, self.state):
                    self.screen.note(line)
                self.screen.gap()

    async def check_recall(self) -> None:
        """Report a configured embedder that cannot be used; one that was only detected may be missing."""
        if self._container.settings().embedder not in (AUTO, WORDS):
            try:
                await self._container.vectors().start()
            except TalekeeperError as error:
                self.screen.note(f"Recall matches words only: {error}")

    def resume_captures(self) -> None:
        """Make the summaries that waited for this load."""
        if self.state.pending:
            self._container.settler().settle_later(self.game_id)

    async def close(self) -> None:
        """Release the game, and report what waits for the next time."""
        waiting = await self.turns.close(self.game_id)
        await close_models(self._container)
        if waiting:
            verb = "waits" if waiting == 1 else "wait"
            self.screen.note(f"{count(waiting, 'capture')} {verb} for the next time this game is loaded.")

    def show_opening(self) -> None:
        state = self.state
        self.screen.show(Title(state.sheet.title))
        act = state.sheets.act(state.scenario.current_act_id) if state.scenario.current_act_id else None
        opening = [state.sheet.opening, *([act.name, act.opening] if act else [])]
        with self.turns.speaking(self.game_id):
            place = [passage.text for passage in arrival(state, first_visit=True)]
        names = (state.here.name, act.name if act else "")
        for part in filter(str.strip, (*opening, state.here.name, *place)):
            self.screen.say(part, "bold" if part in names else "")
            if part not in names:
                self.screen.gap()

    def show_where_we_were(self) -> None:
        state, header = self.state, self._container.library().open(self.game_id).header
        if state.turn:
            self.screen.show(Title(header.title))
        if header.branched_from:
            self.screen.note(f"This game was {render.origin(header)}.")
        if self._scenario_has_changed():
            self.screen.note(
                "The scenario's file has changed since this game began; the game goes on with the scenario as it was."
                f" To take the change in: {program()} saves update {self.game_id}"
            )
        if state.turn == 0:
            self.show_opening()
            return
        self.screen.show(*render.turn_again(self._last_messages()))
        self.screen.gap()

    def _last_messages(self) -> list[Message]:
        state = self.state
        return [message for message in state.conversation_history[-LOOKED_BACK:] if message.turn == state.turn]

    def _show_whereabouts(self) -> None:
        state = self.state
        place = state.here.name if state.scenario.current_location_id else "nowhere"
        self.screen.show(render.indented(f"{place} · {time_text(state.clock.minutes)} · turn {state.turn}", "dim"))
        for line in render.states_seen(state):
            self.screen.show(render.indented(line, "dim"))

    def _scenario_has_changed(self) -> bool:
        """Return whether the scenario of this id differs from the one that the game began with or took in last; False
        where it is no longer in the library."""
        authored = self.state.amended.authored
        try:
            return self._container.scenarios().load(authored.id) != authored
        except NotFound:
            return False
        except InvalidInput:
            return True

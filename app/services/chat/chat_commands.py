"""The slash commands of a game, carried out for chat clients."""

from dataclasses import dataclass

from app.errors import InvalidInput, NotPossible
from app.events.commands import SetNarrationStyleCommand
from app.language.rendering.naming import owner_name
from app.language.rendering.phrases import time_text
from app.memory.entries.markers import is_inactive, without_gifted
from app.memory.stream.owners import find_scope
from app.models.memory import MemoryEntry, Scope
from app.models.plain_reasons import LineFault, LineUnfit
from app.models.state.game_state import GameState
from app.services.chat.places import Place
from app.services.chat.played_turns import PlayedTurn
from app.services.chat.requests import ChatAnswer, ChatClient, ChatRequest
from app.services.chat.telling import turn_text, undone_text
from app.services.game.captures.recall_service import RecallService
from app.services.game.games.session import GameSession
from app.services.game.slash_commands import (
    HOW_TO_PLAY,
    LINE_OF_AN_ANSWER,
    USAGES,
    SlashLine,
    chosen_answer,
    number_in,
    owner_and_gifted,
    scope_and_question,
    styled,
    turn_name,
)
from app.services.game.turns.answer_service import AnswerService
from app.services.game.turns.turn_service import TurnService

FOR_PLAYERS = ("help", "undo", "retry", "answer", "continue")
FOR_MASTERS = ("branch", "memories", "recall", "save", "style")
MOST_MEMORIES = 30


@dataclass(frozen=True)
class ChatCommands:
    """Carries out commands; ``/retry`` and ``/continue``, which play turns, are the chat service's."""

    turns: TurnService
    answers: AnswerService
    recall: RecallService

    def help(self, client: ChatClient) -> str:
        """List the commands that a client may give."""
        names = (*FOR_PLAYERS, *FOR_MASTERS) if client.is_master else FOR_PLAYERS
        rows = [f"- `{USAGES[name].usage}` {USAGES[name].help}" for name in names]
        return "\n\n".join([HOW_TO_PLAY, "\n".join(rows)])

    async def carry_out(
        self, command: SlashLine, place: Place, session: GameSession, request: ChatRequest
    ) -> ChatAnswer:
        """Carry out a command at the place of a conversation.

        Raises:
            InvalidInput: What is given to the command is no number, or the like.
            NotPossible: The game refuses it, or it cannot be given here or by this client.
            NotFound: There is no such turn or answer.
        """
        with self.turns.speaking(session.header.game_id):
            text = await self._text(command, place, session, request)
        return ChatAnswer(text=text, game_id=session.header.game_id, turn=session.state.turn)

    async def _text(self, command: SlashLine, place: Place, session: GameSession, request: ChatRequest) -> str:
        name, rest = command
        if name in FOR_MASTERS and not request.client.is_master:
            raise NotPossible(LineUnfit(fault=LineFault.FOR_MASTERS, name=name))
        match name:
            case "undo":
                return await self._undo(number_in(rest, "/undo 2") if rest else 1, place, session, request)
            case "answer":
                return await self._answer(rest, session, request)
            case "branch":
                return await self._branch(rest, session, request)
            case "memories":
                return self._memories(rest, session)
            case "recall":
                return await self._recall(rest, session)
            case "save":
                return await self._save(rest, session, request)
            case "style":
                return await self._style(rest, session)
            case _:
                raise NotPossible(LineUnfit(fault=LineFault.FOR_TERMINALS, name=name))

    async def _undo(self, count: int, place: Place, session: GameSession, request: ChatRequest) -> str:
        """Take back the last lines. Where the conversation ends at an earlier turn than the game, the game is as it
        was: the next line branches from before the lines."""
        if count < 1:
            raise InvalidInput(LineUnfit(fault=LineFault.NO_TURNS, example="/undo 2"))
        turns, end = place.turns, place.turn
        is_own_later = any(each.asked.startswith(request.client.key) for each in place.later)
        is_present = (end is None or end.stands) and not is_own_later
        last = turns.present if is_present else end
        undone = list[PlayedTurn]()
        while last is not None and len(undone) < count:
            undone.append(last)
            last = turns.before(last, 1)
        if len(undone) < count:
            raise NotPossible(LineUnfit(fault=LineFault.TOO_MANY_TURNS, most=len(undone)))
        if is_present:
            back = session.state.turn - undone[-1].turn + 1
            await self.turns.undo(session.header.game_id, back, owner_id=request.client.player_id, **request.identity)
        state = session.state
        here = state.here.name if state.scenario.current_location_id else "nowhere"
        is_there = is_present or turns.present == last  # the second time that the same request arrives
        stands = f"\n\n*{here} · {time_text(state.clock.minutes)}*" if is_there else ""
        return undone_text([each.line for each in undone]) + stands

    async def _answer(self, rest: str, session: GameSession, request: ChatRequest) -> str:
        game_id, owner_id = session.header.game_id, request.client.player_id
        found = await self.answers.answers(game_id, owner_id=owner_id)
        shown = [request.client.shown(result) for result in found.turns]
        if not rest:
            rows = [f"{at}. {_start(turn_text(each))}" for at, each in enumerate(shown, 1)]
            return "\n".join(rows)
        chosen = chosen_answer(found, number_in(rest, "/answer 2"))
        result = await self.answers.choose(game_id, chosen, owner_id=owner_id, **request.identity)
        return turn_text(request.client.shown(result))

    async def _branch(self, rest: str, session: GameSession, request: ChatRequest) -> str:
        if request.client.game_id is not None:
            raise NotPossible(LineUnfit(fault=LineFault.OTHER_GAME))
        turn = number_in(rest, "/branch 12") if rest else None
        branch = await self.turns.branch(session.header.game_id, turn=turn, **request.identity)
        return f"The branch is the game `{branch}`: choose it as the model to play there. This one stays as it is."

    def _memories(self, rest: str, session: GameSession) -> str:
        """List the newest memories of an owner that hold, newest first, or how many each owner has."""
        state = session.state
        who, gifted = owner_and_gifted(rest)
        if not who:
            counted = ((owner_name(state, scope), len(_held(state, scope, gifted=gifted))) for scope in state.scopes())
            return "\n".join(f"- {name}: {count}" for name, count in counted if count) or "Nothing is remembered yet."
        held = _held(state, find_scope(state, who), gifted=gifted)[: -MOST_MEMORIES - 1 : -1]
        return "\n".join(f"- {entry.summary} `{entry.id}`" for entry in held) or "Nothing yet."

    async def _recall(self, rest: str, session: GameSession) -> str:
        scope, question = scope_and_question(session.state, rest)
        hits = await self.recall.recall(session.state, scope, question)
        rows = [f"{hit.rank}. {hit.memory.summary} `{hit.memory.id}` (because: {hit.why})" for hit in hits]
        return "\n".join(rows) or "Nothing comes to mind."

    async def _save(self, rest: str, session: GameSession, request: ChatRequest) -> str:
        name = turn_name(rest)
        await self.turns.label(session.header.game_id, name, **request.identity)
        return f"Turn {session.state.turn} is named “{name}”."

    async def _style(self, rest: str, session: GameSession) -> str:
        if rest:
            command = SetNarrationStyleCommand(narration=styled(session.state.narration, rest))
            await self.turns.execute(session.header.game_id, command)
        return "\n".join(f"- {field}: {text or '-'}" for field, text in session.state.narration_style)


def _held(state: GameState, scope: Scope, *, gifted: bool) -> list[MemoryEntry]:
    """Return the memories of an owner that hold, those given before the game only on request."""
    entries = state.memories(scope) if gifted else without_gifted(state.memories(scope))
    return [entry for entry in entries if not is_inactive(state.status(entry.id))]


def _start(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LINE_OF_AN_ANSWER else f"{line[: LINE_OF_AN_ANSWER - 1]}…"

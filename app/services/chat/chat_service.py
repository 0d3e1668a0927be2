"""Playing from chat clients: the effect of a request in its conversation."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from weakref import WeakValueDictionary

from app.errors import InvalidInput, NotPossible, TalekeeperError
from app.events.commands import SetNarrationStyleCommand
from app.models.base import is_id
from app.models.messages.piece import GAP
from app.models.plain_reasons import LineFault, LineUnfit, Sought, Unknown
from app.models.spend import Spend
from app.models.state.game_state import GameState
from app.models.typed_text import MAX_HINT, checked_name, checked_player_text
from app.services.chat.chat_commands import ChatCommands
from app.services.chat.client_prompts import ClientTask, TaskFacts, task_answer
from app.services.chat.places import Place, Places
from app.services.chat.played_turns import PlayedTurn, folded
from app.services.chat.requests import ChatAnswer, ChatListener, ChatModelUnknown, ChatRequest, finding_model
from app.services.chat.telling import StreamedAnswer, damaged_text, opening_text, turn_text
from app.services.game.captures.recall_service import RecallService
from app.services.game.choices import player_choices
from app.services.game.games.concurrency import in_thread, off_loop
from app.services.game.games.scenario_library import ScenarioLibrary
from app.services.game.games.session import GameSession
from app.services.game.hosting import GameHost
from app.services.game.slash_commands import SlashLine, is_slash, slash_line
from app.services.game.turns.answer_service import AnswerService
from app.services.game.turns.past_turns import last_line
from app.services.game.turns.turn_result import TurnResult, result_of
from app.services.game.turns.turn_service import TurnService

USUAL_PLAYER = "Traveller"
MOST_UNREAD = 1_000
SUGGESTED = 4


@dataclass(kw_only=True, eq=False, repr=False)
class ChatService:
    """Answers requests of chat clients.

    Args:
        host: Keeps games in memory.
        scenarios: The scenarios that games can be begun from.
        turns: Plays turns.
        answers: Chooses among the answers of a turn.
        recall: Recalls memories for ``/recall``.
    """

    host: GameHost
    scenarios: ScenarioLibrary
    turns: TurnService
    answers: AnswerService
    recall: RecallService
    places: Places = field(init=False)
    commands: ChatCommands = field(init=False)
    _running: dict[str, "asyncio.Task[ChatAnswer]"] = field(default_factory=dict, init=False)
    _unread: OrderedDict[str, None] = field(default_factory=OrderedDict, init=False)
    """The hashes of requests whose answers have not reached their clients yet."""
    _playing: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary, init=False)
    """By game, while a request is answered there."""

    def __post_init__(self) -> None:
        self.places = Places(self.host.library)
        self.commands = ChatCommands(self.turns, self.answers, self.recall)

    async def game_of(self, request: ChatRequest) -> str | None:
        """Return the game that a request is about; None where it begins one.

        Raises:
            ChatModelUnknown: There is no such game.
            CorruptSave: The save of the game is damaged.
            StorageFailed: Reading or writing the disk or the database failed.
        """
        if request.conversation.task is not None:
            return request.model if request.scenario_id is None else self.places.last_game(request)
        with finding_model():
            place = await self.places.find(request)
        if place is None:
            return None
        self.places.remember(request, request.conversation.last_answer, place.game_id)
        return place.game_id

    async def answer(self, request: ChatRequest, listener: ChatListener) -> ChatAnswer:
        """Play what a request asks for, and return the answer.

        A request that arrives again while it is being answered gets the same answer; so does one whose answer did not
        reach its client (`delivered`), while its turn is the game's last.

        Args:
            request: The request.
            listener: Called with the answer as it comes.

        Raises:
            ChatModelUnknown: There is no such game or scenario.
            NotFound: What a command names does not exist.
            InvalidInput: The line is too long or holds control characters, or there is no such command.
            NotPossible: The game refuses it, or the client may not go back so far.
            ModelUnavailable: A model failed before the turn had a result; the turn was undone.
            BudgetExhausted: A cap on calls or tokens was reached before the turn had a result; it was undone.
            CorruptSave: The save of the game that is the model is damaged; where it is a scenario, a new game begins.
            Conflict: Another program has the game open, the server shuts down, or the request id was used for another
                request.
            StorageFailed: Reading or writing the disk or the database failed; the turn did not happen.
        """
        running = self._running.get(request.hash)
        if running is None:
            running = self._running[request.hash] = asyncio.create_task(self._answer(request, listener))
            running.add_done_callback(lambda _: self._running.pop(request.hash, None))
            return await asyncio.shield(running)
        answer = await asyncio.shield(running)
        listener.on_begin()
        listener.on_text(answer.text)
        return answer

    def delivered(self, request: ChatRequest) -> None:
        """Note that an answer has reached its client."""
        self._unread.pop(request.hash, None)

    async def _answer(self, request: ChatRequest, listener: ChatListener) -> ChatAnswer:
        conversation, command = request.conversation, None
        if conversation.task is not None:
            return _told(listener, await self._task(conversation.task, request))
        if is_slash(conversation.line):
            command = slash_line(conversation.line)
            if command.name == "help":
                return _told(listener, self.commands.help(request.client))
        if command is None and conversation.line:
            checked_player_text(conversation.line)
        with finding_model():
            request, place = await self._placed(request)
        if place is None:
            if command is not None or not request.conversation.line:
                raise NotPossible(LineUnfit(fault=LineFault.NO_GAME_YET))
            answer = await self._begin(request, listener)
        else:
            async with self._alone(place.game_id) as has_waited:
                if has_waited:  # the game has gone on since
                    place = await self.places.find(request) or place
                answer = await _At(self, place, request, listener).do(command)
        self.places.remember(request, answer.text, answer.game_id)
        self._unread[request.hash] = None
        while len(self._unread) > MOST_UNREAD:
            self._unread.popitem(last=False)
        return answer

    async def _placed(self, request: ChatRequest) -> tuple[ChatRequest, Place | None]:
        """Return a request with its place. Where the client has begun the answer itself, the line before that is
        played."""
        place = await self.places.find(request)
        begun = request.conversation.as_line
        if request.conversation.line or begun is None or (place is not None and place.found.points):
            return request, place
        request = replace(request, conversation=begun)
        return request, await self.places.find(request)

    @asynccontextmanager
    async def _alone(self, game_id: str) -> AsyncIterator[bool]:
        """Keep other requests of chat clients from a game, and yield whether there were any before."""
        lock = self._playing.setdefault(game_id, asyncio.Lock())
        has_waited = lock.locked()
        async with lock:
            yield has_waited

    async def _begin(self, request: ChatRequest, listener: ChatListener) -> ChatAnswer:
        """Begin a game of a scenario with the line. Where the game of the conversation may be a damaged one, the answer
        says so first."""
        scenario_id = request.scenario_id or ""
        if not is_id(scenario_id):
            raise ChatModelUnknown(Unknown(what=Sought.SCENARIO, name=scenario_id[:80]))
        with finding_model():
            sheet = await in_thread(partial(self.scenarios.load, scenario_id))
        notice = damaged_text(await self.places.damaged(request))
        player = _player_name(request.conversation.speaker)
        game_id = await off_loop(partial(self.host.library.begin, sheet, player, **request.identity))
        answer = await self.in_new_game(game_id, request, _after(notice, listener), is_first=True)
        return answer.model_copy(update={"text": f"{notice}{answer.text}"})

    async def in_new_game(
        self, game_id: str, request: ChatRequest, listener: ChatListener, *, is_first: bool
    ) -> ChatAnswer:
        """Play the line of a request in a game that was made for it, and that goes to the trash where this fails."""
        is_known = False
        try:
            async with self.host.using(game_id) as session:
                is_known = request.request_id in session.requests  # an earlier one has made it, and played the line
                return await self.play(session, request, listener, is_first=is_first)
        except BaseException:
            with suppress(TalekeeperError):
                if not is_known:
                    await self.host.delete(game_id)
            raise

    async def play(
        self, session: GameSession, request: ChatRequest, listener: ChatListener, *, is_first: bool
    ) -> ChatAnswer:
        """Play the line of a request at the present of a game."""
        game_id, line, player = session.header.game_id, request.conversation.line, typing_player(session.state, request)
        await self._take_note(session, request)
        telling = self.begin(session, listener, is_first=is_first)
        if line and not is_slash(line):
            result = await self.turns.take_turn(
                game_id, line, speaker=player, on_text=telling.piece, **request.identity
            )
        else:
            result = await self.turns.go_on(game_id, speaker=player, on_text=telling.piece, **request.identity)
        return self.told(result, request, telling)

    def begin(self, session: GameSession, listener: ChatListener, *, is_first: bool) -> StreamedAnswer:
        """Begin an answer, that to the first line with the opening."""
        listener.on_begin()
        return StreamedAnswer(listener.on_text, opening_text(session.state.sheet) if is_first else None)

    def told(self, result: TurnResult, request: ChatRequest, telling: StreamedAnswer) -> ChatAnswer:
        """Tell what is still missing of a turn, and return the answer with it."""
        shown = request.client.shown(result)
        telling.end(shown)
        return ChatAnswer(
            text=GAP.join(filter(None, (telling.opened, turn_text(shown)))),
            game_id=result.game_id,
            turn=result.turn,
            seq=result.seq,
            spend=result.spend if request.client.is_master else Spend(),
        )

    def is_unread(self, request: ChatRequest) -> bool:
        """Return whether an earlier answer to the request did not reach its client."""
        return request.is_sent_again or request.hash in self._unread

    async def _take_note(self, session: GameSession, request: ChatRequest) -> None:
        """Make the note of a game master the author's note of the game, in place of the one before."""
        if (note := new_note(session.state, request)) is not None:
            narration = session.state.narration.model_copy(update={"author_note": note})
            await self.turns.execute(session.header.game_id, SetNarrationStyleCommand(narration=narration))

    async def _task(self, task: ClientTask, request: ChatRequest) -> str:
        game_id = await self.game_of(request)
        if game_id is None:
            scenario_id = request.scenario_id or ""
            infos = await in_thread(self.scenarios.list)
            facts = TaskFacts(next((info.title for info in infos if info.id == scenario_id), scenario_id))
        else:
            async with self.host.using(game_id) as session:
                facts = TaskFacts(
                    session.header.title, _suggestions(session.state, typing_player(session.state, request))
                )
        return task_answer(task, request.conversation.line, facts)


@dataclass(frozen=True)
class _At:
    """A request at a place of a game; no other request of a chat client plays there meanwhile."""

    service: ChatService
    place: Place
    request: ChatRequest
    listener: ChatListener

    async def do(self, command: SlashLine | None) -> ChatAnswer:
        service, place, request = self.service, self.place, self.request
        async with service.host.using(place.game_id) as session:
            if session.state.sheet.is_memory_alone:
                raise ChatModelUnknown(LineUnfit(fault=LineFault.MEMORY_ALONE, name=place.game_id))
            if command is None:
                return await self._line(session, request.conversation.line)
            if command.name == "continue":
                return await self._line(session, "")
            if command.name == "retry":
                if not await self._is_last_line(place.turn):
                    raise NotPossible(LineUnfit(fault=LineFault.NOT_LAST))
                return await self._retry(session, command.rest)
            answer = await service.commands.carry_out(command, place, session, request)
            self.listener.on_begin()
            self.listener.on_text(answer.text)
            return answer

    async def _line(self, session: GameSession, line: str) -> ChatAnswer:
        turn, later, client = self.place.turn, self.place.later, self.request.client
        if turn is not None and not turn.stands:
            if not await self._is_other_answer(turn):
                return await self._elsewhere(session, None)
            await self.service.answers.choose(self.place.game_id, turn.first_seq, owner_id=client.player_id)
            return await self._play(session)
        if not later:
            return await self._play(session)
        if not any(each.asked.startswith(client.key) for each in later):  # others have played on
            return await self._play(session)
        if len(later) == 1 and later[0].folded_line == folded(line):
            last, _ = await last_line(session)
            if last.seq == later[0].seq:
                return await self._retry(session, "")
        return await self._elsewhere(session, later[0])

    async def _is_last_line(self, turn: PlayedTurn | None) -> bool:
        """Return whether a turn is the last one, or another answer to its line."""
        if turn is not None and not turn.stands:
            return await self._is_other_answer(turn)
        return not self.place.later

    async def _is_other_answer(self, turn: PlayedTurn) -> bool:
        """Return whether a turn that was replaced is another answer to the line of the last one."""
        try:
            found = await self.service.answers.answers(self.place.game_id, owner_id=self.request.client.player_id)
        except NotPossible:
            return False
        return any(each.seq == turn.first_seq for each in found.turns)

    async def _play(self, session: GameSession) -> ChatAnswer:
        is_first = not self.place.turns.standing
        return await self.service.play(session, self.request, self.listener, is_first=is_first)

    async def _retry(self, session: GameSession, hint: str) -> ChatAnswer:
        """Play the line of the last turn again, or return its answer where the client has not got it."""
        service, request = self.service, self.request
        present = self.place.turns.present
        is_first = present is not None and self.place.turns.before(present, 1) is None and self.place.turns.is_whole
        if present is not None and present.asked == request.hash and service.is_unread(request):
            telling = service.begin(session, self.listener, is_first=is_first)
            (record,) = await in_thread(partial(session.records, [present.seq]))
            result = result_of(self.place.game_id, record)
        else:
            wish = hint or (new_note(session.state, request) or "")[:MAX_HINT].strip()
            telling = service.begin(session, self.listener, is_first=is_first)
            result = await service.turns.retry(
                self.place.game_id,
                hint=wish or None,
                owner_id=request.client.player_id,
                on_text=telling.piece,
                **request.identity,
            )
        return service.told(result, request, telling)

    async def _elsewhere(self, session: GameSession, following: PlayedTurn | None) -> ChatAnswer:
        """Play the line at an earlier turn: in a branch, or in place where the client may play this game only.

        Args:
            session: The game.
            following: The turn after it that leads to the present; None for a turn that does not.
        """
        service, request, game_id, turn = self.service, self.request, self.place.game_id, self.place.turn
        if request.client.game_id is None:
            seq = None if turn is None else turn.seq
            branch = await service.turns.branch(game_id, turn=0, seq=seq, **request.identity)
            return await service.in_new_game(branch, request, self.listener, is_first=turn is None)
        line = request.conversation.line
        if following is None or not line or is_slash(line):
            raise NotPossible(LineUnfit(fault=LineFault.TAKEN_BACK))
        telling = service.begin(session, self.listener, is_first=turn is None)
        result = await service.turns.edit(
            game_id,
            following.turn,
            line,
            owner_id=request.client.player_id,
            on_text=telling.piece,
            **request.identity,
        )
        return service.told(result, request, telling)


def typing_player(state: GameState, request: ChatRequest) -> str:
    """Return the player who types a line: that of the token, else the one that the client names, else the first."""
    name = request.conversation.speaker.casefold()
    named = (player.id for player in state.party.players if player.name.casefold() == name)
    return request.client.player_id or next(named, state.party.players[0].id)


def new_note(state: GameState, request: ChatRequest) -> str | None:
    """Return the author's note that a game master offers where it is another than that of the game."""
    note = request.conversation.note
    return note if request.client.is_master and note not in ("", state.narration_style.author_note) else None


def _told(listener: ChatListener, text: str) -> ChatAnswer:
    listener.on_begin()
    listener.on_text(text)
    return ChatAnswer(text=text)


def _after(notice: str, listener: ChatListener) -> ChatListener:
    """Return a listener that gets a text before the answer."""

    def begin() -> None:
        listener.on_begin()
        if notice:
            listener.on_text(notice)

    return listener._replace(on_begin=begin)


def _player_name(name: str) -> str:
    try:
        return checked_name(name)
    except InvalidInput:
        return USUAL_PLAYER


def _suggestions(state: GameState, player_id: str) -> list[str]:
    """Return lines that a player could type, those first that do something new."""
    choices = player_choices(state, player_id)
    lines = [each for each in (*choices.topics, *choices.ways, *choices.people, *choices.things) if each.is_open]
    return [each.line for each in sorted(lines, key=lambda each: each.known)][:SUGGESTED]

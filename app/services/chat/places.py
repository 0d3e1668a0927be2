"""The place of a chat client's conversation: its game, and the turn in it.

Conversations have no ids. Their earlier answers tell them apart: the journals of the games have these, so that a
conversation is found after a restart and by any server. The latest answers of this process only say where to look
first.
"""

from collections import OrderedDict
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256

from app.errors import CorruptSave, NotFound
from app.models.base import is_id
from app.models.plain_reasons import Sought, Unknown
from app.models.records.record import GameSummary
from app.services.chat.conversation import AnsweredLine, ClientConversation
from app.services.chat.played_turns import (
    LINE,
    MOST_COMPARED,
    SAME,
    Found,
    PlayedTurn,
    PlayedTurns,
    all_turns,
    folded,
    last_turns_of,
)
from app.services.chat.requests import ChatClient, ChatRequest
from app.services.game.games.concurrency import from_journal, in_thread
from app.services.game.games.game_library import GameLibrary, stem_of
from app.services.game.slash_commands import is_slash

LAST_TURNS = 12
"""The turns that are compared before the whole journal of a game is read."""
CERTAIN = 3 * (SAME + LINE)
"""Points from which no other game is looked at."""
MOST_HINTS = 2_000
FEW_TURNS = 3
"""The most turns of a game whose first line may be asked for again; the others are notes of the author."""


@dataclass(frozen=True)
class Place:
    """The place of a conversation in a game: the turn that it ends at, None for the opening."""

    game_id: str
    turns: PlayedTurns
    found: Found

    @property
    def turn(self) -> PlayedTurn | None:
        return self.found.turn

    @property
    def later(self) -> Sequence[PlayedTurn]:
        """The turns of a higher number that lead to the present."""
        return self.turns.after(self.turn)

    def is_near(self, conversation: ClientConversation) -> bool:
        """Return whether the line comes at the present, or is that of the last turn once more."""
        if self.turn is not None and not self.turn.stands:
            return False
        later = self.later
        return not later or (len(later) == 1 and later[0].folded_line == folded(conversation.line))


@dataclass(eq=False)
class Places:
    """Finds the places of conversations."""

    library: GameLibrary
    _hints: OrderedDict[tuple[str, str, str], str] = field(default_factory=OrderedDict, init=False)

    async def find(self, request: ChatRequest) -> Place | None:
        """Find the place of a request.

        Args:
            request: The request. Where its model is a game, its place is in the game or a branch of it.

        Returns:
            The place; for a conversation that does not fit a game's turns the present of the game. None for a
            scenario's conversation that fits no game: it begins one.

        Raises:
            NotFound: There is no such game.
            CorruptSave: The save of the game that is the model is damaged.
            StorageFailed: Reading or writing the disk or the database failed.
        """
        best: Place | None = None
        conversation = request.conversation
        lines = sum(exchange.line is not None for exchange in conversation.exchanges[-MOST_COMPARED:])
        exact = self._hints.get(_hint(request, conversation.exchanges))
        likely = exact or self._hints.get(_hint(request, conversation.last_answer)) or self.last_game(request)
        if likely is not None and (place := await self._at_hint(likely, request)) is not None:
            fits = exact is not None or place.found.points >= (SAME + LINE) * lines > 0
            if fits and place.is_near(conversation):
                return place
            best = place
        async for place in self._in_games(request, best):
            rank = self._rank(place, request)
            if best is None or rank > self._rank(best, request):
                best = place
            is_same, points, is_near, is_own = rank
            if is_same and points >= min(CERTAIN, (SAME + LINE) * lines) and is_near and is_own:
                break
        if best is None and request.scenario_id is None:
            turns = await self._turns(request.model, request.client)
            return Place(request.model, turns, Found(turns.present, 0))
        return best

    def remember(self, request: ChatRequest, answer: str, game_id: str) -> None:
        """Note in which game a request was answered."""
        conversation = request.conversation
        answered = (*conversation.exchanges, AnsweredLine(conversation.line, answer))
        keys = [_hint(request, answered), _hint(request, answer)]
        keys += [] if conversation.exchanges else [_hint(request, ())]
        for key in keys:
            self._hints[key] = game_id
            self._hints.move_to_end(key)
        while len(self._hints) > MOST_HINTS:
            self._hints.popitem(last=False)

    def last_game(self, request: ChatRequest) -> str | None:
        """Return the game in which a client was answered last under this model, as far as it is known."""
        known = (game for (key, model, _), game in reversed(self._hints.items()) if self._is_of(request, key, model))
        return next(known, None)

    @staticmethod
    def _is_of(request: ChatRequest, key: str, model: str) -> bool:
        return (key, model) == (request.client.key, request.model)

    async def damaged(self, request: ChatRequest) -> Sequence[str]:
        """List the damaged games of a scenario in which a conversation may have been held; none for a new one."""
        conversation = request.conversation
        if all(exchange.line is None for exchange in conversation.exchanges):
            return ()
        games = await in_thread(self.library.list)
        of_scenario = [each for each in games if stem_of(each.game_id) == request.scenario_id]  # no more can be read
        damaged = [each.game_id for each in of_scenario if each.problem is not None]
        known = self._hints.get(_hint(request, conversation.exchanges))
        return [known] if known in damaged else damaged

    async def _at_hint(self, game_id: str, request: ChatRequest) -> Place | None:
        try:
            return await self._in_game(game_id, request)
        except NotFound:  # deleted since
            return None
        except CorruptSave:
            if request.scenario_id is None and game_id == request.model:
                raise
            return None

    async def _in_game(self, game_id: str, request: ChatRequest) -> Place | None:
        """Return the place in a game, whose journal is read where the last turns do not tell."""
        if not is_slash(request.conversation.line):
            place = _place(game_id, await self._turns(game_id, request.client, last=True), request)
            if place is not None and place.is_near(request.conversation) and place.found.is_same_answer:
                return place
        return _place(game_id, await self._turns(game_id, request.client), request)

    async def _in_games(self, request: ChatRequest, known: Place | None) -> AsyncIterator[Place]:
        """Yield the places of a conversation in the games where it may be, likely ones first. The game of a known place
        is not read again."""
        client, scenario_id = request.client, request.scenario_id
        known_in = {} if known is None else {known.game_id: known}
        if scenario_id is None:
            place = known_in.get(request.model) or await self._in_game(request.model, request)
            if place is not None:
                yield place
            if client.game_id is not None or (place is not None and place.is_near(request.conversation)):
                return
        games = await in_thread(self.library.list)
        chosen = _branches(games, request.model) if scenario_id is None else _of_scenario(games, request, scenario_id)
        for game in chosen:
            with suppress(NotFound, CorruptSave):  # deleted meanwhile, or damaged: no other game suffers from it
                place = known_in.get(game.game_id)
                place = place or _place(game.game_id, await self._turns(game.game_id, client), request)
                if place is not None:
                    yield place

    async def _turns(self, game_id: str, client: ChatClient, *, last: bool = False) -> PlayedTurns:
        """Return the turns of a game: all that were played, or the ``last`` ones where the game is in memory."""
        if not is_id(game_id):
            raise NotFound(Unknown(what=Sought.GAME, name=game_id[:80]))
        answer_of = partial(client.text_of, game_id)
        session = self.library.in_memory().get(game_id) if last else None
        if session is None or session.stale:
            read = partial(self.library.read, game_id)
            return await from_journal(read, lambda journal: all_turns(journal, answer_of))
        seqs = [at.seq for at in session.turns.up_to(session.head)]
        last_seqs, is_whole = seqs[-LAST_TURNS:], len(seqs) <= LAST_TURNS
        return await in_thread(lambda: last_turns_of(session.records(last_seqs), answer_of, is_whole=is_whole))

    @staticmethod
    def _rank(place: Place, request: ChatRequest) -> tuple[bool, int, bool, bool]:
        is_own = place.turn is not None and place.turn.asked.startswith(request.client.key)
        return place.found.is_same_answer, place.found.points, place.is_near(request.conversation), is_own


def _hint(request: ChatRequest, told: str | Sequence[AnsweredLine]) -> tuple[str, str, str]:
    """Return the key of a conversation: made of its whole text, or of its last answer. That of a new one is its
    line."""
    conversation = request.conversation
    lines = told if not isinstance(told, str) else [AnsweredLine(None, told)]
    texts = [part for line in lines or [AnsweredLine(conversation.line, "")] for part in (line.line, line.answer)]
    content = "\n".join(folded(text or "") for text in texts)
    return request.client.key, request.model, sha256(content.encode()).hexdigest()


def _place(game_id: str, turns: PlayedTurns, request: ChatRequest) -> Place | None:
    """Return the place of a conversation among the turns of a game; None where it does not fit them."""
    found = _found(turns, request)
    return None if found is None else Place(game_id, turns, found)


def _found(turns: PlayedTurns, request: ChatRequest) -> Found | None:
    conversation, key = request.conversation, request.client.key
    if conversation.exchanges and (found := turns.find(conversation.exchanges, key)) is not None:
        return found
    if conversation.undone and (found := turns.find(conversation.undone, key)) is not None:
        return Found(turns.before(found.turn, len(conversation.undone)), found.points)
    if any(exchange.line is not None for exchange in conversation.exchanges) or not turns.is_whole:
        return None
    standing = turns.standing
    if not standing and request.scenario_id is None:
        return Found(None, 0)
    is_first = [turn.folded_line for turn in standing] == [folded(conversation.line)]
    return Found(None, 0) if is_first and standing[0].asked.startswith(key) else None


def _branches(games: Sequence[GameSummary], game_id: str) -> list[GameSummary]:
    """Return the games that were branched off a game, and those that were branched off these."""
    family, found = {game_id}, list[GameSummary]()
    while more := [
        game
        for game in games
        if game.game_id not in family
        and game.branched_from is not None
        and game.branched_from.how == "branched"
        and game.branched_from.game_id in family
    ]:
        family |= {game.game_id for game in more}
        found += more
    return [game for game in found if game.problem is None]


def _of_scenario(games: Sequence[GameSummary], request: ChatRequest, scenario_id: str) -> list[GameSummary]:
    found = [game for game in games if game.scenario_id == scenario_id and game.problem is None]
    is_new = not request.conversation.last_answer
    return [game for game in found if not is_new or game.turn <= FEW_TURNS]

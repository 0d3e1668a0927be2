"""The games of a server: begin, open, find, branch, delete, import and export them."""

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from hashlib import sha256
from string import hexdigits
from threading import Lock
from types import MappingProxyType
from typing import Unpack

from app import gc_tuning
from app.errors import Conflict, CorruptSave, InvalidInput, ModelUnavailable, NotFound, TalekeeperError
from app.events.handlers.party_handler import add_player
from app.interfaces.agents.narrator import INarrator
from app.interfaces.cognition import ICognition
from app.interfaces.game_models import SERVERS, GameModel, begun_with
from app.interfaces.sidecars import ISidecarStore
from app.interfaces.stores import IGameStore
from app.language.rendering.phrases import listed
from app.language.rendering.plain_reasons import worded_plainly
from app.language.rendering.refusing import word_refusal, worded
from app.memory.seeding.seeding import seed as seed_memories
from app.models.base import visible_name
from app.models.picture import GamePictures
from app.models.plain_reasons import Clash, Clashes, GameUnclear, Sought, Unknown, ValueFault, ValueUnfit
from app.models.records.folding import chain
from app.models.records.record import GameSummary, Header, Journal, Opening, Origin, Record
from app.models.sheets.narration import NarrationStyle
from app.models.sheets.player import PlayerSheet, checked_sheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.game_state import GameState, PlayerCharacter
from app.models.state.opening import begin
from app.models.typed_text import checked_name
from app.scenarios.scenario_check import digest
from app.scenarios.shared_sheets import shared_sheet
from app.services.game.games.concurrency import commit_threads, in_thread, off_loop, with_journal
from app.services.game.games.feed import GameFeed
from app.services.game.games.pace import USUAL_PACE, Pace
from app.services.game.games.session import GameSession, Request
from app.services.game.memory_service import MemoryService

Prepare = Callable[[GameState], Awaitable[None]]


@dataclass(frozen=True)
class ModelWork:
    """The services that play and settle games with one model; ``cognition`` is None without minds, ``prompt_budget``
    where prompts have as many tokens as usual for the mode."""

    narrator: INarrator
    memory: MemoryService
    cognition: ICognition | None
    prepare: Prepare | None
    prepared_soon: Callable[[GameState], bool] = lambda _: False
    prompt_budget: int | None = None


MAX_ID_STEM = 40
_REQUEST_DIGITS = 20
LOCKS = 64  # locks for reading, by the hashes of the games' ids


@dataclass(eq=False, repr=False)
class GameLibrary:
    """The games that this process has open, and the store that holds all of them."""

    store: IGameStore
    now: Callable[[], datetime]
    new_suffix: Callable[[], str] = lambda: secrets.token_hex(4)
    feed: GameFeed = field(default_factory=GameFeed)
    works: Callable[[GameModel], ModelWork | None] = lambda _: None
    """Returns the services for a game's own model; None where games have no model of their own, and for the server's
    model."""
    models: ISidecarStore[GameModel] | None = None
    pictures: ISidecarStore[GamePictures] | None = None
    pace: Pace = USUAL_PACE
    _sessions: dict[str, GameSession] = field(default_factory=dict, init=False)
    _locks: tuple[Lock, ...] = field(default_factory=lambda: tuple(Lock() for _ in range(LOCKS)), init=False)
    """Locks for reading games, which several threads may do at once. An open game waits for none of them."""
    _works: dict[str, tuple[Hashable, ModelWork | None]] = field(default_factory=dict, init=False)
    """The services of open games, each with the version of the model choice that they were built for."""

    def begin(
        self,
        sheet: ScenarioSheet,
        players: str | PlayerSheet | Sequence[str | PlayerSheet] = "Traveller",
        seed: int | None = None,
        *,
        title: str | None = None,
        model: str | None = None,
        narration: NarrationStyle | None = None,
        **request: Unpack[Request],
    ) -> str:
        """Begin a game, in which all people know who they are.

        Args:
            sheet: The scenario.
            players: The name of the player, 1 to 60 characters on one line, or its sheet; or those of several; empty
                for one player "Traveller". People of the story do not know yet what a sheet says.
            seed: The seed of its chance; drawn at random by default.
            title: The game's title, 1 to 60 characters on one line; by default made of the players' names and the
                scenario's title.
            model: The model that plays it, whatever the settings say; None for the server's.
            narration: How models tell it, where not as the scenario says; None for nothing.
            request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
                ``request_hash``, equal for equal requests, such as a hash of the arguments. If the id was used before,
                no second game begins.

        Returns:
            The id of the game, for a known request that of its game.

        Raises:
            InvalidInput: A name or the title is blank, longer or holds control characters, or the model cannot be used.
            NotPossible: `add_player` refuses a player.
            Conflict: The request id is recorded with another ``request_hash``.
        """
        self.check_model(begun_with(model))
        given = [players] if isinstance(players, str | PlayerSheet) else players or [PlayerSheet()]
        with worded_plainly():
            sheets = [_sheet(one) for one in given]
        sheet = shared_sheet(sheet)
        game_id = self._id_for(sheet.id, request.get("request_id"))
        now = self.now()
        seed = secrets.randbelow(2**31) if seed is None else seed
        state = begin(sheet, game_id, [PlayerCharacter(**dict(sheets[0]))], seed)
        state.narration = narration or NarrationStyle()
        with worded(state):
            for other in sheets[1:]:
                add_player(state, other)
            seed_memories(state, created_at=now)
            names = tuple(player.name for player in state.party.players)
            title = f"{listed(names)} in {sheet.title}" if title is None else checked_name(title, "game")
        header = Header(
            game_id=game_id,
            title=title,
            scenario_id=sheet.id,
            scenario_title=sheet.title,
            scenario_digest=digest(sheet),
            players=names,
            model=model,
            created_at=now,
        )
        if self._create(header, Opening(state=state), (), request):
            self._sessions[game_id] = self._session(self.store.read(game_id))
        return game_id

    def _create(self, header: Header, opening: Opening, records: Sequence[Record], request: Request) -> bool:
        """Create a game, and return False if the same request created it before.

        Raises:
            Conflict: Another request created it.
        """
        request_id, request_hash = request.get("request_id"), request.get("request_hash")
        try:
            self.store.create(header.model_copy(update={"request_hash": request_hash}), opening, tuple(records))
        except Conflict:
            if request_id is None:
                raise
            if self.read(header.game_id).header.request_hash in (None, request_hash):
                return False
            raise Conflict(Clashes(clash=Clash.REQUEST_ID_USED, name=request_id)) from None
        return True

    def check_model(self, chosen: GameModel) -> None:
        """Raise InvalidInput for a model that cannot be used, or that games may not choose."""
        if self.works(chosen) is None and chosen.in_use != SERVERS:
            raise InvalidInput(ValueUnfit(fault=ValueFault.MODEL_OF_GAME))

    def model_of(self, game_id: str, begun: str | None) -> GameModel:
        """Return the model of a game: the last one chosen, else the one named when it was ``begun``.

        Raises:
            CorruptSave: The stored choice cannot be read.
        """
        return self._chosen(game_id) or begun_with(begun)

    def _chosen(self, game_id: str) -> GameModel | None:
        with suppress(NotFound):  # a game of another store has none here
            return None if self.models is None else self.models.read(game_id)
        return None

    def choose_model(self, game_id: str, begun: str | None, change: Callable[[GameModel], GameModel]) -> GameModel:
        """Choose the model of a game from its next turn on.

        Args:
            game_id: The game.
            begun: The model named when it began.
            change: Returns the new choice for the present one.

        Raises:
            InvalidInput: As `check_model`.
            StorageFailed: Reading or writing the disk or the database failed; the present choice is kept.
        """

        def changed(kept: GameModel | None) -> GameModel:
            chosen = change(kept or begun_with(begun))
            self.check_model(chosen)
            return chosen

        chosen = changed(self.model_of(game_id, begun))  # may take a second, the first time
        return chosen if self.models is None else self.models.change(game_id, changed)

    def work_of(self, header: Header) -> ModelWork | None:
        """Return the services for a game with a model of its own; None for other games.

        Raises:
            ModelUnavailable: Its model cannot be used here.
        """
        try:
            return self.works(self.model_of(header.game_id, header.model))
        except (InvalidInput, CorruptSave) as error:
            raise ModelUnavailable(f"The game has a model that cannot be used here. {error}") from None

    async def work_for(self, header: Header) -> ModelWork | None:
        """Return the same as `work_of`, without a thread if the choice has not changed since the last call."""
        game_id = header.game_id
        version = "none" if self.models is None else self.models.version(game_id)
        known = self._works.get(game_id)
        if known is not None and known[0] == version:
            return known[1]
        work = await in_thread(partial(self.work_of, header), commit_threads())
        if version is not None and game_id in self._sessions:
            self._works[game_id] = version, work
        return work

    def forget_models(self) -> None:
        """Have the services of all games looked up again, after the server's model has changed."""
        self._works.clear()

    def _session(self, journal: Journal) -> GameSession:
        with suppress(ModelUnavailable):  # turns report it; here the model is loaded, which may take a second
            self.work_of(journal.header)
        return GameSession(self.store, journal, self.now, self.feed.tell, self.pace)

    def open(self, game_id: str) -> GameSession:
        """Return the open game, opening it if needed.

        Raises:
            NotFound: There is no such game.
            CorruptSave: Its journal is damaged.
            Conflict: Another process or event loop plays it.
        """
        if (session := self._entered(game_id)) is None:
            session = self._read_again(game_id)
            session.enter()
        return session

    async def opened(self, game_id: str) -> GameSession:
        """Open a game as `open` does, reading it off the event loop."""
        if self._entered(game_id) is None:
            await off_loop(partial(self._read_again, game_id))
        return self.open(game_id)

    async def checked(self, game_id: str, check: Callable[[str], str], text: str) -> str:
        """Check a typed text before its turn waits for another one; a refusal is in the game's language."""
        session = await self.opened(game_id)
        with worded(session.state):
            return check(text)

    @asynccontextmanager
    async def turn(self, game_id: str) -> AsyncIterator[GameSession]:
        """Open a game as `opened` does, and hold its turn lock during the block, which may change it.

        A game whose last turn has just failed is read again before the block, so that no other caller has to
        reload it meanwhile. Refusals that leave the block get their sentences."""
        is_ready = False
        while not is_ready:
            session = await self.opened(game_id)
            async with session.turn():
                if is_ready := not session.stale:
                    try:
                        yield session
                    except TalekeeperError as error:
                        word_refusal(error, session.state)
                        raise

    def _entered(self, game_id: str) -> GameSession | None:
        """Return the open game; None if it has to be read first."""
        if (session := self._sessions.get(game_id)) is not None:
            with worded_plainly():
                session.enter()
        return None if session is None or session.stale else session

    def _read_again(self, game_id: str) -> GameSession:
        """Read the game from its journal, unless another thread has read it meanwhile."""
        with self._locks[hash(game_id) % LOCKS], worded_plainly():
            session = self._sessions.get(game_id)
            if session is None:
                session = self._loaded(game_id)
                self._sessions[game_id] = session
            elif session.stale:
                session.reload()
            return session

    def _loaded(self, game_id: str) -> GameSession:
        self.store.acquire(game_id)
        try:
            return with_journal(partial(self.read, game_id), self._session)
        except BaseException:
            self.store.release(game_id)
            raise

    def close(self, game_id: str) -> None:
        """Close a game, so that other processes may write it."""
        with self._locks[hash(game_id) % LOCKS]:  # so that it is not read again before it is released
            session = self._sessions.pop(game_id, None)
            self._works.pop(game_id, None)
            if session is not None:
                session.closed = True
            if not self._sessions:
                gc_tuning.unfreeze()
            self.store.release(game_id)

    def in_memory(self) -> dict[str, GameSession]:
        """Return the open games by id."""
        return dict(self._sessions)

    def read(self, game_id: str) -> Journal:
        return self.store.read(game_id)

    def list(self) -> Sequence[GameSummary]:
        """List every game, last played first."""
        return self.store.list()

    def find(self, wanted: str) -> tuple[str, str | None]:
        """Find a game by its id, its title or the name of one of its turns, or by the beginning of one.

        Args:
            wanted: What to look for, in any case.

        Returns:
            The game's id, and the named turn if the match is one. Of several games with a turn of this name the latest.

        Raises:
            NotFound: Nothing matches.
            InvalidInput: Several games match; the error names them.
        """
        with worded_plainly():
            return self._found(wanted)

    def _found(self, wanted: str) -> tuple[str, str | None]:
        games, folded = self.store.list(), visible_name(wanted).casefold()
        for matches in (str.__eq__, str.startswith) if wanted else ():
            ids = [(game.game_id, None) for game in games if matches(game.game_id.casefold(), folded)]
            titles = [(game.game_id, None) for game in games if matches(game.title.casefold(), folded)]
            named = [(game.game_id, each) for game in games for each in game.labels if matches(each.casefold(), folded)]
            hits: Sequence[tuple[str, str | None]] = ids or titles or named[:1]
            if len(hits) == 1:
                return hits[0]
            if hits:
                there = tuple(sorted({game_id for game_id, _ in hits}))
                raise InvalidInput(GameUnclear(name=wanted, there=there))
        raise NotFound(Unknown(what=Sought.GAME, name=wanted))

    def branch(self, journal: Journal, at: int, **request: Unpack[Request]) -> str:
        """Create a game from the records of another up to one of them.

        The new game has the other's present model, without any address or key of its own, and its pictures.

        Args:
            journal: The journal of the other game.
            at: The number of the last record to take over.
            request: As for `begin`.

        Returns:
            The id of the new game.
        """
        header = journal.header
        new_id = self._id_for(header.scenario_id, request.get("request_id"), header.game_id)
        told_by = self.model_of(header.game_id, header.model).in_copies
        journal = journal.model_copy(update={"header": header.model_copy(update={"model": told_by})})
        records = chain(journal, at)
        kept = {record.seq for record in records}
        own = [each if each.copy_of in (None, *kept) else each.model_copy(update={"copy_of": None}) for each in records]
        branched = self._copy(journal, "branched", own, new_id, request)
        self._copy_pictures(header.game_id, branched)
        return branched

    def _copy_pictures(self, source: str, target: str) -> None:
        with suppress(NotFound):  # a game of another store has none here
            if self.pictures is not None and (pictures := self.pictures.read(source)):
                self._give_pictures(target, pictures)

    def _give_pictures(self, game_id: str, pictures: GamePictures) -> None:
        if self.pictures is not None and pictures:
            self.pictures.change(game_id, lambda kept: {**pictures, **(kept or {})})

    def import_journal(
        self, journal: Journal, pictures: GamePictures = MappingProxyType({}), **request: Unpack[Request]
    ) -> str:
        """Create a game from a whole journal that comes from elsewhere.

        Args:
            journal: The journal.
            pictures: Pictures; those of its people and places become its own.
            request: As for `begin`.

        Returns:
            The id of the new game.
        """
        new_id = self._id_for(journal.header.scenario_id, request.get("request_id"))
        created = self._copy(journal, "imported", journal.records, new_id, request)
        sheet = journal.opening.state.sheet
        known = {each.id for each in (*sheet.npcs, *sheet.locations)}
        self._give_pictures(created, {of: picture for of, picture in pictures.items() if of in known})
        return created

    def repair(self, game_id: str) -> tuple[str, int]:
        """Recover a damaged game up to the damage into a new one, and return its id and how many records it has."""
        new_id = self._new_id(stem_of(game_id))
        kept = self.store.repair(game_id, new_id)
        self.store.release(new_id)
        return new_id, kept

    def _copy(self, journal: Journal, how: str, records: Sequence[Record], new_id: str, request: Request) -> str:
        origin = Origin(game_id=journal.header.game_id, turn=records[-1].turn if records else 0, how=how)
        changes = {"game_id": new_id, "branched_from": origin, "created_at": self.now()}
        header = journal.header.model_copy(update=changes)
        opening = Opening(state=journal.opening.state.model_copy(update={"game_id": new_id}))
        if self._create(header, opening, records, request):
            self.store.release(new_id)
        return new_id

    def _id_for(self, stem: str, request_id: str | None, of_game: str | None = None) -> str:
        """Return an id for a new game: ``stem`` and hexadecimal digits. For the same request (of the same game, if one
        is named) it is always the same one, also where the request now names another scenario."""
        if request_id is None:
            return self._new_id(stem)
        digest = sha256(f"{of_game or ''} {request_id}".encode()).hexdigest()[:_REQUEST_DIGITS]
        made = (game.game_id for game in self.store.list() if game.game_id.endswith(f"-{digest}"))
        return next(made, self._new_id(stem, digest))

    def _new_id(self, stem: str, suffix: str | None = None) -> str:
        return f"{stem[:MAX_ID_STEM].rstrip('-_')}-{suffix or self.new_suffix()}"


def stem_of(game_id: str) -> str:
    """Return the id of a game without its digits."""
    stem, _, digits = game_id.rpartition("-")
    return stem if stem and set(digits) <= set(hexdigits) else game_id


def _sheet(player: str | PlayerSheet) -> PlayerSheet:
    """Return the sheet of a new player: its own, or one with its name."""
    return checked_sheet(player) if isinstance(player, PlayerSheet) else PlayerSheet(name=checked_name(player))

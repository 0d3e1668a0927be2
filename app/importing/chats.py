"""A chat of SillyTavern taken in: a game that goes on where the chat ends."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Unpack

from app.container import Container, close_models
from app.errors import TalekeeperError
from app.interchange.cards.character_card import read_card
from app.interchange.chats.chat_file import read_chat
from app.interchange.chats.chat_scenario import ChatGame, scenario_of_chat
from app.interchange.chats.report import ChatReport, report_of
from app.services.game.games.concurrency import in_thread, off_loop
from app.services.game.games.session import Request
from app.services.game.turns.transcript_recorder import lines_of_messages


async def import_chat(
    chat: Path | bytes,
    container: Container | None = None,
    *,
    cards: Sequence[Path | bytes] = (),
    scenario: str | None = None,
    place: str | None = None,
    title: str | None = None,
    with_hidden: bool = True,
    **request: Unpack[Request],
) -> ChatReport:
    """Create a game from a chat of SillyTavern. The game continues where the chat ends.

    Each line of a user begins a turn, with the lines that follow it. A model is called only for summaries, in the
    background.

    Args:
        chat: The chat's file (JSONL), or its content.
        container: The container whose store gets the game; the game is then open in it. None for a new container with
            the settings of the environment, which is closed at the end: summaries are made when the game is opened.
        cards: Character cards (JSON, PNG or CharX) that describe the chat's characters, as files or their content. A
            card is found by its name; one of a character who is a person of ``scenario`` already is not used.
        scenario: The id or file of the scenario in which the chat takes place; None for a new one with a single place.
        place: The id or name of the place in that scenario; None for the place where the scenario begins.
        title: The title of the game, 1 to 60 characters on one line; None for one made of the names.
        with_hidden: Whether lines that were hidden from the model are taken, too.
        request: Two optional keyword arguments, each a text or None: ``request_id``, of the caller's choice, and
            ``request_hash``, equal for equal requests, such as a hash of the chat. A second call with the same two
            creates no second game, and continues where the first call was cut off. Without ``request_id`` each call
            creates a game.

    Returns:
        The game's id, which lines were taken and left out, the players and people, and the promises that were found.

    Raises:
        InvalidInput: The chat or a card cannot be read, has another format, or exceeds a limit (8 users and 64
            characters among others); the title is blank, longer than 60 characters or holds control characters; a place
            is given without a scenario; the scenario cannot be played; or the settings name a model, an embedder or a
            database that cannot be used.
        NotFound: There is no such scenario or place.
        NotPossible: A user of the chat has the name under which a person of the scenario is also known.
        Conflict: ``request_id`` was used with another ``request_hash``, another program has the game of the first call
            open, or the server shuts down.
        StorageFailed: The game could not be written. Without a ``request_id`` no part of it was stored; with one, the
            turns that were recorded so far are kept.
        pydantic.ValidationError: A new container is needed, and a setting in the environment is out of its range.
    """
    async with _opened(container) as used:

        def read() -> ChatGame:
            sheet = used.scenarios().load(scenario) if scenario is not None else None
            described = [read_card(card) for card in cards]
            found = read_chat(chat, with_hidden=with_hidden)
            return scenario_of_chat(found, cards=described, scenario=sheet, place=place, title=title)

        return await _begun(used, await in_thread(read), **request)


@asynccontextmanager
async def _opened(container: Container | None) -> AsyncIterator[Container]:
    """Yield a container, or, for None, a new one that is closed at the end."""
    if container is not None:
        yield container
        return
    own = Container()
    try:
        yield own
    finally:
        await own.host().drain()
        await close_models(own)
        await in_thread(own.stores().close)


async def _begun(used: Container, game: ChatGame, **request: Unpack[Request]) -> ChatReport:
    """Begin the game of a chat, and record its lines. If that fails, delete the game, if it belongs to no request."""
    begin = partial(used.library().begin, game.sheet, game.players, title=game.title, **request)
    game_id = await off_loop(begin)
    try:
        async with used.host().using(game_id) as session:
            lines = game.lines(session.state.party.players)
            await used.turns().take_in(game_id, lines, **request)
            state = used.turns().state(game_id)
            return report_of(game, state, lines_of_messages(state.conversation_history, lines))
    except BaseException:
        if request.get("request_id") is None:
            with suppress(TalekeeperError):
                await used.host().delete(game_id)
        raise

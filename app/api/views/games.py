"""Games as clients see them."""

from typing import Any

from app.api.schemas.games import GameOut
from app.models.records.record import GameSummary, Header
from app.services.game.games.session import GameSession


def game_view(game: GameSummary | Header, **more: Any) -> GameOut:
    return GameOut(id=game.game_id, **game.model_dump(include=set(GameOut.model_fields)) | more)


def open_game_view(session: GameSession) -> GameOut:
    """A game that is in memory, as it stands now."""
    header, state = session.header, session.state
    return game_view(
        header,
        players=[player.name for player in state.party.players],
        turn=state.turn,
        game_time=state.clock.minutes,
        last_played=state.conversation_history[-1].timestamp if state.conversation_history else header.created_at,
    )

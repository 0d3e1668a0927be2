"""Games as clients see them."""

from app.api.schemas.games import GameOut
from app.models.records.record import GameSummary
from app.services.game.games.session import GameSession


def game_view(game: GameSummary) -> GameOut:
    return GameOut(id=game.game_id, **game.model_dump(include=set(GameOut.model_fields)))


def open_game_view(session: GameSession) -> GameOut:
    """A game that is in memory, as it stands now."""
    header, state = session.header, session.state
    return GameOut(
        id=header.game_id,
        title=header.title,
        scenario_id=header.scenario_id,
        scenario_title=header.scenario_title,
        players=[player.name for player in state.party.players],
        model=header.model,
        turn=state.turn,
        game_time=state.clock.minutes,
        last_played=state.conversation_history[-1].timestamp if state.conversation_history else header.created_at,
    )

"""What the player reads when the engine refuses a command."""

from app.agents.narrator.telling.variants import Passage, aside
from app.errors import NotPossible, TalekeeperError
from app.events.commands.play import (
    AskTopicCommand,
    ChangeLocationCommand,
    DiscoverSecretCommand,
    TakeItemCommand,
    UpdateLocationStateCommand,
)
from app.language.rendering.filling import sentence
from app.models.command import Command
from app.models.state.game_state import GameState


def refusal_of(state: GameState, command: Command, error: TalekeeperError) -> Passage:
    """The author's words alone, where there are any; else the engine's reason in story form, which is an aside."""
    if isinstance(error, NotPossible) and error.told and error.told == _authored(state, command):
        return Passage(sentence(error.told))
    return aside(sentence(error.story if isinstance(error, NotPossible) else str(error)))


def _authored(state: GameState, command: Command) -> str:
    """What the author wrote to be read when this command is refused."""
    match command:
        case ChangeLocationCommand(location_id=to):
            way = state.sheets.exit(state.here.id, to)
            return way.locked_text if way else ""
        case UpdateLocationStateCommand(complete_encounter=str(encounter_id)):
            return state.sheets.encounter(encounter_id)[1].failed_text
        case DiscoverSecretCommand(secret_id=secret_id):
            return state.sheets.secret(secret_id)[1].blocked_text
        case AskTopicCommand(topic_id=topic_id):
            return state.sheets.topic(topic_id)[1].refusal
        case TakeItemCommand(item_id=item_id):
            return state.sheets.item(item_id).take_refusal
    return ""

"""The seats of players: of one who chooses what to play, lists and begins games, and plays them as their first player;
and of one player of a single game. Both are shown what that player sees and hears."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any

from app.errors import InvalidInput
from app.interfaces import player_tools as offered
from app.interfaces.seat import PromptSpec, ResourceSpec, ToolSpec
from app.language.language import language_of, using
from app.models.plain_reasons import Sought, ValueFault, ValueUnfit
from app.models.state.game_state import GameState
from app.services.characters.arguments import not_found_error, parse_arguments, request_of
from app.services.characters.character_views import SCENE_URI
from app.services.characters.table_view import scene_data
from app.services.game.choices import player_choices
from app.services.game.games.concurrency import in_thread, off_loop
from app.services.game.games.game_library import GameLibrary
from app.services.game.games.scenario_library import ScenarioLibrary
from app.services.game.hosting import GameHost
from app.services.game.turns.turn_result import TurnResult
from app.services.game.turns.turn_service import TurnService

_TOOLS = {tool.name: tool for tool in offered.PLAYER_TOOLS}
_GAME_TOOLS = {tool.name: tool for tool in offered.GAME_TOOLS}
_MOST_GAMES = 100
_MOST_LINES = 20

Answer = dict[str, Any]


class PlayerSeat:
    """Implements `ISeat` for a player, in one game after the other."""

    tools: Sequence[ToolSpec] = offered.PLAYER_TOOLS
    prompts: Sequence[PromptSpec] = ()
    resources: Sequence[ResourceSpec] = (
        ResourceSpec(SCENE_URI, "The scene", "What the player's character sees now, in the game played last."),
    )

    def __init__(self, library: GameLibrary, scenarios: ScenarioLibrary, turns: TurnService, host: GameHost) -> None:
        self._library = library
        self._scenarios = scenarios
        self._turns = turns
        self._host = host
        self._game_id: str | None = None

    @property
    def title(self) -> str:
        return "a player, of any story"

    async def call(self, name: str, arguments: Mapping[str, Any]) -> Answer:
        if name not in _TOOLS:
            raise not_found_error(Sought.TOOL, name, _TOOLS)
        match parse_arguments(name, _TOOLS[name].arguments, arguments):
            case offered.ListScenarios():
                found = await in_thread(self._scenarios.list)
                return {"scenarios": [each.model_dump(include={"id", "title", "summary"}) for each in found]}
            case offered.ListGames():
                games = await in_thread(self._library.list)
                fields = {"game_id", "title", "scenario_title", "players", "turn", "problem"}
                return {"games": [each.model_dump(include=fields, exclude_none=True) for each in games[:_MOST_GAMES]]}
            case offered.CreateGame() as args:
                return await self._create(args)
            case offered.PlayLine() as args:
                return await self._play(args)
            case offered.UndoTurns() as args:
                return await self._undo(args)
            case offered.LookAround() as args:
                return await self._look(args.game)
        raise AssertionError(name)

    async def _create(self, args: offered.CreateGame) -> Answer:
        request = request_of("create_game", args, args.request_id)
        sheet = await in_thread(partial(self._scenarios.load, args.scenario))
        begin = partial(self._library.begin, sheet, args.name, title=args.title, **request)
        self._game_id = await off_loop(begin)
        async with self._host.using(self._game_id) as session:
            header, scene = session.header, _first_scene(session.state)
        return {"game": self._game_id, "title": header.title, "text": sheet.opening, "scene": scene}

    async def _play(self, args: offered.PlayLine) -> Answer:
        game_id = await self._found(args.game)
        request = request_of("play", args, args.request_id)
        async with self._host.using(game_id) as session:
            result = await self._turns.take_turn(game_id, args.text, **request)
            scene = _first_scene(session.state)
        return {"text": result.text, "changes": result.changes, "turn": result.turn, "scene": scene}

    async def _undo(self, args: offered.UndoTurns) -> Answer:
        game_id = await self._found(args.game)
        async with self._host.using(game_id):
            undone = await self._turns.undo(game_id, args.turns)
            scene = _first_scene(self._turns.state(game_id))
        return {"undone": [turn.player_input for turn in undone], "scene": scene}

    async def _look(self, game: str | None) -> Answer:
        async with self._host.using(await self._found(game)) as session:
            return _first_scene(session.state)

    async def _found(self, game: str | None) -> str:
        """Return the id of the game that is meant, which is played from now on."""
        if game is not None:
            game_id, label = await in_thread(partial(self._library.find, game))
            if label is not None:
                raise InvalidInput(ValueUnfit(fault=ValueFault.TURN_NAME))
            self._game_id = game_id
        if self._game_id is None:
            raise InvalidInput(ValueUnfit(fault=ValueFault.GAME_NOT_CHOSEN))
        return self._game_id

    async def read(self, uri: str) -> str:
        if uri != SCENE_URI:
            raise not_found_error(Sought.RESOURCE, uri, (SCENE_URI,))
        return _scene_text(await self._look(None))

    async def prompt(self, name: str) -> str:
        raise not_found_error(Sought.PROMPT, name, ("none",))


class GamePlayerSeat:
    """Implements `ISeat` for one player of an open game.

    Args:
        turns: Plays turns.
        game_id: The game.
        player_id: The player.
        shown: Returns a turn with what the player may see of it.
    """

    tools: Sequence[ToolSpec] = offered.GAME_TOOLS
    prompts: Sequence[PromptSpec] = ()
    resources: Sequence[ResourceSpec] = (ResourceSpec(SCENE_URI, "The scene", "What the player's character sees now."),)

    def __init__(
        self, turns: TurnService, game_id: str, player_id: str, shown: Callable[[TurnResult], TurnResult]
    ) -> None:
        self._turns = turns
        self._game_id = game_id
        self._player_id = player_id
        self._shown = shown

    @property
    def title(self) -> str:
        return f"{self._turns.state(self._game_id).name(self._player_id)}, a player's character"

    async def call(self, name: str, arguments: Mapping[str, Any]) -> Answer:
        if name not in _GAME_TOOLS:
            raise not_found_error(Sought.TOOL, name, _GAME_TOOLS)
        match parse_arguments(name, _GAME_TOOLS[name].arguments, arguments):
            case offered.PlayHere() as args:
                return await self._play(args)
            case offered.UndoHere() as args:
                undone = await self._turns.undo(self._game_id, args.turns, owner_id=self._player_id)
                return {"undone": [turn.player_input for turn in undone], "scene": self._scene()}
            case offered.LookHere():
                return self._scene()
        raise AssertionError(name)

    async def _play(self, args: offered.PlayHere) -> Answer:
        request = request_of("play", args, args.request_id)
        result = await self._turns.take_turn(self._game_id, args.text, speaker=self._player_id, **request)
        shown = self._shown(result)
        return {"text": shown.text, "changes": shown.changes, "turn": shown.turn, "scene": self._scene()}

    async def read(self, uri: str) -> str:
        if uri != SCENE_URI:
            raise not_found_error(Sought.RESOURCE, uri, (SCENE_URI,))
        return _scene_text(self._scene())

    async def prompt(self, name: str) -> str:
        raise not_found_error(Sought.PROMPT, name, ("none",))

    def _scene(self) -> Answer:
        return _scene(self._turns.state(self._game_id), self._player_id)


def _scene_text(scene: Answer) -> str:
    people, ways = ", ".join(scene["people"]) or "nobody", ", ".join(scene["exits"]) or "none"
    return f"{scene['place']}, {scene['time']}\n{scene['description']}\nHere: {people}. Ways: {ways}."


def _first_scene(state: GameState) -> Answer:
    return _scene(state, state.party.players[0].id)


def _scene(state: GameState, player_id: str) -> Answer:
    """Return what a player sees, by names."""
    with using(language_of(state.sheet)):
        seen = scene_data(state)
        lines = [choice.line for choice in chain(*player_choices(state, player_id))]
    place = seen["place"] or {"name": "", "description": ""}
    return {
        "time": seen["time"],
        "place": place["name"],
        "description": place["description"],
        "exits": [way["name"] for way in seen["exits"]],
        "people": [one["name"] for one in seen["people"]],
        "things": [one["name"] for one in seen["things"]],
        "carries": [one["name"] for one in seen["party"]["carries"]],
        "quests": [{"name": one["name"], "status": one["status"]} for one in seen["quests"]],
        "lines": lines[:_MOST_LINES],
        **({"ending": seen["ending"]["text"]} if seen.get("ending") else {}),
    }

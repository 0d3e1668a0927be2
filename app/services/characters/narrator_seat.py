"""The seat of the narrator, the game master: it sees everything, plays turns and gives every command of play and of
the game master."""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import create_model

from app.errors import InvalidInput, NotPossible
from app.events.command_table import MASTER_COMMANDS, parse_command
from app.events.commands.play import AdvanceTimeCommand
from app.events.event_table import row_of, visible_events
from app.events.order_forms import form_of
from app.interfaces import narrator_tools as offered
from app.interfaces.agents.narrator import IOutcomeTeller, Narration, NarrationContext, SaidAloud
from app.interfaces.seat import PromptSpec, RequestId, ResourceSpec, ToolSpec
from app.language.analysis.quoting import repeated_marks
from app.language.checks.repeats import RepeatCutter
from app.language.rendering.naming import owner_name
from app.language.rendering.phrases import time_text
from app.memory.entries.markers import is_inactive
from app.memory.narration_words import note_line
from app.memory.stream.owners import find_person, find_scope
from app.models.base import Frozen, has_control_characters, visible_name
from app.models.command import Command
from app.models.events.play import TimeAdvanced
from app.models.memory import MemoryEntry
from app.models.messages.passage import Passage, Source
from app.models.plain_reasons import Form, Malformed, Problem, Sought, ValueFault, ValueUnfit
from app.models.refusals.people import PersonNoSpeaker
from app.models.sheets.narration import USUAL_STYLE
from app.models.state.game_state import GameState
from app.services.ai.context_service import narrator_instructions
from app.services.characters.arguments import not_found_error, parse_arguments, request_of
from app.services.characters.character_views import INSTRUCTIONS, JOURNAL_URI, PEOPLE_URI, SCENE_URI
from app.services.characters.table_view import JOURNAL, journal_text, scene_data, scene_text
from app.services.game.turns.turn_result import TurnResult
from app.services.game.turns.turn_service import TurnService

NARRATOR = "narrator"
MAX_SHOWN = 300  # memories read by this seat, whose words are marked as repeated in its narration


def _arguments(command: type[Command]) -> type[Frozen]:
    if command is AdvanceTimeCommand:
        return offered.AdvanceTime
    return form_of(command)


def _command_tool(kind: str, order: type[Frozen]) -> ToolSpec:
    """Make a tool of a command, named by its kind."""
    request: Any = (RequestId, None)
    return ToolSpec(
        kind, create_model(order.__name__, __base__=order, __doc__=order.__doc__, request_id=request), changes=True
    )


ORDERS = {command.model_fields["kind"].default: _arguments(command) for command in MASTER_COMMANDS}
COMMAND_TOOLS = {kind: _command_tool(kind, order) for kind, order in ORDERS.items()}
_OWN_TOOLS = {tool.name: tool for tool in (offered.LOOK, offered.TAKE_TURN, offered.MEMORIES, offered.UNDO)}
NARRATOR_TOOLS = (*_OWN_TOOLS.values(), *COMMAND_TOOLS.values())


class NarratorSeat:
    """Implements `ISeat` for one game."""

    tools: Sequence[ToolSpec] = NARRATOR_TOOLS
    prompts: Sequence[PromptSpec] = (
        PromptSpec(NARRATOR, "The premise, the rules of running the table, and the scene as it is now."),
    )

    def __init__(self, turns: TurnService, game_id: str, *, scripted: Callable[..., "ScriptedNarrator"]) -> None:
        self._turns = turns
        self._scripted = scripted
        self._game_id = game_id
        self._shown: deque[tuple[str, str]] = deque(maxlen=MAX_SHOWN)

    @property
    def title(self) -> str:
        return f"the narrator of {self._state.sheet.title}"

    @property
    def _state(self) -> GameState:
        return self._turns.state(self._game_id)

    async def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        if name in COMMAND_TOOLS:
            args = parse_arguments(name, COMMAND_TOOLS[name].arguments, arguments)
            fields = args.model_dump(exclude_unset=True)  # a change of canon leaves alone what is not given
            request = request_of(name, args, fields.pop("request_id", None))
            command = parse_command(fields | {"kind": name})
            return _turn_data(await self._turns.execute(self._game_id, command, **request))
        if name not in _OWN_TOOLS:
            raise not_found_error(Sought.TOOL, name, (tool.name for tool in self.tools))
        with self._turns.speaking(self._game_id):
            match parse_arguments(name, _OWN_TOOLS[name].arguments, arguments):
                case offered.TakeTurn() as args:
                    return await self._take_turn(args)
                case offered.Memories() as args:
                    return self._memories(args)
                case offered.Undo() as args:
                    return await self._undo(args)
                case _:
                    return scene_data(self._state) | self._narration()

    async def _take_turn(self, args: offered.TakeTurn) -> dict[str, Any]:
        if args.narration is None and (args.commands or args.says):
            raise InvalidInput(ValueUnfit(fault=ValueFault.NARRATION_NEEDED))
        narrator, speaker = None, self._player_id(args.speaker)
        if args.narration is not None:
            orders = [_order(order) for order in args.commands]
            narrator = self._scripted(args.narration, orders, args.says, dict(self._shown))
        request = request_of("take_turn", args, args.request_id)
        result = await self._turns.take_turn(self._game_id, args.text, speaker=speaker, narrator=narrator, **request)
        return {"text": result.text, **_turn_data(result)}

    def _narration(self) -> dict[str, Any]:
        """Return the narration style; {} where game and scenario leave it as usual."""
        style = self._state.narration_style
        return {} if style == USUAL_STYLE else {"narration": style.model_dump(mode="json")}

    def _player_id(self, speaker: str | None) -> str | None:
        """Return the id of the player of this name; else the name, which the turn refuses."""
        if speaker is None:
            return None
        wanted = " ".join(visible_name(speaker).split()).casefold()
        players = self._state.party.players
        return next((player.id for player in players if wanted in (player.id, player.name.casefold())), speaker)

    def _memories(self, args: offered.Memories) -> dict[str, Any]:
        state = self._state
        scope = find_scope(state, args.of)
        entries = (entry for entry in state.memories(scope) if args.kind in (None, entry.kind))
        active = [entry for entry in entries if not is_inactive(state.status(entry.id))]
        newest = active[: -args.limit - 1 : -1]
        self._shown.extend((entry.id or "", entry.summary) for entry in newest)
        memories = [_memory_data(state, entry) for entry in newest]
        return {"of": owner_name(state, scope), "memories": memories, "in_all": len(active)}

    async def _undo(self, args: offered.Undo) -> dict[str, Any]:
        undone = await self._turns.undo(self._game_id, args.turns, **request_of("undo", args, args.request_id))
        turns = [{"turn": turn.turn, "text": turn.player_input, "commands": list(turn.commands)} for turn in undone]
        return {"undone": turns, "turn": undone[-1].turn - 1}

    @property
    def resources(self) -> Sequence[ResourceSpec]:
        state, sheet = self._state, "The whole sheet of this person, as its author wrote it."
        return (
            ResourceSpec(SCENE_URI, "The scene", "Place, exits, people, things, quests and notes, as they are now."),
            ResourceSpec(JOURNAL_URI, "The journal", f"The last {JOURNAL} messages, oldest first."),
            *(ResourceSpec(f"{PEOPLE_URI}{key}", state.name(key), sheet, "application/json") for key in state.npcs),
        )

    async def read(self, uri: str) -> str:
        state = self._state
        with self._turns.speaking(self._game_id):
            if uri == SCENE_URI:
                return scene_text(state)
            if uri == JOURNAL_URI:
                return journal_text(state)
        npc_id = uri.removeprefix(PEOPLE_URI)
        if uri.startswith(PEOPLE_URI) and npc_id in state.npcs:
            return state.sheets.npc(npc_id).model_dump_json(indent=2, exclude_defaults=True)
        raise not_found_error(Sought.RESOURCE, uri, (SCENE_URI, JOURNAL_URI, f"{PEOPLE_URI}ID"))

    async def prompt(self, name: str) -> str:
        if name != NARRATOR:
            raise not_found_error(Sought.PROMPT, name, (NARRATOR,))
        with self._turns.speaking(self._game_id):
            premise, scene = narrator_instructions(self._state), scene_text(self._state)
        note = note_line(self._state.narration_style)
        parts = (
            premise,
            f"## Running The Table\n{INSTRUCTIONS['narrator']}",
            scene,
            note and f"## Author's Note\n{note}",
        )
        return "\n\n".join(filter(None, parts))


@dataclass(frozen=True)
class ScriptedNarrator:
    """Implements `INarrator` from given commands, speeches and text.

    A refusal or an absent speaker undoes the turn. The author's words for the effects of the commands come first; text
    that repeats them is cut.

    Args:
        telling: The text.
        commands: The commands to carry out, in order.
        says: What people say.
        memories: Memories that the client has read, by id: text that repeats them is not condensed again.
        teller: Finds the author's words.
        said_aloud: Reads what the player says aloud; None to leave it to the form of the line.

    Raises:
        InvalidInput: A text holds control characters.
    """

    telling: str
    commands: Sequence[Command]
    says: Sequence[offered.SpokenLine]
    memories: Mapping[str, str] = field(default_factory=dict)
    teller: IOutcomeTeller = field(kw_only=True)
    said_aloud: SaidAloud | None = field(default=None, kw_only=True)
    model, mode, tools_tokens = "client", "given", 0

    def __post_init__(self) -> None:
        if any(map(has_control_characters, (self.telling, *(said.text for said in self.says)))):
            raise InvalidInput(ValueUnfit(fault=ValueFault.NARRATION_CONTROL))

    async def narrate(self, context: NarrationContext) -> Narration:
        """Carry out the commands, then show what people say and the text."""
        read: list[str] = []
        aloud = None if self.said_aloud is None else await self.said_aloud(context.state, context.text)
        for command in self.commands:
            outcome = await context.execute(command)
            for passage in self.teller.passages(context.state, (outcome,)):
                if passage.source is Source.AUTHOR:
                    context.tell(passage)
                    read.append(passage.text)
        for said in self.says:
            context.tell(self._speech(context, said.who, said.text.strip()))
        if text := RepeatCutter(read).cut(self.telling.strip()).strip():
            context.tell(Passage(text, marks=repeated_marks(text, self.memories)))
        return Narration(said=aloud)

    def _speech(self, context: NarrationContext, who: str, text: str) -> Passage:
        state = context.state
        npc_id = find_person(state, who)
        here = tuple(npc.instance_id for npc in state.present())
        if npc_id not in here:
            raise NotPossible(PersonNoSpeaker(npc_id=npc_id, here=here))
        return Passage.speech(npc_id, text, repeated_marks(text, self.memories))


def _order(order: Mapping[str, Any]) -> Command:
    kind = order.get("kind")
    if not isinstance(kind, str) or kind not in ORDERS:
        raise InvalidInput(
            Malformed(form=Form.ARGUMENTS, problem=Problem.NO_ORDER, where="commands", there=tuple(ORDERS))
        )
    given = {key: value for key, value in order.items() if key != "kind"}
    return parse_command(parse_arguments(kind, ORDERS[kind], given).model_dump(exclude_unset=True) | {"kind": kind})


def _turn_data(result: TurnResult) -> dict[str, Any]:
    """Return the changes of a turn, as visible events and in words; spans of time are added up."""
    began_at = result.messages[0].location_id if result.messages else None
    events = [event for event, _ in visible_events(result.events, began_at) if not row_of(event).is_inward]
    if minutes := sum(event.minutes for event in result.events if isinstance(event, TimeAdvanced)):
        events.append(TimeAdvanced(minutes=minutes))
    marks = {"interrupted": result.interrupted, "degraded": result.degraded}
    return {
        "turn": result.turn,
        "changes": result.changes,
        "events": [event.model_dump(mode="json") for event in events],
        **{name: True for name, holds in marks.items() if holds},
    }


def _memory_data(state: GameState, entry: MemoryEntry) -> dict[str, Any]:
    found = {
        "id": entry.id,
        "kind": entry.kind.value,
        "content": entry.summary,
        "turn": entry.turn,
        "time": time_text(entry.game_time) if entry.game_time is not None else None,
        "importance": state.status(entry.id).importance or entry.importance,
    }
    return {name: value for name, value in found.items() if value is not None}

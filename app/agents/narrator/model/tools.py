"""The commands as tools of a model: one call after the other, with refusals returned to the model. CompleteQuest and
ProgressAct are left out, because they follow from other commands; CompleteObjective is for objectives without a
condition. The orders of a game master are one tool, where the scenario allows canon."""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from typing import Any

from pydantic import BaseModel, Field, ValidationError
from pydantic_ai import RunContext, ToolDefinition
from pydantic_ai.exceptions import ToolFailed, UnexpectedModelBehavior
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ThinkingPart, ToolCallPart, ToolReturnPart
from pydantic_ai.toolsets import ToolsetTool
from typing_extensions import override

from app.agents.fitting import clipped_to
from app.agents.narrator.model.line_parts import LineParts
from app.agents.narrator.model.telling import protected_players
from app.agents.narrator.turn.outcomes import passages_in_words, passages_of_outcome
from app.agents.schemas import StableToolset, tool_definition
from app.errors import InvalidInput, NotFound, NotPossible
from app.events.command_table import MASTER_TOOLS, NARRATOR_COMMANDS, parse_command
from app.events.commands.canon import CreatePlaceCommand, EstablishFactCommand
from app.events.commands.play import AskTopicCommand, ChangeLocationCommand
from app.events.order_forms import form_of
from app.interfaces.agents.narrator import NarrationContext
from app.language.analysis.quoting import repeated_marks
from app.language.checks.answer_form import AnswerForm
from app.language.checks.prose import StreamedProse
from app.language.rendering.plain_reasons import in_words
from app.memory.prompt_data import estimate
from app.models.base import Frozen, Id, first_problem, has_control_characters
from app.models.command import Command, Event, Outcome
from app.models.events.mind import ActivityChanged, MealEaten, PlanItemUpdated, PlanSet
from app.models.events.play import HourPassed, LocationChanged, NPCMoved, TimeAdvanced
from app.models.messages.mark import MarkKind
from app.models.messages.passage import Passage, PassageKind, Source
from app.models.plain_reasons import Form, Malformed, Problem
from app.models.prompt import Prompt
from app.models.sheets.scenario import CanonLevel
from app.models.state.game_state import GameState
from app.models.state.placing import placed

MAX_TOOL_CALLS = 16
"""The most tool calls of one turn; a model that makes more is asked to narrate instead."""
MAX_NEW = 2_000
"""The most tokens that a model is shown of a place that it has just come to."""
MIN_TOKENS_LEFT = 200
"""Tokens; with fewer left, further calls are refused, and the refusal still fits."""
_KEPT_FREE = MIN_TOKENS_LEFT // 2
RUN_TOKENS = 2_000
"""The tokens reserved in each prompt for calls and their results."""
_AROUND = 8  # tokens that a format puts around each part of a message, about
_ENOUGH = "That is enough for one turn. Tell the player what happened."


class NpcSays(Frozen):
    """Let a person who is here say something aloud: the only way to tell speech."""

    npc_id: Id
    text: str = Field(default="", max_length=2000, description="the bare words, without quotation marks")
    about: Id | None = Field(default=None, description="a topic that it tells: the author's words follow")
    to: tuple[Id, ...] = Field(default=(), max_length=16, description="ids; empty: the player")


class LookUp(Frozen):
    """Read what the author knows of a place, person, thing, quest or secret elsewhere."""

    id: Id


class GmNote(Frozen):
    """Note something for yourself that no player may read."""

    text: str = Field(min_length=1, max_length=1000)


class ForgetNote(Frozen):
    """Forget a note of yours."""

    note: int = Field(ge=0, description="its number")


class MakeTrue(Frozen):
    order: str
    arguments: dict[str, Any]


SAYS, LOOK, GM_NOTE, FORGET_NOTE, MAKE = "npc_says", "look", "gm_note", "forget_note", "make_true"
_MOVE = "change_location"
ASIDE = frozenset({LOOK, GM_NOTE, FORGET_NOTE})
"""Tools of which the player is told nothing."""
NOTES = frozenset({GM_NOTE, FORGET_NOTE})
"""Of these, those whose answer a model need not read."""


def tokens_as_json(value: object) -> int:
    """Return the tokens of a value as the JSON that a model reads."""
    return estimate(json.dumps(value, ensure_ascii=False))


def _added(messages: Sequence[ModelMessage], *, thoughts: bool) -> int:
    """Return the tokens after the prompt, which is the first message."""
    return sum(
        estimate(_text_of(part)) + _AROUND
        for message in messages[1:]
        for part in message.parts
        if thoughts or not isinstance(part, ThinkingPart)
    )


def _text_of(part: object) -> str:
    match part:
        case ToolCallPart():
            return f"{part.tool_name}{part.args_as_json_str()}"
        case ToolReturnPart():
            return part.model_response_str()
        case TextPart() | ThinkingPart():
            return part.content
    return str(part)


@dataclass
class ToolRun:
    """What a model has done in one turn so far, within the tokens of the prompt's budget and those reserved for it."""

    context: NarrationContext
    prompt: Prompt
    form: AnswerForm
    """What may not come back of the prompt, in the words of people either."""
    before_telling: Callable[[], None]
    """Ends the current stretch of the model's text; whatever is shown next follows it."""
    passages: list[Passage] = field(default_factory=list)
    """The passages that calls produced, in words of the author and the engine."""
    told: list[Passage] = field(default_factory=list)
    """Of these, those that the player has read."""
    refusals: list[str] = field(default_factory=list)
    failed: int = 0
    """Calls that failed."""
    is_told: Callable[[], bool] = lambda: False
    """Whether the text beside the last calls can be the turn's narration."""
    has_spoken: bool = False
    shown: dict[str, str] = field(default_factory=dict)
    calls: int = 0
    passes_on: bool = False
    """Whether the answer of the model that holds the present call moves the party on after it."""
    owes_place: bool = False
    """Whether the party is at a place that the model was not shown, as it meant to move on."""
    uncounted: int = 0
    """Tokens of results that the messages do not contain yet."""

    def next_request(self, messages: Sequence[ModelMessage]) -> bool:
        """Return whether the next request, whose messages contain all results so far, still fits the budget."""
        self.uncounted = 0
        return _added(messages, thoughts=True) <= self._limit

    def count(self, result: object) -> None:
        """Count a result that the messages do not contain yet."""
        self.uncounted += tokens_as_json(result) + _AROUND

    def left(self, messages: Sequence[ModelMessage]) -> int:
        """Return the tokens left for results. A model's thinking is not counted, so that it does not prevent
        actions."""
        return self._limit - _added(messages, thoughts=False) - self.uncounted - _AROUND

    @property
    def _limit(self) -> int:
        return self.prompt.budget - self.prompt.tokens + RUN_TOKENS

    @property
    def shown_memories(self) -> dict[str, str]:
        """Return every memory that the model has been shown, by id: in its prompt, and in results."""
        return self.prompt.shown_memories | self.shown

    @cached_property
    def parts(self) -> LineParts:
        """The parts of the player's line, which are done where the model has gone by then."""
        return LineParts(self.context)

    def tell(self, passage: Passage) -> None:
        """Show a passage at once."""
        self.before_telling()
        self.context.tell(passage)

    @property
    def read(self) -> list[str]:
        """Return the words of the author and the engine that the player has read."""
        return [passage.text for passage in self.told]

    @property
    def has_authored(self) -> bool:
        """Return whether words of the author were shown."""
        return any(passage.source is Source.AUTHOR for passage in self.told)

    def untold(self) -> list[Passage]:
        """List the events in the engine's words, which the model is to narrate, and the refusals.

        Listings of a place that the party has left again are left out.
        """
        here = self.context.state.scenario.current_location_id
        untold = (passage for passage in self.passages if passage not in self.told)
        happened = [each for each in untold if each.kind is not PassageKind.ASIDE or each.location_id == here]
        refused = dict.fromkeys(self.refusals)
        return [*happened, *(Passage(text, Source.ENGINE, PassageKind.REFUSAL) for text in refused)]

    def facts(self) -> str:
        """Return the events that were not narrated yet, in words."""
        return passages_in_words(self.context.state, self.untold())


_UNLISTED = {
    "create_person": (
        *("id", "aliases", "age", "pronouns", "background", "traits", "goals", "attitude", "home_location"),
        *("work_location", "has_mind"),
    ),
    "create_item": ("id", "aliases", "count", "wearable", "price", "tags", "damage"),
    "create_place": ("id", "aliases", "atmosphere", "type"),
    "create_action": ("id", "with_", "with", "refusal", "minutes", "once"),
    "create_state": ("first", "label"),
    "create_timer": ("id", "heard_at", "repeats"),
    "add_note": ("owner_id", "for_master"),  # prompts do not show the ids of players: what a model notes is the table's
    "check": ("dice", "on", "with_id", "action_id"),
    "perform_action": ("actor_id",),
    "entrust_message": ("by_id",),
}
"""Arguments that are taken and not listed: the tools of a prompt have to leave most of it to the game."""
_PARTS_OF_ORDERS = """
effects: [{'kind': 'set_state', 'of', 'name', 'value'}, {'kind': 'move_item', 'item_id', 'to'} …]
condition: {'kind': 'item_held', 'item_id'} …
check: {'attribute', 'difficulty', 'success': {'text', 'effects'}, 'failure': …}
topics: [{'name', 'text'}]; details: [{'name', 'description'}]; ways: [{'to', 'name', 'back'}]"""


@cache
def tool_definitions(*, canon: CanonLevel = CanonLevel.CLOSED) -> Sequence[ToolDefinition]:
    """Return one tool for each command, one to let people speak, one to look things up, two for the game master's own
    notes, with short schemas.

    Args:
        canon: How far the scenario can be added to; the tool of a game master's orders, where there is one, lists those
            that are possible.
    """
    tools: dict[str, type[BaseModel]] = {kind.model_fields["kind"].default: kind for kind in NARRATOR_COMMANDS}
    tools |= {SAYS: NpcSays, LOOK: LookUp, GM_NOTE: GmNote, FORGET_NOTE: ForgetNote}
    usual = (
        tool_definition(name, model, without=("kind", *_UNLISTED.get(name, ())), short=True)
        for name, model in tools.items()
    )
    return tuple(usual) if canon is CanonLevel.CLOSED else (*usual, _orders_definition(canon))


def _orders_definition(canon: CanonLevel) -> ToolDefinition:
    """Return the one tool of all orders that add to the world; schemas of their own would take half of a prompt."""
    kinds = (kind for kind in MASTER_TOOLS if canon is CanonLevel.OPEN or kind is not CreatePlaceCommand)
    orders = "\n".join(map(_signature, kinds))
    description = (
        "Make something true of this world. create_ makes a part with the id made-<name>. Orders"
        f" (? is optional):\n{orders}{_PARTS_OF_ORDERS}"
    )
    schema = {
        "type": "object",
        "properties": {"order": {"type": "string"}, "arguments": {"type": "object", "additionalProperties": True}},
        "required": ["order", "arguments"],
    }
    return ToolDefinition(name=MAKE, description=description, parameters_json_schema=schema, sequential=True)


def _signature(kind: type[Command]) -> str:
    name, fields = kind.model_fields["kind"].default, form_of(kind).model_fields
    unlisted = _UNLISTED.get(name, ())
    listed = (f"{each}{'' if field.is_required() else '?'}" for each, field in fields.items() if each not in unlisted)
    return f"{name}({', '.join(listed)})"


@cache
def tokens_of_tools(*, canon: CanonLevel = CanonLevel.CLOSED) -> int:
    tools = tool_definitions(canon=canon)
    return tokens_as_json([[tool.name, tool.description, tool.parameters_json_schema] for tool in tools])


def adds_to_canon(state: GameState) -> bool:
    """Return whether a model has the orders of a game master as tools in a game."""
    return state.sheet.canon_level is not CanonLevel.CLOSED


class CommandToolset(StableToolset[ToolRun]):
    """Carries out a model's tool calls. A refusal of the world is a failed call; any other error ends the run."""

    def __init__(self) -> None:
        super().__init__(tool_definitions())
        self._by_level = {level: self.tools_of(tool_definitions(canon=level)) for level in CanonLevel}

    @override
    async def get_tools(self, ctx: RunContext[ToolRun]) -> dict[str, ToolsetTool[ToolRun]]:
        """Return every tool of the game. It is called before each request: one that would exceed the budget ends
        the run instead."""
        if not ctx.deps.next_request(ctx.messages):
            raise UnexpectedModelBehavior("The run has outgrown the prompt's budget.")
        if ctx.deps.is_told():
            raise UnexpectedModelBehavior("The text beside the calls is the narration.")
        return self._by_level[ctx.deps.context.state.sheet.canon_level]

    @override
    async def call_tool(
        self, name: str, tool_args: dict[str, Any], ctx: RunContext[ToolRun], tool: ToolsetTool[ToolRun]
    ) -> dict[str, Any]:
        """Carry out one call and return what happened, as JSON. Raise ToolFailed with the reason of a refusal."""
        run = ctx.deps
        await asyncio.sleep(0)  # other work, and the turn's time limit, come between two calls
        run.calls += 1
        if run.calls > MAX_TOOL_CALLS:
            raise ToolFailed(_ENOUGH)
        left = run.left(ctx.messages)
        run.passes_on = _MOVE in _calls_after(ctx)
        try:
            if run.calls > 1 and left < MIN_TOKENS_LEFT:
                raise ToolFailed(_ENOUGH)
            answer = await _called(run, name, tool_args, left - _KEPT_FREE)
        except ToolFailed as error:
            run.failed += 1
            failed = await _with_place(run, error, left - _KEPT_FREE)
            run.count(str(failed))
            raise failed from None
        run.count(answer)
        return answer


def _calls_after(ctx: RunContext[ToolRun]) -> list[str]:
    """Return the names of the tools that the same answer of the model calls after the present one."""
    answer = next((message for message in reversed(ctx.messages) if isinstance(message, ModelResponse)), None)
    calls = [] if answer is None else answer.tool_calls
    at = next((position for position, call in enumerate(calls, 1) if call.tool_call_id == ctx.tool_call_id), len(calls))
    return [call.tool_name for call in calls[at:]]


async def _with_place(run: ToolRun, error: ToolFailed, tokens: int) -> ToolFailed:
    """Return the failure of a call, with the place where the party stays if the model was not shown it yet."""
    if not run.owes_place or run.passes_on:
        return error
    run.owes_place = False
    for passage in _listings(run, run.passages):
        if passage not in run.told:
            run.told.append(passage)
            run.tell(passage)
    sections = await _new_sections(run, min(tokens - tokens_as_json(str(error)), MAX_NEW))
    return ToolFailed(f"{error}\n\n{json.dumps({'now': sections}, ensure_ascii=False)}") if sections else error


async def _called(run: ToolRun, name: str, args: dict[str, Any], tokens: int) -> dict[str, Any]:
    match name:
        case "npc_says":
            return await _says(run, args, tokens)
        case "look":
            return _look(run, args, tokens)
        case "gm_note":
            return await _carried_out(run, "add_note", {**args, "for_master": True, "owner_id": None}, tokens)
        case "make_true":
            return await _carried_out(run, *_order_of(args), tokens)
    return await _carried_out(run, name, args, tokens)


def _order_of(args: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the name of an order and its arguments, also where a model wrote them as JSON text or next to the name."""
    names = [kind.model_fields["kind"].default for kind in MASTER_TOOLS]
    beside = {name: value for name, value in args.items() if name not in ("order", "arguments")}
    order, given = args.get("order"), args.get("arguments", {})
    if not isinstance(order, str) or order not in names:
        raise ToolFailed(f"Bad order, order: one of {', '.join(names)}.")
    if isinstance(given, str):
        with suppress(ValueError):
            given = json.loads(given)
    if not isinstance(given, dict):
        raise ToolFailed("Bad order, arguments: an object, please.")
    return order, {**beside, **given}


def _look(run: ToolRun, args: dict[str, Any], tokens: int) -> dict[str, Any]:
    wanted = args.get("id")
    found = run.context.look(wanted) if isinstance(wanted, str) else None
    if found is None:
        raise ToolFailed("There is nothing with this id; ids stand in square brackets.")
    return {"found": clipped_to(found, max(0, tokens - _AROUND))}


async def _carried_out(
    run: ToolRun,
    name: str,
    args: dict[str, Any],
    tokens: int,
    *,
    before_telling: Callable[[], None] = lambda: None,
    tells_events: bool = False,
) -> dict[str, Any]:
    """Carry out a command, show the author's words that it brings, of a new place who is there and where one can go,
    and with ``tells_events`` the engine's words, and return what happened."""
    try:
        if "kind" in args:
            raise InvalidInput(Malformed(form=Form.COMMAND, problem=Problem.KIND_GIVEN, where="kind"))
        command = parse_command({**_with_player(run.context.state, name, args), "kind": name})
        if isinstance(command, ChangeLocationCommand):
            run.parts.before_walk()
        else:
            run.parts.before_deed()
        outcome = await run.context.execute(command)
    except (NotPossible, NotFound, InvalidInput) as error:
        if not isinstance(error, InvalidInput):
            run.refusals.append(in_words(error))
        raise ToolFailed(in_words(error)) from None
    if isinstance(outcome.command, ChangeLocationCommand):
        run.parts.after_walk()
    # Where it happened: what is told at the end of the turn may be told elsewhere.
    made = [placed(run.context.state, passage) for passage in passages_of_outcome(run.context.state, [outcome])]
    run.passages += made
    before_telling()
    listings = _listings(run, made) if _has_moved(outcome) and not run.passes_on else []
    for passage in made:
        is_event = tells_events and passage.kind is not PassageKind.ASIDE
        if passage.source is Source.AUTHOR or is_event or passage in listings:
            run.told.append(passage)
            run.tell(passage)
    return await _answer(run, outcome, made, tokens)


def _has_moved(outcome: Outcome) -> bool:
    return any(isinstance(event, LocationChanged) for event in outcome.events)


def _listings(run: ToolRun, passages: Sequence[Passage]) -> list[Passage]:
    """Return the passages that list who and what is where the party is, and its ways."""
    here = run.context.state.scenario.current_location_id
    found = (each for each in passages if each.kind is PassageKind.ASIDE and each.location_id == here)
    return [each for each in found if any(mark.kind is MarkKind.LISTING for mark in each.marks)]


def _with_player(state: GameState, name: str, args: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments with the id of the player whose name a claim has: prompts show names of players only."""
    claimed_by = args.get("claimed_by")
    if name != EstablishFactCommand.model_fields["kind"].default or not isinstance(claimed_by, str):
        return args
    wanted = claimed_by.strip().casefold()
    found = (player.id for player in state.party.ever if player.name.casefold() == wanted)
    return {**args, "claimed_by": next(found, claimed_by)}


async def _answer(run: ToolRun, outcome: Outcome, made: Sequence[Passage], tokens: int) -> dict[str, Any]:
    """Return what a command brought about in at most so many tokens, shortened where necessary."""
    moved = _has_moved(outcome)
    state = run.context.state
    read = passages_in_words(state, (each for each in made if each in run.told))
    untold = passages_in_words(state, (each for each in made if each not in run.told))
    words = {name: text for name, text in (("read", read), ("in_words", untold)) if text}
    events = [_without_texts(event, f"{read}\n{untold}") for event in outcome.events if _is_worth_telling(state, event)]
    answer = {"done": True, "events": events, **words}
    if tokens_as_json(answer) > tokens:
        answer = {"done": True}
        for number, (name, text) in enumerate(words.items()):
            left = tokens - tokens_as_json({**answer, name: ""})
            share = left // (2 if moved or number + 1 < len(words) else 1)
            if share > 0:
                answer[name] = clipped_to(text, share)
    run.owes_place = run.passes_on if moved else run.owes_place
    if moved and not run.passes_on:
        tokens -= tokens_as_json({**answer, "now": {}})
        if sections := await _new_sections(run, min(tokens, MAX_NEW)):
            answer["now"] = sections
    return answer


def _is_worth_telling(state: GameState, event: Event) -> bool:
    """Return whether an event is more than time that passes and people who live elsewhere, which fill a long wait."""
    match event:
        case NPCMoved(from_id=begin, to_id=end):
            return state.scenario.current_location_id in (begin, end)
        case HourPassed() | TimeAdvanced() | PlanSet() | PlanItemUpdated() | ActivityChanged() | MealEaten():
            return False
    return True


def _without_texts(event: Event, shown: str) -> dict[str, Any]:
    """Return an event as JSON, without the texts that the answer has already."""
    dumped: dict[str, Any] = event.model_dump(mode="json")
    return {name: value for name, value in dumped.items() if not (isinstance(value, str) and " " in value in shown)}


_FIRST = ("Place and Exits", "People Present", "Hidden Here", "Possible Actions", "Timers That Run")
"""Sections of a new place that are shown before all others."""
_OF_THE_LINE = "Recalled"
"""The section that is chosen by the player's line, which the model has read."""


async def _new_sections(run: ToolRun, tokens: int) -> dict[str, str]:
    """Return the sections of the prompt that changed after a move, required ones first, as many lines as fit.

    Memories recalled for the line are left out."""
    before = {section.name: section.text for section in run.prompt.sections}
    prompt = await run.context.prompt()
    run.shown.update(prompt.shown_memories)
    changed = [
        section
        for section in prompt.sections
        if before.get(section.name) != section.text and section.name != _OF_THE_LINE
    ]
    found: dict[str, str] = {}
    for section in sorted(changed, key=lambda section: _FIRST.index(section.name) if section.name in _FIRST else 9):
        lines = section.text.splitlines()
        while lines and tokens_as_json({**found, section.name: "\n".join(lines)}) > tokens:
            lines.pop()
        if lines:
            found[section.name] = "\n".join(lines)
    return found


async def _says(run: ToolRun, args: dict[str, Any], tokens: int) -> dict[str, Any]:
    """Let a person say its own words, then the author's words of a topic, if it is to tell one; the consequences are
    told at once, as they belong to the speech."""
    state = run.context.state
    try:
        said = NpcSays.model_validate(args)
    except ValidationError as error:
        raise ToolFailed(f"Bad speech, {first_problem(error)}.") from None
    here = [npc.instance_id for npc in state.present()]
    if said.npc_id not in here:
        raise ToolFailed(f"{said.npc_id} is not here to speak; here: {', '.join(here) or 'nobody'}.")
    players = [player.id for player in state.party.players]
    if absent := [each for each in said.to if each not in (*here, *players)]:
        raise ToolFailed(f"{absent[0]} is not here to be spoken to; here: {', '.join((*here, *players))}.")
    text = _spoken(run, said)
    if said.about is None:
        _say(run, said, text)
        return {"said": True}
    return await _carried_out(
        run,
        AskTopicCommand.model_fields["kind"].default,
        {"npc_id": said.npc_id, "topic_id": said.about},
        tokens,
        before_telling=partial(_say, run, said, text),
        tells_events=True,
    )


def _spoken(run: ToolRun, said: NpcSays) -> str:
    """Return the words that a person says of its own; "" where it has only the author's, or repeats what was read."""
    if has_control_characters(said.text):
        raise ToolFailed("Bad speech, text: plain words, please, without control characters.")
    form = replace(run.form, speaker=run.context.state.name(said.npc_id))
    words = StreamedProse(lambda _: None, names=protected_players(run.context), read=run.read, form=form)
    words.feed(said.text)
    reason = words.close()
    if reason is not None and (words.text or said.about is None):
        raise ToolFailed(f"Bad speech, text: {reason}; plain words of the person, please.")
    return words.text


def _say(run: ToolRun, said: NpcSays, text: str) -> None:
    run.has_spoken = True
    run.parts.before_deed()
    if text:
        speech = Passage.speech(said.npc_id, text, repeated_marks(text, run.shown_memories))
        run.tell(replace(speech, addressee_ids=said.to or None))

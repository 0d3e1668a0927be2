"""The seat of a character: what its player may ask and do; each action is a turn, which reinforces the memories
named as reasons (``because``)."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal

from app.errors import InvalidInput, NotFound, NotPossible
from app.events.commands.memory import AssociateMemoriesCommand, FormMemoryCommand, ReinforceMemoryCommand
from app.events.commands.mind import (
    CreateArtifactCommand,
    EatCommand,
    PlayCharacterCommand,
    SetActivityCommand,
    UpdateGoalCommand,
)
from app.events.commands.play import MoveNPCCommand
from app.interfaces import character_acts as offered
from app.interfaces.character_acts import ActTool, MoreTools, Say, ToolGroup
from app.interfaces.character_tool_lists import ACTING_TOOLS, FIRST_TOOLS, MEMORY_TOOLS, TOOL_GROUPS
from app.interfaces.character_tools import ConsultMemories, QueryScene
from app.interfaces.seat import PromptSpec, ResourceSpec, ToolSpec
from app.language.language import language_of
from app.memory.recall.perceived import is_message, perceive
from app.memory.stream.goals import goals_of
from app.memory.stream.stream import MemoryStream
from app.models.base import Frozen, short_input
from app.models.command import Command, Event
from app.models.events.mind import MemoriesAssociated, MemoryFormed
from app.models.memory import Scope
from app.models.minds.activity import Activity
from app.models.plain_reasons import Form, Malformed, Problem, Sought
from app.models.prompt import RecalledMemory
from app.models.refusals.memories import ConsultFirst, MemoryNotYours, MemoryToForm, Unsure
from app.models.refusals.people import GoalNotYours, PersonNoHearer, PersonNowhere
from app.models.state.game_state import GameState
from app.services.characters import character_views as views
from app.services.characters.arguments import command_from, not_found_error, parse_arguments, request_of
from app.services.characters.deeds import deed_called, deed_data, possible_lines
from app.services.characters.experience import Experience
from app.services.characters.memory_answers import Answer, SelfKnowledge
from app.services.characters.names import find_people, neighbouring_place
from app.services.game.games.session import Request
from app.services.game.turns.speaking import check_can_speak, who_hears
from app.services.game.turns.turn_result import TurnResult
from app.services.game.turns.turn_service import TurnService

_ACTIVITIES = {"work": Activity.ACTIVITY, "rest": Activity.IDLE, "sleep": Activity.SLEEPING}
_TOOLS = {spec.name: spec for spec in (*MEMORY_TOOLS, *ACTING_TOOLS)}
_FIRST = {spec.name: spec for spec in FIRST_TOOLS}
_CALLABLE = {**_FIRST, **_TOOLS}


class CharacterSeat:
    """Implements `ISeat` for one person of one game.

    It lists few tools at first and more once `more_tools` asks for them; each can be called by its name all the same.
    With a ``gate``, `consult_memories` must precede each speech and action; one that was
    refused may be tried again without it."""

    prompts: Sequence[PromptSpec] = views.PROMPTS

    def __init__(
        self,
        turns: TurnService,
        game_id: str,
        npc_id: str,
        *,
        self_knowledge: SelfKnowledge,
        gate: bool = False,
        listing: Literal["few", "all"] = "few",
    ) -> None:
        """Take the seat of a person.

        Args:
            turns: Plays the turns.
            game_id: The game.
            npc_id: The person.
            self_knowledge: Answers what the person asks itself.
            gate: Whether memories must be consulted before each speech and action.
            listing: Whether few tools are listed at first, or all.

        Raises:
            NotFound: There is no such game or person.
        """
        self._turns = turns
        self._game_id = game_id
        self._npc_id = npc_id
        turns.state(game_id).npc(npc_id)
        self._self_knowledge = self_knowledge
        self._must_consult = gate
        self._has_consulted = False
        self._listed = dict(_FIRST if listing == "few" else _TOOLS)
        if gate:
            self._list("act")

    @property
    def tools(self) -> Sequence[ToolSpec]:
        """The tools that are listed now, those of the beginning first."""
        return tuple(self._listed.values())

    def _list(self, group: ToolGroup) -> None:
        """List the tools of a group in full from now on."""
        self._listed |= {name: _TOOLS[name] for name in TOOL_GROUPS[group]}

    @property
    def title(self) -> str:
        """For example ``Mara Ironhand in A Small World``."""
        return f"{self._state.name(self._npc_id)} in {self._state.sheet.title}"

    async def call(self, name: str, arguments: Mapping[str, Any]) -> Answer:
        """Call the method of the tool's name: one of memory, or one that acts."""
        spec = _CALLABLE.get(name)
        if spec is None:
            raise not_found_error(Sought.TOOL, name, _TOOLS)
        args = parse_arguments(name, spec.arguments, arguments)
        if isinstance(args, MoreTools):
            return await self._more(args)
        with self._turns.speaking(self._game_id):
            if spec.changes:
                return await self._do(name, args)
            remembering = Experience(self._state, self._npc_id, self._self_knowledge)
            recall: Callable[[Any], Awaitable[Answer]] = getattr(remembering, name)
            answer = await recall(args)
            if isinstance(args, QueryScene) and (can := possible_lines(self._state, self._npc_id)):
                answer = {**answer, "can": can}
            if isinstance(args, ConsultMemories):
                self._has_consulted = True
            return answer

    async def _more(self, args: MoreTools) -> Answer:
        """List a group of tools, name the groups, or call one tool."""
        if args.tool is not None:
            if args.tool not in _TOOLS:
                raise not_found_error(Sought.TOOL, args.tool, _TOOLS)
            return await self.call(args.tool, args.arguments or {})
        if args.group is None:
            return {"groups": {group: list(names) for group, names in TOOL_GROUPS.items()}}
        self._list(args.group)
        return {"tools": [views.signature(_TOOLS[name]) for name in TOOL_GROUPS[args.group]], "note": views.HOW_TO_CALL}

    async def _do(self, name: str, args: Frozen) -> Answer:
        do: Callable[[Any], Awaitable[Answer]] = getattr(self, name)
        if not isinstance(args, Say | ActTool):
            return await do(args)
        if (known := await self._answered(args)) is not None:
            return known
        if self._must_consult and not self._has_consulted:
            raise NotPossible(ConsultFirst())
        self._has_consulted = False
        try:
            self._check_reasons(args.because, unsure=args.unsure)
            return await do(args)
        except BaseException:
            self._has_consulted = True
            raise

    async def say(self, args: Say) -> Answer:
        state = self._state
        check_can_speak(state, self._npc_id)
        to = [addressee for name in args.to for addressee in self._addressees(state, name)]
        result = await self._turns.speak(
            self._game_id,
            self._npc_id,
            args.text,
            to,
            then=(PlayCharacterCommand(npc_id=self._npc_id), *self._reinforcing(state, args.because)),
            used=self._reasons(args.because),
            **self._request(args),
        )
        return self._answer(args, result)

    async def act(self, args: ActTool) -> Answer:
        def choose(state: GameState) -> Sequence[Command]:
            played = PlayCharacterCommand(npc_id=self._npc_id)
            return (*self._action_commands(state, args), played, *self._reinforcing(state, args.because))

        used, request = self._reasons(args.because), self._request(args)
        return self._answer(args, await self._turns.execute_with(self._game_id, choose, used=used, **request))

    async def _answered(self, args: Say | ActTool) -> Answer | None:
        """Return the answer if a turn was played for the same request, with the present place and company."""
        request = self._request(args)
        known = await self._turns.answered(self._game_id, **request) if request else None
        return None if known is None else self._answer(args, known)

    def _request(self, args: Say | ActTool) -> Request:
        return request_of(type(args).__name__, args, args.request_id, f"{self._npc_id}/")

    def _answer(self, args: Say | ActTool, result: TurnResult) -> Answer:
        state, turn = self._state, str(result.turn)
        here = [state.name(other) for other in who_hears(state, self._npc_id)]
        if isinstance(args, Say):
            return {"said": args.text.strip(), "heard_by": here, "turn": turn}
        place = state.npc(self._npc_id).current_location_id
        deed = deed_data(state, self._npc_id, result.events) if args.action == "do" else {}
        return {
            "done": args.action,
            **deed,
            "place": "nowhere" if place is None else state.name(place),
            "present": here,
            "turn": turn,
        }

    def _action_commands(self, state: GameState, args: ActTool) -> tuple[Command, ...]:
        if (args.place is not None) != (args.action == "go"):
            raise InvalidInput(
                Malformed(form=Form.ARGUMENTS, problem=Problem.FOR_ACTIONS, of="act", where="place", there=("go",))
            )
        if bool(args.what.strip()) != (args.action in ("make", "do")):
            raise InvalidInput(
                Malformed(
                    form=Form.ARGUMENTS, problem=Problem.FOR_ACTIONS, of="act", where="what", there=("do", "make")
                )
            )
        npc_id = self._npc_id
        if state.npc(npc_id).current_location_id is None:
            raise NotPossible(PersonNowhere(npc_id=npc_id))
        match args.action:
            case "do":
                deed = deed_called(state, npc_id, args.what)
                return (*self._activity_change(state, Activity.ACTIVITY), deed)
            case "go":
                step = MoveNPCCommand(npc_id=npc_id, location_id=neighbouring_place(state, npc_id, args.place or ""))
                arrived = SetActivityCommand(npc_id=npc_id, activity=Activity.IDLE)
                return (*self._activity_change(state, Activity.WALKING), step, arrived)
            case "work" | "rest" | "sleep":
                return (SetActivityCommand(npc_id=npc_id, activity=_ACTIVITIES[args.action]),)
            case "eat":
                return (*self._activity_change(state, Activity.ACTIVITY), EatCommand(npc_id=npc_id))
            case "make":
                what, names = args.what.strip(), {"description": "what"}
                made = command_from("act", CreateArtifactCommand, args, names, npc_id=npc_id, description=what)
                return (*self._activity_change(state, Activity.ACTIVITY), made)

    def _activity_change(self, state: GameState, activity: Activity) -> tuple[Command, ...]:
        """Return the command that sets an activity, unless the person has it already."""
        is_so = state.npc(self._npc_id).activity is activity
        return () if is_so else (SetActivityCommand(npc_id=self._npc_id, activity=activity),)

    def _addressees(self, state: GameState, name: str) -> Sequence[str]:
        """Return the ids of the hearers that a name means; NotPossible if it means none."""
        hearers = who_hears(state, self._npc_id)
        meant = [other for other in find_people(state, self._npc_id, name) if other in hearers]
        if not meant:
            raise NotPossible(PersonNoHearer(called=short_input(name), here=hearers))
        return meant

    async def form_memory(self, args: offered.FormMemory) -> Answer:
        self._check_own(self._state, args.because)
        names = {"text": "content", "memory_kind": "type", "importance": "importance", "subjects": "about"}
        names |= {"tags": "tags", "because": "because"}
        command = command_from("form_memory", FormMemoryCommand, args, names, npc_id=self._npc_id)
        return self._formed(await self._turns.execute(self._game_id, command))

    async def reinforce_memory(self, args: offered.ReinforceMemory) -> Answer:
        self._check_own(self._state, [args.id], entries_only=True)
        await self._turns.execute(self._game_id, ReinforceMemoryCommand(npc_id=self._npc_id, memory_id=args.id))
        return {"reinforced": args.id, "strength": self._state.status(args.id).strength}

    async def associate_memories(self, args: offered.AssociateMemories) -> Answer:
        self._check_own(self._state, [args.a, args.b])
        names = {"first_id": "a", "second_id": "b", "relation": "relation"}
        command = command_from("associate_memories", AssociateMemoriesCommand, args, names, npc_id=self._npc_id)
        return self._formed(await self._turns.execute(self._game_id, command))

    async def update_goal(self, args: offered.UpdateGoal) -> Answer:
        goals = [goal.id for goal in goals_of(self._state, self._npc_id)]
        if args.goal not in goals:
            raise NotFound(GoalNotYours(goal=short_input(args.goal), goals=tuple(goals)))
        names = {"goal_id": "goal", "progress": "progress", "note": "reason"}
        command = command_from("update_goal", UpdateGoalCommand, args, names, npc_id=self._npc_id)
        await self._turns.execute(self._game_id, command)
        return {"goal": args.goal, "progress": args.progress}

    def _check_reasons(self, because: Sequence[str], *, unsure: bool) -> None:
        """Raise NotFound for a reason that is no memory of the person, NotPossible if one is needed."""
        if unsure and not because:
            raise NotPossible(Unsure())
        self._check_own(self._state, because)

    def _check_own(self, state: GameState, ids: Sequence[str], *, entries_only: bool = False) -> None:
        """Raise the same error for unknown memories and for those of others."""
        stream = MemoryStream(state, Scope.npc(self._npc_id))
        for memory_id in ids:
            try:
                found = stream.get(memory_id)
            except NotFound:
                raise NotFound(MemoryNotYours(memory=short_input(memory_id))) from None
            if entries_only and is_message(found):
                raise NotPossible(MemoryToForm(memory=memory_id))

    def _reasons(self, ids: Sequence[str]) -> tuple[RecalledMemory, ...]:
        scope, why = Scope.npc(self._npc_id), language_of(self._state.sheet).render("recall.why-named")
        return tuple(RecalledMemory(scope=scope, memory_id=key, score=1.0, why=why) for key in dict.fromkeys(ids))

    def _reinforcing(self, state: GameState, ids: Sequence[str]) -> tuple[Command, ...]:
        """Return commands that reinforce memories; messages have no strength and are skipped."""
        entries = MemoryStream(state, Scope.npc(self._npc_id)).index.entries.position_of
        known = (key for key in dict.fromkeys(ids) if key in entries)
        return tuple(ReinforceMemoryCommand(npc_id=self._npc_id, memory_id=key) for key in known)

    def _formed(self, result: TurnResult) -> Answer:
        """Return the memory that a turn's command made, as the person perceives it."""
        events: Sequence[Event] = result.events
        made = next(event for event in events if isinstance(event, MemoryFormed | MemoriesAssociated))
        state = self._state
        entry = state.memory(Scope.npc(self._npc_id), made.memory_id)
        content, is_distorted, _ = perceive(state, self._npc_id, entry)
        mark = {"distorted": True} if is_distorted else {}
        return {"formed": {"id": entry.id, "content": content, **mark}}

    @property
    def resources(self) -> Sequence[ResourceSpec]:
        return views.resource_specs(self._state, self._npc_id)

    async def read(self, uri: str) -> str:
        state, npc_id = self._state, self._npc_id
        with self._turns.speaking(self._game_id):
            if uri == views.SCENE_URI:
                return "\n".join(views.scene_lines(state, npc_id))
            if uri == views.JOURNAL_URI:
                return "\n".join(views.experience_lines(state, npc_id))
            other = uri.removeprefix(views.PEOPLE_URI) if isinstance(uri, str) else ""
            if other != uri and other in state.npcs:
                return views.own_sheet(state, npc_id) if other == npc_id else views.known_sheet(state, npc_id, other)
        raise not_found_error(Sought.RESOURCE, uri, (spec.uri for spec in self.resources))

    async def prompt(self, name: str) -> str:
        with self._turns.speaking(self._game_id):
            match name:
                case views.MINIMAL:
                    return views.minimal(self._state, self._npc_id)
                case views.CONSULTING:
                    self._list("act")
                    return views.consulting(self._state, self._npc_id)
                case views.PREPOPULATED:
                    return views.prepopulated(self._state, self._npc_id, self._self_knowledge.recaller)
        raise not_found_error(Sought.PROMPT, name, (spec.name for spec in views.PROMPTS))

    @property
    def _state(self) -> GameState:
        """The present state, read each time since an undo replaces it."""
        return self._turns.state(self._game_id)

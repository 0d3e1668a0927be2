"""What a character does, each action one turn. Memories named as reasons (``because``) are reinforced in that turn."""

from collections.abc import Sequence
from typing import Any

from app.errors import InvalidInput, NotFound
from app.events.commands.memory import AssociateMemoriesCommand, FormMemoryCommand, ReinforceMemoryCommand
from app.events.commands.mind import (
    CreateArtifactCommand,
    EatCommand,
    PlayCharacterCommand,
    SetActivityCommand,
    UpdateGoalCommand,
)
from app.events.commands.play import MoveNPCCommand
from app.interfaces.character_tools import Act, AssociateMemories, FormMemory, ReinforceMemory, Say, UpdateGoal
from app.language.language import language_of
from app.language.rendering.refusing import choices, not_found, printable, refusal_text, refused
from app.memory.stream.goals import goals_of
from app.memory.stream.stream import MemoryStream
from app.models.command import Command, Event
from app.models.events.mind import MemoriesAssociated, MemoryFormed
from app.models.instances.npc_instance import Activity
from app.models.memory import Scope
from app.models.prompt import RecalledMemory
from app.models.state.game_state import GameState
from app.services.characters.arguments import command_from, request_of
from app.services.characters.memory_views import is_message, perceived_text
from app.services.characters.names import find_people, neighbouring_place
from app.services.game.games.session import Request
from app.services.game.turns.speaking import check_can_speak, who_hears
from app.services.game.turns.turn_result import TurnResult
from app.services.game.turns.turn_service import TurnService

Answer = dict[str, Any]
_ACTIVITIES = {"work": Activity.ACTIVITY, "rest": Activity.IDLE, "sleep": Activity.SLEEPING}


class CharacterActions:
    """One person's tools that change the game. A refusal is an error that changes nothing."""

    def __init__(self, turns: TurnService, game_id: str, npc_id: str) -> None:
        self._turns = turns
        self._game_id = game_id
        self._npc_id = npc_id

    async def say(self, asked: Say) -> Answer:
        state = self._state
        check_can_speak(state, self._npc_id)
        to = [addressee for name in asked.to for addressee in self._addressees(state, name)]
        result = await self._turns.speak(
            self._game_id,
            self._npc_id,
            asked.text,
            to,
            then=(PlayCharacterCommand(npc_id=self._npc_id), *self._reinforcing(state, asked.because)),
            used=self._reasons(asked.because),
            **self._request(asked),
        )
        return self._answer(asked, result)

    async def act(self, asked: Act) -> Answer:
        def choose(state: GameState) -> Sequence[Command]:
            played = PlayCharacterCommand(npc_id=self._npc_id)
            return (*self._action_commands(state, asked), played, *self._reinforcing(state, asked.because))

        used, request = self._reasons(asked.because), self._request(asked)
        return self._answer(asked, await self._turns.execute_with(self._game_id, choose, used=used, **request))

    async def answered(self, asked: Say | Act) -> Answer | None:
        """The answer where a turn was played for the same request; where the person is and with whom, as of now."""
        request = self._request(asked)
        known = await self._turns.answered(self._game_id, **request) if request else None
        return None if known is None else self._answer(asked, known)

    def _request(self, asked: Say | Act) -> Request:
        return request_of(type(asked).__name__, asked, asked.request_id, f"{self._npc_id}/")

    def _answer(self, asked: Say | Act, result: TurnResult) -> Answer:
        state, turn = self._state, str(result.turn)
        here = [state.name(other) for other in who_hears(state, self._npc_id)]
        if isinstance(asked, Say):
            return {"said": asked.text.strip(), "heard_by": here, "turn": turn}
        place = state.npc(self._npc_id).current_location_id
        return {
            "done": asked.action,
            "place": "nowhere" if place is None else state.name(place),
            "present": here,
            "turn": turn,
        }

    def _action_commands(self, state: GameState, asked: Act) -> tuple[Command, ...]:
        if (asked.place is not None) != (asked.action == "go"):
            raise InvalidInput("Bad arguments of act, place: 'go' needs it, and nothing else takes it.")
        if bool(asked.what.strip()) != (asked.action == "make"):
            raise InvalidInput("Bad arguments of act, what: 'make' needs it, and nothing else takes it.")
        npc_id = self._npc_id
        if state.npc(npc_id).current_location_id is None:
            raise refused(state, "person-nowhere", person=state.name(npc_id))
        match asked.action:
            case "go":
                step = MoveNPCCommand(npc_id=npc_id, location_id=neighbouring_place(state, npc_id, asked.place or ""))
                arrived = SetActivityCommand(npc_id=npc_id, activity=Activity.IDLE)
                return (*self._activity_change(state, Activity.WALKING), step, arrived)
            case "work" | "rest" | "sleep":
                return (SetActivityCommand(npc_id=npc_id, activity=_ACTIVITIES[asked.action]),)
            case "eat":
                return (*self._activity_change(state, Activity.ACTIVITY), EatCommand(npc_id=npc_id))
            case "make":
                what, names = asked.what.strip(), {"description": "what"}
                made = command_from("act", CreateArtifactCommand, asked, names, npc_id=npc_id, description=what)
                return (*self._activity_change(state, Activity.ACTIVITY), made)

    def _activity_change(self, state: GameState, activity: Activity) -> tuple[Command, ...]:
        """The command to change an activity, unless it is that already."""
        is_so = state.npc(self._npc_id).activity is activity
        return () if is_so else (SetActivityCommand(npc_id=self._npc_id, activity=activity),)

    def _addressees(self, state: GameState, name: str) -> Sequence[str]:
        """Ids among the hearers that a name means. Raises NotPossible for none."""
        hearers = who_hears(state, self._npc_id)
        meant = [other for other in find_people(state, self._npc_id, name) if other in hearers]
        if not meant:
            here = choices(state, map(state.name, hearers), "nobody")
            raise refused(state, "person-no-hearer", person=printable(name), here=here)
        return meant

    async def form_memory(self, asked: FormMemory) -> Answer:
        names = {"text": "content", "memory_kind": "type", "importance": "importance", "subjects": "about"}
        command = command_from("form_memory", FormMemoryCommand, asked, names, npc_id=self._npc_id)
        return self._formed(await self._turns.execute(self._game_id, command))

    async def reinforce_memory(self, asked: ReinforceMemory) -> Answer:
        self._check_own(self._state, [asked.id], entries_only=True)
        await self._turns.execute(self._game_id, ReinforceMemoryCommand(npc_id=self._npc_id, memory_id=asked.id))
        return {"reinforced": asked.id, "strength": self._state.status(asked.id).strength}

    async def associate_memories(self, asked: AssociateMemories) -> Answer:
        self._check_own(self._state, [asked.a, asked.b])
        names = {"first_id": "a", "second_id": "b", "relation": "relation"}
        command = command_from("associate_memories", AssociateMemoriesCommand, asked, names, npc_id=self._npc_id)
        return self._formed(await self._turns.execute(self._game_id, command))

    async def update_goal(self, asked: UpdateGoal) -> Answer:
        goals = [goal.id for goal in goals_of(self._state, self._npc_id)]
        if asked.goal not in goals:
            there = ", ".join(goals) or refusal_text(self._state, "goal-none")
            raise not_found(self._state, "goal-not-yours", goal=printable(asked.goal), there=there)
        names = {"goal_id": "goal", "progress": "progress", "note": "reason"}
        command = command_from("update_goal", UpdateGoalCommand, asked, names, npc_id=self._npc_id)
        await self._turns.execute(self._game_id, command)
        return {"goal": asked.goal, "progress": asked.progress}

    def check_reasons(self, because: Sequence[str], *, unsure: bool) -> None:
        """Raises NotFound for a reason that is no own memory, NotPossible where one is needed."""
        if unsure and not because:
            raise refused(self._state, "unsure")
        self._check_own(self._state, because)

    @property
    def _state(self) -> GameState:
        return self._turns.state(self._game_id)

    def _check_own(self, state: GameState, ids: Sequence[str], *, entries_only: bool = False) -> None:
        """The error is the same for unknown memories and for those of others."""
        stream = MemoryStream(state, Scope.npc(self._npc_id))
        for memory_id in ids:
            try:
                found = stream.get(memory_id)
            except NotFound:
                raise not_found(state, "memory-not-yours", memory=printable(memory_id)) from None
            if entries_only and is_message(found):
                raise refused(state, "memory-to-form", memory=memory_id)

    def _reasons(self, ids: Sequence[str]) -> tuple[RecalledMemory, ...]:
        scope, why = Scope.npc(self._npc_id), language_of(self._state.sheet).render("recall.why-named")
        return tuple(RecalledMemory(scope=scope, memory_id=key, score=1.0, why=why) for key in dict.fromkeys(ids))

    def _reinforcing(self, state: GameState, ids: Sequence[str]) -> tuple[Command, ...]:
        """Messages have no strength and are skipped."""
        entries = MemoryStream(state, Scope.npc(self._npc_id)).index.entries.position_of
        known = (key for key in dict.fromkeys(ids) if key in entries)
        return tuple(ReinforceMemoryCommand(npc_id=self._npc_id, memory_id=key) for key in known)

    def _formed(self, result: TurnResult) -> Answer:
        """The memory that a turn's command made, as the person perceives it."""
        events: Sequence[Event] = result.events
        made = next(event for event in events if isinstance(event, MemoryFormed | MemoriesAssociated))
        state = self._state
        entry = state.memory(Scope.npc(self._npc_id), made.memory_id)
        content, is_distorted = perceived_text(state, self._npc_id, entry)
        mark = {"distorted": True} if is_distorted else {}
        return {"formed": {"id": entry.id, "content": content, **mark}}

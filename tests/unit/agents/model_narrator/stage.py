"""A scene in the small world with the real command bus, and models that follow a script."""

import json
from collections.abc import AsyncIterator, Sequence
from typing import Any
from unittest.mock import AsyncMock

from pydantic_ai.messages import ModelMessage, ModelRequest, RetryFeedbackPart, ToolReturnPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, DeltaToolCall, FunctionModel

from app.events.bus import CommandBus
from app.events.command_table import handlers
from app.interfaces.agents.narrator import INarrator, NarrationContext
from app.interfaces.services.memory import IMemoryService
from app.language.rendering.refusing import worded
from app.models.command import Command, Outcome
from app.models.prompt import Prompt, PromptLine, PromptSection, Why
from app.models.state.game_state import GameState
from app.services.game.location_service import LocationService
from tests.told import Teller, Told, narrated
from tests.worlds import new_game

Script = str | dict[str, Any]
"""A piece of text, or a call: ``{"tool": name, **arguments}``."""


OWN_MEMORY = "A traveller once promised to bring the guard a warm cloak."


def prompt(
    state: GameState, memories: dict[str, str] | None = None, instructions: str = "You are the game master."
) -> Prompt:
    """A prompt of three sections that names the place, who is there, and what is remembered."""
    memories = memories or {}
    people = ", ".join(npc.instance_id for npc in state.present()) or "Nobody."
    sections = [
        PromptSection(name="Memory", text="\n".join(memories.values()) or "None.", tokens=5),
        PromptSection(name="Place and Exits", text=f"{state.here.name} [{state.here.id}]", tokens=5, required=True),
        PromptSection(name="People Present", text=people, tokens=5, required=True),
    ]
    return Prompt(
        instructions=instructions,
        said=(PromptLine(text="An earlier line.", why=Why.SAID),),
        sections=tuple(sections),
        player_line='Élan says or does: "I act."',
        shown_memories=memories,
        budget=6000,
        reserve=800,
        tokens=100,
    )


class Stage:
    """A scene, what was shown in it and what was carried out."""

    def __init__(
        self, text: str = "I act.", state: GameState | None = None, memories: dict[str, str] | None = None
    ) -> None:
        self.state = state or new_game()
        self.teller = Teller(self.state)
        self.executed: list[str] = []

        async def of_narrator() -> Prompt:
            return prompt(self.state, memories)

        async def of_person(npc_id: str) -> Prompt:
            return prompt(self.state, {"own-001": OWN_MEMORY}, f"You are {npc_id}.")

        memory = AsyncMock(spec=IMemoryService)
        self._bus = CommandBus(handlers(LocationService(), memory), edge=worded)
        self.scene = NarrationContext(
            state=self.state,
            text=text,
            speaker=self.state.party.players[0],
            prompt=of_narrator,
            prompt_for_npc=of_person,
            execute=self._execute,
            tell=self.teller.tell,
            show=self.teller.show,
        )

    async def _execute(self, command: Command) -> Outcome:
        outcome = await self._bus.execute(command, self.state)
        self.executed.append(getattr(command, "kind", "?"))
        return outcome

    @property
    def shown(self) -> list[str]:
        """The pieces of text as they were shown."""
        return self.teller.shown

    @property
    def told(self) -> str:
        """All that was shown, as one text."""
        return "".join(self.shown)

    async def narrated_by(self, narrator: INarrator) -> Told:
        """Let a narrator tell the turn."""
        return await narrated(narrator, self.scene, self.teller)


class ScriptedModel:
    """Answers each request with the next script; keeps what it was sent."""

    def __init__(self, *answers: Sequence[Script]) -> None:
        self._answers = list(answers)
        self.requests: list[list[ModelMessage]] = []
        self.infos: list[AgentInfo] = []
        self.model = FunctionModel(stream_function=self._answer, model_name="scripted")

    async def _answer(
        self, messages: list[ModelMessage], info: AgentInfo
    ) -> AsyncIterator[str | dict[int, DeltaToolCall]]:
        self.requests.append(list(messages))
        self.infos.append(info)
        for position, piece in enumerate(self._answers.pop(0)):
            if isinstance(piece, str):
                yield piece
            else:
                yield {position: call(piece, f"call-{len(self.requests)}-{position}")}

    def prompt(self, request: int) -> str:
        """All user text of one request."""
        return "\n".join(
            str(part.content)
            for message in self.requests[request]
            if isinstance(message, ModelRequest)
            for part in message.parts
            if isinstance(part, UserPromptPart | RetryFeedbackPart)
        )

    def tool_results(self, request: int) -> list[ToolReturnPart]:
        """What its calls had brought by then."""
        return [
            part
            for message in self.requests[request]
            if isinstance(message, ModelRequest)
            for part in message.parts
            if isinstance(part, ToolReturnPart)
        ]


def call(script: dict[str, Any], call_id: str) -> DeltaToolCall:
    arguments = script["raw"] if "raw" in script else json.dumps({k: v for k, v in script.items() if k != "tool"})
    return DeltaToolCall(name=script["tool"], json_args=arguments, tool_call_id=call_id)

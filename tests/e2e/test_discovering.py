"""An agent that knows nothing but its tools finds out who and where it is, and remembers forty turns later.

A real game with the offline narrator. The agent's model is a function without any knowledge of the game: it reads what
the tools answer, and nothing else.
"""

import re
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import AgentInfo, FunctionModel

from app.agents.character.agent import CharacterAgent
from app.container import Container, close_models
from app.embeddings.vectors import WORDS
from app.models.messages.message import Message, Role
from app.services.characters.character_seat import CharacterSeat
from app.services.characters.memory_answers import SelfKnowledge
from app.settings import Settings

pytestmark = pytest.mark.long

SENTENCE = "Tove, my grandmother buried the silver compass under the third stone of the old pier."
QUESTION = "Somebody asks you: where is the silver compass buried?"
SMALL_TALK = (
    "Tove, the wind has turned since this morning.",
    "Tove, how long have you kept the ferry?",
    "Tove, my boots are full of sand.",
    "Tove, I had smoked eel for breakfast.",
    "Tove, the gulls are loud today.",
    "Tove, I heard a bell in my sleep.",
    "wait",
    "look around",
)


class Discoverer:
    """A function as a model: begins by asking who and where it is, later searches for what it is asked about."""

    def __init__(self) -> None:
        self.has_begun = False
        self.model = FunctionModel(self._answer, model_name="discoverer")

    def _answer(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        results = _results(messages)
        if not self.has_begun:
            if not results:
                return ModelResponse(parts=[ToolCallPart("query_self", {}), ToolCallPart("query_scene", {})])
            self.has_begun = True
            me = re.search(r"I am ([^,.]+)", _first(results["query_self"]))
            here = re.match(r"([^:]+):", _first(results["query_scene"]))
            assert me is not None
            assert here is not None
            return ModelResponse(parts=[ToolCallPart("say", {"text": f"I am {me[1]}, and this is {here[1]}."})])
        if "say" in results:
            return ModelResponse(parts=[TextPart("I said it.")])
        if "query_memory" in results:
            found = results["query_memory"]["memories"][0]
            because = [found["id"]]
            return ModelResponse(parts=[ToolCallPart("say", {"text": found["content"], "because": because})])
        return ModelResponse(parts=[ToolCallPart("query_memory", {"query": _situation(messages)})])


def _results(messages: list[ModelMessage]) -> dict[str, dict[str, Any]]:
    requests = [message for message in messages if isinstance(message, ModelRequest)]
    parts = [part for request in requests for part in request.parts if isinstance(part, ToolReturnPart)]
    return {part.tool_name: dict(part.content) for part in parts if isinstance(part.content, dict)}


def _first(answer: dict[str, Any]) -> str:
    return str(answer["memories"][0]["content"])


def _situation(messages: list[ModelMessage]) -> str:
    shown = [
        str(part.content)
        for message in messages
        if isinstance(message, ModelRequest)
        for part in message.parts
        if isinstance(part, UserPromptPart)
    ]
    return shown[-1].splitlines()[1].strip('"')


@pytest.fixture
def container(tmp_path: Path) -> Container:
    container = Container()
    container.settings.override(Settings(saves=tmp_path, model="offline", embedder=WORDS))
    container.turns().settle_in_background = False
    return container


async def test_an_agent_discovers_who_and_where_it_is_and_recalls_turn_3_on_turn_40(container: Container) -> None:
    turns, library = container.turns(), container.library()
    game_id = library.begin(container.scenarios().load("tide-bell"), "Élan", seed=5)
    seat = CharacterSeat(
        turns,
        game_id,
        "tove",
        self_knowledge=SelfKnowledge(container.vectors(), container.recaller()),
    )
    agent = CharacterAgent(Discoverer().model, seat)

    await agent.respond("You wake up.")
    said = _last_speech(turns.state(game_id).conversation_history)
    assert (said.turn, said.content) == (1, "I am Tove Marrick, and this is The Ferry Landing.")

    await turns.take_turn(game_id, "Hello Tove!")
    assert (await turns.take_turn(game_id, SENTENCE)).turn == 3
    while turns.state(game_id).turn < 39:
        await turns.take_turn(game_id, SMALL_TALK[turns.state(game_id).turn % len(SMALL_TALK)])
        await turns.settle(game_id)
    await agent.respond(QUESTION)

    said = _last_speech(turns.state(game_id).conversation_history)
    assert said.turn == 40
    assert SENTENCE in said.content
    assert library.read(game_id).records[-1].answered_from
    await turns.close(game_id)
    await close_models(container)


def _last_speech(history: list[Message]) -> Message:
    return next(message for message in reversed(history) if message.role is Role.NPC and message.speaker_id == "tove")

"""Any arguments give a result or a clear error, and the next call is served: hypothesis, from the tools' own schemas.

Each seat plays some games of 12 calls.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from dependency_injector import providers
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mcp_types import CallToolRequestParams, CallToolResult
from pydantic import ValidationError

from app.container import Container
from app.embeddings.vectors import WORDS
from app.interfaces.character_tool_lists import ACTING_TOOLS, FIRST_TOOLS, MEMORY_TOOLS
from app.interfaces.seat import ToolSpec
from app.mcp.seats import open_game, take_seat
from app.mcp.server import MAX_ANSWER, MAX_LINE, schema_of, server_for
from app.services.characters.narrator_seat import NARRATOR_TOOLS
from app.settings import Settings
from app.testing import InMemoryGameStore
from tests.examples import examples
from tests.integration.mcp.arguments import calls
from tests.integration.mcp.serving import begun

GAMES = examples(12)
Calls = list[tuple[str, dict[str, Any]]]
NO_CONTEXT: Any = None
"""No seat looks at the request that a call came with."""


def table() -> Container:
    """Everything real, but for the disk."""
    container = Container()
    container.settings.override(providers.Object(Settings(embedder=WORDS)))
    container.store.override(providers.Object(InMemoryGameStore()))
    return container


def of(tools: Sequence[ToolSpec]) -> st.SearchStrategy[Calls]:
    return st.lists(calls([(tool.name, schema_of(tool)) for tool in tools]), min_size=12, max_size=12)


async def play(sent: Calls, character: str | None) -> None:
    """A fresh game, and every call of it checked."""
    container = table()
    async with open_game(container, begun(container)) as game_id:
        seat = await take_seat(container, game_id, character)
        handler = server_for(seat).get_request_handler("tools/call")
        assert handler is not None
        for name, arguments in sent:
            before = container.turns().state(game_id).turn
            try:
                params = CallToolRequestParams(name=name, arguments=arguments)
            except ValidationError:
                continue  # half a character as a name: the SDK refuses it before anybody is asked
            result = await handler.handler(NO_CONTEXT, params)
            assert isinstance(result, CallToolResult)
            check(result)
            if result.is_error:
                assert container.turns().state(game_id).turn == before, "what is refused changes nothing"
        assert (await seat.call("look" if character is None else "query_self", {})) is not None
        for resource in seat.resources:
            assert (await seat.read(resource.uri)) is not None
        for prompt in seat.prompts:
            assert await seat.prompt(prompt.name)


def check(result: CallToolResult) -> None:
    """Either an answer, bounded, the same twice; or one line that says what is wrong."""
    (content,) = result.content
    text: str = content.text  # type: ignore[union-attr]  # these servers only send text
    if result.is_error:
        assert 0 < len(text) <= MAX_LINE
        assert text.isprintable()
        assert "An internal error" not in text, text
        assert "Traceback" not in text
        assert "pydantic" not in text.casefold()
    else:
        assert isinstance(result.structured_content, Mapping)
        assert json.loads(text) == result.structured_content
        assert len(text) <= MAX_ANSWER


@settings(max_examples=GAMES)
@given(sent=of([*MEMORY_TOOLS, *ACTING_TOOLS, FIRST_TOOLS[-1]]))
def test_a_character_that_asks_for_anything_gets_a_result_or_a_clear_error(sent: Calls) -> None:
    asyncio.run(play(sent, "mara"))


@settings(max_examples=GAMES)
@example(sent=[("set_timer", {"id": "t", "minutes": 1, "effects": [{"of": {"\ud800": ""}}], "request_id": "r"})])
@given(sent=of(NARRATOR_TOOLS))
def test_a_narrator_that_asks_for_anything_gets_a_result_or_a_clear_error(sent: Calls) -> None:
    asyncio.run(play(sent, None))

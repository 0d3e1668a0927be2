"""An evening of thirty lines from each of two chat clients: from the list of models to a branch, and back."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.integration.api.asking import ADMIN, new_api, served
from tests.integration.api.chatting import (
    PATH,
    Message,
    Teller,
    assistant,
    game_of,
    games_of,
    lines_of,
    open_webui,
    silly_tavern,
    user,
)

pytestmark = pytest.mark.long

SCENARIO = "scenario:tide-bell"
LINES = [f"count {number} steps along the planks" for number in range(1, 31)]


def checked_answer(stream: str, *, has_usage: bool) -> tuple[str, dict[str, Any]]:
    """The text of a stream and the turn that it names. It has one id, begins with a role, ends once, and has its usage
    behind that where the client asked for it."""
    *events, done, rest = stream.split("\n\n")
    assert (done, rest) == ("data: [DONE]", "")
    chunks = [json.loads(event.removeprefix("data: ")) for event in events if not event.startswith(":")]
    usage = chunks.pop()["usage"] if has_usage else None
    assert usage in (None, {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0})
    choices = [choice for chunk in chunks for choice in chunk["choices"]]
    assert len(choices) == len(chunks)
    assert choices[0]["delta"] == {"role": "assistant", "content": ""}
    assert [choice["finish_reason"] for choice in choices] == [None] * (len(choices) - 1) + ["stop"]
    assert len({(chunk["id"], chunk["object"], chunk["model"]) for chunk in chunks}) == 1
    return "".join(choice["delta"].get("content", "") for choice in choices), chunks[-1]


@dataclass
class Evening:
    """A chat of a client that streams its answers and keeps its own history."""

    client: httpx2.AsyncClient
    shape: Callable[..., dict[str, Any]]
    more: dict[str, Any]
    talk: list[Message] = field(default_factory=list)

    def body(self, line: str) -> dict[str, Any]:
        return self.shape([*self.talk, user(line)], model=SCENARIO, **{**self.more, "stream": True})

    async def say(self, line: str) -> str:
        """Send a line, keep it with its answer, and return the game that it was played in."""
        answer = await self.client.post(PATH, json=self.body(line))
        assert answer.status_code == 200, answer.text
        assert answer.headers["content-type"].startswith("text/event-stream")
        text, last = checked_answer(answer.text, has_usage="stream_options" in self.more)
        self.talk += [user(line), assistant(text)]
        return game_of(last)

    async def lose(self, line: str) -> None:
        """Send a line, and lose the connection with the first words of its answer."""
        async with self.client.stream("POST", PATH, json=self.body(line)) as stream:
            async for received in stream.aiter_lines():
                if '"content":' in received and '"content":""' not in received:
                    return

    def at(self, exchanges: int) -> "Evening":
        """The same chat with its first exchanges alone, as where a line is edited or answered again."""
        return Evening(self.client, self.shape, self.more, self.talk[: 2 * exchanges])


@pytest.mark.parametrize(
    ("shape", "more"),
    [
        (silly_tavern, {"stop": ["\nMara:"]}),
        (open_webui, {"stream_options": {"include_usage": True}, "files": [], "session_id": "a1", "chat_id": "5f0c"}),
    ],
    ids=["SillyTavern", "Open WebUI"],
)
async def test_an_evening_is_played_from_the_list_of_models_on(
    shape: Callable[..., dict[str, Any]], more: dict[str, Any], tmp_path: Path
) -> None:
    api = new_api(tmp_path / "saves", Teller())
    async with served(api) as server, server.client(ADMIN) as client:
        listed = (await client.get("/openai/v1/models")).json()["data"]
        assert SCENARIO in [model["id"] for model in listed]
        chat = Evening(client, shape, more)
        games = {await chat.say(line) for line in LINES}
        (game_id,) = games
        assert await lines_of(api, game_id) == LINES
        turns = (await client.get(f"/v1/games/{game_id}/turns")).json()["items"]
        told = [turn["parts"][0]["text"] for turn in reversed(turns) if turn["parts"]]  # an author's note has none
        assert all(text in answer["content"] for text, answer in zip(told, chat.talk[1::2], strict=True))

        again = chat.at(29)
        assert await again.say(LINES[29]) == game_id
        assert again.talk[-1] != chat.talk[-1]
        assert await lines_of(api, game_id) == LINES

        edited = chat.at(2)
        branch = await edited.say("look at the sky")
        assert await edited.say("look at the sand") == branch
        assert await lines_of(api, branch) == [*LINES[:2], "look at the sky", "look at the sand"]
        assert await again.say("wait") == game_id

        await again.lose("listen to the sand")
        assert await again.say("listen to the sand") == game_id
        assert await again.say("/undo 2") == game_id
        assert await again.say("sit down") == game_id
        assert await lines_of(api, game_id) == [*LINES, "sit down"]
        assert sorted(games_of(api)) == sorted([game_id, branch])

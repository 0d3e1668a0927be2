"""Chat clients of several servers: a conversation goes on wherever its game is, and where that server is gone."""

import asyncio
import signal
from typing import Any

from tests.integration.api.chatting import PATH, assistant, game_of, text_of, user
from tests.integration.servers.fleet import Fleet, client, fleet, until_answered

LEASE = 2.0
SCENARIO = "scenario:tide-bell"


def test_a_conversation_goes_on_at_another_server_and_after_a_failure(database_url: str) -> None:
    with fleet(2, database_url, LEASE) as servers:
        asyncio.run(_chatted(servers))


async def _chatted(servers: Fleet) -> None:
    one, other = servers.ports
    talk: list[dict[str, Any]] = []
    async with client() as asking:

        async def say(port: int, line: str, model: str = SCENARIO) -> str:
            asked = [*talk, user(line)]
            body = {"model": model, "messages": asked}
            answer = await until_answered(asking, "POST", f"{servers.url(port)}{PATH}", json=body)
            talk[:] = [*asked, assistant(text_of(answer))]
            return game_of(answer)

        game_id = await say(one, "look around")
        assert await say(other, "ask Tove about the bell") == game_id
        assert servers.games_of(one) == [game_id]
        assert await say(other, "go to the boiling house", game_id) == game_id

        servers.signal(one, signal.SIGKILL)
        assert await say(other, "look around") == game_id
        turns = await until_answered(asking, "GET", f"{servers.url(other)}/v1/games/{game_id}/turns")
    lines = [turn["player_input"] for turn in reversed(turns["items"])]
    assert lines == ["look around", "ask Tove about the bell", "go to the boiling house", "look around"]

"""Conversations as chat clients send them, and a narrator whose answers can be told apart."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2

from app.interfaces.agents.narrator import INarrator, Narration, NarrationContext
from tests.integration.api.asking import Api, new_api

PATH = "/openai/v1/chat/completions"
Message = dict[str, Any]
SENTENCES = (
    "Rain drums on every roof of the market.",
    "An old dog follows you for three streets.",
    "Somebody has left a candle burning in the well.",
    "The baker counts loaves and loses count again.",
    "Far off a bell strikes, once, and stops.",
    "You find a glove that fits neither hand.",
    "Two children argue about the colour of Tuesday.",
    "The wind turns round and smells of cut hay.",
    "A cart without a horse rolls by, slowly.",
    "Under the bridge the water has gone quiet.",
    "Nobody looks up when the shutters close.",
    "It is later than the light would have you think.",
)


class Teller(INarrator):
    """Answers each turn with another sentence, in pieces."""

    model, mode, tools_tokens = "teller", "given", 0

    def __init__(self) -> None:
        self.told = 0

    async def narrate(self, context: NarrationContext) -> Narration:
        sentence = SENTENCES[self.told % len(SENTENCES)]
        self.told += 1
        first, space, rest = sentence.partition(" ")
        context.show(first)
        context.show(space + rest)
        return Narration.of(sentence)


def user(line: Any, **more: Any) -> Message:
    return {"role": "user", "content": line, **more}


def assistant(text: str) -> Message:
    return {"role": "assistant", "content": text}


def system(text: str, **more: Any) -> Message:
    return {"role": "system", "content": text, **more}


def silly_tavern(talk: list[Message], **more: Any) -> dict[str, Any]:
    """A request of SillyTavern with its usual prompts."""
    messages = [
        system("Write Talekeeper's next reply in a fictional chat between Talekeeper and Mara."),
        system("[Start a new Chat]"),
        *talk,
    ]
    sampling = {"temperature": 1, "top_p": 1, "frequency_penalty": 0, "presence_penalty": 0, "max_tokens": 300}
    return {"messages": messages, **sampling, "stop": [], "logit_bias": {}, "stream": False, **more}


def open_webui(talk: list[Message], **more: Any) -> dict[str, Any]:
    """A request of Open WebUI, with what filters of its may leave in it."""
    about = {"chat_id": "5f0c", "session_id": "a1", "variables": {"{{USER_NAME}}": "Mara"}}
    return {"stream": False, "messages": talk, "metadata": about, "params": {}, "background_tasks": {}, **more}


@dataclass
class Chat:
    """A chat of a client that keeps its own history."""

    client: httpx2.AsyncClient
    model: str
    talk: list[Message] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)

    async def send(self, talk: list[Message], **headers: str) -> httpx2.Response:
        body = {"model": self.model, "messages": talk, **self.more}
        return await self.client.post(PATH, json=body, headers=headers)

    async def say(self, line: str) -> dict[str, Any]:
        """Send a line behind the history, and keep it with its answer."""
        asked = [*self.talk, user(line)]
        answer = await self.send(asked)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        self.talk = [*asked, assistant(text_of(found))]
        return found

    async def again(self) -> dict[str, Any]:
        """Have the last line answered again, and keep the answer in place of the old one."""
        line = self.talk[-2]["content"]
        del self.talk[-2:]
        return await self.say(line)


def text_of(completion: dict[str, Any]) -> str:
    text: str = completion["choices"][0]["message"]["content"]
    return text


def text_in(stream: str) -> str:
    """The text of a streamed completion."""
    chunks = [json.loads(event.removeprefix("data: ")) for event in stream.split("\n\n")[:-2]]
    return "".join(choice["delta"].get("content") or "" for chunk in chunks for choice in chunk["choices"])


def game_of(completion: dict[str, Any]) -> str:
    game_id: str = completion["talekeeper"]["game_id"]
    return game_id


async def lines_of(api: Api, game_id: str) -> list[str]:
    """The lines that lead to the present of a game."""
    async with api.client(api.services.tokens.admin_token) as one:
        turns = (await one.get(f"/v1/games/{game_id}/turns")).json()["items"]
    return [turn["player_input"] for turn in reversed(turns) if turn["player_input"] is not None]


def games_of(api: Api) -> list[str]:
    return [game.game_id for game in api.container.library().list()]


def telling_api(saves: Path, **settings: Any) -> Api:
    """An API of whom everybody is the admin, whose games a `Teller` tells."""
    return new_api(saves, Teller(), tokens_required=False, **settings)

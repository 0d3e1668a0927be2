"""A seat that does whatever a test wants of it."""

import asyncio
from collections.abc import Mapping
from typing import Any

from pydantic import Field

from app.errors import InvalidInput, NotFound, NotPossible
from app.interfaces.seat import PromptSpec, ResourceSpec, ToolSpec
from app.models.base import Frozen, Name
from app.models.sheets.condition import Attitude


class Echo(Frozen):
    """Say something
    and hear it again."""

    text: str = Field(max_length=50, description="anything")
    name: Name | None = None
    attitude: Attitude = Attitude.NEUTRAL


class Nothing(Frozen):
    """Takes no arguments."""


MORE = ToolSpec("more", Echo, changes=True, brief="List it.", shown=("text",))


class FakeSeat:
    """Implements `ISeat`: gives the answers that a test has put into ``answers``, or raises them. After a call of
    ``more``, which is not listed at first, it lists it."""

    title = "the fake seat"
    tools: tuple[ToolSpec, ...] = (ToolSpec("echo", Echo), ToolSpec("wait", Nothing, changes=True))
    resources = (ResourceSpec("game://scene", "The scene", "What is there."),)
    prompts = (PromptSpec("minimal", "To begin with."),)

    def __init__(self) -> None:
        self.answers: dict[str, Any] = {}
        self.waiting = asyncio.Event()
        self.gone = asyncio.Event()
        self.undone: list[str] = []

    async def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """``wait`` never ends by itself, and takes its time to be undone; ``echo`` gives its arguments."""
        if name == "more":
            self.tools = (*type(self).tools, MORE)
            return {}
        if name not in ("echo", "wait"):
            raise NotFound(f"There is no tool {name!r} here.")
        if name == "wait":
            self.waiting.set()
            try:
                await asyncio.Event().wait()
            finally:
                self.undone.append("begun")
                await asyncio.sleep(0)
                self.undone.append("ended")
                self.gone.set()
        if arguments.get("text") == "forbidden":
            raise NotPossible("Not here.\nNot now.")
        if "text" not in arguments:
            raise InvalidInput("Bad arguments of echo, text: Field required.")
        answer: dict[str, Any] = self._answer("call", dict(arguments))
        return answer

    async def read(self, uri: str) -> str:
        if uri != "game://scene":
            raise NotFound(f"There is no resource {uri!r} here.")
        text: str = self._answer("read", "A market.")
        return text

    async def prompt(self, name: str) -> str:
        if name != "minimal":
            raise NotFound(f"There is no prompt {name!r} here.")
        text: str = self._answer("prompt", "You are somebody.")
        return text

    def _answer(self, what: str, usual: Any) -> Any:
        given = self.answers.get(what, usual)
        if isinstance(given, Exception):
            raise given
        return given

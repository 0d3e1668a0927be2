"""Asking people in tests: a mind that answers what it is told to, and meanings without a model."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from app.agents.mind.offline import HeuristicMind
from app.cognition.talking.asking import Interviewer
from app.interfaces.agents.mind import DraftedLine, IMind, InterviewRequest, SpeakRequest
from app.interfaces.embeddings import Vector
from app.memory.recall.recaller import Recaller
from app.testing import FakeMind
from tests.unit.memory.recall.streams import vector_of

Answer = str | Exception | Mapping[str, Any]


class Speaker(FakeMind):
    """Answers with what the script says, call by call, then with its last word for ever; notes what it was asked."""

    def __init__(self, *script: Answer, model: str = "paid") -> None:
        self.model = model
        self.script = list(script)
        self.asked: list[SpeakRequest | InterviewRequest] = []

    def _next(self) -> Any:
        answer = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def speak(self, asked: SpeakRequest) -> str:
        self.asked.append(asked)
        return str(self._next())

    async def interview(self, asked: InterviewRequest) -> Mapping[str, str | float]:
        self.asked.append(asked)
        found: Mapping[str, str | float] = self._next()
        return found

    @property
    def shown(self) -> list[str]:
        """The memories that the last question came with."""
        return [memory.text for memory in self.asked[-1].memories]


class Meanings:
    """IVectors whose texts mean what their words are; counts what had to be computed."""

    def __init__(self) -> None:
        self.computed: list[str] = []

    async def start(self) -> str:
        return "ready"

    async def vectors(self, texts: Sequence[str]) -> list[Vector | None]:
        self.computed += texts
        return [vector_of(text).astype(np.float32) for text in texts]

    async def known(self, texts: Sequence[str]) -> list[Vector | None]:
        return [None] * len(texts)

    async def aclose(self) -> None: ...


def interviewer(mind: IMind, fallback: IMind | None = None) -> Interviewer:
    return Interviewer(mind, fallback or HeuristicMind(), Recaller())


def asks(*texts: str, who: str = "Élan") -> list[DraftedLine]:
    return [DraftedLine(who, text) for text in texts]

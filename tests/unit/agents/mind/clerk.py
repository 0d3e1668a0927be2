"""Models for tests: one that answers from a list, and one that does what the prompt asks of it."""

import json
import re
from collections.abc import Callable
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelRequest, ModelResponse, TextPart, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from app.agents.mind.agent import ModelMind

Reply = str | Exception | Callable[[str, str], str]
"""What to say, what to raise, or a function of instructions and prompt."""


class Clerk:
    """A mind whose model answers from a list, the last answer again and again, with the prompts that it was sent."""

    def __init__(self, *answers: Reply | dict[str, Any]) -> None:
        self._answers = [json.dumps(answer) if isinstance(answer, dict) else answer for answer in answers]
        self.prompts: list[str] = []
        self.instructions: list[str] = []
        self.mind = ModelMind(FunctionModel(self._answer, model_name="clerk"))

    def _answer(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        request = messages[-1]
        assert isinstance(request, ModelRequest)
        prompt = "".join(str(part.content) for part in request.parts if isinstance(part, UserPromptPart))
        self.prompts.append(prompt)
        self.instructions.append(info.instructions or "")
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if isinstance(answer, Exception):
            raise answer
        return ModelResponse(
            parts=[TextPart(answer if isinstance(answer, str) else answer(info.instructions or "", prompt))]
        )

    def shown(self, name: str) -> list[Any]:
        """The lines of a fence in the first prompt."""
        return lines_of(self.prompts[0], name)


def lines_of(prompt: str, name: str) -> list[Any]:
    """What stands in a fence of a prompt; [] where there is none."""
    found = re.search(rf"^<{name}>\n(.*?)^</{name}>$", prompt, re.DOTALL | re.MULTILINE)
    return [json.loads(line) for line in found[1].splitlines()] if found else []


def obedient(instructions: str, prompt: str) -> str:
    """A usable answer to any question, out of nothing but the prompt."""
    ids = [line["id"] for line in lines_of(prompt, "memories") if isinstance(line, dict) and "id" in line]
    if '"ratings"' in instructions:
        return json.dumps({"ratings": [{"id": key, "score": "7"} for key in ids]})
    if '"items"' in instructions:
        return _a_day(prompt)
    if '"insights"' in instructions:
        return json.dumps({"insights": [{"text": "It went well.", "importance": 8, "evidence": ids[:2]}]})
    if '"action"' in instructions:
        return json.dumps({"action": lines_of(prompt, "actions")[0]["id"], "reason": "It is time."})
    if '"lines"' in instructions:
        both = [lines_of(prompt, f"{which}_person")[0]["id"] for which in ("first", "second")]
        return json.dumps({"lines": [{"speaker": who, "text": "Good day."} for who in both]})
    if '"q1"' in instructions:
        questions = lines_of(prompt, "questions")
        return json.dumps({each["name"]: each["options"][0] if "options" in each else each["to"] for each in questions})
    return "It went as it goes."


def _a_day(prompt: str) -> str:
    places = [line["id"] for line in lines_of(prompt, "places")]
    hour = int(lines_of(prompt, "now")[0]["time"].partition(", ")[2][:2])
    times = [(hour + 1 + n) % 24 for n in range(5)]
    items = [{"time": f"{n:02d}:00", "description": "Go on", "place": (places or [None])[0]} for n in times]
    return json.dumps({"items": items})

"""The texts that chat clients send of their own, and the answers to their requests that are no line of a player."""

import json
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from app.models.base import Frozen
from app.package_data import package_data

_HISTORY = "<chat_history>"
"""Stands in every request of Open WebUI about a chat, whatever its owner has made of the words."""
_LISTS = frozenset({"tags", "follow_ups", "queries", "tool_calls"})


class ClientTask(Frozen):
    """A request of a client for itself.

    Attributes:
        begins: How its message begins.
        answer: The key of the JSON object that answers it; "" for an empty text.
    """

    begins: str
    answer: str


class _Prompts(Frozen):
    marks: tuple[str, ...]
    continues: tuple[str, ...]
    other: tuple[str, ...]
    documents: tuple[str, ...]


class _Known(NamedTuple):
    tasks: tuple[ClientTask, ...]
    prompts: _Prompts


class TaskFacts(NamedTuple):
    """What answers are made of: the title, and lines that a player could type now."""

    title: str
    lines: Sequence[str] = ()


def task_of(text: str) -> ClientTask | None:
    """Return the task that a message gives; None for a line of a player."""
    begun = next((task for task in _known().tasks if _begins(text, (task.begins,))), None)
    return begun or (ClientTask(begins="", answer="") if _HISTORY in text else None)


def is_place_marker(text: str) -> bool:
    """Return whether a system message only marks a place in the conversation."""
    prompts = _known().prompts
    return _begins(text, (*prompts.marks, *prompts.continues))


def asks_to_continue(text: str) -> bool:
    return _begins(text, _known().prompts.continues)


def asks_for_other_text(text: str) -> bool:
    """Return whether a system message asks for something else than the story, as a summary."""
    return _begins(text, _known().prompts.other)


def holds_documents(text: str) -> bool:
    """Return whether a client has put documents, and what to do with them, before a line of a player."""
    return _begins(text, _known().prompts.documents)


def task_answer(task: ClientTask, text: str, facts: TaskFacts) -> str:
    """Answer a task without a model.

    Args:
        task: The task.
        text: The message that gives it: its answer is JSON where this names the key.
        facts: What the answer is made of.
    """
    found = {"title": facts.title, "tags": [facts.title], "follow_ups": [*facts.lines]}
    value = found.get(task.answer, [] if task.answer in _LISTS else "")
    if f'"{task.answer}"' in text or task.answer == "follow_ups":
        return json.dumps({task.answer: value}, ensure_ascii=False)
    return value if isinstance(value, str) else ""


def _begins(text: str, beginnings: Sequence[str]) -> bool:
    start = _folded(text[:400])
    return any(start.startswith(_folded(each)) for each in beginnings)


def _folded(text: str) -> str:
    return "".join(text.split()).casefold()


@cache
def _known() -> _Known:
    data = package_data("app.services.chat", "client_prompts")
    tasks = tuple(ClientTask.model_validate(each) for each in data["tasks"])
    return _Known(tasks, _Prompts.model_validate(data["prompts"]))

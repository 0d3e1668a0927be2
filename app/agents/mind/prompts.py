"""What a model is asked, one prompt for each question: instructions of our own, and everything else as fenced data."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files

from app.agents.fitting import fitted
from app.agents.mind.prompt_blocks import (
    PROMPT_TOKENS,
    block,
    block_of,
    joined,
    memory_block,
    memory_lines,
    person_data,
)
from app.interfaces.agents import mind as port
from app.language.rendering.phrases import time_text
from app.memory.prompt_data import data_line, estimate, fenced
from app.models.state.clock import part_of_day

_MARGIN = 40  # tokens kept free of a prompt
_QUESTIONS_TOKENS = 1_600
_MOST_RATED = 60

_TEXTS: dict[str, dict[str, str]] = tomllib.loads(files(__package__).joinpath("instructions.toml").read_text("utf-8"))
"""By question what a model is told to do, and the form of its answer."""


@dataclass(frozen=True)
class Question:
    """A question as a model gets it."""

    instructions: str
    prompt: str


def _instructions(question: str, **slots: str) -> str:
    """The task with its ``{slots}`` filled, and how to read and to answer it."""
    task, form, ways = _TEXTS[question]["task"], _TEXTS[question].get("form"), _TEXTS["every"]
    for slot, value in slots.items():
        task = task.replace(f"{{{slot}}}", value)
    return joined((task, ways["data"], f"{ways['json']}\n{form}" if form else ""))


def _question(
    instructions: str,
    before: Sequence[str],
    memories: Sequence[port.Recollection],
    after: Sequence[str] = (),
    *,
    ids: bool = False,
    best_first: bool = False,
) -> Question:
    """The parts around the memories, which take what room is left."""
    left = PROMPT_TOKENS - estimate(instructions) - estimate(joined((*before, *after))) - _MARGIN
    shown = memory_block("memories", memories, left, ids=ids, best_first=best_first)
    return Question(instructions, joined((*before, shown, *after)))


def _person(person: dict[str, object], name: str = "person") -> str:
    return fenced(name, [person])


def _people(people: Sequence[port.KnownPerson], tokens: int) -> str:
    """Those first that are liked or disliked most."""
    known = sorted(people, key=lambda other: -abs(other.relationship))
    shown = [{"id": other.id, "name": other.name, "feeling": round(other.relationship, 1)} for other in known]
    return block("people", shown, tokens)


def _places(places: Sequence[port.KnownPlace], tokens: int) -> str:
    shown = [
        {"id": place.id, "name": place.name, "kind": " ".join((place.type, *place.tags[:4])).strip()}
        for place in places
    ]
    return block("places", shown, tokens)


def _now(minutes: int, **more: str) -> str:
    return block("now", [{"time": time_text(minutes), "part": part_of_day(minutes), **more}], 240)


# -- what is asked -------------------------------------------------------------------------------------------------


def scoring(request: port.ScoreRequest) -> Question:
    """BadAnswer for more memories than one question can hold."""
    instructions = _instructions("scoring")
    person = _person(person_data(request.person))
    left = PROMPT_TOKENS - estimate(instructions) - estimate(person) - _MARGIN
    frame = block_of("memories", [{"id": memory.id, "text": ""} for memory in request.memories])
    texts = fitted([memory.text[:4_000] for memory in request.memories], max(0, left - estimate(frame)))
    lines = [{"id": memory.id, "text": text} for memory, text in zip(request.memories, texts, strict=True)]
    shown = block_of("memories", lines)
    if len(lines) > _MOST_RATED or estimate(shown) > left:
        raise port.BadAnswer(f"{len(lines)} memories are too many for one question")
    return Question(instructions, joined((person, shown)))


def planning(request: port.PlanRequest) -> Question:
    sheet = {"weekday": request.weekday, "home": request.home or "", "work": request.work or ""}
    return _question(
        _instructions("replanning" if request.surprise else "planning"),
        [
            _person(person_data(request.person, 500)),
            _places(request.places, 420),
            _people(request.people, 260),
            block("habits", request.hints, 160),
            block("left_undone", [item.description for item in request.left_undone], 160),
            block("planned", request.planned, 240),
        ],
        request.memories,
        [_now(request.now, **sheet), block("surprise", [request.surprise] if request.surprise else [], 120)],
        best_first=True,
    )


def reflecting(request: port.ReflectRequest) -> Question:
    instructions = _instructions("reflecting")
    before = [_person(person_data(request.person)), _people(request.people, 300), block("places", request.places, 120)]
    return _question(instructions, before, request.memories, [_now(request.now)], ids=True)


def deciding(request: port.DecideRequest) -> Question:
    """One of the actions. BadAnswer for more than one question can hold."""
    instructions = _instructions("deciding")
    actions = [{"id": action.id, "what": action.description} for action in request.actions]
    shown = block("actions", actions, 800)
    if shown.count("\n") != len(actions) + 1:
        raise port.BadAnswer(f"{len(actions)} actions are too many for one question")
    situation = block("situation", [request.situation] if request.situation else [], 160)
    before = [_person(person_data(request.person)), block("plan", request.plan, 200)]
    return _question(instructions, before, request.memories, [_now(request.now), situation, shown], best_first=True)


def conversing(request: port.ConverseRequest, most: int) -> Question:
    instructions = _instructions("conversing", most=str(most))
    half = (PROMPT_TOKENS - estimate(instructions) - 2 * 440 - 400 - _MARGIN) // 2
    parts: list[str] = []
    for which, person in zip(("first", "second"), request.people, strict=True):
        parts.append(_person({"id": person.npc_id, **person_data(person, 400)}, f"{which}_person"))
        parts.append(memory_block(f"memories_of_{which}", request.memories.get(person.npc_id, ()), half))
    return Question(instructions, joined((*parts, _now(request.now, place=request.place))))


def condensing(request: port.CondenseRequest) -> Question:
    instructions = _instructions("condensing")
    return _question(instructions, [_person(person_data(request.person, 200))], request.memories)


def speaking(request: port.SpeakRequest) -> Question:
    instructions = _instructions("speaking")
    dialogue = [{"speaker": line.speaker, "text": line.text} for line in request.dialogue]
    context = block("context", [request.context] if request.context else [], 160)
    return _question(
        instructions,
        [_person(person_data(request.person)), block("can_tell", request.topics, 400)],
        request.memories,
        [context, _latest("dialogue", dialogue, 700)],
    )


def _latest(name: str, lines: Sequence[Mapping[str, object]], tokens: int) -> str:
    """The last lines that there is room for, in order."""
    for first in range(max(0, len(lines) - 40), len(lines)):
        shown = block(name, lines[first:], tokens)
        if shown.count("\n") == len(lines) - first + 1:
            return shown
    return ""


def interviewing(request: port.InterviewRequest, questions: Mapping[str, Mapping[str, object]]) -> Question:
    """Questions under short names, after the person and its memories, oldest first. BadAnswer for too many."""
    numbers = "fractions allowed" if request.fractions else "a whole number"
    instructions = _instructions("interviewing", numbers=numbers)
    shown = fenced("questions", [{"name": name, **question} for name, question in questions.items()])
    if estimate(shown) > _QUESTIONS_TOKENS:
        raise port.BadAnswer("the questions are too long for one prompt")
    context = block("context", [request.context] if request.context else [], 160)
    head = f"Self description: {data_line(person_data(request.person))}\n==\nOther observations about the subject:\n\n"
    tail = joined(("\n==", context, shown))
    left = PROMPT_TOKENS - estimate(instructions) - estimate(head) - estimate(tail) - _MARGIN
    oldest_first = sorted(request.memories, key=lambda memory: memory.game_time or 0)
    memories = "\n".join(data_line(line) for line in memory_lines(oldest_first, left, whole=True))
    return Question(instructions, f"{head}{memories}{tail}")

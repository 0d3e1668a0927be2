"""The prompts for an agent of genagents: the interview prompt of Park et al. 2024, with all data fenced or escaped."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.agents.fitting import clipped_to, fitted
from app.agents.mind.prompts import Question, about_subject, instructions_of, join_sections, questions_block
from app.interfaces.agents.genagent_mind import AgentProfile
from app.interfaces.agents.interview import Questions
from app.interfaces.agents.mind_views import DraftedLine
from app.memory.prompt_data import data_line, estimate, fenced
from app.package_data import package_data

TOKENS = 20_000
"""Room for 120 memories of a long interview; a model with a smaller window takes a smaller number."""
MOST_LINES = 100  # of a dialogue, the last ones
_MOST_CHARACTERS = 4_000  # of one memory that is rated, and of a text in a dialogue
_ROOM = {"self": 4, "questions": 3, "dialogue": 3, "context": 10}
"""By section its largest part of all tokens: one in so many."""

_TEXTS: dict[str, dict[str, str]] = package_data(__package__, "instructions")


def rating(agent: AgentProfile, texts: Mapping[str, str], tokens: int) -> Question:
    """Texts by short name, to be rated."""
    instructions = instructions_of(_TEXTS["rating"])
    described = f"Self description: {self_description(agent.scratch, tokens // _ROOM['self'])}"
    left = tokens - estimate(instructions) - estimate(described)
    frame = fenced("memories", [{"id": name, "text": ""} for name in texts])
    shown = fitted([text[:_MOST_CHARACTERS] for text in texts.values()], max(0, left - estimate(frame)))
    lines = [{"id": name, "text": text} for name, text in zip(texts, shown, strict=True)]
    return instructions, join_sections((described, fenced("memories", lines)))


def reflecting(agent: AgentProfile, anchor: str, count: int, tokens: int) -> Question:
    """About so many insights for an anchor."""
    instructions = instructions_of(_TEXTS["reflecting"], count=str(count))
    shown = fenced("anchor", [clipped_to(anchor[:_MOST_CHARACTERS], tokens // _ROOM["context"])])
    return _asked(instructions, agent, (shown,), tokens)


def interviewing(
    agent: AgentProfile, questions: Questions, names: Mapping[str, str], context: str, tokens: int
) -> Question:
    """Questions under short names. BadAnswer for too many."""
    numbers = "fractions allowed" if questions.fractions else "a whole number"
    instructions = instructions_of(_TEXTS["answering"], numbers=numbers)
    shown = questions_block(questions, names, tokens // _ROOM["questions"])
    return _asked(instructions, agent, (_context(context, tokens), shown), tokens)


def speaking(agent: AgentProfile, dialogue: Sequence[DraftedLine], context: str, tokens: int) -> Question:
    """The agent's line at the end of a dialogue."""
    instructions = instructions_of(_TEXTS["speaking"])
    lines = [f"[{line.speaker}]: {line.text}"[:_MOST_CHARACTERS] for line in dialogue[-MOST_LINES:]]
    shown = fenced("dialogue", [*fitted(lines, tokens // _ROOM["dialogue"]), f"[{agent.name}]: [Fill in]"])
    return _asked(instructions, agent, (_context(context, tokens), shown), tokens)


def self_description(scratch: Mapping[str, Any], tokens: int) -> str:
    """The scratch as one line of JSON; where it is too long, its longest values are clipped, and the last left out."""
    if estimate(line := data_line(scratch)) <= tokens:
        return line
    texts = [value if isinstance(value, str) else json.dumps(value, ensure_ascii=False) for value in scratch.values()]
    kept: dict[str, object] = {}
    for name, text in zip(scratch, fitted([text[:_MOST_CHARACTERS] for text in texts], tokens // 2), strict=True):
        if estimate(data_line({**kept, name: text})) > tokens:
            break
        kept[name] = text
    return data_line(kept)


def _context(context: str, tokens: int) -> str:
    if not context.strip():
        return ""
    return fenced("context", [clipped_to(context[:_MOST_CHARACTERS], tokens // _ROOM["context"])])


def _asked(instructions: str, agent: AgentProfile, sections: Sequence[str], tokens: int) -> Question:
    described = self_description(agent.scratch, tokens // _ROOM["self"])
    return instructions, about_subject(described, agent.memories, sections, tokens - estimate(instructions))

"""What a model is shown of a person, its memories and its world: fenced data, within a number of tokens."""

from collections.abc import Iterable, Mapping, Sequence

from app.agents.fitting import clipped_to, fitted
from app.interfaces.agents.mind import Portrait, Recollection
from app.language.rendering.phrases import time_text
from app.memory.prompt_data import data_line, estimate, fenced

PROMPT_TOKENS = 3_000  # what the instructions and the prompt of one question take together, estimated
PERSON_TOKENS = 600
MEMORY_TOKENS = 80  # of one memory
_TEXT_TOKENS = 60  # of any other text in a list
_MOST_MEMORIES = 120
_MOST_OF_LIST = 12
_MOST_CHARACTERS = 4_000
_FRAME = 6  # tokens of JSON around one text
_PLAIN_IMPORTANCE = 5.0

Value = str | Mapping[str, object]


def person_data(person: Portrait, tokens: int = PERSON_TOKENS) -> dict[str, object]:
    """A portrait without its empty fields, its longest texts clipped, of long lists the beginning."""
    for most in (_MOST_OF_LIST, _MOST_OF_LIST // 3, 1):
        data = _person_data(person, tokens, most)
        if estimate(data_line(data)) <= tokens:
            return data
    return _person_data(person, tokens, 0)


def _person_data(person: Portrait, tokens: int, most: int) -> dict[str, object]:
    texts = {
        "name": person.name,
        "description": person.description,
        "background": person.background,
        "speaks": person.manner,
        "decides": person.deciding,
        "state": person.state,
    }
    lists = {
        "traits": person.traits[:most],
        "values": person.values[:most],
        "goals": person.goals[:most],
        "skills": person.skills[:most],
        "feelings": person.relationships[:most],
    }
    written = [text for text in texts.values() if text] + [text for items in lists.values() for text in items]
    fit = iter(fitted([text[:_MOST_CHARACTERS] for text in written], tokens - _FRAME * (1 + len(written))))
    data: dict[str, object] = {key: next(fit) for key, text in texts.items() if text}
    return data | {key: [next(fit) for _ in items] for key, items in lists.items() if items}


def block(name: str, values: Iterable[Value], tokens: int) -> str:
    """Values in a fence, the first ones as far as there is room; long texts are clipped. "" for none."""
    kept: list[Value] = []
    left = tokens - estimate(fenced(name, ())) - 1
    for value in values:
        short = _short(value)
        left -= estimate(data_line(short) + "\n")
        if left < 0:
            break
        kept.append(short)
    return block_of(name, kept)


def _short(value: Value) -> Value:
    if isinstance(value, str):
        return clipped_to(value[:_MOST_CHARACTERS], _TEXT_TOKENS)
    return {key: _short(part) if isinstance(part, str) else part for key, part in value.items()}


def memory_block(
    name: str, memories: Sequence[Recollection], tokens: int, *, ids: bool = False, best_first: bool = False
) -> str:
    """The memories in order, in a fence, "" for none; of too many the least important are left out, of equals the
    oldest, or the last if they come ``best_first``. ``ids``: whether an answer has to name them."""
    lines = memory_lines(memories, tokens - estimate(fenced(name, ())) - 1, ids=ids, best_first=best_first)
    return block_of(name, lines)


def block_of(name: str, lines: Sequence[Value]) -> str:
    """A fence around lines that fit already; "" for none."""
    return fenced(name, lines) if lines else ""


def memory_lines(
    memories: Sequence[Recollection], tokens: int, *, ids: bool = False, whole: bool = False, best_first: bool = False
) -> list[Value]:
    """The same as lines of data; ``whole``: nothing but their texts."""
    most = 4 * _MOST_MEMORIES
    looked_at = memories[:most] if best_first else memories[-most:]
    lines = [_memory(memory, ids=ids, whole=whole) for memory in looked_at]
    costs = [estimate(data_line(line) + "\n") for line in lines]
    weights = [_PLAIN_IMPORTANCE if memory.importance is None else memory.importance for memory in looked_at]
    sign = 1 if best_first else -1
    kept: list[int] = []
    for at in sorted(range(len(lines)), key=lambda at: (-weights[at], sign * at))[:_MOST_MEMORIES]:
        if costs[at] <= tokens:
            tokens -= costs[at]
            kept.append(at)
    return [lines[at] for at in sorted(kept)]


def _memory(memory: Recollection, *, ids: bool, whole: bool) -> Value:
    text = clipped_to(memory.text[:_MOST_CHARACTERS], MEMORY_TOKENS)
    if whole:
        return text
    line: dict[str, object] = {"id": memory.id} if ids else {}
    if memory.game_time is not None:
        line["when"] = time_text(memory.game_time)
    return {**line, "text": text}


def joined(parts: Iterable[str]) -> str:
    """The parts of a prompt that are not empty, apart."""
    return "\n\n".join(part for part in parts if part)

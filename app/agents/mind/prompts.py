"""What a model is asked, one prompt for each question: instructions of our own, and everything else as fenced data."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import zip_longest

from app.agents.fitting import clipped_to, fitted
from app.interfaces.agents import mind as port
from app.interfaces.agents.interview import Questions
from app.language.rendering.phrases import time_text
from app.memory.prompt_data import data_line, estimate, fenced, language_line
from app.models.clock import part_of_day
from app.package_data import package_data

PROMPT_TOKENS = 3_000  # what the instructions and the prompt of one question take together, estimated
PERSON_TOKENS = 600
_MATTERS_TOKENS = 160
_TEXT_TOKENS = 60  # of any other text in a list
_MOST_MEMORIES = 120
_MOST_OF_LIST = 12
_MOST_CHARACTERS = 4_000
_FRAME = 6  # tokens of JSON around one text
_PLAIN_IMPORTANCE = 5.0
_MARGIN = 40  # tokens kept free of a prompt
_QUESTIONS_TOKENS = 1_600
_MOST_RATED = 60

_TEXTS: dict[str, dict[str, str]] = package_data(__package__, "instructions")
"""By question what a model is told to do, and the form of its answer."""

Value = str | Mapping[str, object]


Question = tuple[str, str]  # a question as a model gets it: its instructions and its prompt


def _instructions(question: str, person: port.Portrait, **slots: str) -> str:
    return instructions_of(_TEXTS[question], person.language, **slots)


def instructions_of(text: Mapping[str, str], language: str = "", **slots: str) -> str:
    """The ``task`` of a text with its ``{slots}`` filled, the language of the game, how to read it, how to answer."""
    task, form, ways = text["task"], text.get("form"), _TEXTS["every"]
    for slot, value in slots.items():
        task = task.replace(f"{{{slot}}}", value)
    return join_sections((task, language_line(language), ways["data"], f"{ways['json']}\n{form}" if form else ""))


def _question(
    asked: str,
    person: port.Portrait,
    before: Sequence[str],
    memories: Sequence[port.MemoryExcerpt],
    after: Sequence[str] = (),
    **how: bool,
) -> Question:
    """The parts around the memories, which take what room is left; ``how`` they are shown as for `memory_lines`."""
    instructions = _instructions(asked, person)
    left = PROMPT_TOKENS - estimate(instructions) - estimate(join_sections((*before, *after))) - _MARGIN
    shown = memory_block("memories", memories, left, **how)
    return instructions, join_sections((*before, shown, *after))


def _person(person: port.Portrait, tokens: int = PERSON_TOKENS) -> str:
    return fenced("person", [person_data(person, tokens)])


def _people(people: Iterable[port.KnownPerson], about: Set[str], tokens: int) -> str:
    """List the people that the thought is ``about``, by their ids or those of their members; those of the strongest
    likes and dislikes first."""
    concerned = [other for other in people if not about.isdisjoint((other.id, *other.members))]
    concerned.sort(key=lambda other: -abs(other.relationship))
    shown = [{"id": other.id, "name": other.name, "feeling": round(other.relationship, 1)} for other in concerned]
    return block("people", shown, tokens)


def _people_of(memories: Iterable[port.MemoryExcerpt]) -> Set[str]:
    """Return the ids of the people that memories are about."""
    return {key for memory in memories for key in (*memory.subjects, *memory.names)}


def _now(minutes: int, **more: str) -> str:
    return block("now", [{"time": time_text(minutes), "part": part_of_day(minutes), **more}], 240)


# -- what is shown -------------------------------------------------------------------------------------------------


def person_data(person: port.Portrait, tokens: int = PERSON_TOKENS) -> dict[str, object]:
    """A portrait without its empty fields, its longest texts clipped, of long lists the beginning; conclusions, which
    are memories, whole or not at all."""
    lately = _that_fit(person.lately, tokens // 4)
    left = tokens - sum(estimate(data_line(text)) + _FRAME for text in lately)
    for most in (_MOST_OF_LIST, _MOST_OF_LIST // 3, 1, 0):
        data = _person_data(person, left, most)
        if estimate(data_line(data)) <= left:
            break
    return {**data, "lately": lately} if lately else data


def _that_fit(values: Iterable[Value], tokens: int) -> list[Value]:
    """Those of the values that there is room for, none of them cut, the first ones before others."""
    kept = list[Value]()
    for value in values:
        if (cost := estimate(data_line(value) + "\n")) <= tokens:
            tokens -= cost
            kept.append(value)
    return kept


def _person_data(person: port.Portrait, tokens: int, most: int) -> dict[str, object]:
    texts = {
        "name": person.name,
        "description": person.description,
        "background": person.background,
        "speaks": person.manner,
        "decides": person.deciding,
        **person.more,
        "state": person.state,
    }
    lists = {
        "traits": person.traits[:most],
        "values": person.values[:most],
        "goals": tuple(_goals(person))[:most],
        "skills": person.skills[:most],
        "feelings": person.relationships[:most],
        "bound_to": person.commitments[:most],
    }
    written = [text for text in texts.values() if text] + [text for items in lists.values() for text in items]
    fit = iter(fitted([text[:_MOST_CHARACTERS] for text in written], tokens - _FRAME * (1 + len(written))))
    data: dict[str, object] = {key: next(fit) for key, text in texts.items() if text}
    data |= {} if person.age is None else {"age": person.age}
    return data | {key: [next(fit) for _ in items] for key, items in lists.items() if items}


def _goals(person: port.Portrait) -> Iterator[str]:
    """With how far they have come, in points of 100, where they have."""
    for goal, done in zip_longest(person.goals, person.progress[: len(person.goals)], fillvalue=0):
        yield f"{goal} ({done} %)" if done else str(goal)


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
    return fenced(name, kept) if kept else ""


def _short(value: Value) -> Value:
    if isinstance(value, str):
        return clipped_to(value[:_MOST_CHARACTERS], _TEXT_TOKENS)
    return {key: _short(part) if isinstance(part, str) else part for key, part in value.items()}


def memory_block(name: str, memories: Sequence[port.MemoryExcerpt], tokens: int, **how: bool) -> str:
    """The same as `memory_lines` in a fence, "" for none."""
    lines = memory_lines(memories, tokens - estimate(fenced(name, ())) - 1, **how)
    return fenced(name, lines) if lines else ""


def memory_lines(
    memories: Sequence[port.MemoryExcerpt],
    tokens: int,
    *,
    ids: bool = False,
    bare: bool = False,
    best_first: bool = False,
) -> list[Value]:
    """The memories in order, as lines of data, each whole or not at all; of too many those with the lowest score of
    recall are left out, without scores the least important, of equals the oldest, or the last if they come
    ``best_first``. ``ids``: an answer has to name them; ``bare``: nothing but their texts."""
    most = 4 * _MOST_MEMORIES
    looked_at = memories[:most] if best_first else memories[-most:]
    lines = [_memory(memory, ids=ids, bare=bare) for memory in looked_at]
    costs = [estimate(data_line(line) + "\n") for line in lines]
    weights = [_weight(memory) for memory in looked_at]
    sign = 1 if best_first else -1
    kept: list[int] = []
    for at in sorted(range(len(lines)), key=lambda at: (-weights[at], sign * at))[:_MOST_MEMORIES]:
        if costs[at] <= tokens:
            tokens -= costs[at]
            kept.append(at)
    return [lines[at] for at in sorted(kept)]


def _weight(memory: port.MemoryExcerpt) -> float:
    if memory.score is not None:
        return memory.score
    return _PLAIN_IMPORTANCE if memory.importance is None else memory.importance


def _memory(memory: port.MemoryExcerpt, *, ids: bool, bare: bool) -> Value:
    if bare:
        return memory.text
    line: dict[str, object] = {"id": memory.id} if ids else {}
    if memory.game_time is not None:
        line["when"] = time_text(memory.game_time)
    return {**line, "text": memory.text}


def join_sections(parts: Iterable[str]) -> str:
    """The parts of a prompt that are not empty, apart."""
    return "\n\n".join(part for part in parts if part)


# -- what is asked -------------------------------------------------------------------------------------------------


def scoring(request: port.ScoreRequest) -> Question:
    """The memories that there is room for, the first ones before others. BadAnswer where there is room for none."""
    instructions = _instructions("scoring", request.person)
    person = _person(request.person)
    left = PROMPT_TOKENS - estimate(instructions) - estimate(person) - estimate(fenced("memories", ())) - _MARGIN
    lines = _that_fit(({"id": memory.id, "text": memory.text} for memory in request.memories[:_MOST_RATED]), left)
    if not lines:
        raise port.BadAnswer("the memories are too long for one question")
    return instructions, join_sections((person, fenced("memories", lines)))


def planning(request: port.PlanRequest) -> Question:
    places = [
        {"id": place.id, "name": place.name, "kind": " ".join((place.type, *place.tags[:4])).strip()}
        for place in request.places
    ]
    sheet = {"weekday": request.weekday, "home": request.home or "", "work": request.work or ""}
    about = _people_of_day(request) | {other.id for other in request.people if other.relationship}
    return _question(
        "replanning" if request.surprise else "planning",
        request.person,
        [
            _person(request.person, 500),
            block("places", places, 420),
            _people(request.people, about, 260),
            block("habits", request.hints, 160),
            block("left_undone", [item.description for item in request.left_undone], 160),
            block("planned", request.planned, 240),
            block("occasions", map(_occasion, request.occasions), 240),
        ],
        request.memories,
        [_now(request.now, **sheet), block("surprise", [request.surprise] if request.surprise else [], 120)],
        best_first=True,
    )


def _people_of_day(request: port.PlanRequest) -> Set[str]:
    """Return the ids of the people that a day is about: hosts and guests, people that the plan names, the visitor,
    people to ask, and those of its memories."""
    met = {key for each in request.occasions for key in (each.host_id, each.teller_id, *each.with_ids)}
    planned = {key for item in (*request.remaining, *request.left_undone) for key in item.with_ids}
    asked = {key for each, _ in request.questions for key in (each.whom_id, each.about_id) if key is not None}
    return _people_of(request.memories) | met | planned | asked | {request.visitor_id or ""}


def _occasion(each: port.Occasion) -> dict[str, object]:
    agreed = "agreed" if each.is_bound else "heard of"
    return {"when": time_text(each.at), "place": each.place_id, "words": each.words, "is": agreed}


def reflecting(request: port.ReflectRequest) -> Question:
    people = _people(request.people, _people_of(request.all_memories), 300)
    before = [_person(request.person), people, block("places", request.places, 120)]
    return _question("reflecting", request.person, before, request.all_memories, [_now(request.now)], ids=True)


def deciding(request: port.DecideRequest) -> Question:
    """One of the actions. BadAnswer for more than one question can hold."""
    actions = [{"id": action.id, "what": action.description} for action in request.actions]
    shown = block("actions", actions, 800)
    if shown.count("\n") != len(actions) + 1:
        raise port.BadAnswer(f"{len(actions)} actions are too many for one question")
    situation = block("situation", [request.situation] if request.situation else [], 160)
    before = [_person(request.person), block("plan", request.plan, 200)]
    after = [_now(request.now), situation, shown]
    return _question("deciding", request.person, before, request.memories, after, best_first=True)


def conversing(request: port.ConverseRequest, most: int) -> Question:
    instructions = _instructions("conversing", request.people[0], most=str(most))
    half = (PROMPT_TOKENS - estimate(instructions) - 2 * (440 + _MATTERS_TOKENS) - 400 - _MARGIN) // 2
    parts: list[str] = []
    for which, person in zip(("first", "second"), request.people, strict=True):
        parts.append(fenced(f"{which}_person", [{"id": person.npc_id, **person_data(person, 400)}]))
        parts.append(_matters(f"matters_of_{which}", request.matters.get(person.npc_id, ())))
        parts.append(memory_block(f"memories_of_{which}", request.memories.get(person.npc_id, ()), half))
    return instructions, join_sections((*parts, _now(request.now, place=request.place)))


def _matters(name: str, matters: Iterable[port.TalkReason]) -> str:
    """Reasons to talk in a fence, the first ones that there is room for; none is cut, for memories are in them."""
    lines = _that_fit(map(_matter, matters), _MATTERS_TOKENS - estimate(fenced(name, ())))
    return fenced(name, lines) if lines else ""


def _matter(each: port.TalkReason) -> dict[str, object]:
    """Return a reason to talk as data."""
    known = each.memory.text if each.memory is not None else ""
    line = {
        "why": each.kind.value,
        "what": each.what or known,
        "about": each.names.get(each.about_id, ""),
        "where": each.names.get(each.place_id or "", ""),
        "when": "" if each.at is None else time_text(each.at),
    }
    return {key: value for key, value in line.items() if value}


def condensing(request: port.CondenseRequest) -> Question:
    return _question("condensing", request.person, [_person(request.person, 200)], request.memories)


def speaking(request: port.SpeakRequest) -> Question:
    dialogue = [{"speaker": line.speaker, "text": line.text} for line in request.dialogue]
    context = block("context", [request.context] if request.context else [], 160)
    return _question(
        "speaking",
        request.person,
        [_person(request.person), block("can_tell", request.topics, 400)],
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


def interviewing(request: port.InterviewRequest, names: Mapping[str, str]) -> Question:
    """Questions under short names, after the person and its memories, oldest first; what does not fit into the
    tokens of the request is left out by its score. BadAnswer for too many questions."""
    numbers = "fractions allowed" if request.fractions else "a whole number"
    instructions = _instructions("interviewing", request.person, numbers=numbers)
    shown = questions_block(request.questions, names, _QUESTIONS_TOKENS)
    context = block("context", [request.context] if request.context else [], 160)
    described = data_line(person_data(request.person))
    return instructions, about_subject(
        described, request.memories, (context, shown), request.tokens - estimate(instructions)
    )


def about_subject(described: str, memories: Sequence[port.MemoryExcerpt], sections: Iterable[str], tokens: int) -> str:
    """The prompt of an interview as genagents has it (Park et al. 2024): the self description, the memories, oldest
    first, and then the ``sections``; of memories without room those with the lowest scores are left out."""
    head = f"Self description: {described}\n==\nOther observations about the subject:\n\n"
    tail = join_sections(("\n==", *sections))
    oldest_first = sorted(memories, key=lambda memory: memory.game_time or 0)
    left = tokens - estimate(head) - estimate(tail) - _MARGIN
    shown = "\n".join(data_line(line) for line in memory_lines(oldest_first, left, bare=True))
    return f"{head}{shown}{tail}"


def questions_block(questions: Questions, names: Mapping[str, str], tokens: int) -> str:
    """The questions in a fence, each by its short name, with its options or its range. BadAnswer for too many."""
    shown = fenced(
        "questions", [{"name": name, "question": asked, **_offered(questions, asked)} for name, asked in names.items()]
    )
    if estimate(shown) > tokens:
        raise port.BadAnswer("the questions are too long for one prompt")
    return shown


def _offered(questions: Questions, question: str) -> dict[str, object]:
    if question in questions.options:
        return {"options": list(questions.options[question])}
    low, high = questions.bounds(question)
    return {"from": low, "to": high}

"""Thinking for people with a language model: one call per question, the answer checked against what was offered.
Imported only where a model is configured: it loads pydantic-ai, about a second."""

from collections.abc import Mapping

from app.agents.metered_model import ModelAdapter
from app.agents.mind import forms, prompts
from app.agents.mind.day import from_now
from app.agents.mind.reading import (
    all_offered,
    is_nothing,
    made_value,
    minute_of_day,
    offered,
    one_offered,
    read,
    visible,
)
from app.agents.mind.wording import plain
from app.agents.models import ask_model
from app.interfaces.agents import mind as port
from app.interfaces.agents.interview import Questions
from app.language.analysis.text import numbers
from app.language.checks.answer_form import bare_words, why_bad
from app.language.language import language_of

MOST_LINES = 12
_MOST_INSIGHTS = 5
_LEAST_IMPORTANCE, _MINIMAL_IMPORTANCE = 7.0, 4.0
_MOST_CONDENSED, _MOST_SPOKEN = 600, 2_000


class ModelMind(ModelAdapter):
    """IMind by any pydantic-ai model. An answer that cannot be used raises BadAnswer at once, for the caller to retry;
    so does, without a call, a request with nothing to think about. ``name`` is the name of the model."""

    async def _ask(self, request: prompts.Question) -> str:
        return await ask_model(self._model, *request)

    async def score(self, request: port.ScoreRequest) -> Mapping[str, float]:
        """Ratings of the memories that a prompt has room for; BadAnswer if none of them is usable."""
        ids = {memory.id: "" for memory in request.memories}
        if not ids:
            return {}
        answer = read(await self._ask(prompts.scoring(request)), forms.Ratings, "ratings")
        found = ((one_offered(rating.id, ids), rating.score) for rating in answer.ratings)
        scores = {memory_id: score for memory_id, score in found if memory_id is not None}
        if not scores:
            raise port.BadAnswer("it rated none of the memories")
        return scores

    async def plan(self, request: port.PlanRequest) -> tuple[port.PlannedItem, ...]:
        """5 to 8 items for a whole day, at least one for what is left of one; with a surprise mostly none."""
        return _plan(request, read(await self._ask(prompts.planning(request)), forms.Plan, "items"))

    async def reflect(self, request: port.ReflectRequest) -> port.Reflection:
        """One to five conclusions whose evidence is among the memories."""
        if not request.memories:
            raise port.BadAnswer("there are no memories to reflect on")
        return _reflection(
            request, read(await self._ask(prompts.reflecting(request)), forms.ConclusionsForm, "insights")
        )

    async def decide(self, request: port.DecideRequest) -> port.Decision:
        if not request.actions:
            raise port.BadAnswer("there is nothing to choose from")
        answer = read(await self._ask(prompts.deciding(request)), forms.ChosenAction)
        action = offered(answer.action, {each.id: each.description for each in request.actions}, "an action")
        no_reason = language_of(request.person).render("reasons.model-gave-none")
        return made_value(port.Decision, action=action, reason=plain(answer.reason) or no_reason)

    async def converse(self, request: port.ConverseRequest) -> port.Conversation:
        """What the two say, as many lines as are wanted; both speak, unless only one line is wanted."""
        most = max(1, min(MOST_LINES, request.most_lines))
        answer = read(await self._ask(prompts.conversing(request, most)), forms.Talk, "lines")
        return _conversation(request, answer, most)

    async def condense(self, request: port.CondenseRequest) -> str:
        """Sentences without a number that is in none of the memories."""
        if not request.memories:
            raise port.BadAnswer("there are no memories to condense")
        text = plain(_prose(await self._ask(prompts.condensing(request)), request.person), _MOST_CONDENSED + 1)
        if len(text) > _MOST_CONDENSED:
            raise port.BadAnswer("it was too long")
        known = "\n".join((request.person.name, *(memory.text for memory in request.memories)))
        if invented := sorted(numbers(text) - numbers(known)):
            raise port.BadAnswer(f"a number that is not in its memories: {invented[0][:20]}")
        return text

    async def speak(self, request: port.SpeakRequest) -> str:
        return plain(_prose(await self._ask(prompts.speaking(request)), request.person), _MOST_SPOKEN)

    async def interview(self, request: port.InterviewRequest) -> Mapping[str, str | float]:
        """An answer to every question, within what was offered."""
        names = short_names(request.questions)
        if not names:
            return {}
        if not all(request.options.values()):
            raise port.BadAnswer("a question has no options")
        given = read(await self._ask(prompts.interviewing(request, names)), forms.AnswersForm).by_name
        asked = request.questions
        return {
            question: answer_to(asked, question, given_to(name, question, given)) for name, question in names.items()
        }


# -- checking answers ----------------------------------------------------------------------------------------------


def _prose(text: str, person: port.Portrait) -> str:
    """The prose of an answer, also out of JSON that was not asked for, without the speaker's name and quotes."""
    said = visible(text)
    if said.lstrip("` \n").startswith(("{", "json")):
        said = read(text, forms.Text).text
    said = bare_words(said, person.name, person.name.partition(" ")[0])
    if (reason := why_bad(said)) is not None:
        raise port.BadAnswer(reason)
    return said


def _one_line(text: str, what: str, most: int) -> str:
    """A text within an answer on one line. BadAnswer for a refusal and the like."""
    if (reason := why_bad(text)) is not None:
        raise port.BadAnswer(f"{what}: {reason}")
    return plain(text, most)


def _plan(request: port.PlanRequest, answer: forms.Plan) -> tuple[port.PlannedItem, ...]:
    places = {place.id: place.name for place in request.places}
    places |= {place: place for place in (request.home, request.work) if place is not None and place not in places}
    people = {other.id: other.name for other in request.people}
    items = [item for each in answer.items if (item := _item(each, places, people)) is not None]
    coming = from_now(items, request.now, request.plan_hour, takes_up=not request.surprise)
    weightiest = sorted(range(len(coming)), key=lambda at: -coming[at].priority)[: port.MOST_ITEMS]
    coming = [coming[at] for at in sorted(weightiest)]
    if request.surprise and not answer.items:
        return ()
    if len(coming) < (port.LEAST_ITEMS if request.is_of_whole_day else 1):
        raise port.BadAnswer(f"it planned {len(coming)} things from now on")
    return tuple(coming)


def _item(item: forms.Item, places: Mapping[str, str], people: Mapping[str, str]) -> port.PlannedItem | None:
    """None for one at a place that was not offered."""
    place = None if is_nothing(item.place) else one_offered(item.place, places)
    if place is None and not is_nothing(item.place):
        return None
    return made_value(
        port.PlannedItem,
        description=_one_line(item.description, "a description", 300),
        minute=minute_of_day(item.time),
        place=place,
        with_ids=all_offered(item.with_, people),
        priority=item.priority,
    )


def _reflection(request: port.ReflectRequest, answer: forms.ConclusionsForm) -> port.Reflection:
    ids = {memory.id: "" for memory in request.all_memories}
    insights = []
    for each in answer.insights[: 1 if request.is_minimal else _MOST_INSIGHTS]:
        if not (evidence := all_offered(each.evidence, ids)):
            continue
        importance = _MINIMAL_IMPORTANCE if request.is_minimal else max(each.importance, _LEAST_IMPORTANCE)
        text = _one_line(each.text, "a conclusion", 600)
        insights.append(made_value(port.Insight, text=text, importance=importance, evidence=evidence))
    people = {other.id: other.name for other in request.people if other.id != request.person.npc_id}
    others = ((change, one_offered(change.other, people)) for change in answer.relationships)
    changes = [_change(change, other) for change, other in others if other is not None]
    kept = {change.other_id: change for change in reversed(changes) if change is not None}
    return made_value(port.Reflection, insights=tuple(insights), relationships=tuple(reversed(kept.values())))


def _change(change: forms.Change, other_id: str) -> port.RelationshipChange | None:
    """None for one that changes nothing, or without a reason."""
    reason = plain(change.reason)
    if not change.change or not reason:
        return None
    return made_value(port.RelationshipChange, other_id=other_id, change=change.change, reason=reason)


def _conversation(request: port.ConverseRequest, answer: forms.Talk, most: int) -> port.Conversation:
    names = {person.npc_id: person.name for person in request.people}
    said: list[port.ConversationLine] = []
    for line in answer.lines:
        if (speaker := one_offered(line.speaker, names)) is None:
            continue
        text = _one_line(line.text, "a line", 600)
        said.append(made_value(port.ConversationLine, npc_id=speaker, text=text))
    del said[most:]
    if len({line.npc_id for line in said}) < min(2, most):
        raise port.BadAnswer("nobody answered")
    changes: dict[str, port.RelationshipChange] = {}
    for each in answer.relationships:
        if (who := one_offered(each.who, names)) is None:
            continue
        change = _change(each, next(key for key in names if key != who))
        if change is not None:
            changes.setdefault(who, change)
    return made_value(port.Conversation, lines=tuple(said), relationships=changes)


def short_names(questions: Questions) -> dict[str, str]:
    """Return the questions by the short names that an answer uses."""
    return {f"q{number}": question for number, question in enumerate(questions, 1)}


def answer_to(questions: Questions, question: str, answer: object) -> str | float:
    """Read an answer to a question of an interview. BadAnswer for one that was not offered."""
    if question in questions.options:
        return offered(answer, {option: option for option in questions.options[question]}, "an option")
    try:
        return questions.checked(question, float(str(answer).strip()))
    except ValueError:
        raise port.BadAnswer(f"that is no number: {plain(str(answer), 40)}") from None


def given_to(name: str, question: str, given: Mapping[str, object]) -> object:
    """Return what an answer gives for a question, by its short name or by its text. BadAnswer for nothing."""
    answer = given.get(name, given.get(question))
    if answer is None:
        raise port.BadAnswer(f"it left {name} out")
    return answer

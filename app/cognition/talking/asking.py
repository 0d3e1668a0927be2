"""Asking people: their next line in a dialogue, and questions answered in a form that a program can use. Asking stores
nothing: neither a memory, nor that one was recalled. The caller's meter counts what a model costs."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from app.cognition.portrait import known_people, known_places, portrait
from app.cognition.remembering.recalling import recall_for_dialogue, recall_for_questions
from app.cognition.talking.known_names import KnownNames
from app.errors import BudgetExhausted, ModelUnavailable, TalekeeperError
from app.interfaces.agents.interview import Options, Questions, Ranges, multiple_choice, numerical
from app.interfaces.agents.mind import INTERVIEW_TOKENS, BadAnswer, DraftedLine, IMind, InterviewRequest, SpeakRequest
from app.interfaces.model_names import is_offline
from app.language.analysis.names import Folded, NameTable, ids_by_name, without_article
from app.language.language import language_of, using
from app.log import logger
from app.memory.prompt_data import clipped
from app.memory.recall.recaller import Recaller
from app.models.base import on_one_line
from app.models.state.conditions import can_tell_topic, topic_text_here
from app.models.state.game_state import GameState

Answered = TypeVar("Answered")
ATTEMPTS = 2  # of a model, before the heuristic answers
TIMEOUT = 15.0  # seconds for one attempt
MOST_LINES = 40  # of a dialogue, the last ones
LONGEST = 4_000  # characters of a line, of a context and of an utterance


@dataclass(frozen=True)
class Interviewer:
    """Lets a person speak and answer out of who it is and what it remembers: one stateless call each. A model whose
    answer cannot be used is asked again, then ``fallback`` answers, which needs none. ``tokens`` is what an
    interview's prompt may take, estimated, ``timeout`` the seconds for one attempt."""

    mind: IMind
    fallback: IMind
    recaller: Recaller
    tokens: int = INTERVIEW_TOKENS
    timeout: float = TIMEOUT

    async def utterance(self, state: GameState, npc_id: str, dialogue: Sequence[DraftedLine], context: str = "") -> str:
        """What a person says next; a model may name nothing it cannot know of. NotFound for an unknown person."""
        with using(language_of(state.sheet)):
            person, names = portrait(state, npc_id), KnownNames(state)
            lines = tuple(DraftedLine(line.speaker, clipped(line.text, LONGEST)) for line in dialogue[-MOST_LINES:])
            question = next((line.text for line in reversed(lines) if line.speaker != person.name), "")
            request = SpeakRequest(
                person=person,
                dialogue=lines,
                context=clipped(context, LONGEST),
                topics=_topics(state, npc_id, question),
                memories=await recall_for_dialogue(self.recaller, state, npc_id, lines, question or context),
            )
            known = names.known_to(state, person, request.memories, _told(state, request))

            async def think(mind: IMind) -> str:
                said = clipped(on_one_line((await mind.speak(request))[: 4 * LONGEST]), LONGEST)
                if not said:
                    raise BadAnswer("it said nothing")
                if not is_offline(mind) and (name := names.unknown(said, known)) is not None:
                    raise BadAnswer(f"{npc_id} cannot know of {name[:60]}")
                return said

            return await self._answered(npc_id, think)

    async def categorical_response(
        self, state: GameState, npc_id: str, questions: Options, context: str = ""
    ) -> dict[str, str]:
        """By question the option that a person chooses. InvalidInput for a question without options."""
        answers = await self._interview(state, npc_id, multiple_choice(questions), context)
        return {question: str(answer) for question, answer in answers.items()}

    async def numerical_response(
        self, state: GameState, npc_id: str, questions: Ranges, float_resp: bool = False, context: str = ""
    ) -> dict[str, float | int]:
        """By question a person's number within the range, both ends included; whole unless ``float_resp``. InvalidInput
        for a range that is no range, or that holds no whole number where one is wanted."""
        asked = numerical(questions, fractions=float_resp)
        answers = await self._interview(state, npc_id, asked, context)
        return {question: float(answer) if float_resp else int(answer) for question, answer in answers.items()}

    async def _interview(
        self, state: GameState, npc_id: str, questions: Questions, context: str
    ) -> dict[str, str | float]:
        with using(language_of(state.sheet)):
            person = portrait(state, npc_id)
            if not questions.anchor:
                return {}
            request = InterviewRequest(
                person=person,
                options=questions.options,
                ranges=questions.ranges,
                memories=await recall_for_questions(self.recaller, state, npc_id, questions.anchor),
                context=clipped(context, LONGEST),
                fractions=questions.fractions,
                tokens=self.tokens,
            )

            async def think(mind: IMind) -> dict[str, str | float]:
                answers = await mind.interview(request)
                return {question: questions.checked(question, answers.get(question)) for question in questions}

            return await self._answered(npc_id, think)

    async def _answered(self, npc_id: str, think: Callable[[IMind], Awaitable[Answered]]) -> Answered:
        for _ in range(0 if is_offline(self.mind) else ATTEMPTS):
            try:
                async with asyncio.timeout(self.timeout):
                    return await think(self.mind)
            except BudgetExhausted as error:
                logger.info("asking {}: {}", npc_id, error)
                break
            except (BadAnswer, TalekeeperError, TimeoutError) as error:
                logger.warning("asking {} failed: {}", npc_id, error or type(error).__name__)
        try:
            return await think(self.fallback)
        except BadAnswer as error:
            raise ModelUnavailable(f"There is no answer from {npc_id}: {error}.") from None


def _topics(state: GameState, npc_id: str, question: str) -> tuple[str, ...]:
    """What it can tell about the topics that a question names, in its own words; else what it says instead."""
    topics = state.sheets.npc(npc_id).topics
    names = ((without_article(name), topic.id) for topic in topics for name in (topic.name, *topic.aliases))
    meant = {key for found in NameTable(ids_by_name(names)).find(Folded.of(question)) for key in found.ids}
    found = [topic for topic in topics if topic.id in meant]
    told = tuple(topic.text for topic in found if can_tell_topic(state, npc_id, topic))
    return told or tuple(words for topic in found if (words := topic_text_here(state, npc_id, topic)))


def _told(state: GameState, request: SpeakRequest) -> Iterator[str]:
    """Yield every text that a person is given to speak from except its memories, and what it knows by sight."""
    npc_id = request.person.npc_id
    yield from (request.context, *request.topics)
    yield from (text for line in request.dialogue for text in (line.speaker, line.text))
    yield from (place.name for place in known_places(state, npc_id))
    yield from (person.name for person in known_people(state, npc_id))

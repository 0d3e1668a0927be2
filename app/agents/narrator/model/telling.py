"""Letting a model narrate given facts: no tools, plain text, one retry."""

import asyncio
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from app.agents.failures import PromptTooLong, model_errors
from app.agents.fitting import fitted
from app.agents.limits import at_work
from app.agents.metered_model import MeteredModel
from app.agents.models import ask_streaming
from app.agents.narrator.model.guard import NarrationGuard, Strictness
from app.agents.narrator.model.picking import number_picked
from app.agents.narrator.model.reporting import HEADING as OFFERED
from app.agents.narrator.model.state_question import StateQuestion
from app.agents.narrator.model.told_changes import CarriedItems
from app.agents.narrator.turn.meaning import Doubt
from app.errors import BudgetExhausted, InvalidInput, ModelUnavailable
from app.interfaces.agents.narrator import NarrationContext
from app.language.analysis.mentions import mentions_for
from app.language.checks.answer_form import AnswerForm
from app.language.checks.evidence import Evidence
from app.language.checks.prose import Check, Paragraphs, StreamedProse
from app.language.language import find_language
from app.log import logger
from app.memory.narration_words import in_style
from app.memory.prompt_data import estimate, fenced
from app.models.messages.message import Role
from app.models.prompt import Prompt
from app.models.sheets.narration import USUAL_STYLE, NarrationStyle
from app.models.state.game_state import GameState
from app.models.state.texts import description_now
from app.package_data import package_data

Answer = TypeVar("Answer")
PromptOf = Callable[[], Awaitable[Prompt]]
FACTS_TOKENS = 700
"""The most tokens of the facts that a model is given, with their heading; text that is shown offline is never cut."""
HAPPENED = "What Happened (tell only this)"
READ = "What The Player Has Just Read (never repeat it)"
_FENCES = {HAPPENED: "happened", READ: "read"}
_NOTHING_SO = "nothing that it told is so"
MAX_REASON = 240
"""The most characters of the reason why an answer could not be used."""
LATELY = 40
"""The last messages whose narrations are not repeated."""
SENDING = 0.02
"""Seconds for a request to be sent, during which nothing else of its turn is computed."""
_INSTRUCTIONS: dict[str, str] = package_data(__package__, "instructions")


def with_facts(prompt: Prompt, happened: str, read: Sequence[str] = ()) -> str:
    """Add to a prompt what has happened since, as fenced data of at most ``FACTS_TOKENS``, long lines clipped.

    Args:
        prompt: The prompt.
        happened: What to narrate.
        read: What the player has just read, in order.
    """
    texts = {HAPPENED: _lines(happened), READ: _lines("\n".join(read))}
    budget = FACTS_TOKENS
    for heading, lines in texts.items():
        if lines:
            texts[heading] = _fitted(heading, lines, budget)
            budget -= estimate(_section(heading, texts[heading]))
    return prompt.message + "".join(_section(heading, texts[heading]) for heading in (READ, HAPPENED) if texts[heading])


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def _fitted(heading: str, lines: list[str], tokens: int) -> list[str]:
    lines = fitted(lines, max(0, tokens - estimate(_section(heading, [""] * len(lines)))))
    counts = range(len(lines) + 1)
    most = bisect_right(counts, tokens, key=lambda count: estimate(_section(heading, lines[:count])))
    return lines[: max(0, most - 1)]


def _section(heading: str, lines: Sequence[str]) -> str:
    return f"\n\n## {heading}\n{fenced(_FENCES[heading], lines)}"


def retry_prompt(text: str, reason: str) -> str:
    """Return the text again, with the reason why the last answer could not be used."""
    why = reason[:MAX_REASON]
    return f"{text}\n\nYour last answer could not be used: {why}. Answer with nothing but the text to be told."


def how_to_tell(style: NarrationStyle) -> str:
    """Return the text after a prompt's own instructions where a model narrates what has happened.

    Args:
        style: How the game is told, every field with a value.
    """
    return f"\n\n{in_style(_INSTRUCTIONS['how_to_tell'], style)}"


def how_to_go_on(style: NarrationStyle) -> str:
    """Return what follows them where nothing was done."""
    return f"\n\n{in_style(_INSTRUCTIONS['how_to_go_on'], style)}"


def telling_tokens(style: NarrationStyle = USUAL_STYLE) -> int:
    """Return the most tokens that narrating adds to a prompt: the instructions, the facts, and the reason for a
    retry."""
    return estimate(how_to_tell(style)) + FACTS_TOKENS + estimate(retry_prompt("", "x" * MAX_REASON))


@dataclass(frozen=True)
class ToldAnswer:
    """A model's answer.

    Attributes:
        text: The answer; "" if it only repeated.
        reason: Why it cannot be used; None where it can.
        told: The numbers of the offers that it reports as told.
    """

    text: str
    reason: str | None = None
    told: tuple[int, ...] = ()


def answer_form_of(
    prompt: Prompt, how: str, sent: str, said: str, *, speaker: str = "", known: Sequence[str] = (), outcome: str = ""
) -> AnswerForm:
    """Return the form of an answer: the parts of a prompt that it must not repeat.

    Args:
        prompt: The prompt.
        how: The text after its instructions.
        sent: The text that was sent.
        said: The player's line.
        speaker: The name of the person that answers; "" for a narrator.
        known: Texts that the player has read before, or that are shown as they are; the model does not tell them.
        outcome: What the answer is to tell.
    """
    headings = (*headings_of(prompt), *_FENCES, OFFERED)
    return AnswerForm(f"{prompt.instructions}\n{how}", sent, headings, said, speaker, known, outcome)


def known_texts(state: GameState) -> tuple[str, ...]:
    """Return what no answer repeats: the premise of the story, what the author writes of the party's place and of
    its details, and what was narrated in the last messages."""
    lately = [each.content for each in state.conversation_history[-LATELY:] if each.role is Role.NARRATOR]
    if state.scenario.current_location_id is None:
        return (state.sheet.premise, *lately)
    here = state.here
    described = (description_now(state, each) for each in (here, *here.features))
    return (state.sheet.premise, here.atmosphere, *described, *lately)


async def retell(
    model: MeteredModel,
    prompt: Prompt,
    text: str,
    *,
    show: Callable[[str], None],
    how: str = "",
    names: Sequence[str] = (),
    form: AnswerForm | None = None,
    check: Check | None = None,
    ready: asyncio.Future[None] | None = None,
    read: Sequence[str] = (),
    drops: bool = False,
    reports: bool = False,
) -> ToldAnswer:
    """Ask a model for one streamed answer and show it as it comes.

    Args:
        model: The model.
        prompt: The prompt whose instructions are used.
        text: The text to send.
        show: Receives the pieces to show.
        how: Appended to the prompt's instructions.
        names: The players' names; the answer ends where the model speaks for one of them.
        form: The parts of the model's input that must not be repeated.
        check: Judges each sentence before it is shown.
        ready: Delays the check until it is done.
        read: Texts that the player has just read; repetitions of them are cut from the answer.
        drops: Whether sentences that are refused are left out, and the others shown.
        reports: Whether the answer ends with a report of what it has told.

    Returns:
        The answer, and why it cannot be used if it cannot.

    Raises:
        ModelUnavailable: The model failed.
        BudgetExhausted: A cap is reached.
    """
    part = StreamedProse(show, check, names, read, form=form, drops=drops, reports=reports)
    is_whole = await ask_streaming(model, f"{prompt.instructions}{how}", text, part.feed, ready)
    reason = part.close(headings_of(prompt), is_whole=is_whole)
    if reason is not None:
        logger.warning("A model's text was not used: {}", reason)
    return ToldAnswer(part.text, reason, part.reported)


class TurnTelling:
    """What a model picks and narrates in one turn, within the turn's time limit. After a failed call (``failure``) no
    other is made."""

    def __init__(
        self, model: MeteredModel, context: NarrationContext, strictness: Strictness, items: CarriedItems
    ) -> None:
        self.failure = ""
        self._strictness = strictness
        self._items = items
        self._model = model
        self._context = context
        self._sheet = context.state.sheet
        self._names = protected_players(context)
        limit = model.limits.turn
        self._until = None if limit is None else asyncio.get_running_loop().time() + limit

    async def pick(self, doubt: Doubt) -> int:
        """Return the number of the reading that the model picks; 0 for none, and where it fails."""
        if self.failure:
            return 0
        try:
            with model_errors(self._model.model_name):
                async with at_work(self._model.limits.turn, self._names, self._until):
                    return await number_picked(self._model, self._context.state, doubt)
        except (ModelUnavailable, BudgetExhausted) as error:
            logger.warning("The player is asked which reading is meant: {}", error)
            self.failure = str(error)
            return 0

    async def tell(
        self,
        prompt_of: PromptOf,
        text_of: Callable[[Prompt], str],
        page: Paragraphs,
        *,
        how: str = "",
        outcome: str = "",
        read: Sequence[str] = (),
        speaker: str = "",
        reports: bool = False,
    ) -> tuple[ToldAnswer, Prompt] | None:
        """Ask for a text, and once more where it cannot be used.

        Args:
            prompt_of: Builds the prompt.
            text_of: Makes the text to send from a prompt.
            page: Shows the answer while it comes.
            how: Appended to the prompt's instructions.
            outcome: What the answer may name and count besides the prompt's content.
            read: What the player has just read; repetitions of it are cut from the answer.
            speaker: The name of the person that speaks, and knows only its prompt; "" for the narrator.
            reports: Whether the answer ends with a report of what it has told.

        Returns:
            The usable answer and its prompt; None if there is none.
        """
        if self.failure:
            return None

        async def ask(prompt: Prompt) -> ToldAnswer:
            evidence = Evidence(f"{prompt.text}\n{outcome}", mentions_for(self._sheet))
            text = text_of(prompt)
            return await self._ask(
                prompt, text, page, evidence, speaker, how=how, outcome=outcome, read=read, reports=reports
            )

        try:
            with model_errors(self._model.model_name):
                async with at_work(self._model.limits.turn, self._names, self._until):
                    told, prompt = await within_window(self._model, self._context, prompt_of, ask)
        except (ModelUnavailable, BudgetExhausted) as error:
            logger.warning("The outcome is narrated offline: {}", error)
            self.failure = str(error)
            page.begin()
            return None
        page.begin()
        return (told, prompt) if told.reason is None else None

    async def _ask(
        self,
        prompt: Prompt,
        text: str,
        page: Paragraphs,
        evidence: Evidence,
        speaker: str,
        *,
        how: str,
        outcome: str,
        read: Sequence[str],
        reports: bool,
    ) -> ToldAnswer:
        """Return the first answer that can be used, else the second one."""
        state, said, ready = self._context.state, self._context.text, asyncio.create_task(_read(evidence))
        question = None if speaker else self._question
        known = known_texts(state)
        form = answer_form_of(prompt, how, text, self._context.text, speaker=speaker, known=known, outcome=outcome)

        async def answered(sent: str, *, drops: bool = False) -> ToldAnswer:
            judged_by = evidence if self._reads_names else None
            return await retell(
                self._model,
                prompt,
                sent,
                show=page.show if question is None else _keep,
                how=how,
                names=self._names,
                form=form,
                check=NarrationGuard(
                    state, self._strictness, judged_by, is_person=bool(speaker), said=said, items=self._items
                ).check,
                ready=ready,
                read=read,
                drops=drops,
                reports=reports,
            )

        told = await answered(text)
        if question is not None and told.reason is None:
            told = replace(told, reason=await question.why_bad(told.text))
        if told.reason is not None:
            page.begin()
            told = await answered(retry_prompt(text, told.reason), drops=True)
            if question is not None:
                told = await without_untrue(told, question)
        if question is not None and told.reason is None:
            page.show(told.text)
        return told

    @property
    def _question(self) -> StateQuestion | None:
        """The question about a narrator's text, where it is asked."""
        is_asked = self._strictness is Strictness.STRICT
        return StateQuestion(self._model, self._context.state) if is_asked else None

    @property
    def _reads_names(self) -> bool:
        """Return whether names in a text can be distinguished from other words in the language of the story."""
        return not self._sheet.language or find_language(self._sheet.language) is not None


async def without_untrue(told: ToldAnswer, question: StateQuestion) -> ToldAnswer:
    """Return a second answer without the sentences that tell what is not so; it cannot be used if nothing is left."""
    if told.reason is not None or not told.text:
        return told
    text = await question.without_bad(told.text)
    return replace(told, text=text, reason=None if text else _NOTHING_SO)


def _keep(_: str) -> None:
    """Show nothing yet: the text is asked about before."""


async def _read(evidence: Evidence) -> None:
    """Read the evidence while the model thinks."""
    await asyncio.sleep(SENDING)
    await asyncio.to_thread(evidence.prepare)


async def within_window(
    model: MeteredModel, context: NarrationContext, prompt_of: PromptOf, ask: Callable[[Prompt], Awaitable[Answer]]
) -> tuple[Answer, Prompt]:
    """Return what ``ask`` answers to a prompt, and the prompt. Where the model says that it is too long, try one
    smaller prompt; its size is then remembered for the player's own server. Raise ModelUnavailable where that fails."""
    server = model.server
    if server is not None and server.prompt_budget is not None:
        context.limit_prompt(server.prompt_budget)
    prompt = await prompt_of()
    try:
        return await ask(prompt), prompt
    except PromptTooLong:
        smaller = smaller_budget(prompt)
        logger.warning("A prompt of {} tokens was too long; one of {} is tried", prompt.tokens, smaller)
        context.limit_prompt(smaller)
        try:
            prompt = await prompt_of()
        except InvalidInput:  # nothing is left that could be left out
            pass
        else:
            answer = await ask(prompt)
            if server is not None:
                server.prompt_budget = smaller
            return answer, prompt
        raise


def smaller_budget(prompt: Prompt) -> int:
    """Return the tokens of the required part of a prompt and a third of the rest."""
    fixed = prompt.reserve + prompt.tools_tokens + estimate(prompt.instructions)
    return fixed + max(0, prompt.tokens - fixed) // 3


def protected_players(context: NarrationContext) -> tuple[str, ...]:
    """Return the players that a model must not speak for, the one whose turn it is first."""
    others = (player.name for player in context.state.party.ever)
    return tuple(dict.fromkeys((context.speaker.name, *others)))


def headings_of(prompt: Prompt) -> list[str]:
    """Return the prompt's headings, which no narration may repeat."""
    return ["Recent Conversation", *(section.name for section in prompt.sections)]

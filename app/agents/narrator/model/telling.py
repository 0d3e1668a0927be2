"""Letting a model tell what already stands: no tools, plain text, one retry."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from app.agents.failures import PromptTooLong, model_errors
from app.agents.fitting import fitted
from app.agents.limits import at_work
from app.agents.metered_model import MeteredModel
from app.agents.models import ask_streaming
from app.errors import BudgetExhausted, InvalidInput, ModelUnavailable
from app.interfaces.agents.narrator import NarrationContext
from app.language.analysis.mentions import mentions_for
from app.language.checks.evidence import Evidence
from app.language.checks.prose import Check, Paragraphs, Part, has_heading
from app.language.language import find_language
from app.log import logger
from app.memory.prompt_data import estimate, fenced
from app.models.prompt import Prompt
from app.package_data import package_data

Answer = TypeVar("Answer")
PromptOf = Callable[[], Awaitable[Prompt]]
FACTS_TOKENS = 700
"""What a model is given of what happened, with its heading; what is told offline beside it is never cut."""
HAPPENED = "What Happened (tell only this)"
READ = "What The Player Has Just Read (never repeat it)"
_FENCES = {HAPPENED: "happened", READ: "read"}
NOTHING_MORE = "Nothing else has happened."
MAX_REASON = 80
"""Characters of why an answer could not be used."""
SENDING = 0.02
"""Seconds in which a request goes out, before which nothing else of its turn is computed."""
HOW_TO_TELL: str = package_data(__package__, "instructions")["how_to_tell"]
"""Follows the prompt's own instructions."""


def with_facts(prompt: Prompt, happened: str, read: Sequence[str] = ()) -> str:
    """Add to a prompt what has happened since, as fenced data of at most ``FACTS_TOKENS``, long lines clipped.

    Args:
        prompt: The prompt.
        happened: What is to be told; "" for nothing more than what was read.
        read: What the player has just read, in order.
    """
    texts = {HAPPENED: _lines(happened), READ: _lines("\n".join(read))}
    budget = FACTS_TOKENS
    for heading, lines in texts.items():
        if lines or heading == HAPPENED:
            texts[heading] = _fitted(heading, lines or [NOTHING_MORE], budget)
            budget -= estimate(_section(heading, texts[heading]))
    return prompt.message + "".join(_section(heading, texts[heading]) for heading in (READ, HAPPENED) if texts[heading])


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def _fitted(heading: str, lines: list[str], tokens: int) -> list[str]:
    lines = fitted(lines, max(0, tokens - estimate(_section(heading, [""] * len(lines)))))
    while lines and estimate(_section(heading, lines)) > tokens:
        lines.pop()
    return lines


def _section(heading: str, lines: Sequence[str]) -> str:
    return f"\n\n## {heading}\n{fenced(_FENCES[heading], lines)}"


def asking_again(text: str, reason: str) -> str:
    """The same once more, with what was wrong."""
    why = reason[:MAX_REASON]
    return f"{text}\n\nYour last answer could not be used: {why}. Answer with nothing but the text to be told."


TELLING_TOKENS = estimate(f"\n\n{HOW_TO_TELL}") + FACTS_TOKENS + estimate(asking_again("", "x" * MAX_REASON))
"""What telling adds to a prompt at most: how to tell, what happened, and that the last answer could not be used."""


async def retell(
    model: MeteredModel,
    prompt: Prompt,
    text: str,
    *,
    show: Callable[[str], None],
    how: str = f"\n\n{HOW_TO_TELL}",
    names: Sequence[str] = (),
    check: Check | None = None,
    ready: asyncio.Future[None] | None = None,
    read: Sequence[str] = (),
) -> tuple[str, str | None]:
    """One answer to the text, streamed, and why it cannot be used (None if it can). ``how`` follows the prompt's
    instructions, ``names`` are the players': the answer ends where the model speaks for one. With ``check`` each
    sentence is judged before it is shown, once ``ready`` is done. What repeats the texts ``read`` is cut; an answer of
    nothing else is "". ModelUnavailable, BudgetExhausted."""
    part = Part(show, check, names, read)
    is_whole = await ask_streaming(model, f"{prompt.instructions}{how}", text, part.feed, ready)
    reason = part.close(headings_of(prompt), is_whole=is_whole)
    if reason is not None:
        logger.warning("A model's text was not used: {}", reason)
    return part.text, reason


class TurnTelling:
    """What a model tells in one turn, within the turn's time; after a call that failed (``failure``) none is made."""

    def __init__(self, model: MeteredModel, context: NarrationContext) -> None:
        self.failure = ""
        self._model = model
        self._context = context
        self._sheet = context.state.sheet
        self._names = names_of(context)
        limit = model.limits.turn
        self._until = None if limit is None else asyncio.get_running_loop().time() + limit

    async def tell(
        self,
        prompt_of: PromptOf,
        text_of: Callable[[Prompt], str],
        page: Paragraphs,
        *,
        how: str = f"\n\n{HOW_TO_TELL}",
        outcome: str = "",
        read: Sequence[str] = (),
    ) -> tuple[str, Prompt] | None:
        """Ask for a text, and once more where it cannot be used.

        Args:
            prompt_of: Builds the prompt.
            text_of: Makes the text that is sent of a prompt.
            page: Shows the answer while it comes.
            how: Follows the prompt's instructions.
            outcome: What the answer may name and count beside what is in the prompt.
            read: What the player has just read; what repeats it is cut from the answer.

        Returns:
            The usable answer and the prompt that it was given; None if there is none.
        """
        try:
            with model_errors(self._model.model_name):
                async with at_work(self._model.limits.turn, self._names, self._until):

                    async def ask(prompt: Prompt) -> tuple[str, str | None]:
                        return await self._ask(prompt, text_of(prompt), page, how=how, outcome=outcome, read=read)

                    (told, reason), prompt = await within_window(self._model, self._context, prompt_of, ask)
        except (ModelUnavailable, BudgetExhausted) as error:
            logger.warning("The outcome is told offline: {}", error)
            self.failure = str(error)
            page.begin()
            return None
        page.begin()
        return (told, prompt) if reason is None else None

    async def _ask(
        self, prompt: Prompt, text: str, page: Paragraphs, *, how: str, outcome: str, read: Sequence[str]
    ) -> tuple[str, str | None]:
        """The second of two answers where the first cannot be used, and why it cannot be used either."""
        evidence = Evidence(f"{prompt.text}\n{outcome}", mentions_for(self._sheet))
        ready = asyncio.create_task(_read(evidence))
        check = self._check(evidence, [*headings_of(prompt), HAPPENED, READ])
        ask = partial(
            retell,
            self._model,
            prompt,
            show=page.show,
            how=how,
            names=self._names,
            check=check,
            ready=ready,
            read=read,
        )
        told, reason = await ask(text)
        if reason is not None:
            page.begin()
            told, reason = await ask(asking_again(text, reason))
        return told, reason

    def _check(self, evidence: Evidence, headings: Sequence[str]) -> Check:
        is_read = not self._sheet.language or find_language(self._sheet.language) is not None

        def check(text: str) -> str | None:
            if has_heading(text, headings):
                return "it had a heading"
            unknown = evidence.unknown_number(text) or evidence.unknown_thing(text)
            unknown = unknown or (evidence.unknown_name(text) if is_read else None)
            return f"it was given nothing of {unknown}" if unknown else None

        return check


async def _read(evidence: Evidence) -> None:
    """Read the evidence while the model thinks."""
    await asyncio.sleep(SENDING)
    await asyncio.to_thread(evidence.prepare)


async def within_window(
    model: MeteredModel, context: NarrationContext, prompt_of: PromptOf, ask: Callable[[Prompt], Awaitable[Answer]]
) -> tuple[Answer, Prompt]:
    """What ``ask`` answers to a prompt, and the prompt. Where the model says that it is too long for it, one smaller
    prompt is tried, of a size that is then known of a server of the player's own. ModelUnavailable."""
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
    """What is fixed, and a third of the rest."""
    fixed = prompt.reserve + prompt.tools_tokens + estimate(prompt.instructions)
    return fixed + max(0, prompt.tokens - fixed) // 3


def names_of(context: NarrationContext) -> tuple[str, ...]:
    """The players for whom a model must not speak, the one whose turn it is first."""
    others = (player.name for player in context.state.party.ever)
    return tuple(dict.fromkeys((context.speaker.name, *others)))


def headings_of(prompt: Prompt) -> list[str]:
    """The prompt's headings, which no narration repeats."""
    return ["Recent Conversation", *(section.name for section in prompt.sections)]

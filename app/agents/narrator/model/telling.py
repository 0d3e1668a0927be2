"""Letting a model tell what already stands: no tools, plain text, one retry."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from app.agents.failures import model_errors
from app.agents.fitting import fitted
from app.agents.limits import at_work
from app.agents.metered_model import MeteredModel
from app.agents.models import ask_streaming
from app.errors import BudgetExhausted, ModelUnavailable
from app.interfaces.agents.narrator import Scene
from app.language.analysis.mentions import mentions_for
from app.language.checks.evidence import Evidence
from app.language.checks.prose import Check, Paragraphs, Part, has_heading
from app.language.language import find_language
from app.log import logger
from app.memory.prompt_data import estimate, fenced
from app.models.prompt import Prompt
from app.package_data import package_data

FACTS_TOKENS = 700
"""What a model is given of what happened, with its heading; what is told offline beside it is never cut."""
HAPPENED = "What Happened (tell only this)"
MAX_REASON = 80
"""Characters of why an answer could not be used."""
SENDING = 0.02
"""Seconds in which a request goes out, before which nothing else of its turn is computed."""
HOW_TO_TELL: str = package_data(__package__, "instructions")["how_to_tell"]
"""Follows the prompt's own instructions."""


def with_facts(prompt: Prompt, facts: str) -> str:
    """The prompt, and what happened since as fenced data of at most ``FACTS_TOKENS``: the longest lines are clipped."""
    lines = [line for line in facts.splitlines() if line.strip()]
    lines = fitted(lines, FACTS_TOKENS - estimate(_happened([""] * len(lines))))
    while estimate(_happened(lines)) > FACTS_TOKENS:
        lines.pop()
    return f"{prompt.message}{_happened(lines)}"


def _happened(lines: Sequence[str]) -> str:
    return f"\n\n## {HAPPENED}\n{fenced('happened', lines)}"


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
) -> tuple[str, str | None]:
    """One answer to the text, streamed, and why it cannot be used (None if it can). ``how`` follows the prompt's
    instructions, ``names`` are the players': the answer ends where the model speaks for one. With ``check`` each
    sentence is judged before it is shown, once ``ready`` is done. ModelUnavailable, BudgetExhausted."""
    part = Part(show, check, names)
    is_whole = await ask_streaming(model, f"{prompt.instructions}{how}", text, part.feed, ready)
    reason = part.close(headings_of(prompt), is_whole=is_whole)
    if reason is not None:
        logger.warning("A model's text was not used: {}", reason)
    return part.text, reason


class TurnTelling:
    """What a model tells in one turn, within the turn's time; after a call that failed (``failure``) none is made."""

    def __init__(self, model: MeteredModel, scene: Scene) -> None:
        self.failure = ""
        self._model = model
        self._sheet = scene.state.sheet
        self._names = names_of(scene)
        limit = model.limits.turn
        self._until = None if limit is None else asyncio.get_running_loop().time() + limit

    async def tell(
        self, prompt: Prompt, text: str, page: Paragraphs, *, how: str = f"\n\n{HOW_TO_TELL}", outcome: str = ""
    ) -> str | None:
        """The first usable of two answers, or None; what it names and counts stands in the prompt or ``outcome``."""
        evidence = Evidence(f"{prompt.text}\n{outcome}", mentions_for(self._sheet))
        ready = asyncio.create_task(_read(evidence))
        check = self._check(evidence, [*headings_of(prompt), HAPPENED])
        ask = partial(retell, self._model, prompt, show=page.show, how=how, names=self._names, check=check, ready=ready)
        try:
            with model_errors(self._model.model_name):
                async with at_work(self._model.limits.turn, self._names, self._until):
                    told, reason = await ask(text)
                    if reason is not None:
                        page.begin()
                        told, reason = await ask(asking_again(text, reason))
        except (ModelUnavailable, BudgetExhausted) as error:
            logger.warning("The outcome is told offline: {}", error)
            self.failure, reason = str(error), str(error)
        page.begin()
        return told if reason is None else None

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


def names_of(scene: Scene) -> tuple[str, ...]:
    """The players for whom a model must not speak, the one whose turn it is first."""
    others = (player.name for player in scene.state.party.ever)
    return tuple(dict.fromkeys((scene.speaker.name, *others)))


def headings_of(prompt: Prompt) -> list[str]:
    """The prompt's headings, which no narration repeats."""
    return ["Recent Conversation", *(section.name for section in prompt.sections)]

"""One short question to the model itself about a text of its own: what it tells as done that the state makes false."""

import asyncio
from collections.abc import Sequence

from pydantic_ai.settings import ModelSettings

from app.agents.limits import current_work
from app.agents.metered_model import MeteredModel
from app.agents.models import ask_streaming
from app.agents.narrator.model.false_statements import FalseStatement, false_statements
from app.errors import BudgetExhausted, ModelUnavailable
from app.language.analysis.terms import term_set
from app.language.analysis.text import sentences
from app.language.checks.model_text import MAX_HEARD, ModelText
from app.language.checks.number_pairs import number_pairs
from app.log import logger
from app.memory.prompt_data import clipped, fenced
from app.models.state.game_state import GameState
from app.package_data import package_data

ANSWER_TOKENS = 64
"""The most tokens of an answer: a pair of numbers for each statement."""
SECONDS = 15.0
"""How long an answer is waited for; less where the turn has less left."""
_KEPT_FREE = 1.0
"""Seconds of the turn that an answer leaves."""
_LONGEST_PASSAGE = 6_000
_TEXTS: dict[str, str] = package_data(__package__, "false_statements")


class StateQuestion:
    """Asks a model which of the statements that the state makes false a text tells. Where it fails, nothing is found.

    Args:
        model: The model.
        state: The game, read when each text is asked about.
    """

    def __init__(self, model: MeteredModel, state: GameState) -> None:
        self._model = model
        self._state = state

    async def why_bad(self, text: str) -> str | None:
        """Return why a text cannot be shown, with its first bad sentence, worded for the model; None where it can."""
        found = await self._told_of(text)
        return f"no call has done that: “{found[0]}”" if found else None

    async def without_bad(self, text: str) -> str:
        """Return a text without the sentences that tell what is not so."""
        for sentence in await self._told_of(text):
            text = text.replace(sentence, "", 1)
        return "\n\n".join(block for each in text.split("\n\n") if (block := " ".join(each.split())))

    async def _told_of(self, text: str) -> list[str]:
        """Return the sentences of a text that tell what is not so, in order."""
        statements = false_statements(self._state, text)
        if not statements:
            return []
        told = list(sentences(text))
        answer = await self._answer(statements, told)
        found = {_sentence(statements, told, *pair) for pair in number_pairs(answer)}
        return [sentence for at, sentence in enumerate(told) if at in found]

    async def _answer(self, statements: Sequence[FalseStatement], told: Sequence[str]) -> str:
        said = ModelText(current_work().names, most=MAX_HEARD)
        settings = ModelSettings(max_tokens=self._tokens, temperature=0.0, thinking=False)
        begun = asyncio.get_running_loop().time()
        until = min(begun + SECONDS, (current_work().until or begun + SECONDS) - _KEPT_FREE)
        try:
            async with asyncio.timeout_at(until):
                request = _request(statements, told)
                await ask_streaming(self._model, _TEXTS["how_to_ask"], request, said.feed, settings=settings)
        except (TimeoutError, ModelUnavailable, BudgetExhausted) as error:
            logger.warning("What a text says of the state is not asked about: {}", str(error) or "it took too long")
            return ""
        said.close()
        taken = asyncio.get_running_loop().time() - begun
        logger.debug("{} statements were asked about in {:.2f} s: {}", len(statements), taken, said.text[:80])
        return said.text

    @property
    def _tokens(self) -> int:
        return min(ANSWER_TOKENS, self._model.limits.max_tokens or ANSWER_TOKENS)


def _request(statements: Sequence[FalseStatement], told: Sequence[str]) -> str:
    numbered = [clipped(f"{number}. {text.strip()}", _LONGEST_PASSAGE) for number, text in enumerate(told, 1)]
    parts = {
        "statements": [f"{number}. {each.words}" for number, each in enumerate(statements, 1)],
        "passage": numbered,
    }
    return "\n".join(fenced(name, lines) for name, lines in parts.items())


def _sentence(statements: Sequence[FalseStatement], told: Sequence[str], statement: int, sentence: int) -> int | None:
    """Return the position of a sentence that an answer names, else of the one that names most of its statement; None
    where there is no such statement."""
    if not 1 <= statement <= len(statements):
        return None
    if 1 <= sentence <= len(told):
        return sentence - 1
    names = statements[statement - 1].names
    return max(range(len(told)), key=lambda at: (len(names & term_set(told[at])), at))

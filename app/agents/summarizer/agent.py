"""Summarising messages with a language model. Imported only where one is configured, because pydantic-ai takes a second
to load."""

from collections.abc import Callable, Sequence

from pydantic_ai.models import Model

from app.agents.failures import PromptTooLong
from app.agents.fitting import clipped_to, fitted
from app.agents.metered_model import ModelAdapter
from app.agents.models import ask_model
from app.log import logger
from app.memory.prompt_data import data_line, estimate, fenced, language_line
from app.models.instances.npc_instance import NPCInstance
from app.models.memory import Related, all_ids
from app.models.messages.message import Message
from app.models.state.game_state import GameState
from app.package_data import package_data

Check = Callable[[str, GameState, Sequence[Message], Related], str | None]
"""(summary, game_state, messages, related) -> the reason why the summary cannot be kept, or None."""

MESSAGE_TOKENS = 4_000
"""The estimated tokens that the messages of one prompt may take; the longest ones are clipped in the middle."""

_TEXTS: dict[str, str] = package_data(__package__, "instructions")
_NOTHING_FRESH = {"", "…"}
_SHOWN_AGAIN = 200
"""The most tokens of a refused answer that the model is shown again."""


class SummarizerAgent(ModelAdapter):
    """Implements ISummarizer with a model: asks for a summary, once more with the reason if ``check`` refuses the
    first, and returns "" if it refuses the second too; the memory service then stores the extractive one.

    Args:
        model: The model.
        check: Judges a summary. Its ``related`` are the ids that the summary is about: ``location_id``, ``npc_id``, or
            those of the world event.
        message_tokens: The tokens that a prompt's messages may take.

    Its methods raise ModelUnavailable where the model fails and BudgetExhausted where a cap is reached.
    """

    def __init__(self, model: Model, check: Check, message_tokens: int = MESSAGE_TOKENS) -> None:
        super().__init__(model)
        self._check = check
        self._message_tokens = message_tokens

    async def summarize_location_session(
        self, game_state: GameState, location_id: str, messages: Sequence[Message]
    ) -> str:
        task = _TEXTS["location"].format(place=_quoted_name(game_state, location_id))
        return await self._summary(task, game_state, messages, {"location_id": location_id})

    async def summarize_npc_interactions(
        self, game_state: GameState, npc: NPCInstance, messages: Sequence[Message]
    ) -> str:
        task = _TEXTS["npc"].format(person=_quoted_name(game_state, npc.instance_id))
        return await self._summary(task, game_state, messages, {"npc_id": npc.instance_id})

    async def summarize_world_update(
        self, game_state: GameState, event_kind: str, messages: Sequence[Message], related: Related
    ) -> str:
        about = ", ".join(_quoted_name(game_state, any_id) for any_id in all_ids(related))
        event = f"{event_kind.replace('_', ' ')} ({about})" if about else event_kind.replace("_", " ")
        return await self._summary(_TEXTS["world"].format(event=event), game_state, messages, related)

    async def _summary(self, task: str, game_state: GameState, messages: Sequence[Message], related: Related) -> str:
        fresh = [message for message in messages if message.fresh_content.strip() not in _NOTHING_FRESH]
        if not fresh:
            return ""
        try:
            return await self._attempts(game_state, messages, related, _prompt(fresh, self._message_tokens, task))
        except PromptTooLong:
            smaller = _prompt(fresh, self._message_tokens // 3, task)
            return await self._attempts(game_state, messages, related, smaller)

    async def _attempts(self, game_state: GameState, messages: Sequence[Message], related: Related, prompt: str) -> str:
        instructions = f"{_TEXTS['every']}\n\n{language_line(game_state.sheet.language)}".strip()
        for attempt in ("first", "second"):
            answer = (await ask_model(self._model, instructions, prompt)).strip()
            reason = self._check(answer, game_state, messages, related)
            if reason is None:
                return answer
            logger.warning("The {} attempt at a summary was refused: {}", attempt, reason)
            reason = " ".join(reason.split())
            shown = data_line(clipped_to(answer, _SHOWN_AGAIN))
            prompt = f"{prompt}\n\n{_TEXTS['again'].format(reason=reason, answer=shown)}"
        return ""


def _prompt(messages: Sequence[Message], tokens: int, task: str) -> str:
    """Return the messages and the task, the longest messages clipped where all together take too many tokens."""
    bare = estimate(_block(messages, [""] * len(messages)))
    texts = fitted([message.fresh_content for message in messages], tokens - bare)
    return f"{_block(messages, texts)}\n\n{task}"


def _quoted_name(game_state: GameState, any_id: str) -> str:
    return data_line(game_state.name(any_id))


def _block(messages: Sequence[Message], texts: Sequence[str]) -> str:
    pairs = zip(messages, texts, strict=True)
    shown = ({"index": m.index, "speaker": m.speaker_name or m.role.value, "text": text} for m, text in pairs)
    return fenced("messages", shown)

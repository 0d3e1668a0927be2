"""The narrator of mode ``guided``, for models that cannot call tools: the offline rules act, the model only tells.

The container imports this module only where a model is configured: it loads pydantic-ai, about a second.
"""

from dataclasses import replace
from typing import Protocol

from pydantic_ai.models import Model

from app.agents.models import metered
from app.agents.narrator.acting.turn import OfflineTurn
from app.agents.narrator.model.telling import (
    HOW_TO_TELL,
    TELLING_TOKENS,
    as_one_prompt,
    headings_of,
    retell_with_retry,
    with_facts,
)
from app.agents.narrator.telling.outcomes import shown_speech
from app.events.commands.play import AddNoteCommand
from app.interfaces.agents.narrator import Narration, Scene, Speech
from app.language.analysis.quoting import recalled_spans
from app.language.checks.prose import Paragraphs
from app.models.events.play import ItemGiven, TopicTold
from app.models.prompt import PromptMoment
from app.models.state.game_state import GameState

MAX_SPEECH = 2_000
_QUOTATION_MARKS = '"“”„«» \n'


class Rules(Protocol):
    """The offline narrator: understands the player and carries out the commands, without showing anything."""

    async def carry_out(self, scene: Scene) -> OfflineTurn: ...


class GuidedNarrator:
    """The offline rules choose and carry out the commands; the model tells the outcome it is given, without tools.

    Whom the player speaks to freely answers through the model, which then sees that person's prompt and nothing
    else. What is only looked up, and what is refused, is told offline and costs nothing. ``timeout`` in seconds, for
    one call.
    """

    mode = "guided"
    tools_tokens = TELLING_TOKENS

    def __init__(self, model: Model, offline: Rules, *, timeout: float | None = None, name: str | None = None) -> None:
        self._model = metered(model, timeout)
        self._offline = offline
        self.model = name or self._model.model_id

    async def aclose(self) -> None:
        """Close the model's connections; may be called again."""
        await self._model.aclose()

    async def narrate(self, scene: Scene) -> Narration:
        """One turn. ModelUnavailable and BudgetExhausted are the caller's to undo; so is being cancelled."""
        page = Paragraphs(scene.show)
        turn = await self._offline.carry_out(scene)
        done = [outcome for outcome in turn.outcomes if not isinstance(outcome.command, AddNoteCommand)]
        by_model = bool(done and turn.text)
        if (told := await self._tell(scene, turn, page) if by_model else None) is None:
            page.show(turn.text)
        narration = told or turn.narration(degraded=by_model)
        speeches: list[Speech] = []
        answered: set[str] = set()
        degraded = narration.degraded
        addressed = _free_to_answer(turn)
        for speech in _speeches(scene.state, turn, addressed):
            page.begin()
            if speech.npc_id == addressed:
                if (answer := await self._answer(scene, speech, page)) is not None:
                    speeches.append(answer)
                    answered.add(speech.npc_id)
                    continue
                degraded = True
            if speech.text:
                page.show(shown_speech(scene.state.name(speech.npc_id), speech.text))
                speeches.append(speech)
        return replace(
            narration,
            speeches=tuple(replace(speech, after=None) for speech in speeches),
            recalled=tuple(memory for memory in turn.recalled if memory.scope.owner_id not in answered),
            degraded=degraded,
            asked=PromptMoment.AFTER if by_model or addressed else PromptMoment.BEFORE,
            asked_npc_id=None if by_model else addressed,
        )

    async def _tell(self, scene: Scene, turn: OfflineTurn, page: Paragraphs) -> Narration | None:
        """The outcome in the model's words; None if it found none."""
        prompt = await scene.prompt()
        text = await retell_with_retry(
            self._model,
            f"{prompt.instructions}\n\n{HOW_TO_TELL}",
            with_facts(prompt, turn.text),
            page.show,
            headings_of(prompt),
        )
        if text is None:
            page.begin()
            return None
        return Narration(text=text, quoted=recalled_spans(text, prompt.shown_memories.values()))

    async def _answer(self, scene: Scene, speech: Speech, page: Paragraphs) -> Speech | None:
        """What the person answers from its own knowledge, in place of its speech by the rules; None if it has none."""
        prompt = await scene.prompt_for_npc(speech.npc_id)
        name = scene.state.name(speech.npc_id)
        quotation = _Quotation(page, name)
        said = await retell_with_retry(
            self._model, prompt.instructions, as_one_prompt(prompt), quotation.show, headings_of(prompt)
        )
        text = _bare_words(said or "", name)
        quotation.close()
        if not text:
            page.begin()
            return None
        return replace(speech, text=text, quoted=recalled_spans(text, prompt.shown_memories.values()))


class _Quotation:
    """Shows words as they come, as what a person says."""

    def __init__(self, page: Paragraphs, name: str) -> None:
        self._page = page
        self._opening = f"{name}: “"
        self._begun = False

    def show(self, text: str) -> None:
        self._page.show(text if self._begun else self._opening + text.lstrip(_QUOTATION_MARKS))
        self._begun = True

    def close(self) -> None:
        if self._begun:
            self._page.show("”")


def _free_to_answer(turn: OfflineTurn) -> str | None:
    """The person that may answer in the model's words; None if it has told something of the author's in this turn."""
    events = [event for outcome in turn.outcomes for event in outcome.events]
    bound = {event.npc_id for event in events if isinstance(event, TopicTold | ItemGiven)}
    return turn.addressed_npc_id if turn.addressed_npc_id not in bound else None


def _speeches(state: GameState, turn: OfflineTurn, addressed: str | None) -> list[Speech]:
    """What people say, the addressed one also where the rules have no words for it."""
    speeches = list(turn.speeches)
    if addressed is not None and all(speech.npc_id != addressed for speech in speeches):
        speeches.append(Speech.now(state, addressed, ""))
    return speeches


def _bare_words(text: str, name: str) -> str:
    """A speech without the speaker's name before it and without quotation marks around it."""
    text = text.removeprefix(f"{name}:").strip()
    if text[:1] in _QUOTATION_MARKS and not any(mark in text[1:-1] for mark in _QUOTATION_MARKS[:-2]):
        text = text.strip(_QUOTATION_MARKS)
    return text[:MAX_SPEECH].strip()

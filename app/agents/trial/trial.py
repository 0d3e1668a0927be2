"""Puts situations to a model through the narrators, the picker and the summarizer of a game."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, ConfigDict

from app.agents.failures import model_errors
from app.agents.limits import at_work
from app.agents.narrator.model.agent import NarratorAgent
from app.agents.narrator.model.guard import NarrationGuard
from app.agents.narrator.model.guided import GuidedNarrator
from app.agents.narrator.model.picking import number_picked
from app.agents.narrator.model.telling import HAPPENED, READ, headings_of, protected_players
from app.agents.narrator.turn.meaning import Doubt
from app.agents.recording import RecordedCall, recorded
from app.agents.summarizer.agent import SummarizerAgent
from app.agents.trial.judging import faults_of
from app.errors import BudgetExhausted, ModelUnavailable
from app.interfaces.agents.narrator import IGameTools, Narration, NarrationContext
from app.models.messages.passage import Passage, Source
from app.models.model_trial import Situation, SituationKind, TrialFault, TriedSituation
from app.models.state.conditions import holds
from app.models.state.game_state import GameState
from app.package_data import package_data

ModelNarrator = GuidedNarrator | NarratorAgent
_LONGEST = 300
"""Characters of an answer that are shown."""
_DONE = "Tried."
"""What the turn of a situation tells that has no narration."""


class Situations(BaseModel):
    """The situations of a trial, and the id of the scenario in which they are."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    scenario: str
    situations: tuple[Situation, ...]


def all_situations() -> Situations:
    """Return the fixed situations."""
    return Situations.model_validate(package_data(__package__, "situations"))


class TrialNarrator:
    """A narrator of one turn, which puts a situation to a model and keeps how it did.

    Args:
        situation: The situation.
        guided: The narrator of mode ``guided``.
        tools: The narrator of mode ``tools``.
        summarizer: The summarizer.
    """

    def __init__(
        self, situation: Situation, guided: ModelNarrator, tools: ModelNarrator, summarizer: SummarizerAgent
    ) -> None:
        self._trial = _Trial(situation)
        self._situation = situation
        self._used = tools if situation.kind is SituationKind.ACTING else guided
        self._summarizer = summarizer
        self.model, self.mode, self.tools_tokens = self._used.model, self._used.mode, self._used.tools_tokens

    def tools_tokens_in(self, state: GameState) -> int:
        """Return the tokens that a run in a game needs besides the prompt."""
        return self._used.tools_tokens_in(state) if isinstance(self._used, IGameTools) else self.tools_tokens

    @property
    def tried(self) -> TriedSituation:
        """How the model did, once the turn is over."""
        return self._trial.result()

    async def narrate(self, context: NarrationContext) -> Narration:
        """Put the situation to the model. A failure of the model is kept, not raised."""
        work = {SituationKind.PICKING: self._pick, SituationKind.SUMMARIZING: self._summarize}
        try:
            return await work.get(self._situation.kind, self._narrated)(context)
        except (ModelUnavailable, BudgetExhausted) as error:
            self._trial.failure = str(error)
            return Narration.of(_DONE)

    async def _pick(self, context: NarrationContext) -> Narration:
        situation, model = self._situation, self._used.asked
        doubt = Doubt(context.text, context.text, situation.readings)
        with recorded(model, self._trial.calls), model_errors(model.model_name):
            async with at_work(model.limits.turn, protected_players(context), None):
                number = await number_picked(model, context.state, doubt)
        if number != situation.meant:
            self._trial.faults.append(TrialFault.NOT_DONE)
        return Narration.of(_DONE)

    async def _summarize(self, context: NarrationContext) -> Narration:
        state = context.state
        messages = [message.for_summary() for message in state.conversation_history]
        with recorded(self._summarizer.asked, self._trial.calls):
            made = await self._summarizer.summarize_location_session(state, state.here.id, messages)
        self._trial.is_usable = bool(made)
        await self._judge(context)
        return Narration.of(_DONE)

    async def _narrated(self, context: NarrationContext) -> Narration:
        trial = self._trial
        spoken: list[str] = []

        def tell(passage: Passage, *, is_shown: bool = False) -> None:
            if passage.source is Source.MODEL and not passage.degraded and passage.speaker_id is not None:
                spoken.append(passage.text)
            context.tell(passage, is_shown=is_shown)

        with recorded(self._used.asked, trial.calls):
            narration = await self._used.narrate(replace(context, tell=tell))
        trial.is_usable, trial.failure = not narration.degraded, narration.failure
        if not holds(self._situation.then, context.state):
            trial.faults.append(TrialFault.NOT_DONE)
        await self._judge(context, spoken)
        return narration

    async def _judge(self, context: NarrationContext, spoken: Sequence[str] = ()) -> None:
        """Judge all answers as they came, and what people have said by tools."""
        calls = self._trial.calls
        headings = [*headings_of(await context.prompt()), HAPPENED, READ]
        guard = NarrationGuard(context.state)
        for text in (*(call.text for call in calls), *spoken):
            self._trial.faults += faults_of(text, context.text, calls, guard, headings)


class _Trial:
    """What is found while a situation is tried."""

    def __init__(self, situation: Situation) -> None:
        self.calls: list[RecordedCall] = []
        self.faults: list[TrialFault] = []
        self.failure = ""
        self.is_usable = True
        self._situation = situation

    def result(self) -> TriedSituation:
        situation, calls = self._situation, self.calls
        found = [*self.faults, *([] if self.is_usable or self.failure else [TrialFault.UNUSABLE])]
        first = next((call for call in calls), None)
        streamed = [call for call in calls if call.first_token is not None and call.output_tokens]
        return TriedSituation(
            id=situation.id,
            title=situation.title,
            kind=situation.kind,
            faults=tuple(fault for fault in TrialFault if fault in found),
            is_usable=self.is_usable and not self.failure,
            failure=self.failure,
            answer=_shown(first) if first is not None else "",
            calls=len(calls),
            first_token=first.first_token if first is not None else None,
            writing=sum(call.seconds - (call.first_token or 0) for call in streamed),
            written=sum(call.output_tokens for call in streamed),
        )


def _shown(call: RecordedCall) -> str:
    """Return an answer on one line: the names of the tools that it calls, and its text."""
    called = "".join(f"[{name}] " for name in call.called)
    line = " ".join(f"{called}{call.text}".split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"

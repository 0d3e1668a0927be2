"""The narrator of mode ``guided``, for models that cannot call tools: the offline rules act, the model only tells."""

from dataclasses import replace
from functools import partial

from pydantic_ai.models import Model
from typing_extensions import override

from app.agents.metered_model import ModelAdapter
from app.agents.narrator.acting.turn import OfflineTurn
from app.agents.narrator.model.telling import TELLING_TOKENS, TurnTelling, with_facts
from app.agents.narrator.offline import OfflineNarrator
from app.agents.narrator.telling.outcomes import spoken_piece
from app.events.commands.play import AddNoteCommand
from app.interfaces.agents.narrator import Narration, Scene, Speech
from app.language.analysis.quoting import repeated_marks
from app.language.checks.prose import QUOTATION_MARKS, Paragraphs, bare_words
from app.models.events.play import ItemGiven, TopicTold
from app.models.messages.piece import Piece
from app.models.prompt import PromptMoment

MAX_SPEECH = 2_000


class GuidedNarrator(ModelAdapter):
    """The offline rules carry out the commands; the model tells the outcome, without tools. A person spoken to freely
    answers through it, from that person's prompt alone. What is looked up or refused is told offline, at no cost."""

    mode = "guided"
    tools_tokens = TELLING_TOKENS

    def __init__(self, model: Model, offline: OfflineNarrator, *, name: str | None = None) -> None:
        super().__init__(model, name=name)
        self._offline = offline

    async def narrate(self, scene: Scene) -> Narration:
        """One turn. Where the model fails, the outcome is told offline; being cancelled is the caller's to undo."""
        page = Paragraphs(scene.show)
        turn = await self._offline.carry_out(scene)
        model = TurnTelling(self._model, scene)
        has_done = any(not isinstance(outcome.command, AddNoteCommand) for outcome in turn.outcomes)
        by_model = has_done and bool(turn.text)
        told = await self._tell(scene, turn, page, model) if by_model else None
        if told is None:
            page.show(Piece(turn.text, marks=turn.marks))
        narration = told or replace(turn, degraded=by_model)
        speeches: list[Speech] = []
        answer: Speech | None = None
        # Who has told something of the author's in this turn does not answer in the model's words.
        events = (event for outcome in turn.outcomes for event in outcome.events)
        told_by = {event.npc_id for event in events if isinstance(event, TopicTold | ItemGiven)}
        addressed = None if turn.addressed_npc_id in told_by else turn.addressed_npc_id
        speeches_given = turn.speeches
        if addressed is not None and all(speech.npc_id != addressed for speech in speeches_given):
            speeches_given = (*speeches_given, Speech.now(scene.state, addressed, ""))
        for speech in speeches_given:
            page.begin()
            if speech.npc_id == addressed:
                answer = await self._answer(scene, speech, page, model)
            if speech.npc_id == addressed and answer is not None:
                speeches.append(answer)
            elif speech.text:
                page.show(spoken_piece(scene.state, speech.npc_id, speech.text, speech.marks))
                speeches.append(replace(speech, degraded=speech.npc_id == addressed))
        return replace(
            narration,
            speeches=tuple(replace(speech, after=None) for speech in speeches),
            recalled=tuple(each for each in turn.recalled if answer is None or each.scope.owner_id != addressed),
            degraded=narration.degraded or (addressed is not None and answer is None),
            asks_back=turn.asks_back,
            failure=model.failure,
            asked=PromptMoment.AFTER if by_model or addressed else PromptMoment.BEFORE,
            asked_npc_id=None if by_model else addressed,
        )

    async def _tell(self, scene: Scene, turn: OfflineTurn, page: Paragraphs, model: TurnTelling) -> Narration | None:
        """The outcome in the model's words; None if it found none."""
        told = await model.tell(scene.prompt, lambda prompt: with_facts(prompt, turn.text), page, outcome=turn.text)
        if told is None:
            return None
        text, prompt = told
        return Narration(text=text, marks=repeated_marks(text, prompt.shown_memories))

    async def _answer(self, scene: Scene, speech: Speech, page: Paragraphs, model: TurnTelling) -> Speech | None:
        """What the person answers from its own knowledge, in place of its speech by the rules; None if it has none."""
        if model.failure:
            return None
        prompt_of = partial(scene.prompt_for_npc, speech.npc_id)
        name = scene.state.name(speech.npc_id)
        told = await model.tell(prompt_of, lambda prompt: prompt.message, _Quotation(page, speech.npc_id, name), how="")
        if told is None or not (text := bare_words(told[0], name)[:MAX_SPEECH].strip()):
            return None
        prompt = told[1]
        return replace(speech, text=text, marks=repeated_marks(text, prompt.shown_memories))


class _Quotation(Paragraphs):
    """What a person says, between quotation marks on a page."""

    def __init__(self, page: Paragraphs, npc_id: str, name: str) -> None:
        super().__init__(page.show)
        self._page, self._npc_id, self._name = page, npc_id, name

    @override
    def begin(self) -> None:
        if self._begun:
            self._page.show(self._piece("”", ""))
            self._page.begin()
        self._begun = False

    @override
    def show(self, text: str) -> None:
        words = text if self._begun else text.lstrip(QUOTATION_MARKS)
        self._show(self._piece(words if self._begun else f"{self._name}: “{words}", words))
        self._begun = True

    def _piece(self, text: str, words: str) -> Piece:
        return Piece(text, words, speaker_id=self._npc_id, speaker_name=self._name)

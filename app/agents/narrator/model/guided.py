"""The narrator of mode ``guided``, for models that cannot call tools: the offline rules act, the model only tells."""

from dataclasses import replace

from pydantic_ai.models import Model

from app.agents.models import ModelAdapter
from app.agents.narrator.acting.turn import OfflineTurn
from app.agents.narrator.model.telling import TELLING_TOKENS, as_one_prompt, retell_with_retry, with_facts
from app.agents.narrator.offline import OfflineNarrator
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


class GuidedNarrator(ModelAdapter):
    """The offline rules choose and carry out the commands; the model tells the outcome it is given, without tools.

    Whom the player speaks to freely answers through the model, which then sees that person's prompt and nothing
    else. What is only looked up, and what is refused, is told offline and costs nothing.
    """

    mode = "guided"
    tools_tokens = TELLING_TOKENS

    def __init__(self, model: Model, offline: OfflineNarrator, *, name: str | None = None) -> None:
        super().__init__(model, name=name)
        self._offline = offline

    async def narrate(self, scene: Scene) -> Narration:
        """One turn. ModelUnavailable and BudgetExhausted are the caller's to undo; so is being cancelled."""
        page = Paragraphs(scene.show)
        turn = await self._offline.carry_out(scene)
        has_done = any(not isinstance(outcome.command, AddNoteCommand) for outcome in turn.outcomes)
        by_model = has_done and bool(turn.text)
        told = await self._tell(scene, turn, page) if by_model else None
        if told is None:
            page.show(turn.text)
        narration = told or turn.narration(degraded=by_model)
        speeches: list[Speech] = []
        answer: Speech | None = None
        degraded = narration.degraded
        addressed = _free_to_answer(turn)
        for speech in _speeches(scene.state, turn, addressed):
            page.begin()
            if speech.npc_id == addressed:
                answer = await self._answer(scene, speech, page)
                degraded = degraded or answer is None
            if speech.npc_id == addressed and answer is not None:
                speeches.append(answer)
            elif speech.text:
                page.show(shown_speech(scene.state.name(speech.npc_id), speech.text))
                speeches.append(speech)
        return replace(
            narration,
            speeches=tuple(replace(speech, after=None) for speech in speeches),
            recalled=tuple(each for each in turn.recalled if answer is None or each.scope.owner_id != addressed),
            degraded=degraded,
            asked=PromptMoment.AFTER if by_model or addressed else PromptMoment.BEFORE,
            asked_npc_id=None if by_model else addressed,
        )

    async def _tell(self, scene: Scene, turn: OfflineTurn, page: Paragraphs) -> Narration | None:
        """The outcome in the model's words; None if it found none."""
        prompt = await scene.prompt()
        text = await retell_with_retry(self._model, prompt, with_facts(prompt, turn.text), page.show)
        if text is None:
            page.begin()
            return None
        return Narration(text=text, quoted=recalled_spans(text, prompt.shown_memories.values()))

    async def _answer(self, scene: Scene, speech: Speech, page: Paragraphs) -> Speech | None:
        """What the person answers from its own knowledge, in place of its speech by the rules; None if it has none."""
        prompt = await scene.prompt_for_npc(speech.npc_id)
        name = scene.state.name(speech.npc_id)
        has_begun = False

        def show(words: str) -> None:
            nonlocal has_begun
            page.show(words if has_begun else f"{name}: “{words.lstrip(_QUOTATION_MARKS)}")
            has_begun = True

        said = await retell_with_retry(self._model, prompt, as_one_prompt(prompt), show, how="")
        text = _bare_words(said or "", name)
        if has_begun:
            page.show("”")
        if not text:
            page.begin()
            return None
        return replace(speech, text=text, quoted=recalled_spans(text, prompt.shown_memories.values()))


def _free_to_answer(turn: OfflineTurn) -> str | None:
    """The person that may answer in the model's words; None if it has told something of the author's in this turn."""
    events = [event for outcome in turn.outcomes for event in outcome.events]
    bound = {event.npc_id for event in events if isinstance(event, TopicTold | ItemGiven)}
    return None if turn.addressed_npc_id in bound else turn.addressed_npc_id


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

"""The narrator of mode ``guided``, for models that cannot call tools: the offline rules act, the model only
narrates."""

from dataclasses import replace
from functools import partial

from pydantic_ai.models import Model
from typing_extensions import override

from app.agents.metered_model import ModelAdapter
from app.agents.narrator.model.guard import Strictness
from app.agents.narrator.model.reporting import HOW_TO_REPORT, offers_of, topics_told, with_offers
from app.agents.narrator.model.telling import TurnTelling, how_to_go_on, how_to_tell, telling_tokens, with_facts
from app.agents.narrator.model.told_changes import following
from app.agents.narrator.offline import OfflineNarrator
from app.agents.narrator.turn.meaning import Doubt
from app.agents.narrator.turn.outcomes import passages_of_outcome
from app.agents.narrator.turn.turn_builder import OfflineTurn
from app.errors import ModelUnavailable, NotPossible
from app.events.commands.play import AddNoteCommand, AskTopicCommand
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.language.analysis.quoting import repeated_marks
from app.language.checks.prose import Paragraphs
from app.log import logger
from app.models.events.play import ItemGiven, TopicTold
from app.models.messages.passage import Passage, PassageKind, Source
from app.models.messages.piece import Piece
from app.models.prompt import Prompt, PromptMoment
from app.models.state.dialogue import Dialogue
from app.models.state.game_state import GameState
from app.models.state.placing import placed

MAX_SPEECH = 2_000


class GuidedNarrator(ModelAdapter):
    """The offline rules carry out the commands; the model narrates the outcome, without tools. A person who is spoken
    to freely answers through the model, from that person's prompt only. Lookups and refusals are narrated offline, at
    no cost. With ``picks`` the model picks between a deed and speech where the rules would ask the player."""

    mode = "guided"
    tools_tokens = telling_tokens()

    def __init__(
        self,
        model: Model,
        offline: OfflineNarrator,
        *,
        name: str | None = None,
        picks: bool = False,
        strictness: Strictness = Strictness.BALANCED,
    ) -> None:
        super().__init__(model, name=name)
        self._offline = offline
        self._picks = picks
        self._strictness = strictness

    def tools_tokens_in(self, state: GameState) -> int:
        """Return the tokens that narrating in a game needs besides the prompt."""
        return telling_tokens(state.narration_style)

    async def narrate(self, context: NarrationContext) -> Narration:
        """Narrate one turn. Where the model fails, the outcome is narrated offline; a cancelled turn is undone by the
        caller.

        The author's words, refusals and listings are shown at once, before the model narrates; what is in doubt is
        carried out once the model has picked.
        """
        context, items = following(context)
        guided = _GuidedTurn(context, TurnTelling(self._model, context, self._strictness, items))
        if not context.text:
            return await guided.go_on()
        turn = await self._offline.carry_out(context, tell=guided.sort, pick=guided.pick if self._picks else None)
        has_done = any(not isinstance(outcome.command, AddNoteCommand) for outcome in turn.outcomes)
        by_model = has_done and guided.has_events
        is_told = by_model and await guided.tell_outcome(turn.text)
        if not is_told:
            guided.tell_offline(degraded=by_model)
        addressed = _free_to_answer(turn)
        is_answered = await guided.let_speak(addressed)
        topic = await guided.tell_topics(addressed) if addressed is not None else None
        is_degraded = (by_model and not is_told) or (addressed is not None and not is_answered)
        return replace(
            turn,
            recalled=tuple(each for each in turn.recalled if not is_answered or each.scope.owner_id != addressed),
            degraded=is_degraded,
            failure=guided.failure if is_degraded else "",
            asked=PromptMoment.AFTER if by_model or addressed else PromptMoment.BEFORE,
            asked_npc_id=None if by_model else addressed,
            dialogue=_talk_of(turn.dialogue, topic) if topic is not None else turn.dialogue,
        )


class _GuidedTurn:
    """The passages of a turn: those shown at once, and those that a model narrates."""

    def __init__(self, context: NarrationContext, model: TurnTelling) -> None:
        self._context = context
        self._model = model
        self._page = Paragraphs(context.show)
        self._read: list[str] = []
        """What the player has already read."""
        self._events: list[Passage] = []
        self._speeches: list[Passage] = []
        self._told: list[str] = []
        """The topics that the person who was addressed has told in its own words."""

    @property
    def failure(self) -> str:
        """Why the model failed; "" if it did not."""
        return self._model.failure

    @property
    def has_events(self) -> bool:
        """Whether anything is left to narrate beside what was shown at once."""
        return bool(self._events)

    async def pick(self, doubt: Doubt) -> int:
        """Return the number of the reading that the model picks; 0 where the player has to choose."""
        return await self._model.pick(doubt)

    def sort(self, passage: Passage) -> None:
        """Show a passage now, or keep it for the model: events in the engine's words, and speeches by its rules."""
        if passage.source is Source.AUTHOR or passage.kind in (PassageKind.REFUSAL, PassageKind.ASIDE):
            self._read.append(passage.text)
            self._context.tell(passage)
        elif passage.speaker_id is not None:
            self._speeches.append(placed(self._context.state, passage))
        else:
            self._events.append(placed(self._context.state, passage))

    def tell_offline(self, *, degraded: bool) -> None:
        """Show the kept events in the engine's words."""
        for passage in self._events:
            self._context.tell(replace(passage, degraded=degraded))

    async def tell_outcome(self, outcome: str) -> bool:
        """Let the model narrate the kept events after what was read; return whether its text could be used."""
        happened = "\n\n".join(passage.text for passage in self._events)
        told = await self._model.tell(
            self._context.prompt,
            lambda prompt: with_facts(prompt, happened, self._read),
            self._page,
            how=how_to_tell(self._context.state.narration_style),
            outcome=outcome,
            read=self._read,
        )
        if told is None:
            return False
        telling, prompt = told
        if not telling.text:
            return False
        self._record(telling.text, prompt)
        return True

    def _record(self, text: str, prompt: Prompt) -> None:
        """Record the text of the model, which was shown while it came."""
        self._context.tell(Passage(text, marks=repeated_marks(text, prompt.shown_memories)), is_shown=True)

    async def go_on(self) -> Narration:
        """Let the model narrate on where nothing was done.

        Raises:
            ModelUnavailable: It failed, or gave nothing that can be used.
        """
        how = how_to_go_on(self._context.state.narration_style)
        told = await self._model.tell(self._context.prompt, lambda prompt: prompt.message, self._page, how=how)
        if told is None:
            raise ModelUnavailable(self.failure or "The model gave nothing that could be shown; try again.")
        self._record(told[0].text, told[1])
        return Narration()

    async def let_speak(self, addressed: str | None) -> bool:
        """Show what people say, the addressed one in the model's words; return whether these could be used."""
        is_answered = addressed is not None and await self._answer(addressed)
        for speech in self._speeches:
            is_stand_in = speech.speaker_id == addressed
            if not (is_stand_in and is_answered):
                self._context.tell(replace(speech, degraded=is_stand_in))
        return is_answered

    async def _answer(self, npc_id: str) -> bool:
        if self.failure:
            return False
        self._page.begin()
        name = self._context.state.name(npc_id)
        prompt_of = partial(self._context.prompt_for_npc, npc_id)
        page = _Quotation(self._page, npc_id, name)
        offers = offers_of(self._context.state, npc_id, self._context.text)
        told = await self._model.tell(
            prompt_of,
            lambda prompt: with_offers(prompt.message, offers),
            page,
            how=HOW_TO_REPORT if offers else "",
            outcome="\n".join(f"{offer.name}\n{offer.text}" for offer in offers),
            read=self._read,
            speaker=name,
            reports=True,
        )
        if told is None or not (text := told[0].text[:MAX_SPEECH].strip()):
            return False
        marks = repeated_marks(text, told[1].shown_memories)
        said = next((speech for speech in self._speeches if speech.speaker_id == npc_id), Passage.speech(npc_id, ""))
        self._context.tell(replace(said, text=text, marks=marks, source=Source.MODEL, acts=()), is_shown=True)
        self._told = topics_told(offers, told[0].told, text)
        return True

    async def tell_topics(self, npc_id: str) -> TopicTold | None:
        """Carry out the topics of a person's free answer; the author's words follow. Return the event of the last
        one."""
        last: TopicTold | None = None
        for topic_id in self._told:
            try:
                outcome = await self._context.execute(AskTopicCommand(npc_id=npc_id, topic_id=topic_id))
            except NotPossible as error:
                logger.debug("What an answer has told cannot be told: {}", error)
                continue
            for passage in passages_of_outcome(self._context.state, [outcome]):
                self._context.tell(placed(self._context.state, passage))
            last = next((event for event in outcome.events if isinstance(event, TopicTold)), last)
        return last


def _talk_of(talk: Dialogue | None, topic: TopicTold) -> Dialogue:
    """Return the state of the talk after a person has told a topic."""
    now = talk if talk is not None and talk.speaker_id == topic.npc_id else Dialogue(speaker_id=topic.npc_id)
    return now.model_copy(update={"topic_id": topic.topic_id, "answer": topic.text})


def _free_to_answer(turn: OfflineTurn) -> str | None:
    """Return the person addressed, unless it has spoken words of the author in this turn."""
    events = (event for outcome in turn.outcomes for event in outcome.events)
    told_by = {event.npc_id for event in events if isinstance(event, TopicTold | ItemGiven)}
    return None if turn.addressed_npc_id in told_by else turn.addressed_npc_id


class _Quotation(Paragraphs):
    """Shows what a person says, between quotation marks."""

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
        words = text if self._begun else text.lstrip()
        self._show(self._piece(words if self._begun else f"{self._name}: “{words}", words))
        self._begun = True

    def _piece(self, text: str, words: str) -> Piece:
        return Piece(text, words, speaker_id=self._npc_id, speaker_name=self._name)

"""The narrator of mode ``tools``: a model that issues commands itself, as tool calls."""

import asyncio
from dataclasses import replace
from functools import partial

from pydantic_ai import Agent
from pydantic_ai.exceptions import UnexpectedModelBehavior
from pydantic_ai.messages import FunctionToolCallEvent, PartStartEvent, TextPart
from pydantic_ai.models import Model
from pydantic_ai.usage import UsageLimits

from app.agents.failures import PromptTooLong, model_errors
from app.agents.limits import at_work
from app.agents.metered_model import ModelAdapter, visible_text
from app.agents.models import call_settings
from app.agents.narrator.model.guard import NarrationGuard, Strictness
from app.agents.narrator.model.state_question import StateQuestion
from app.agents.narrator.model.telling import (
    answer_form_of,
    how_to_tell,
    protected_players,
    retell,
    retry_prompt,
    smaller_budget,
    with_facts,
    within_window,
    without_untrue,
)
from app.agents.narrator.model.told_changes import CarriedItems, following
from app.agents.narrator.model.tools import (
    ASIDE,
    NOTES,
    RUN_TOKENS,
    SAYS,
    CommandToolset,
    ToolRun,
    adds_to_canon,
    tokens_of_tools,
)
from app.agents.narrator.reading.aloud import said_aloud
from app.agents.narrator.reading.line_reader import VectorsOf
from app.errors import BudgetExhausted, ModelUnavailable
from app.interfaces.agents.narrator import Narration, NarrationContext
from app.language.analysis.quoting import repeated_marks
from app.language.checks.answer_form import AnswerForm
from app.language.checks.prose import Paragraphs, StreamedProse
from app.language.language import language_of
from app.log import logger
from app.memory.narration_words import in_style
from app.memory.prompt_data import estimate
from app.models.messages.passage import Passage, Source
from app.models.prompt import Prompt
from app.models.sheets.narration import USUAL_STYLE
from app.models.state.game_state import GameState
from app.package_data import package_data

DEFAULT_REQUESTS = 8
_EMPTY = "it was empty"
_UNTOLD = "it did not tell what came of its calls"
_INSTRUCTIONS: dict[str, str] = package_data(__package__, "instructions")


def how_to_act(state: GameState) -> str:
    """Return what follows a prompt's own instructions; its tokens are counted with those of the tools."""
    acting = in_style(_INSTRUCTIONS["how_to_act"], state.narration_style)
    return acting + (_INSTRUCTIONS["how_to_make"] if adds_to_canon(state) else "")


class NarratorAgent(ModelAdapter):
    """Understands the player, calls the commands as tools, and narrates their outcome. Where the model's text cannot be
    used after one retry, the outcome is narrated offline.

    Args:
        model: The model.
        request_limit: The most calls of the model in one run.
        name: The name of the model in records; None for the model's own.
        strictness: How much of the model's text is judged.
        vectors_of: Gives the sentence vectors by which what a line says aloud is read; None for words alone.

    Attributes:
        tools_tokens: The tokens that a run needs besides the prompt where nothing can be added to the scenario: tools,
            how to act, and room for results.
    """

    mode = "tools"

    def __init__(
        self,
        model: Model,
        *,
        request_limit: int = DEFAULT_REQUESTS,
        name: str | None = None,
        strictness: Strictness = Strictness.BALANCED,
        vectors_of: VectorsOf | None = None,
    ) -> None:
        super().__init__(model, name=name)
        self._vectors_of = vectors_of
        self._strictness = strictness
        self._limits = UsageLimits(request_limit=request_limit)
        self._agent: Agent[ToolRun, str] = Agent(
            self._model,
            deps_type=ToolRun,
            toolsets=[CommandToolset()],
            retries={"output": 0},
            model_settings=call_settings(self._model),
            name="narrator",
        )
        acting = in_style(_INSTRUCTIONS["how_to_act"], USUAL_STYLE)
        self.tools_tokens = tokens_of_tools() + estimate(f"\n\n{acting}") + RUN_TOKENS

    def tools_tokens_in(self, state: GameState) -> int:
        """Return the tokens that a run in a game needs besides the prompt."""
        return tokens_of_tools(canon=state.sheet.canon_level) + estimate(f"\n\n{how_to_act(state)}") + RUN_TOKENS

    async def narrate(self, context: NarrationContext) -> Narration:
        """Narrate one turn, within its time limit.

        Raises:
            ModelUnavailable: The model failed before words of the author were shown; the caller undoes the turn.
            BudgetExhausted: A cap was reached before that.
        """
        seconds = self._model.limits.turn
        until = None if seconds is None else asyncio.get_running_loop().time() + seconds
        runs: list[ToolRun] = []
        context, items = following(context)
        said = await said_aloud(context.state, context.text, self._vectors_of)
        try:
            with model_errors(self._model.model_name):
                async with at_work(seconds, protected_players(context), until):
                    return replace(await self._narrate(context, runs, items), said=said)
        except (ModelUnavailable, BudgetExhausted) as error:
            if not runs or not runs[-1].has_authored:
                raise
            logger.warning("The rest of the turn is narrated offline: {}", error)
            for passage in runs[-1].untold():
                context.tell(replace(passage, degraded=True))
            return Narration(degraded=True, failure=str(error), said=said)

    async def _narrate(self, context: NarrationContext, runs: list[ToolRun], items: CarriedItems) -> Narration:
        begun = partial(self._begun, context, runs, items)
        (run, shown), _ = await within_window(self._model, context, context.prompt, begun)
        only_talk = run.has_spoken and not shown.has_told and shown.reason == _EMPTY
        only_read = run.has_authored and not run.untold() and shown.reason in (_EMPTY, _UNTOLD)
        degraded = False
        if shown.reason is not None and not only_talk and not only_read:
            logger.warning("The narrator is asked again: {}", shown.reason)
            await self._tell_again(run, shown)
            if degraded := shown.reason is not None:
                rest = run.untold()
                if not context.text and not run.calls and not shown.has_told:
                    raise ModelUnavailable("The model gave nothing that could be shown; try again.")
                if not rest and not run.read:
                    rest = [Passage(language_of(context.state.sheet).render("narrator.nothing-else"), Source.ENGINE)]
                for passage in rest:
                    context.tell(replace(passage, degraded=True))
        return Narration(degraded=degraded)

    async def _begun(
        self, context: NarrationContext, runs: list[ToolRun], items: CarriedItems, prompt: Prompt
    ) -> tuple[ToolRun, "_ShownText"]:
        """Start a run on the prompt. Raise PromptTooLong where it cannot start; a run that tool calls make too long
        ends."""
        form = answer_form_of(prompt, how_to_act(context.state), prompt.message, context.text)
        guard = NarrationGuard(context.state, self._strictness, said=context.text, items=items)
        shown = _ShownText(context, form, guard, self._question_of(context.state))
        run = ToolRun(context, prompt, form, shown.end_part, is_told=lambda: shown.is_told)
        shown.run = run
        runs.append(run)
        try:
            await self._run(run, shown)
        except PromptTooLong:
            if not run.calls:
                raise
            shown.end_part()
            shown.tell_kept()
            context.limit_prompt(smaller_budget(prompt))
        return run, shown

    def _question_of(self, state: GameState) -> StateQuestion | None:
        """Return the question about the model's text, where it is asked."""
        return StateQuestion(self._model, state) if self._strictness is Strictness.STRICT else None

    async def _run(self, run: ToolRun, shown: "_ShownText") -> None:
        instructions = f"{run.prompt.instructions}\n\n{how_to_act(run.context.state)}"
        try:
            async with self._agent.run_stream_events(
                run.prompt.message, instructions=instructions, deps=run, usage_limits=self._limits
            ) as events:
                async for event in events:
                    shown.hear(event)
        except UnexpectedModelBehavior as error:
            logger.debug("The narrator's run ended early: {}", type(error).__name__)
        shown.end()
        await shown.ask()

    async def _tell_again(self, run: ToolRun, shown: "_ShownText") -> None:
        prompt = await run.context.prompt()
        run.shown.update(prompt.shown_memories)
        shown.page.begin()
        nothing = "Nothing in the world has changed. Answer the player within what is there."
        facts = run.facts() or (nothing if run.context.text else "Nothing has been done: tell what is there.")
        again = retry_prompt(with_facts(prompt, facts, run.read), shown.reason or "")
        names = protected_players(run.context)
        how = how_to_tell(run.context.state.narration_style)
        told = await retell(
            self._model,
            prompt,
            again,
            show=shown.show,
            how=how,
            names=names,
            form=answer_form_of(prompt, how, again, run.context.text),
            check=shown.guard.afresh().check,
            read=run.read,
            drops=True,
        )
        if shown.question is not None:
            told = await without_untrue(told, shown.question)
        shown.reason = told.reason
        if told.reason is None:
            shown.keep(told.text)
            shown.tell_kept()


class _ShownText:
    """The text of one run, shown as it comes. ``reason`` says why it cannot serve as the turn's narration; None if it
    can. With a ``question`` text is shown once the model has answered it, or goes on."""

    def __init__(
        self, context: NarrationContext, form: AnswerForm, guard: NarrationGuard, question: StateQuestion | None
    ) -> None:
        self.guard = guard
        self.question = question
        self._kept: list[str] = []
        self._form = form
        self.has_told = False
        self.reason: str | None = _EMPTY
        self.page = Paragraphs(context.show)
        self.run: ToolRun | None = None
        self._context = context
        self._names = protected_players(context)
        self._part: StreamedProse | None = None
        self._doubtful: StreamedProse | None = None
        """Text beside calls, of which a sentence was refused before they were carried out."""
        self._told_beside = False
        self._failed_before = 0

    def hear(self, event: object) -> None:
        match event:
            case PartStartEvent(part=TextPart()) as started:
                self._begin_answer(started)
                self.page.begin()
                read = self.run.read if self.run is not None else ()
                self._part = StreamedProse(self.show, self.guard.check, self._names, read, form=self._form)
            case PartStartEvent() as started:
                self._begin_answer(started)
            case FunctionToolCallEvent(part=call) if call.tool_name not in (SAYS, *ASIDE):
                if not self._told_beside:
                    self.reason = _UNTOLD
            case FunctionToolCallEvent(part=call) if call.tool_name in ASIDE - NOTES:
                self._told_beside = False
        if self._part is not None and (text := visible_text(event)):
            self._part.feed(text)

    @property
    def is_told(self) -> bool:
        """Return whether text came together with the calls of the last answer, all of which were carried out."""
        self._judge_again()
        return self._told_beside and self.run is not None and self.run.failed == self._failed_before

    def _begin_answer(self, started: PartStartEvent) -> None:
        self.end_part()
        if started.index == 0:
            self._judge_again()
            if self._told_beside and not self.is_told:
                self.reason = _UNTOLD
            self.tell_kept()
            self._told_beside = False
            self._failed_before = self.run.failed if self.run is not None else 0

    def end_part(self) -> None:
        """Record the text of one stretch, if it can be used."""
        if self._part is None:
            return
        part, self._part = self._part, None
        reason = part.close(self._form.headings)
        if part.was_refused:
            self._doubtful = part
        if part.has_text:
            self.reason = reason
        if reason is None:
            self.keep(part.text)
            self._told_beside = part.has_text

    def end(self) -> None:
        """End the run's text: what was doubtful is judged by the state after all calls."""
        self.end_part()
        self._judge_again()

    def _judge_again(self) -> None:
        part, self._doubtful = self._doubtful, None
        if part is None:
            return
        self.reason = part.judge_again()
        if self.reason is None:
            self.keep(part.text)
            self._told_beside = True

    async def ask(self) -> None:
        """Ask about the text that is kept, and show it if it is good."""
        if self.question is not None and self._kept and self.reason is None:
            self.reason = await self.question.why_bad("\n\n".join(self._kept))
        if self.reason is None:
            self.tell_kept()
        self._kept.clear()

    def show(self, text: str) -> None:
        """Show a piece of text, unless it is asked about before."""
        if self.question is None:
            self.page.show(text)

    def keep(self, text: str) -> None:
        """Record text that can be used; where it is to be asked about, only keep it."""
        if self.question is None:
            self.tell(text)
        elif text:
            self._kept.append(text)

    def tell_kept(self) -> None:
        """Show and record the text that is kept."""
        kept, self._kept = self._kept, []
        for text in kept:
            self.page.add(text)
            self.tell(text)

    def tell(self, text: str) -> None:
        """Record text that was already shown while it came; "" records nothing."""
        if text:
            self.has_told = True
            memories = {}
            if self.run is not None:
                self.run.parts.before_deed()
                memories = self.run.shown_memories
            self._context.tell(Passage(text, marks=repeated_marks(text, memories)), is_shown=True)

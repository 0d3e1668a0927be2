"""The narrator of mode ``tools``: a model that gives the commands itself, by calling them as tools.

The container imports this module only where a model is configured: it loads pydantic-ai, about a second.
"""

from pydantic_ai import Agent
from pydantic_ai.exceptions import UnexpectedModelBehavior
from pydantic_ai.messages import (
    FunctionToolCallEvent,
    PartStartEvent,
    TextPart,
)
from pydantic_ai.models import Model
from pydantic_ai.usage import UsageLimits

from app.agents.failures import model_errors
from app.agents.models import metered, settings_for, text_of
from app.agents.narrator.model.telling import (
    HOW_TO_TELL,
    Teller,
    as_one_prompt,
    asking_again,
    headings_of,
    told,
    with_facts,
)
from app.agents.narrator.model.token_budget import RUN_TOKENS
from app.agents.narrator.model.tools import SAYS, CommandToolset, Doings, tokens_of_tools
from app.agents.narrator.telling.outcomes import shown_speech
from app.interfaces.agents.narrator import Narration, Scene, Speech
from app.language.analysis.quoting import recalled_spans
from app.language.checks.prose import Paragraphs, Part
from app.language.language import language_of
from app.log import logger
from app.memory.prompt_data import estimate

DEFAULT_REQUESTS = 8
_EMPTY = "it was empty"

HOW_TO_ACT = (
    "You change the world only by calling the tools, with the ids the prompt gives. A call that fails has changed"
    " nothing: tell the player why, or try what it says is possible. What people say aloud goes through npc_says and"
    " is not repeated in your text. Call first, then tell the player, in a few sentences of plain prose, what the"
    " calls brought about and nothing else. Never speak of tools, calls or ids."
)
"""Follows the prompt's own instructions; its tokens are counted with the tools'."""


class NarratorAgent:
    """Understands the player, calls the commands as tools, tells what came of them.

    ``teller`` tells the outcome offline where the model's own text cannot be used after one retry.
    ``request_limit`` bounds the model's calls in one run, ``timeout`` (seconds) each of them.
    """

    mode = "tools"

    def __init__(
        self,
        model: Model,
        *,
        teller: Teller,
        request_limit: int = DEFAULT_REQUESTS,
        timeout: float | None = None,
        name: str | None = None,
    ) -> None:
        self._model = metered(model, timeout)
        self._teller = teller
        self._limits = UsageLimits(request_limit=request_limit)
        self._name = name or self._model.model_id
        self._agent: Agent[Doings, str] = Agent(
            self._model,
            deps_type=Doings,
            toolsets=[CommandToolset()],
            retries={"output": 0},
            model_settings=settings_for(self._model),
            name="narrator",
        )
        self._tools_tokens = tokens_of_tools() + estimate(f"\n\n{HOW_TO_ACT}") + RUN_TOKENS

    @property
    def model(self) -> str:
        return self._name

    @property
    def tools_tokens(self) -> int:
        """What a run takes beside the prompt: the tools, how to act, and room for calls and their results."""
        return self._tools_tokens

    async def aclose(self) -> None:
        """Close the model's connections; may be called again."""
        await self._model.aclose()

    async def narrate(self, scene: Scene) -> Narration:
        """One turn. ModelUnavailable and BudgetExhausted are the caller's to undo; so is being cancelled."""
        prompt = await scene.prompt()
        voice = _Voice(scene, headings_of(prompt))
        doings = Doings(scene, prompt, self._teller, voice.show_speech)
        await self._run(doings, voice)
        only_talk = doings.speeches and not voice.parts and voice.reason == _EMPTY
        if voice.reason is not None and not only_talk:
            logger.warning("The narrator is asked again: {}", voice.reason)
            await self._tell_again(doings, voice)
            if voice.reason is not None:
                return _degraded(doings, voice)
        text = voice.text
        quoted = recalled_spans(text, doings.shown_memories)
        return Narration(text=text, speeches=tuple(doings.speeches), quoted=quoted)

    async def _run(self, doings: Doings, voice: "_Voice") -> None:
        prompt = doings.prompt
        with model_errors(self._model.model_name):
            try:
                async with self._agent.run_stream_events(
                    as_one_prompt(prompt),
                    instructions=f"{prompt.instructions}\n\n{HOW_TO_ACT}",
                    deps=doings,
                    usage_limits=self._limits,
                ) as events:
                    async for event in events:
                        voice.hear(event)
            except UnexpectedModelBehavior as error:
                logger.debug("The narrator's run ended early: {}", type(error).__name__)
        voice.end_part()

    async def _tell_again(self, doings: Doings, voice: "_Voice") -> None:
        prompt = await doings.scene.prompt()
        doings.shown.update(prompt.shown_memories)
        voice.page.begin()
        facts = doings.facts() or "Nothing in the world has changed. Answer the player within what is there."
        text, voice.reason = await told(
            self._model,
            f"{prompt.instructions}\n\n{HOW_TO_TELL}",
            asking_again(with_facts(prompt, facts), voice.reason or ""),
            voice.page.show,
            headings_of(prompt),
        )
        if voice.reason is None:
            voice.parts.append(text)


def _degraded(doings: Doings, voice: "_Voice") -> Narration:
    text = doings.facts() or language_of(doings.scene.state.sheet).render("narrator.nothing-else")
    voice.page.begin()
    voice.page.show(text)
    quoted = recalled_spans(text, doings.shown_memories)
    return Narration(text=text, speeches=tuple(doings.speeches), quoted=quoted, degraded=True)


class _Voice:
    """The texts of one run, shown as they come; texts that are no prose are left out.

    ``reason`` says why what was said is no telling of the turn; None when the last word, after all commands, is good.
    """

    def __init__(self, scene: Scene, headings: list[str]) -> None:
        self.parts: list[str] = []
        self.reason: str | None = _EMPTY
        self.page = Paragraphs(scene.show)
        self._state = scene.state
        self._headings = headings
        self._part: Part | None = None

    @property
    def text(self) -> str:
        return "\n\n".join(self.parts)

    def hear(self, event: object) -> None:
        """Take an event of the run."""
        match event:
            case PartStartEvent(part=TextPart()):
                self.end_part()
                self.page.begin()
                self._part = Part(self.page.show)
            case PartStartEvent():
                self.end_part()
            case FunctionToolCallEvent(part=call) if call.tool_name != SAYS:
                self.reason = "it did not tell what came of its calls"
        if self._part is not None and (text := text_of(event)):
            self._part.feed(text)

    def end_part(self) -> None:
        """The current part is complete."""
        if self._part is None:
            return
        part, self._part = self._part, None
        reason = part.close(self._headings)
        if part.text:
            self.reason = reason
        if reason is None:
            self.parts.append(part.text)

    def show_speech(self, speech: Speech) -> None:
        """Show what a person has just said."""
        self.page.begin()
        self.page.show(shown_speech(self._state.name(speech.npc_id), speech.text))

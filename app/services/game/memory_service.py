"""The memory of places, people and the world. `DeferredMemoryService` only requests captures, for handlers, so that
no turn waits for a summary; `MemoryService` condenses them at once. Both end in the same memories."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import datetime

from app.errors import InvalidInput, TalekeeperError
from app.interfaces.agents.summarizer import ISummarizer
from app.interfaces.metering import Meter, metered
from app.interfaces.model_names import is_offline
from app.interfaces.moderation import IModeration, may_keep
from app.language.analysis.mentions import mentions_for
from app.language.checks.summary_check import SummaryCheck, missing_keywords
from app.language.language import language_of, using
from app.language.long_texts import read_messages
from app.language.rendering.plain_reasons import in_words, worded_plainly
from app.log import logger
from app.memory.stream.condensing import condense_and_prune
from app.memory.stream.pruner import MemoryLimits, prune_summaries
from app.memory.stream.remembering import remember
from app.models.memory import MAX_FAILURE, CaptureRequest, MemorySource, PruneResult, Related, Scope
from app.models.messages.message import Message
from app.models.plain_reasons import ValueFault, ValueUnfit
from app.models.state.game_state import GameState
from app.scheduling import checkpoint
from app.services.game.captures import message_ranges
from app.services.game.captures.capture_payload import entry_for, holds_speech, is_memorable

ATTEMPTS = 2
"""How often a summarizer may call its model; ``summary_timeout`` is for one attempt."""


@dataclass(frozen=True)
class CaptureLimits:
    """Limits of captures and their retries; the settings of the same names describe the numbers."""

    piece_size: int = 30
    world_messages: int = 60
    summary_timeout: float = 60.0
    failed_settles: int = 3
    memories: MemoryLimits = field(default_factory=MemoryLimits)
    """Limits of what `prune` keeps of a scope, and of summaries when one more is made."""


@dataclass(frozen=True)
class Capture:
    """The result of one request: a summary, a failure in a few words, or neither if there is nothing to remember."""

    request: CaptureRequest
    selection: message_ranges.Selection
    summary: str = ""
    keywords: tuple[str, ...] = ()  # names and things that the summary left out
    failure: str = ""
    extractive: bool = False
    meter: Meter = field(default_factory=Meter)


@dataclass(frozen=True)
class _Attempt:
    """A summary, or why there is none; ``is_refused`` where the summarizer has answered, and its check refused it, and
    ``is_moderated`` where the host's moderation did."""

    summary: str = ""
    failure: str = ""
    is_refused: bool = False
    is_moderated: bool = False


@dataclass(eq=False, repr=False)
class DeferredMemoryService:
    """IMemoryService that only makes requests; the game settles later."""

    limits: CaptureLimits = field(default_factory=CaptureLimits, kw_only=True)

    async def on_location_exit(self, game_state: GameState, location_id: str | None = None) -> None:
        """Request the captures of a place (None: the current one) and of the people there."""
        place = location_id or game_state.scenario.current_location_id
        if place is None:
            raise InvalidInput(ValueUnfit(fault=ValueFault.PLACE_TO_REMEMBER))
        game_state.place(place)
        message_ranges.request_place(game_state, place)
        await self._requested(game_state)

    async def on_npc_exit(self, game_state: GameState, npc_id: str) -> None:
        game_state.npc(npc_id)
        message_ranges.request_person(game_state, npc_id)
        await self._requested(game_state)

    async def on_world_event(
        self, game_state: GameState, event_kind: str, tags: Sequence[str] | None = None, related: Related | None = None
    ) -> None:
        with worded_plainly():
            message_ranges.request_world(game_state, event_kind, tags or (), related or {})
        await self._requested(game_state)

    async def _requested(self, state: GameState) -> None:
        """Do nothing: the request stays pending."""

    async def prune(self, game_state: GameState) -> PruneResult:
        """Condense what is due, without a model, and archive what exceeds the limits; pinned and hand-made memories
        stay."""
        scopes = [scope for scope in game_state.scopes() if game_state.memories(scope)]
        with using(language_of(game_state.sheet)):
            results = [condense_and_prune(game_state, scope, self.limits.memories) for scope in scopes]
        sums = {name: sum(getattr(result, name) for result in results) for name in PruneResult.model_fields}
        return PruneResult(**sums)


@dataclass(eq=False, repr=False)
class MemoryService(DeferredMemoryService):
    """IMemoryService that settles at once; captures are condensed and applied only here.

    Of a summary that the ``moderation`` refuses the extractive one is kept, and of that nothing."""

    summarizer: ISummarizer
    fallback: ISummarizer
    now: Callable[[], datetime]
    moderation: IModeration | None = None

    async def _requested(self, state: GameState) -> None:
        await self.settle(state)

    async def settle(self, state: GameState) -> None:
        """Condense everything that is pending in a state that nothing else changes."""
        message_ranges.close_ranges(state, self.limits.piece_size)
        with using(language_of(state.sheet)):
            async with aclosing(self.captures(lambda: state)) as captures:
                async for capture in captures:
                    self.apply(state, capture)

    async def captures(
        self, current: Callable[[], GameState], new_meter: Callable[[], Meter] = Meter
    ) -> AsyncGenerator[Capture]:
        """Condense what is pending, in the order in which it was requested, however long each request takes.

        A model condenses the first request of each scope side by side; a failed capture holds back its own scope only.
        Closing the generator ends whatever is under way; what was not applied stays pending.

        Args:
            current: Returns the game's state as it is now (an undo replaces it).
            new_meter: Returns the meter that counts the calls of one capture.

        Yields:
            Each capture once, which the caller puts into the game with `apply` before it goes on, or else stops.
        """
        under_way: dict[Scope, asyncio.Task[Capture]] = {}
        held: set[Scope] = set()
        at_once = 1 if is_offline(self.summarizer) else None
        try:
            while waiting := _first_of_each_scope(current(), held):
                await checkpoint()
                for request in waiting[:at_once]:
                    if request.scope not in under_way:
                        capturing = self._capture(current(), request, new_meter())
                        under_way[request.scope] = asyncio.create_task(capturing)
                scope = waiting[0].scope
                capture = await under_way[scope]
                del under_way[scope]
                yield capture
                if _has_failed_again(current(), capture.request):
                    held.add(scope)
        finally:
            for task in under_way.values():
                task.cancel()
            await asyncio.gather(*under_way.values(), return_exceptions=True)

    async def _capture(self, state: GameState, request: CaptureRequest, meter: Meter) -> Capture:
        """Condense one request from frozen messages, the request's facts and the sheets; changes nothing."""
        selection = message_ranges.select(state, request, self.limits.world_messages)
        if not await read_messages(selection.shown, is_memorable, request, selection.shown, state.sheet):
            return Capture(request, selection)
        with metered(meter):
            # Without speech, rules condense as well as a model, and cost no call.
            is_spoken = await read_messages(selection.shown, holds_speech, selection.shown, state.sheet)
            summarizer = self.summarizer if is_spoken else self.fallback
            made = await self._attempt(summarizer, state, request, selection)
            is_last = request.failures + 1 >= self.limits.failed_settles
            is_extractive = bool(made.failure) and (is_last or (made.is_refused and summarizer is not self.fallback))
            if is_extractive:
                logger.warning("{}: {}; storing the extractive summary instead", request.scope.key, made.failure)
                made = await self._attempt(self.fallback, state, request, selection)
        if made.is_moderated:
            logger.warning("{}: {}; nothing of it is remembered", request.scope.key, made.failure)
            return Capture(request, selection, meter=meter)
        await checkpoint()
        about = selection.shown, state.sheet, mentions_for(state.sheet)
        keywords = await read_messages(selection.shown, missing_keywords, made.summary, *about) if made.summary else ()
        return Capture(request, selection, made.summary, keywords, made.failure, is_extractive, meter)

    async def _attempt(
        self, summarizer: ISummarizer, state: GameState, request: CaptureRequest, selection: message_ranges.Selection
    ) -> "_Attempt":
        messages = [message.for_summary() for message in selection.shown]
        try:
            async with asyncio.timeout(ATTEMPTS * self.limits.summary_timeout):
                summary = (await _ask(summarizer, state, request, messages)).strip()
        except TimeoutError:
            return _Attempt(failure=f"the summarizer took longer than {ATTEMPTS} x {self.limits.summary_timeout:g} s")
        except TalekeeperError as error:
            return _Attempt(failure=in_words(error))
        except Exception as error:  # noqa: BLE001  # whatever a summarizer does, the request is kept and tried again
            return _Attempt(failure=f"the summarizer failed with {type(error).__name__}")
        await checkpoint()
        check = SummaryCheck.of(state, messages, request.facts)
        if reason := await read_messages(messages, check.why_bad, summary):
            return _Attempt(failure=f"bad summary: {reason}", is_refused=True)
        try:
            if not await may_keep(self.moderation, state.game_id, summary):
                return _Attempt(failure="the moderation refuses the summary", is_refused=True, is_moderated=True)
        except Exception as error:  # noqa: BLE001  # whatever it is, nothing is kept unchecked, and the request stays
            return _Attempt(failure=f"the moderation failed with {type(error).__name__}")
        return _Attempt(summary)

    def apply(self, state: GameState, capture: Capture) -> None:
        """Append the entry, set the cursor and remove the request; or count a failure, which keeps the request.

        A capture is dropped if its request is gone, or its messages have been replaced since.

        Args:
            state: The game, which nothing else is changing.
            capture: What `captures` has yielded.
        """
        scope = capture.request.scope
        queue = state.queue(scope)
        is_gone = not queue or queue[0] != capture.request
        if is_gone or message_ranges.last_message(state, capture.request) is not capture.selection.last:
            return
        if capture.failure:
            logger.warning("{}: {}; kept for the next settle", scope.key, capture.failure)
            failed = {"failures": capture.request.failures + 1, "failure": capture.failure[:MAX_FAILURE]}
            queue[0] = capture.request.model_copy(update=failed)
            return
        if capture.selection.covered and capture.summary:
            entry = entry_for(state, capture.request, capture.selection, capture.summary, self.now())
            tags = (*entry.tags, "extractive") if capture.extractive else entry.tags
            remember(state, scope, entry.model_copy(update={"tags": tags, "keywords": capture.keywords}))
            prune_summaries(state, scope, self.limits.memories.summaries)
        if capture.selection.covered:
            state.set_cursor(scope, max(state.cursor(scope), capture.selection.covered[-1].index))
        queue.pop(0)
        if not queue:
            del state.pending[scope.key]


def _first_of_each_scope(state: GameState, held: Collection[Scope]) -> list[CaptureRequest]:
    """List the first pending request of each scope, the earliest first, and those of one turn in the order of the
    scopes."""
    queues = (state.queue(scope) for scope in state.scopes() if scope not in held)
    first = [queue[0] for queue in queues if queue and queue[0].last is not None]
    return sorted(first, key=lambda request: request.turn)


def _has_failed_again(state: GameState, request: CaptureRequest) -> bool:
    queue = state.queue(request.scope)
    return bool(queue) and queue[0].failures > request.failures


def _ask(agent: ISummarizer, state: GameState, request: CaptureRequest, messages: Sequence[Message]) -> Awaitable[str]:
    scope = request.scope
    if scope.source is MemorySource.LOCATION:
        return agent.summarize_location_session(state, scope.owner_id or "", messages)
    if scope.source is MemorySource.NPC:
        return agent.summarize_npc_interactions(state, state.npc(scope.owner_id or ""), messages)
    event_kind = request.facts.event_kind or ""
    return agent.summarize_world_update(state, event_kind, messages, request.facts.related_ids)

"""The composition root: the only module that knows concrete classes of every layer."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from inspect import isclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dependency_injector import containers, providers

from app.agents.mind.offline import HeuristicMind
from app.agents.narrator.offline import OfflineNarrator
from app.agents.narrator.turn.outcomes import OutcomeTeller
from app.agents.servers.model_server import Servers
from app.agents.summarizer.offline import ExtractiveSummarizer
from app.cognition.budget import MindLimits
from app.cognition.day.decide import DecideWork
from app.cognition.day.planning import PlanWork
from app.cognition.minds import Minds
from app.cognition.queue import CognitionQueue, Work
from app.cognition.remembering.keeping import CondenseWork, PruneWork, ScoreWork
from app.cognition.remembering.reflect import ReflectWork
from app.cognition.talking.asking import Interviewer
from app.cognition.talking.converse import ConverseWork
from app.embeddings.vectors import open_cache, open_vectors
from app.errors import InvalidInput
from app.events.bus import CommandBus
from app.events.command_table import handlers
from app.interchange.agents.genagent import GenAgent
from app.interfaces.agents.genagent_mind import IGenAgentMind
from app.interfaces.agents.mind import IMind
from app.interfaces.agents.narrator import INarrator
from app.interfaces.agents.summarizer import ISummarizer
from app.interfaces.cognition import ICognition
from app.interfaces.embeddings import IVectors, is_local
from app.interfaces.game_models import SERVERS, GameModel
from app.interfaces.moderation import IModeration
from app.language.rendering.refusing import worded
from app.memory.entries.ageing import HalfLives
from app.memory.recall.genagents import GenagentsWeights
from app.memory.recall.hybrid import HybridWeights
from app.memory.recall.recaller import Recaller
from app.memory.stream.pruner import MemoryLimits
from app.models.clock import MINUTES_PER_DAY, MINUTES_PER_HOUR
from app.models.memory_kinds import HALF_LIFE, MemoryKind
from app.models.minds.mind_state import JobKind
from app.models.records.folding import fold_journal
from app.models.state.cadence import Cadence, CondensingRules, ReflectionRules
from app.models.state.game_state import GameState
from app.services.ai.context_service import ContextService
from app.services.characters.character_seat import CharacterSeat
from app.services.characters.memory_answers import SelfKnowledge
from app.services.characters.narrator_seat import NarratorSeat, ScriptedNarrator
from app.services.characters.player_seat import GamePlayerSeat, PlayerSeat
from app.services.chat.chat_service import ChatService
from app.services.game.captures.recall_service import RecallService
from app.services.game.captures.search_service import SearchService
from app.services.game.erasing import GameEraser
from app.services.game.games.concurrency import from_journal
from app.services.game.games.game_library import GameLibrary, ModelWork, Prepare
from app.services.game.games.pace import Pace
from app.services.game.games.pictures import Pictures
from app.services.game.games.scenario_library import ScenarioLibrary
from app.services.game.games.session import Caps
from app.services.game.games.table_talk import TableTalks
from app.services.game.hosting import GameHost
from app.services.game.knowledge import Knowledge, who_knows
from app.services.game.location_service import LocationService
from app.services.game.memory_service import CaptureLimits, DeferredMemoryService, MemoryService
from app.services.game.scenario_updates import ScenarioUpdates
from app.services.game.settler import Settler
from app.services.game.turns.answer_service import AnswerService
from app.services.game.turns.turn_service import TurnService
from app.services.remembering.agent_memory import AgentMemory
from app.services.remembering.memory_seat import MemorySeat
from app.settings import OFFLINE, PROJECT, Settings
from app.stores.bundle import Stores
from app.stores.opening import in_database, in_files

if TYPE_CHECKING:
    from app.agents.narrator.model.agent import NarratorAgent
    from app.agents.narrator.model.guided import GuidedNarrator

COMPOSED = "composed"


def now() -> datetime:
    """Return the wall-clock time (UTC); tests override it."""
    return datetime.now(UTC)


def stores(settings: Settings) -> Stores:
    """Open the stores of the settings: files, or a database.

    Raises:
        InvalidInput: The database cannot be used in its present state.
    """
    if settings.database is None:
        return in_files(settings.saves)
    return in_database(settings.database.get_secret_value(), settings.database_lease)


def capture_limits(settings: Settings) -> CaptureLimits:
    return CaptureLimits(
        piece_size=settings.piece_size,
        world_messages=settings.world_messages,
        summary_timeout=settings.summary_timeout,
        failed_settles=settings.failed_settles,
        memories=memory_limits(settings),
    )


def memory_limits(settings: Settings) -> MemoryLimits:
    return MemoryLimits(
        observations=settings.observations_kept,
        reflections=settings.reflections_kept,
        plans=settings.plans_kept,
        summaries=settings.keep_memories,
    )


def pace(settings: Settings) -> Pace:
    """Return how often people of all games think, and how fast their memories fade."""
    given = settings.cadence
    by_kind = settings.half_lives.model_dump(exclude={"message"}, exclude_none=True)
    return Pace(
        cadence=Cadence(
            tick=given.tick,
            forgetting=given.forgetting_ticks,
            plan_hour=given.plan_hour * MINUTES_PER_HOUR,
            reflections=ReflectionRules(
                interval=round(given.reflection_hours * MINUTES_PER_HOUR),
                threshold=given.reflection_threshold,
                per_day=given.reflections_per_day,
                evening=given.evening_hour * MINUTES_PER_HOUR,
            ),
            condensing=CondensingRules(
                group_size=given.talk_lines,
                gap=given.talk_gap,
                group_age=round(given.talk_hours * MINUTES_PER_HOUR),
                talk_age=round(given.short_talk_hours * MINUTES_PER_HOUR),
                era=given.era_days * MINUTES_PER_DAY,
                era_age=given.era_age_days * MINUTES_PER_DAY,
            ),
        ),
        half_lives=HalfLives(
            by_kind={MemoryKind(kind): minutes or None for kind, minutes in by_kind.items()},
            message=settings.half_lives.message or HALF_LIFE,
        ),
    )


def new_recaller(settings: Settings, vectors: IVectors) -> Recaller:
    """Return the recall of all games, with the weights that are set."""
    given = settings.recall.model_dump(exclude_none=True)
    prefix = "genagents_"
    published = {name.removeprefix(prefix): value for name, value in given.items() if name.startswith(prefix)}
    own = {name: value for name, value in given.items() if not name.startswith(prefix)}
    return Recaller(vectors, genagents=GenagentsWeights(**published), hybrid=HybridWeights(**own))


def caps(settings: Settings) -> Caps:
    return Caps(
        calls_at_once=settings.max_calls_per_turn,
        tokens_at_once=settings.max_tokens_per_turn,
        tokens_per_game=settings.max_tokens_per_game,
    )


def new_offline_narrator(recaller: Recaller, vectors: IVectors) -> OfflineNarrator:
    """Build the offline narrator; lines are read by vectors where the embedded model makes them."""
    return OfflineNarrator(recaller, vectors.vectors if is_local(vectors) else None)


def narrator(settings: Settings, offline: OfflineNarrator, servers: Servers | None = None) -> INarrator:
    """Build the narrator of the settings; a model adapter is imported only for a model."""
    if (settings.narrator_model or settings.model) == OFFLINE:
        return offline
    return model_narrator(settings, offline, servers)


def model_narrator(
    settings: Settings, offline: OfflineNarrator, servers: Servers | None = None
) -> "NarratorAgent | GuidedNarrator":
    """Build the narrator with the model of the settings.

    Raises:
        InvalidInput: The model cannot be used.
    """
    from app.agents.factory import build_narrator  # noqa: PLC0415  # importing a model library takes a second
    from app.agents.limits import AnswerLimits  # noqa: PLC0415

    return build_narrator(
        settings.narrator_model or settings.model,
        mode=settings.narrator_mode,
        offline=offline,
        **at_server(settings, servers),
        timeout=settings.model_timeout,
        request_limit=settings.max_calls_per_turn,
        limits=AnswerLimits(
            first_token=settings.model_first_token,
            idle=settings.model_idle,
            turn=settings.turn_timeout,
            max_tokens=settings.max_tokens_per_answer,
            temperature=settings.temperature,
            top_p=settings.top_p,
            cold_start=settings.model_cold_start,
            cold_after=settings.model_cold_after,
        ),
        picks=settings.guided_picks,
        strictness=settings.strictness,
    )


def at_server(settings: Settings, servers: Servers | None) -> dict[str, Any]:
    """Return the arguments of the model adapters: address, key, time-out of a connection, known servers."""
    return {
        "base_url": settings.base_url,
        "api_key": api_key(settings),
        "connect": settings.model_connect,
        "servers": servers,
    }


def summarizer(settings: Settings, servers: Servers | None = None) -> ISummarizer:
    name = settings.summarizer_model or settings.model
    if name == OFFLINE:
        return ExtractiveSummarizer()
    from app.agents.factory import build_summarizer  # noqa: PLC0415  # importing a model library takes a second

    return build_summarizer(name, **at_server(settings, servers), timeout=settings.summary_timeout)


def configured_mind(settings: Settings, servers: Servers | None = None) -> IMind:
    name = settings.mind_model or settings.model
    if name == OFFLINE:
        return HeuristicMind()
    from app.agents.factory import build_mind  # noqa: PLC0415  # importing a model library takes a second

    longest = max(settings.interview_timeout, *mind_timeouts(settings).values())
    return build_mind(name, **at_server(settings, servers), timeout=longest)


def genagent_mind(settings: Settings, servers: Servers | None = None) -> IGenAgentMind | None:
    """Build what agents of genagents think with; None where no model is configured."""
    name = settings.mind_model or settings.model
    if name == OFFLINE:
        return None
    from app.agents.factory import build_genagent_mind  # noqa: PLC0415  # importing a model library takes a second

    return build_genagent_mind(name, **at_server(settings, servers), timeout=settings.model_timeout)


def mind_timeouts(settings: Settings) -> dict[JobKind, float]:
    return {
        JobKind.SCORE: settings.mind_score_timeout,
        JobKind.PLAN: settings.mind_plan_timeout,
        JobKind.REFLECT: settings.mind_reflect_timeout,
        JobKind.DECIDE: settings.mind_decide_timeout,
        JobKind.CONVERSE: settings.mind_converse_timeout,
        JobKind.CONDENSE: settings.mind_condense_timeout,
        JobKind.PRUNE: settings.mind_condense_timeout,
    }


def mind_limits(settings: Settings) -> MindLimits:
    return MindLimits(
        calls_per_tick=settings.mind_calls_per_tick,
        calls_per_day=settings.mind_calls_per_day,
        calls_per_npc_day=settings.mind_calls_per_person,
        at_once=settings.mind_jobs_at_once,
        timeouts=mind_timeouts(settings),
        memories=memory_limits(settings),
    )


def cognition(
    settings: Settings,
    *,
    mind: IMind,
    heuristic: IMind,
    recaller: Recaller,
    limits: MindLimits,
    moderation: IModeration | None = None,
) -> ICognition | None:
    """Build people's minds; None where the settings switch them off."""
    if not settings.minds:
        return None
    works: dict[JobKind, Work[Any, Any]] = {
        JobKind.PLAN: PlanWork(recaller),
        JobKind.DECIDE: DecideWork(heuristic, recaller),
        JobKind.CONVERSE: ConverseWork(recaller, moderation),
        JobKind.REFLECT: ReflectWork(heuristic, recaller),
        JobKind.SCORE: ScoreWork(composed=settings.importance == COMPOSED),
        JobKind.CONDENSE: CondenseWork(memory_limits(settings)),
        JobKind.PRUNE: PruneWork(memory_limits(settings)),
    }
    return Minds(CognitionQueue(mind, heuristic, works, limits), limits)


def api_key(settings: Settings) -> str | None:
    """Return the key of the settings as text, for a provider; everywhere else it is hidden."""
    return settings.api_key.get_secret_value() if settings.api_key else None


def preparation(narrator: INarrator, recall: RecallService) -> Prepare:
    """Return the background preparation of the next turn: of answers for the rules, of the prompt for a model."""
    return recall.prepare_answers if narrator.mode == OFFLINE else recall.prepare


def prepared_soon(narrator: INarrator, recall: RecallService) -> Callable[[GameState], bool]:
    """Return whether the next turn waits for the result of `preparation`, by state."""
    return recall.is_soon_prepared if narrator.mode == OFFLINE else lambda _: False


def game_settings(settings: Settings, chosen: GameModel) -> Settings:
    """Return the settings for games with a choice of model. The settings' key is not sent to an address of a game, nor
    a game's key to the address of the settings."""
    if chosen.teller == "server":
        return settings.model_copy(update=chosen.manner)
    with_model = settings.with_model(chosen.name or "").model_copy(update=chosen.manner)
    if chosen.teller == "own" and (chosen.base_url or chosen.api_key):
        access = {"base_url": chosen.base_url, "api_key": chosen.api_key}
        return with_model.model_copy(update={**access, "summarizer_model": None, "mind_model": None})
    return with_model


@dataclass(eq=False)
class GameModels:
    """The narrators, summarizers and minds of games that do not use the server's model: built once per choice."""

    container: "Container"
    adapters: list[object] = field(default_factory=list)
    _by_choice: dict[GameModel, ModelWork] = field(default_factory=dict)
    _built_for: Settings | None = None
    """The settings that the services by choice were built for."""

    def __post_init__(self) -> None:
        self._shared_for = self._built_for = self.container.settings()
        """The settings that the shared services were built for."""

    def __call__(self, chosen: GameModel) -> ModelWork | None:
        """Return the services for a choice of model.

        Returns:
            None for the server's model, if it is still the one that the shared services were built for, and where the
            settings give it to all games.

        Raises:
            InvalidInput: The model cannot be used.
        """
        chosen, settings = chosen.in_use, self.container.settings()
        if not settings.game_models or (chosen == SERVERS and settings is self._shared_for):
            return None
        if settings is not self._built_for:  # the server has got another model
            self._by_choice.clear()
            self._built_for = settings
        if chosen not in self._by_choice:
            self._by_choice[chosen] = self._work_for(settings, chosen)
        return self._by_choice[chosen]

    def check(self, settings: Settings) -> None:
        """Raise InvalidInput where the server's model of other settings cannot be used."""
        self._work_for(settings, SERVERS)

    def _work_for(self, settings: Settings, chosen: GameModel) -> ModelWork:
        shared = self.container
        settings = game_settings(settings, chosen)
        servers = shared.servers()
        own_narrator = narrator(settings, shared.offline_narrator(), servers)
        own_summarizer, own_mind = summarizer(settings, servers), configured_mind(settings, servers)
        memory = replace(shared.settling_memory(), summarizer=own_summarizer)
        minds = cognition(
            settings,
            mind=own_mind,
            heuristic=shared.heuristic_mind(),
            recaller=shared.recaller(),
            limits=mind_limits(settings),
            moderation=shared.moderation(),
        )
        self.adapters += (own_narrator, own_summarizer, own_mind)
        recall = shared.recall()
        return ModelWork(
            own_narrator,
            memory,
            minds,
            preparation(own_narrator, recall),
            prepared_soon(own_narrator, recall),
            prompt_budget=settings.prompt_budget,
        )


def configured_moderation(settings: Settings) -> IModeration | None:
    """Return the moderation that the settings name, as ``module:name`` of an object or of a function that makes one.

    Raises:
        InvalidInput: There is no such object.
    """
    if settings.moderation is None:
        return None
    module, _, name = settings.moderation.partition(":")
    try:
        found = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise InvalidInput(f"The moderation {settings.moderation!r} cannot be loaded: {error}.") from None
    moderation: IModeration = found if hasattr(found, "refusal") and not isclass(found) else found()
    return moderation


def scenario_folders(settings: Settings) -> list[Path]:
    """Return the folders of scenarios: those of the package, then the user's own."""
    return [PROJECT / "app" / "content", *([settings.scenarios] if settings.scenarios else [])]


class Container(containers.DeclarativeContainer):
    """The providers of all shared services. Call a provider to get its service, as in ``container.turns()``.

    ``Container(settings=providers.Object(Settings(…)))`` makes a container with these settings; ``providers`` is a
    module of the package dependency_injector. Without ``settings`` they are read from the environment. A container has
    one object of each service; a factory makes a new object at each call. ``container.narrator.override(…)`` with
    ``providers.Object(…)`` replaces one; call it before the first use. `close_models` closes the connections at the
    end.

    The first call of a provider raises InvalidInput if the settings name a model, an embedder, a moderation or a
    database that cannot be used. It raises pydantic.ValidationError if a setting in the environment is out of its
    range.

    Attributes:
        settings: The Settings.
        turns: The TurnService: plays turns, executes commands, settles, undoes and closes games.
        answers: The AnswerService: lists and chooses a model's answers, and edits their words.
        library: The GameLibrary: begins, lists, branches, deletes and restores games.
        agent_memory: The AgentMemory: lets agents of other programs remember, recall and know, without a story.
        scenarios: The ScenarioLibrary: lists and loads scenarios.
        store: The IGameStore.
        bus: The CommandBus.
        narrator: The INarrator with the model of the settings; by rules if that is ``offline``, as
            ``offline_narrator`` always is.
        summarizer: The ISummarizer with the model of the settings; by rules if that is ``offline``.
        mind: The IMind with the model of the settings; by rules if that is ``offline``, as ``heuristic_mind`` always
            is.
        cognition: The ICognition; None if the settings switch minds off.
        interviewer: The Interviewer: asks people questions.
        moderation: The IModeration, which may refuse lines and texts; None if the settings name none.
        genagent: A factory of `GenAgent` with the model of the settings, if there is one, and its embedder:
            ``container.genagent(folder)``.
        vectors: The IVectors, by which memories are found by meaning; without an embedder it has no vectors.
        host: The GameHost: keeps open games in memory and closes idle ones.
        erasing: The GameEraser: deletes games for good.
        chat: The ChatService: plays for chat clients.
        character_seat: A factory of seats for a character: ``container.character_seat(game_id, npc_id)``; with
            ``gate=True`` memories must be consulted before each action. A seat is the set of tools by which a client or
            a model plays one role. It raises NotFound for an unknown game or person.
        narrator_seat: A factory of seats for a game master: ``container.narrator_seat(game_id)``.
        player_seat: A factory of seats for a player, who begins and plays any game: ``container.player_seat()``.
        game_player_seat: A factory of seats for one player of a game:
            ``container.game_player_seat(game_id, player_id, shown)``. The function ``shown`` gets a `TurnResult` and
            returns a `TurnResult` with only what the player may see of it.
        memory_seat: A factory of seats for an agent that uses only a memory (a game without a scenario):
            ``container.memory_seat(game_id)``. It raises NotPossible for a game with a story.
        scripted_narrator: A factory of narrators that carry out given commands, and then show given speeches and a
            text: ``container.scripted_narrator(text, commands, speeches)``. ``text`` is a str, "" for none;
            ``commands`` is a sequence of `Command`, and ``speeches`` one of `SpokenLine` (``who`` speaks, and the
            ``text``); empty for none. It raises InvalidInput if a text holds control characters.
    """

    __self__ = providers.Self()
    settings = providers.Singleton(Settings)
    now = providers.Object(now)

    stores = providers.Singleton(stores, settings)
    store = stores.provided.games
    tokens = stores.provided.tokens
    scenarios = providers.Singleton(
        ScenarioLibrary, folders=providers.Callable(scenario_folders, settings), own=settings.provided.scenarios
    )
    game_models = providers.Singleton(GameModels, __self__)
    model_choices = stores.provided.models
    library = providers.Singleton(
        GameLibrary,
        store=store,
        now=now,
        works=game_models,
        models=model_choices,
        pictures=stores.provided.pictures,
        pace=providers.Callable(pace, settings),
    )

    moderation = providers.Singleton(configured_moderation, settings)
    limits = providers.Callable(capture_limits, settings)
    memory_service = providers.Singleton(DeferredMemoryService, limits=limits)
    servers = providers.Singleton(Servers)
    summarizer = providers.Singleton(summarizer, settings, servers)
    settling_memory = providers.Singleton(
        MemoryService,
        summarizer=summarizer,
        fallback=providers.Singleton(ExtractiveSummarizer),
        now=now,
        limits=limits,
        moderation=moderation,
    )
    locations = providers.Singleton(LocationService)
    bus = providers.Singleton(
        CommandBus,
        handlers=providers.Callable(handlers, location_service=locations, memory_service=memory_service),
        edge=providers.Object(worded),
    )
    vector_cache = providers.Singleton(open_cache, settings, stores.provided.vectors)
    vectors = providers.Singleton(open_vectors, settings, cache=vector_cache)
    recaller = providers.Singleton(new_recaller, settings, vectors)
    offline_narrator = providers.Singleton(new_offline_narrator, recaller, vectors)
    narrator = providers.Singleton(narrator, settings, offline_narrator, servers)
    recall = providers.Singleton(RecallService, recaller=recaller)
    searches = providers.Singleton(SearchService, recaller=recaller)
    context = providers.Singleton(ContextService)
    mind = providers.Singleton(configured_mind, settings, servers)
    heuristic_mind = providers.Singleton(HeuristicMind)
    cognition = providers.Singleton(
        cognition,
        settings,
        mind=mind,
        heuristic=heuristic_mind,
        recaller=recaller,
        limits=providers.Callable(mind_limits, settings),
        moderation=moderation,
    )
    interviewer = providers.Singleton(
        Interviewer,
        mind=mind,
        fallback=heuristic_mind,
        recaller=recaller,
        tokens=settings.provided.interview_tokens,
        timeout=settings.provided.interview_timeout,
    )
    genagent_mind = providers.Singleton(genagent_mind, settings, servers)
    genagent = providers.Factory(GenAgent, mind=genagent_mind, vectors=vectors, now=now)
    self_knowledge = providers.Singleton(SelfKnowledge, vectors=vectors, recaller=recaller)
    settler = providers.Singleton(
        Settler,
        library=library,
        memory=settling_memory,
        caps=providers.Callable(caps, settings),
        cognition=cognition,
        prepare=providers.Callable(preparation, narrator, recall),
        prepared_soon=providers.Callable(prepared_soon, narrator, recall),
    )
    turns = providers.Singleton(
        TurnService,
        library=library,
        bus=bus,
        narrator=narrator,
        context=context,
        recall=recall,
        settler=settler,
        memory_service=memory_service,
        cognition=cognition,
        capture_after=settings.provided.capture_after,
        piece_size=settings.provided.piece_size,
        prompt_budget=settings.provided.prompt_budget,
        answer_reserve=settings.provided.answer_reserve,
        max_entries=settings.provided.max_entries,
        person_memories=settings.provided.person_memories,
        caps=providers.Callable(caps, settings),
        moderation=moderation,
    )
    answers = providers.Singleton(AnswerService, library=library, turns=turns)
    agent_memory = providers.Singleton(AgentMemory, library=library, turns=turns, recaller=recall, now=now)
    pictures = providers.Singleton(Pictures, scenarios=scenarios, own=stores.provided.pictures)
    table_talks = providers.Singleton(TableTalks, store=stores.provided.talks, now=now)
    scenario_updates = providers.Singleton(ScenarioUpdates, scenarios=scenarios, turns=turns)
    host = providers.Singleton(
        GameHost,
        library=library,
        turns=turns,
        settler=settler,
        idle_seconds=settings.provided.host_idle,
        games_in_memory=settings.provided.host_games,
        megabytes_in_memory=settings.provided.host_megabytes,
        servers=stores.provided.servers,
    )
    erasing = providers.Singleton(GameEraser, library=library, host=host, vectors=vector_cache)
    chat = providers.Singleton(ChatService, host=host, scenarios=scenarios, turns=turns, answers=answers, recall=recall)
    character_seat = providers.Factory(
        CharacterSeat, turns, self_knowledge=self_knowledge, listing=settings.provided.seat_tools
    )
    scripted_narrator = providers.Factory(
        ScriptedNarrator, teller=providers.Factory(OutcomeTeller), said_aloud=offline_narrator.provided.said_aloud
    )
    narrator_seat = providers.Factory(NarratorSeat, turns, scripted=scripted_narrator.provider)
    player_seat = providers.Factory(PlayerSeat, library, scenarios, turns, host)
    game_player_seat = providers.Factory(GamePlayerSeat, turns)
    memory_seat = providers.Factory(MemorySeat, agent_memory, turns)


async def close_models(container: Container) -> None:
    """Close the connections of a container's models, embedders and searches. It is no error if there are none.

    Args:
        container: The container. Its models must not be used afterwards. Models that were not used yet are created
            first, and then closed.

    Raises:
        InvalidInput: The settings name a model, an embedder or a database that cannot be used.
    """
    await container.searches().aclose()
    await container.vectors().aclose()
    shared = (container.narrator(), container.summarizer(), container.mind(), container.genagent_mind())
    for adapter in (*shared, *container.game_models().adapters):
        if (aclose := getattr(adapter, "aclose", None)) is not None:
            await aclose()


async def knowledge(game_id: str, claim: str, container: Container | None = None) -> list[Knowledge]:
    """Report whether each person of a saved game knows a claim.

    Args:
        game_id: The game.
        claim: A sentence, such as "The ferry is out of service"; 1 to 500 characters.
        container: The container whose store has the game; None for a new one with the settings of the environment.

    Returns:
        One report for each person, in the scenario's order. ``npc_id`` is the person. Its ``standing`` is ``knows``,
        ``knows an old version`` or ``cannot know``. ``since`` is the time, in minutes since day 1, 00:00, since when
        the person knows; ``through_id`` is the id of the person or player who said it to the person (its own id if it
        said it itself), None if nobody did; ``memory_id`` is the id of the memory or message that says so, and ``text``
        its text. For a person who cannot know, these are None, and ``text`` is "".

    Raises:
        NotFound: There is no such game.
        InvalidInput: The claim has no words to compare or more than 500 characters; ``game_id`` is not a valid `Id`; or
            the settings name a database that cannot be used.
        CorruptSave: The save is damaged.
        StorageFailed: Reading or writing the disk or the database failed.
        pydantic.ValidationError: A new container is needed, and a setting in the environment is out of its range.
    """
    library = (container or Container()).library()
    return await from_journal(partial(library.read, game_id), lambda journal: who_knows(fold_journal(journal), claim))

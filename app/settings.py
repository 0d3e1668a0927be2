"""The settings and their defaults; each can be set by an environment variable ``TALEKEEPER_<NAME>``."""

import tomllib
from functools import cache
from inspect import cleandoc
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Secret,
    SecretStr,
    StringConstraints,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

Token = Annotated[str, StringConstraints(pattern=r"^[!-~]{16,200}$")]
ANY = "*"
PROMPT_BUDGET = 6_000
"""Tokens of a prompt, everything included, of whoever is no game master."""
_Listed = BeforeValidator(lambda given: given.replace(",", " ").split() if isinstance(given, str) else given)
"""One or several values, separated by commas or blanks, as an environment variable holds them."""


def _checked_network(given: str) -> str:
    if given != ANY:
        ip_network(given)
    return given


Network = Annotated[str, AfterValidator(_checked_network)]
Origin = Annotated[
    str,
    BeforeValidator(lambda given: str(given).lower().removesuffix("/")),
    StringConstraints(pattern=r"^[a-z][a-z0-9+.-]*://[^/\s*?#@]+$"),
]
Fields = TypeVar("Fields", bound=BaseModel)
OFFLINE = "offline"
PROJECT = Path(__file__).resolve().parent.parent  # the checkout, or the folder where packages are installed


def is_checkout() -> bool:
    """Return whether the package is in a checkout of this project with its ``pyproject.toml``, and not installed."""
    return _holds_project(PROJECT)


@cache
def _holds_project(folder: Path) -> bool:
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return bool(project.get("project", {}).get("name") == "talekeeper")


def _own_files() -> Path:
    """Return the folder of the user's files: the checkout, else a data folder of the user, never one next to the
    installed package."""
    if is_checkout():
        return PROJECT
    from platformdirs import user_data_path  # noqa: PLC0415  # a checkout does without

    return user_data_path("talekeeper", appauthor=False)


def default_saves() -> Path:
    """Return the folder of saves: ``saves`` in a checkout or in a data folder of the user."""
    return _own_files() / "saves"


def default_scenarios() -> Path:
    """Return the folder of the user's own scenarios: ``scenarios`` in a checkout or in a data folder of the user. It
    may not exist."""
    return _own_files() / "scenarios"


def settings_file() -> Path:
    """Return the file of settings that the command line reads: ``.env`` in a checkout or in a data folder of the user.
    It may not exist."""
    return _own_files() / ".env"


def _existing(folder: Path | None) -> Path | None:
    if folder is not None and not folder.is_dir() and folder != default_scenarios():
        raise ValueError("Path does not point to a directory")
    return folder


def _list_fields(cls: type[Fields]) -> type[Fields]:
    """Add the fields and their descriptions to a docstring, so that ``help`` shows what a user may set."""
    summary, raises, errors = cleandoc(cls.__doc__ or "").partition("\n\nRaises:\n")
    fields = "\n".join(f"    {name}: {field.description}" for name, field in cls.model_fields.items())
    cls.__doc__ = f"{summary}\n\nArgs:\n{fields}{raises}{errors}"
    return cls


@_list_fields
class HalfLifeSettings(BaseModel):
    """Half-lives of memories for each kind, in game minutes; 0 for no decay, None for the usual half-life of the kind.
    The shorter the half-life, the sooner newer memories are recalled and kept in place of old ones.

    Raises:
        pydantic.ValidationError: A half-life is below 0 (for ``message`` also 0), or there is no such kind.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    summary: float | None = Field(default=None, ge=0, description="usually 1440")
    observation: float | None = Field(default=None, ge=0, description="usually 360")
    reflection: float | None = Field(default=None, ge=0, description="usually 1440")
    plan: float | None = Field(default=None, ge=0, description="usually 720")
    conversation: float | None = Field(default=None, ge=0, description="usually 360")
    artifact: float | None = Field(default=None, ge=0, description="usually 360")
    gifted: float | None = Field(default=None, ge=0, description="usually 0, which is no decay")
    emotional: float | None = Field(default=None, ge=0, description="usually 360")
    procedural: float | None = Field(default=None, ge=0, description="usually 360")
    semantic: float | None = Field(default=None, ge=0, description="usually 360")
    message: float | None = Field(default=None, gt=0, description="of lines of the conversation, usually 360")


@_list_fields
class CadenceSettings(BaseModel):
    """How often people think, condense memories and reflect, in game time. A tick is a moment at which people notice,
    plan and act; ticks come at equal distances while game time passes.

    A changed setting takes effect from then on, also in games that were begun before. ``reflection_hours`` and
    ``reflection_threshold`` are above 0; ``talk_hours``, ``short_talk_hours`` and ``era_age_days`` at least 0;
    ``talk_lines`` at least 2; other counts at least 1.

    Raises:
        pydantic.ValidationError: A value is out of its range or not finite, or there is no such setting.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    tick: int = Field(default=10, ge=1, le=60, description="game minutes from one tick to the next, 1 to 60")
    forgetting_ticks: int = Field(
        default=100,
        ge=1,
        description="ticks from one condensing and pruning of memories to the next; both are also done when a day ends",
    )
    plan_hour: int = Field(default=6, ge=0, le=12, description="hour, 0 to 12, at which the plan of a day begins")
    reflection_hours: float = Field(
        default=12, gt=0, description="game hours from one reflection of a person to the next"
    )
    reflection_threshold: float = Field(
        default=100,
        gt=0,
        description="a reflection is due sooner if the importances (1 to 10) of new memories add up to more than this",
    )
    reflections_per_day: int = Field(default=2, ge=1, description="the most reflections of a person on one game day")
    evening_hour: int = Field(
        default=18, ge=2, le=22, description="hour, 2 to 22, from which people reflect on their day"
    )
    talk_lines: int = Field(
        default=5, ge=2, description="how many lines a talk must have to be condensed after talk_hours"
    )
    talk_gap: int = Field(default=30, ge=1, description="a talk is over after this many game minutes without a line")
    talk_hours: float = Field(
        default=24,
        ge=0,
        description="game hours after its first line from which on a talk of at least talk_lines lines is condensed;"
        " also the age from which on unimportant observations are",
    )
    short_talk_hours: float = Field(
        default=48, ge=0, description="game hours after its first line from which on any talk is condensed"
    )
    era_days: int = Field(
        default=7,
        ge=1,
        description="the observations of this many game days become one memory once their owner has more than nine"
        " tenths of Settings.observations_kept (usually 200)",
    )
    era_age_days: int = Field(
        default=2, ge=0, description="game days from the end of such days until they may be condensed"
    )


def _weight(usual: float, term: str, *, least: float | None = None, most: float | None = None) -> Any:
    return Field(default=None, ge=least, le=most, allow_inf_nan=False, description=f"{term}; usually {usual:g}")


@_list_fields
class RecallSettings(BaseModel):
    """Weights of the terms by which memories are ranked, any finite numbers; None for the usual weight.

    The first twelve belong to the ranking ``hybrid``, whose terms are from 0 to 1; the others to the ranking
    ``genagents``. ``genagents_decay`` is a factor from 0 to 1, not a weight.

    Raises:
        pydantic.ValidationError: A weight is not finite, the factor is out of its range, or there is no such term.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    words: float | None = _weight(0.43, "share of the query's words that a memory has")
    meaning: float | None = _weight(1, "cosine of the vectors of query and memory")
    around: float | None = _weight(3.1, "words and meaning of its neighbours in the scene")
    answer: float | None = _weight(0.5, "how near the query is to the question before it")
    scene: float | None = _weight(0.3, "the best meaning in its scene")
    time: float | None = _weight(0.8, "how well it fits the time in the query")
    form: float | None = _weight(1.4, "whether it holds the time, number or speech act in the query")
    who: float | None = _weight(0.27, "whether a person in the query says it or is named in it")
    length: float | None = _weight(0.46, "its length up to that of a sentence")
    importance: float | None = _weight(0.2, "its importance")
    recency: float | None = _weight(0.22, "how new it is")
    reinforced: float | None = _weight(0.3, "how often it was reinforced")
    genagents_recency: float | None = _weight(0, "how recently it was recalled")
    genagents_relevance: float | None = _weight(1, "cosine of the vectors of query and memory")
    genagents_importance: float | None = _weight(0.5, "its importance")
    genagents_decay: float | None = _weight(
        0.99, "factor of recency for each game minute since it was recalled, 0 to 1", least=0, most=1
    )


@_list_fields
class Settings(BaseSettings):
    """The settings of one program. A value is taken from the keyword arguments, or else from the environment variable
    ``TALEKEEPER_<NAME>``, or else it is the default. Empty variables count as not set, and unknown names are ignored,
    except within ``cadence``, ``half_lives`` and ``recall``. A variable with several values (``api_origins``,
    ``trusted_proxies``) has commas or blanks between them.

    Instances are frozen. Unless a description says otherwise, seconds are above 0, and numbers of calls, tokens, games,
    memories and so on are at least 1.

    Raises:
        pydantic.ValidationError: A value is out of its range, or ``cadence``, ``half_lives`` or ``recall`` has an
            unknown name.
    """

    model_config = SettingsConfigDict(
        env_prefix="TALEKEEPER_",
        env_nested_delimiter="__",
        env_ignore_empty=True,
        frozen=True,
        extra="ignore",
        allow_inf_nan=False,
    )

    saves: Path = Field(
        default_factory=default_saves,
        description="folder of saves, and of cached vectors; by default saves in a checkout of the project, else in the"
        " folder talekeeper of the user's data",
    )
    database: SecretStr | None = Field(
        default=None, description="postgresql://…: games that several servers share; None: files in saves"
    )
    database_lease: float = Field(
        default=15.0,
        ge=0.5,
        le=25.0,
        description="seconds after which the games of a server that is gone go to another server, 0.5 to 25",
    )
    address: str | None = Field(
        default=None,
        pattern=r"^https?://[^/\s]+$",
        description="URL without a path under which other servers reach this one; None: the address where it listens",
    )
    scenarios: Annotated[Path | None, AfterValidator(_existing)] = Field(
        default_factory=default_scenarios,
        description="the folder of your own scenarios, which must exist; None: there is none; by default scenarios in"
        " the folder of the default saves, where it may be missing",
    )

    model: str = Field(
        default=OFFLINE,
        description="offline (rules, no model), or a pydantic-ai model name such as openai:gpt-5-mini, or with base_url"
        " the name that the server there has for the model; for every use that has no model of its own",
    )
    moderation: str | None = Field(
        default=None,
        pattern=r"^[\w.]+:\w+$",
        description="package.module:name of an IModeration, or of a function that makes one; it may refuse texts",
    )
    game_models: bool = Field(default=True, description="whether games play with the model they were begun with")
    narrator_model: str | None = Field(
        default=None, description="model of the narrator, in the form of model; None: that of model"
    )
    summarizer_model: str | None = Field(
        default=None, description="model of the summarizer, in the form of model; None: that of model"
    )
    mind_model: str | None = Field(
        default=None, description="model of people's minds, in the form of model; None: that of model"
    )
    narrator_mode: Literal["tools", "guided"] = Field(
        default="guided", description="tools: the model gives the commands; guided: rules do, and the model narrates"
    )
    strictness: Literal["strict", "balanced", "off"] = Field(
        default="balanced",
        description="what is checked in a model's narration: state, secrets and, in guided, unknown people (balanced);"
        " also false statements, by asking the model, and, in guided, each number and name (strict); nothing (off)",
    )
    guided_picks: bool = Field(
        default=False,
        description="whether a guided model chooses between a deed and speech instead of asking the player",
    )
    base_url: str | None = Field(
        default=None,
        description="URL of an OpenAI-compatible server that has all these models, such as http://localhost:11434/v1;"
        " None: the provider in each model's name",
    )
    api_key: SecretStr | None = Field(
        default=None,
        description="key of the models; None: the key in the provider's environment variable, or no key with base_url",
    )

    embedder: str = Field(
        default="auto",
        description="auto (local where it is installed, else words), local (a model in this program, with the extra"
        " talekeeper[embeddings]), words (no vectors), or a model's name: a pydantic-ai name such as"
        " openai:text-embedding-3-small, or with embedder_base_url the name that the server there has for the model",
    )
    embedder_base_url: str | None = Field(
        default=None,
        description="URL of a server with OpenAI's or Ollama's API that has the embedder, which must be a model's name"
        " then; None: the provider in the embedder's name",
    )
    embedder_api_key: SecretStr | None = Field(
        default=None,
        description="key of the embedder; None: the key in the provider's environment variable, or no key with"
        " embedder_base_url",
    )
    embedder_dimension: int | None = Field(default=None, ge=1, description="length of vectors; None: the model's own")
    embedder_timeout: float = Field(default=10.0, gt=0, description="seconds for one request to the embedding model")

    model_timeout: float = Field(default=60.0, gt=0, description="seconds for one narrator call")
    model_connect: float = Field(
        default=5.0, gt=0, description="seconds until a server of your own accepts the connection"
    )
    model_first_token: float = Field(
        default=30.0, gt=0, description="seconds until a narrator's streamed answer begins"
    )
    model_cold_start: float = Field(
        default=90.0, gt=0, description="seconds until then if a server of your own may have to load the model first"
    )
    model_cold_after: float = Field(
        default=300.0,
        gt=0,
        description="seconds without an answer after which such a server may have to load the model again",
    )
    model_idle: float = Field(default=15.0, gt=0, description="seconds between two pieces of a narrator's answer")
    turn_timeout: float = Field(
        default=120.0, gt=0, description="seconds for all calls and tools of a narrator in one turn"
    )
    max_tokens_per_answer: int = Field(
        default=2_000, ge=100, description="tokens of a narrator's answer, thinking included, at least 100"
    )
    temperature: float | None = Field(
        default=None,
        ge=0,
        le=2,
        description="how freely a narrator chooses its words, 0 to 2; None: the model's default",
    )
    top_p: float | None = Field(
        default=None,
        gt=0,
        le=1,
        description="share of the likeliest words that it chooses from, above 0 up to 1; None: the model's default",
    )
    model_try: float = Field(default=30.0, gt=0, description="seconds for an answer when a model is tested")
    summary_timeout: float = Field(
        default=60.0, gt=0, description="seconds for one attempt to summarize; a summary may take two attempts"
    )
    max_calls_per_turn: int = Field(default=12, ge=1, description="the most model calls in one turn")
    max_tokens_per_turn: int | None = Field(
        default=200_000, ge=1, description="the most model tokens in one turn; None: no cap"
    )
    max_tokens_per_game: int | None = Field(
        default=None, ge=1, description="the most model tokens in one game; None: no cap"
    )

    host_idle: float = Field(
        default=900.0, gt=0, description="seconds after which a server unloads a game that is not used"
    )
    host_games: int = Field(
        default=200, ge=1, description="the most games that a server keeps in memory in addition to those in use"
    )
    host_megabytes: int = Field(
        default=4_000, ge=1, description="the most megabytes that these games may take, by estimate"
    )

    prompt_budget: int | None = Field(
        default=None,
        ge=3000,
        description="tokens of a prompt, everything included, at least 3,000; None: 24,000 for a narrator with tools,"
        " else 6,000",
    )
    answer_reserve: int = Field(
        default=800,
        ge=100,
        le=100_000,
        description="how many of these are kept free for the answer; 100 to 100,000, and at most a third of"
        " prompt_budget (2,000 if that is None)",
    )
    max_entries: int = Field(
        default=3,
        ge=1,
        le=100,
        description="the most summaries of the place, of each person present and of the world in a prompt, 1 to 100",
    )
    person_memories: Literal["hybrid", "chronicle"] = Field(
        default="hybrid",
        description="which memories a person's prompt shows: hybrid, summaries; chronicle, the last 50 and reflections",
    )

    seat_tools: Literal["few", "all"] = Field(
        default="few", description="tools that a character's seat lists at first: few, the others on request; or all"
    )

    capture_after: int = Field(
        default=30,
        ge=2,
        description="how many messages of a place that are not summarized yet cause a summary, at least 2",
    )
    piece_size: int = Field(default=30, ge=2, description="how many messages are condensed into one memory, at least 2")
    world_messages: int = Field(
        default=60, ge=2, description="how many of the newest messages a summary of a world event reads, at least 2"
    )
    failed_settles: int = Field(
        default=3, ge=1, description="failures of a model after which a summary made by rules is stored"
    )
    keep_memories: int | None = Field(
        default=None, ge=1, description="summaries kept per place, person and world; None: all"
    )

    minds: bool = Field(default=True, description="whether people perceive, plan, act and reflect by themselves")
    interview_tokens: int = Field(
        default=5_000, ge=500, description="the most tokens of the prompt of an interview, at least 500"
    )
    mind_calls_per_tick: int = Field(
        default=8, ge=0, description="the most model calls of all minds in a tick (see cadence); 0 for none"
    )
    mind_calls_per_day: int = Field(
        default=300, ge=0, description="the most model calls of all minds on a game day; 0 for none"
    )
    mind_calls_per_person: int = Field(
        default=24, ge=0, description="the most model calls of one mind on a game day; 0 for none"
    )
    mind_jobs_at_once: int = Field(default=4, ge=1, description="jobs of minds that call models at the same time")
    mind_score_timeout: float = Field(default=10.0, gt=0, description="seconds for the ratings of a batch of memories")
    mind_plan_timeout: float = Field(default=15.0, gt=0, description="seconds for the plan of a day")
    mind_reflect_timeout: float = Field(default=12.0, gt=0, description="seconds for a reflection")
    mind_decide_timeout: float = Field(default=10.0, gt=0, description="seconds for what a person does next")
    mind_converse_timeout: float = Field(default=10.0, gt=0, description="seconds for a talk between people")
    mind_condense_timeout: float = Field(
        default=10.0, gt=0, description="seconds for a group of memories that is condensed"
    )
    interview_timeout: float = Field(default=15.0, gt=0, description="seconds for one attempt to answer an interview")

    importance: Literal["heuristic", "composed"] = Field(
        default="heuristic",
        description="how memories are rated without a model: heuristic, by kind; composed, by goals and feelings",
    )
    observations_kept: int = Field(default=200, ge=1, description="observations kept per person; the rest is archived")
    reflections_kept: int = Field(default=50, ge=1, description="reflections kept per person")
    plans_kept: int = Field(default=7, ge=1, description="plans kept per person")

    cadence: CadenceSettings = Field(
        default=CadenceSettings(),
        description="how often people think; variables such as TALEKEEPER_CADENCE__TICK",
    )
    half_lives: HalfLifeSettings = Field(
        default=HalfLifeSettings(), description="how fast memories fade; variables such as TALEKEEPER_HALF_LIVES__PLAN"
    )
    recall: RecallSettings = Field(
        default=RecallSettings(), description="how memories are ranked; variables such as TALEKEEPER_RECALL__IMPORTANCE"
    )

    admin_token: Secret[Token] | None = Field(
        default=None, description="token of the admin, 16 to 200 printable characters; None: one is made"
    )
    api_requests_per_minute: int = Field(
        default=600, ge=1, description="the most requests of one token or address in a minute"
    )
    api_origins: Annotated[tuple[Origin, ...], NoDecode, _Listed] = Field(
        default=(), description="other sites whose pages may use the API, such as https://tales.example"
    )
    trusted_proxies: Annotated[tuple[Network, ...], NoDecode, _Listed] = Field(
        default=(), description="addresses or networks of proxies whose header X-Forwarded-For is trusted, * for any"
    )
    api_heartbeat: float = Field(
        default=0.05, gt=0, description="seconds between measurements of the delay of the event loop"
    )
    api_streams: int = Field(
        default=8, ge=1, description="the most event streams that one token or address may have open"
    )

    @model_validator(mode="after")
    def _leaves_room(self) -> "Settings":
        if self.answer_reserve > (self.prompt_budget or PROMPT_BUDGET) // 3:
            raise ValueError("answer_reserve may take at most a third of prompt_budget")
        return self

    def with_model(self, model: str) -> "Settings":
        """Return the settings with another model for the narrator.

        Args:
            model: The name of the model, which is not checked. The summarizer and the mind use it, too, unless their
                models are set separately; ``offline`` replaces those as well.

        Returns:
            A copy; these settings stay as they are.
        """
        others = ("summarizer_model", "mind_model") if model == OFFLINE else ()
        return self.model_copy(update={"model": model, **dict.fromkeys(("narrator_model", *others))})

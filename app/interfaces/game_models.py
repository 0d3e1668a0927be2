"""The choice of a game's narrator: the rules, the server's model, or a model of the game's own."""

from typing import Any, Literal

from pydantic import Field, SecretStr, SerializationInfo, field_serializer

from app.models.base import Frozen

Teller = Literal["offline", "server", "own"]
NarratorMode = Literal["tools", "guided"]
Judging = Literal["strict", "balanced", "off"]
WITH_SECRETS = {"secrets": True}
"""The context of `model_dump` in which the key of a `GameModel` is written as text; otherwise it is hidden."""


class GameModel(Frozen):
    """The choice of the narrator of one game.

    Args:
        teller: The narrator in use: ``offline`` (the rules, no model), ``server`` (the model of the settings) or
            ``own`` (the game's own ``model``).
        model: The name of the game's own model, which is kept while another narrator is in use: the provider and the
            model, such as ``openai-chat:gpt-5-mini``, or with a ``base_url`` the model's name on that server. None for
            none.
        base_url: The address of an OpenAI-compatible server that has the own model, such as
            ``http://localhost:11434/v1``. None for the address of the provider, or without an ``api_key`` for address
            and key of the settings.
        api_key: The key of the own model. None for no key if there is a ``base_url``; without one, for address and key
            of the settings.
        mode: The mode of narration by a model: ``guided`` (rules choose the commands, the model narrates) or ``tools``
            (the model gives the commands by calling tools). For this field and those up to ``strictness``, None means
            the value of the settings.
        temperature: How freely the model chooses its words, 0 to 2.
        top_p: The share of the likeliest words from which the model chooses, above 0 up to 1.
        answer_tokens: The most tokens of an answer, 100 to 10,000.
        prompt_budget: The most tokens of a prompt, its answer included, 3,000 to 200,000.
        strictness: How much of the model's narration is checked before it is shown. ``balanced``: that it fits the
            state of the game, gives no secret and no sign of the program away, and does not speak or decide for a
            player; in the mode ``guided`` also that no unknown person acts. ``strict``: all of this, the model is asked
            whether its text says something untrue, and in the mode ``guided`` it may have no number and no name that
            the model was not given. ``off``: nothing of this. The form of the text is always checked.
        granted: What the admin chose last as ``teller``. A game master may choose this, or the rules, which cost
            nothing. By default ``server``.

    Raises:
        pydantic.ValidationError: A field has another value than these. The texts are not checked here: whether
            ``model`` is known, ``base_url`` is an address, and ``own`` has a ``model``.
    """

    teller: Teller = "server"
    model: str | None = None
    base_url: str | None = None
    api_key: SecretStr | None = None
    mode: NarratorMode | None = None
    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    answer_tokens: int | None = Field(default=None, ge=100, le=10_000)
    prompt_budget: int | None = Field(default=None, ge=3_000, le=200_000)
    strictness: Judging | None = None
    granted: Teller = "server"

    @property
    def in_use(self) -> "GameModel":
        """The choice without the values that are stored but not in use, such as the own model while the rules narrate,
        and without ``granted``, which is ``server``."""
        if self.teller == "offline":
            return GameModel(teller="offline")
        if self.teller == "own":
            return self.model_copy(update={"granted": "server"})
        return GameModel(**{name: getattr(self, name) for name in MANNER})

    @property
    def name(self) -> str | None:
        """The name of the narrator in a game's header: ``offline``, or that of the own model; None for the server's
        model."""
        return {"offline": "offline", "own": self.model, "server": None}[self.teller]

    @property
    def in_copies(self) -> str | None:
        """The name of the narrator in the header of a branch (a copy of the game, made at one of its turns). It is
        `name`; but an own model with an address or a key, which are not copied to a branch, becomes None (the server's
        model)."""
        return None if self.teller == "own" and (self.base_url or self.api_key) else self.name

    @property
    def manner(self) -> dict[str, Any]:
        """The values of this choice that replace settings while a model narrates the game: name of the setting to
        value, for ``narrator_mode``, ``temperature``, ``top_p``, ``max_tokens_per_answer``, ``prompt_budget`` and
        ``strictness``. Fields that are None are left out; {} if all are."""
        return {setting: value for name, setting in MANNER.items() if (value := getattr(self, name)) is not None}

    @field_serializer("api_key", when_used="json-unless-none")
    def _shown(self, key: SecretStr, info: SerializationInfo) -> str:
        return key.get_secret_value() if info.context == WITH_SECRETS else str(key)


MANNER = {
    "mode": "narrator_mode",
    "temperature": "temperature",
    "top_p": "top_p",
    "answer_tokens": "max_tokens_per_answer",
    "prompt_budget": "prompt_budget",
    "strictness": "strictness",
}
"""How a model narrates: fields of a `GameModel`, with the settings that they replace."""
SERVERS = GameModel()


def begun_with(model: str | None) -> GameModel:
    """Return the choice of a narrator with which a game begins.

    Args:
        model: The name in the game's header: ``offline``, or that of the game's own model; None for the server's model.

    Returns:
        The choice. Its ``teller`` and ``granted`` are ``offline`` for the name ``offline`` and ``server`` for None. For
        any other name they are ``own``, and the name is the ``model``, which is None otherwise. All other fields have
        their defaults.
    """
    if model is None:
        return SERVERS
    teller: Teller = "offline" if model == "offline" else "own"
    return GameModel(teller=teller, model=None if teller == "offline" else model, granted=teller)

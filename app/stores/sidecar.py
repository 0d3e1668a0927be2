"""What is kept with a game: tokens, and who narrates it. One store for every sort of it, over files or rows."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from app.errors import CorruptSave
from app.interfaces.game_models import WITH_SECRETS, GameModel
from app.interfaces.tokens import GameTokens

T = TypeVar("T")


@dataclass(frozen=True)
class Sidecar(Generic[T]):
    """One sort of what is kept: ``name`` of the file or row, form, and words for errors: ``what`` it is, and ``mend``,
    what to do about a damaged one. ``context``: what serializers of its fields are given."""

    name: str
    form: TypeAdapter[T]
    what: str
    mend: str
    context: dict[str, Any] | None = None


TOKENS = Sidecar("tokens.json", TypeAdapter(GameTokens), what="The tokens", mend="remove it and make new tokens")
MODEL = Sidecar(
    "model.json",
    TypeAdapter(GameModel),
    what="The model",
    mend="remove it and choose the model anew",
    context=WITH_SECRETS,
)


class SidecarBackend(Protocol):
    """Where bytes are kept, of every sort and game. Errors as of `ISidecarStore`, but CorruptSave."""

    def read(self, kept: Sidecar[Any], game_id: str) -> bytes | None:
        """Return what was written last; None where nothing was."""

    def version(self, kept: Sidecar[Any], game_id: str) -> Hashable | None:
        """As `ISidecarStore.version`."""

    def change(self, kept: Sidecar[Any], game_id: str, change: Callable[[bytes | None], bytes]) -> None:
        """As `ISidecarStore.change`."""

    def damaged(self, kept: Sidecar[Any], game_id: str) -> str:
        """Say where the bytes are that cannot be read, without what to do about it."""


class SidecarStore(Generic[T]):
    """Implements `ISidecarStore`."""

    def __init__(self, backend: SidecarBackend, kept: Sidecar[T]) -> None:
        self._backend, self._kept = backend, kept

    def read(self, game_id: str) -> T | None:
        return self._value(game_id, self._backend.read(self._kept, game_id))

    def version(self, game_id: str) -> Hashable | None:
        return self._backend.version(self._kept, game_id)

    def change(self, game_id: str, change: Callable[[T | None], T]) -> T:
        made: list[T] = []

        def changed(data: bytes | None) -> bytes:
            made[:] = [change(self._value(game_id, data))]
            return self._kept.form.dump_json(made[0], indent=2, context=self._kept.context)

        self._backend.change(self._kept, game_id, changed)
        return made[0]

    def _value(self, game_id: str, data: bytes | None) -> T | None:
        try:
            return self._kept.form.validate_json(data) if data is not None else None
        except ValidationError:
            raise CorruptSave(f"{self._backend.damaged(self._kept, game_id)}; {self._kept.mend}.") from None

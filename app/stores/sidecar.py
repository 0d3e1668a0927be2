"""Sidecar data of a game, stored with it but not part of it: tokens, its model, its own pictures, the talk at its
table. One store for all kinds, over files or rows."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from app.errors import CorruptSave
from app.interfaces.game_models import WITH_SECRETS, GameModel
from app.interfaces.tokens import GameTokens
from app.models.picture import GamePictures
from app.models.table_talk import TableTalk

T = TypeVar("T")


@dataclass(frozen=True)
class Sidecar(Generic[T]):
    """One kind of sidecar data.

    Attributes:
        name: The name of the file or row.
        form: Reads and writes its JSON.
        what: Names it in errors.
        recovery_hint: What to do about a damaged one.
        context: Serialization context of its fields."""

    name: str
    form: TypeAdapter[T]
    what: str
    recovery_hint: str
    context: dict[str, Any] | None = None


TOKENS = Sidecar(
    "tokens.json", TypeAdapter(GameTokens), what="The tokens", recovery_hint="remove it and make new tokens"
)
MODEL = Sidecar(
    "model.json",
    TypeAdapter(GameModel),
    what="The model",
    recovery_hint="remove it and choose the model again",
    context=WITH_SECRETS,
)
PICTURES = Sidecar(
    "pictures.json", TypeAdapter(GamePictures), what="The pictures", recovery_hint="remove it and choose them again"
)
TABLE_TALK = Sidecar(
    "table-talk.json", TypeAdapter(TableTalk), what="The talk at the table", recovery_hint="remove it and begin again"
)


class SidecarBackend(Protocol):
    """Stores the bytes of all kinds for all games. Errors are those of `ISidecarStore` without CorruptSave."""

    def read(self, spec: Sidecar[Any], game_id: str) -> bytes | None:
        """Return the bytes written last; None if there are none."""

    def version(self, spec: Sidecar[Any], game_id: str) -> Hashable | None:
        """As `ISidecarStore.version`."""

    def change(self, spec: Sidecar[Any], game_id: str, change: Callable[[bytes | None], bytes]) -> None:
        """As `ISidecarStore.change`."""

    def damaged(self, spec: Sidecar[Any], game_id: str) -> str:
        """Say where bytes are that cannot be read, without the recovery hint."""


class SidecarStore(Generic[T]):
    """Implements `ISidecarStore`."""

    def __init__(self, backend: SidecarBackend, spec: Sidecar[T]) -> None:
        self._backend, self._spec = backend, spec

    def read(self, game_id: str) -> T | None:
        return self._value(game_id, self._backend.read(self._spec, game_id))

    def version(self, game_id: str) -> Hashable | None:
        return self._backend.version(self._spec, game_id)

    def change(self, game_id: str, change: Callable[[T | None], T]) -> T:
        results: list[T] = []

        def changed(data: bytes | None) -> bytes:
            results[:] = [change(self._value(game_id, data))]
            return self._spec.form.dump_json(results[0], indent=2, context=self._spec.context)

        self._backend.change(self._spec, game_id, changed)
        return results[0]

    def _value(self, game_id: str, data: bytes | None) -> T | None:
        try:
            return self._spec.form.validate_json(data) if data is not None else None
        except ValidationError:
            raise CorruptSave(f"{self._backend.damaged(self._spec, game_id)}; {self._spec.recovery_hint}.") from None

"""A player's character, as its player made it, and as it has told of itself in the story."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field

from app.models.base import Frozen, Id, Name, Prose, has_control_characters, on_one_line, with_line_breaks
from app.models.typed_text import MAX_TYPED_NAME, checked_name

MAX_LISTED = 20
"""The most goals, likes, skills or notes of one player; of more that are told, the newest are kept."""
VISIBLE = frozenset({"pronouns", "description"})
"""Fields that whoever sees a player knows."""
LISTS = frozenset({"goals", "likes", "notes"})
"""Fields of several values."""
FIELDS = ("called", "pronouns", "description", "occupation", "home", "background", "goals", "likes", "skills", "notes")
"""The fields that tell of a player, in the order in which they are shown."""


def _text(text: str) -> str:
    text = str(with_line_breaks(text))
    if has_control_characters(text):
        raise ValueError("it takes readable text without control characters")
    return text


PlayerName = Annotated[str, Field(max_length=MAX_TYPED_NAME), AfterValidator(on_one_line)]
PlayerLine = Annotated[str, Field(max_length=200), AfterValidator(on_one_line)]
PlayerText = Annotated[Prose, AfterValidator(_text)]
PlayerLines = Annotated[tuple[PlayerLine, ...], Field(max_length=MAX_LISTED)]
PlayerSkills = Annotated[Mapping[PlayerName, Annotated[int, Field(ge=-99, le=99)]], Field(max_length=MAX_LISTED)]


def _is_empty(value: Any) -> bool:
    return not value


class PlayerSheet(Frozen):
    """A player's character. What it has not told is "" or empty.

    Attributes:
        name: The name that the story and the other players use.
        called: The name that it goes by, as it has said itself.
        pronouns: How it is spoken of, for example ``she/her``.
        description: What it looks like.
        occupation: What it does for a living.
        home: Where it is from.
        background: What more is to be known of it.
        goals: What it wants.
        likes: What it likes.
        skills: What it can do, each with a number.
        notes: What it asked to have remembered.
        known_to: Who knows what: by field, for one value of several by `key_of`, the ids of people.
    """

    name: Name = "Traveller"
    called: PlayerName = Field(default="", exclude_if=_is_empty)
    pronouns: PlayerName = Field(default="", exclude_if=_is_empty, examples=["she/her"])
    description: PlayerText = Field(default="", exclude_if=_is_empty, examples=["Tall, with a burnt hand."])
    occupation: PlayerLine = Field(default="", exclude_if=_is_empty, examples=["carpenter"])
    home: PlayerLine = Field(default="", exclude_if=_is_empty, examples=["Sedge"])
    background: PlayerText = Field(default="", exclude_if=_is_empty)
    goals: PlayerLines = Field(default=(), exclude_if=_is_empty)
    likes: PlayerLines = Field(default=(), exclude_if=_is_empty, examples=[["plums"]])
    skills: PlayerSkills = Field(default={}, exclude_if=_is_empty, examples=[{"climbing": 3}])
    notes: PlayerLines = Field(default=(), exclude_if=_is_empty)
    known_to: Mapping[str, tuple[Id, ...]] = Field(default={}, exclude_if=_is_empty)

    def knows(self, npc_id: str, field: str, value: str = "") -> bool:
        """Return whether a person knows a field, of a field of several values this one."""
        return field in VISIBLE or npc_id in self.known_to.get(key_of(field, value), ())

    def as_known_to(self, npc_id: str) -> "PlayerSheet":
        """Return what a person knows of it."""
        found = {field: getattr(self, field) for field in FIELDS if field not in LISTS and self.knows(npc_id, field)}
        found |= {field: tuple(v for v in getattr(self, field) if self.knows(npc_id, field, v)) for field in LISTS}
        return PlayerSheet.model_construct(name=self.name, **found)

    def as_seen(self) -> "PlayerSheet":
        """Return what whoever sees it knows of it, and the name that it goes by."""
        return PlayerSheet(**{name: getattr(self, name) for name in ("name", "called", *VISIBLE)})

    def with_value(self, field: str, value: str, hearers: Iterable[str] = ()) -> Self:
        """Return it with a value, which these people know; of a field of several values with one more, the oldest left
        out where they are too many. A value that changes is known to these people alone."""
        key, kept = key_of(field, value), getattr(self, field)
        is_same = _same(value, kept) if isinstance(kept, str) else any(_same(value, each) for each in kept)
        known = (*(self.known_to.get(key, ()) if is_same else ()), *hearers)
        if field in LISTS:
            others = tuple(each for each in kept if not _same(value, each))
            return self._with(field, (*others, value)[-MAX_LISTED:], {key: _once(*known)})
        return self._with(field, value, {key: _once(*known)})

    def with_values(self, values: Mapping[str, Any], knowing: Iterable[str] = ()) -> Self:
        """Return it with these values, of a field of several all of them, which these people know; one that is changed
        is known to nobody else."""
        changed, ids = self, tuple(knowing)
        for name, value in values.items():
            keys = [key_of(name, each) for each in value] if name in LISTS else [name]
            is_kept = name in LISTS or value == getattr(self, name)
            before = self.known_to if is_kept else {}
            changed = changed._with(name, value, {key: _once(*before.get(key, ()), *ids) for key in keys})
        return changed

    def without_value(self, field: str, value: str = "") -> Self:
        """Return it without a value; "" for whatever a field of one value has. Another value stays."""
        kept = getattr(self, field)
        if field in LISTS:
            return self._with(field, tuple(each for each in kept if not _same(value, each)), {})
        return self._with(field, "", {}) if not value or _same(value, kept) else self

    def _with(self, field: str, value: object, known: Mapping[str, tuple[Id, ...]]) -> Self:
        changed = self.model_copy(update={field: value})
        left = {key_of(name, each) for name in LISTS for each in getattr(changed, name)}
        left |= {name for name in FIELDS if name not in LISTS and getattr(changed, name)}
        kept = {key: ids for key, ids in {**self.known_to, **known}.items() if key in left and ids}
        return changed.model_copy(update={"known_to": kept})


def key_of(field: str, value: str = "") -> str:
    """Return the key of `PlayerSheet.known_to` for a field, or for one of its several values."""
    return f"{field}:{value.casefold()}" if field in LISTS else field


def _once(*ids: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ids))


def _same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def checked_sheet(sheet: PlayerSheet) -> PlayerSheet:
    """Return a sheet with its name checked, as `checked_name`, and known to nobody.

    Raises:
        InvalidInput: The name is not 1 to 60 characters on one line.
    """
    return sheet.model_copy(update={"name": checked_name(sheet.name), "known_to": {}})

"""What a world event is about: by kind, as ``quest_id``, the id of one thing or of several."""

from collections.abc import Mapping

Related = Mapping[str, str | list[str]]


def first_ids(related: Related) -> dict[str, str]:
    """By kind the one id that a field can hold."""
    return {kind: ids[0] for kind, ids in _by_kind(related).items() if ids}


def all_ids(related: Related) -> list[str]:
    """Every id, in order."""
    return [each for ids in _by_kind(related).values() for each in ids]


def as_pairs(related: Related) -> tuple[tuple[str, str | tuple[str, ...]], ...]:
    """The same, frozen."""
    return tuple((kind, ids if isinstance(ids, str) else tuple(ids)) for kind, ids in related.items())


def _by_kind(related: Related) -> dict[str, list[str]]:
    return {kind: [ids] if isinstance(ids, str) else ids for kind, ids in related.items()}

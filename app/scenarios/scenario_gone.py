"""Texts that would still name a thing when it has been taken away."""

from collections.abc import Iterator

from app.models.base import fold_text
from app.models.sheets import condition as conditions
from app.models.sheets.condition import Condition
from app.models.sheets.described import Described
from app.models.sheets.item import ItemSheet
from app.models.sheets.scenario import ScenarioSheet
from app.models.state.conditions import parts_of
from app.models.state.things import lying_first


def stale_texts(sheet: ScenarioSheet) -> Iterator[tuple[str, str]]:
    """Find descriptions of places and details that name a thing there which can be taken, without a variant for when it
    is gone.

    Args:
        sheet: The scenario, without problems.

    Yields:
        The path of each text in the file, and what is wrong with it.
    """
    for i, place in enumerate(sheet.locations):
        lying = (sheet.index.items[item_id] for item_id in lying_first(sheet, place))
        things = [item for item in lying if item.portable]
        parts: list[tuple[str, Described]] = [(f"locations[{i}]", place)]
        parts += [(f"locations[{i}].features[{j}]", detail) for j, detail in enumerate(place.features)]
        for where, part in parts:
            for item in things:
                if _names(part, item) and not any(_is_about(variant.condition, item.id) for variant in part.variants):
                    yield (
                        f"{where}.description",
                        f"it names {item.id!r}, which can be taken away: a variant with a condition on {item.id!r} (as"
                        " item_held, or item_at within not) is shown in its place.",
                    )


def _names(part: Described, item: ItemSheet) -> bool:
    """Return whether a description has the name of a thing, or a further name of several words."""
    text = _words(str(getattr(part, "description", "")))
    names = [_words(item.name), *(words for alias in item.aliases if len(words := _words(alias)) > 1)]
    return any(_has(text, words) for words in names)


def _has(text: list[str], words: list[str]) -> bool:
    return bool(words) and any(text[at : at + len(words)] == words for at in range(len(text) - len(words) + 1))


def _words(text: str) -> list[str]:
    return "".join(sign if sign.isalnum() else " " for sign in fold_text(text)).split()


def _is_about(condition: Condition, item_id: str) -> bool:
    """Return whether a condition asks where a thing is, or that it is not there."""
    inner = (part.condition if isinstance(part, conditions.Not) else part for part in parts_of(condition))
    return any(getattr(each, "item_id", None) == item_id for part in inner for each in parts_of(part))

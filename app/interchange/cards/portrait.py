"""The picture of a card's person: the PNG that the card is in, or an icon among its assets."""

import base64
import binascii
from collections.abc import Iterator, Mapping
from typing import Any

from app.errors import InvalidInput
from app.interchange.archive import file_in, is_archive, paths_in
from app.interchange.cards.character_card import Card
from app.interchange.cards.png import SIGNATURE
from app.models.picture import MAX_PICTURE_BYTES, PICTURE_ENDINGS, Picture, picture_of

_INSIDE = ("embeded://", "embedded://")  # the specification has it with one d
_DATA = "data:image/"
_ICONS = "assets/icon/"
_MOST_ASSETS = 200


def portrait_of(data: bytes, card: Card) -> Picture | None:
    """Find the picture of a card's person.

    Args:
        data: The file that the card is in.
        card: The card.

    Returns:
        The picture; None where there is none, or none that can be shown.
    """
    try:
        if data.startswith(SIGNATURE):
            return picture_of(data)
        found = next(_pictures(data, card), None)
        return None if found is None else picture_of(found)
    except InvalidInput:
        return None


def _pictures(data: bytes, card: Card) -> Iterator[bytes]:
    """Yield the icons of a card: those that it names, the main one first, and those where the format has them."""
    names = [name for name in paths_in(data) if name.casefold().endswith(PICTURE_ENDINGS)] if is_archive(data) else []
    for uri in _named(card.fields.get("assets")):
        inside = next((uri.removeprefix(start) for start in _INSIDE if uri.startswith(start)), None)
        if inside in names:
            yield file_in(data, inside, MAX_PICTURE_BYTES)
        elif uri.startswith(_DATA):
            yield from _decoded(uri)
    for name in names:
        if name.casefold().startswith(_ICONS):
            yield file_in(data, name, MAX_PICTURE_BYTES)


def _named(assets: Any) -> list[str]:
    """Return the addresses of a card's icons, the main one first."""
    rows = assets[:_MOST_ASSETS] if isinstance(assets, list) else []
    icons = [row for row in rows if isinstance(row, Mapping) and row.get("type") == "icon"]
    icons.sort(key=lambda row: row.get("name") != "main")
    return [row["uri"] for row in icons if isinstance(row.get("uri"), str)]


def _decoded(uri: str) -> Iterator[bytes]:
    """Yield the bytes of a data address; nothing for one that is damaged."""
    try:
        yield base64.b64decode(uri.partition(",")[2], validate=True)
    except (binascii.Error, ValueError):
        return

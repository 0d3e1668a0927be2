"""Pictures of people and places: PNG, JPEG or WebP, told by their first bytes."""

import struct
from collections.abc import Mapping
from typing import Literal

from pydantic import ConfigDict

from app.errors import InvalidInput
from app.models.base import Frozen
from app.models.plain_reasons import ValueFault, ValueUnfit

PICTURE_ENDINGS = (".png", ".jpg", ".jpeg", ".webp")
MAX_PICTURE_BYTES = 8_000_000
MAX_SIDE = 8192
MAX_PIXELS = 32 * 2**20
_PNG, _JPEG, _RIFF, _WEBP = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF", b"WEBP"
_SHOWN_CHUNKS = frozenset(
    b"IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs acTL fcTL fdAT".split()
)  # chunks of a PNG that draw it; all others are left out, since a card keeps its secrets in one


class Picture(Frozen):
    """A picture as it is shown: its type and its bytes, which are base64 in JSON."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    media_type: Literal["image/png", "image/jpeg", "image/webp"]
    data: bytes


GamePictures = Mapping[str, Picture]
"""The pictures that a game has of its own, by the id of the person or place."""


def picture_of(data: bytes) -> Picture:
    """Make a picture of a file.

    Args:
        data: The file. Of a PNG only the chunks that draw it are taken.

    Returns:
        The picture.

    Raises:
        InvalidInput: It is none of the known formats, damaged or too large.
    """
    if len(data) > MAX_PICTURE_BYTES:
        raise InvalidInput(ValueUnfit(fault=ValueFault.PICTURE_BYTES, most=MAX_PICTURE_BYTES // 1_000_000))
    if data.startswith(_PNG):
        return Picture(media_type="image/png", data=_drawn(data))
    if data.startswith(_JPEG):
        return Picture(media_type="image/jpeg", data=data)
    if data.startswith(_RIFF) and data[8:12] == _WEBP:
        return Picture(media_type="image/webp", data=data)
    raise InvalidInput(ValueUnfit(fault=ValueFault.PICTURE_FORMAT))


def _drawn(data: bytes) -> bytes:
    """Return a PNG without the chunks that do not draw it."""
    kept, at = [_PNG], len(_PNG)
    while at + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        end = at + 12 + length
        if end > len(data):
            break
        if kind == b"IHDR":
            _check_size(*struct.unpack(">II", data[at + 8 : at + 16]))
        if kind in _SHOWN_CHUNKS:
            kept.append(data[at:end])
        if kind == b"IEND":
            return b"".join(kept)
        at = end
    raise InvalidInput(ValueUnfit(fault=ValueFault.PICTURE_DAMAGED))


def _check_size(width: int, height: int) -> None:
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE and width * height <= MAX_PIXELS):
        raise InvalidInput(ValueUnfit(fault=ValueFault.PICTURE_SIDES, most=MAX_SIDE, most_together=MAX_PIXELS))

"""Character cards in the text chunks ``ccv3`` and ``chara`` of a PNG, read without decoding the picture."""

import base64
import binascii
import io
import struct
import warnings
import zlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.errors import InvalidInput

if TYPE_CHECKING:
    from PIL.Image import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEYWORDS = ("ccv3", "chara")  # the chunks that hold a card, the one that wins first
MAX_CARD_BYTES = 4 * 2**20  # of one card's JSON
MAX_CHUNKS = 100_000
MAX_SIDE = 8192
MAX_PIXELS = 32 * 2**20
_MAX_CHUNK = MAX_CARD_BYTES * 3 // 2
_PLAIN_SIZE = (256, 384)
_PICTURES = ("PNG", "JPEG", "WEBP")
_UNREADABLE = (OSError, ValueError, SyntaxError, EOFError, struct.error, zlib.error)  # what decoders raise


def card_json_in(data: bytes) -> bytes:
    """The JSON of the card in a PNG. InvalidInput: there is none, or the file is damaged or beyond a limit."""
    found: dict[str, bytes] = {}
    at, kind = len(SIGNATURE), b""
    for number in range(MAX_CHUNKS):
        head = data[at : at + 8]
        if len(head) < 8:
            break
        length, kind = struct.unpack(">I4s", head)
        end = at + 12 + length
        if end > len(data) or (number == 0 and (kind, length) != (b"IHDR", 13)):
            raise InvalidInput("The PNG is cut off or damaged.")
        if number == 0:
            _check_size(*struct.unpack(">II", data[at + 8 : at + 16]))
        if kind == b"tEXt":
            _note_text(data[at:end], found)
        if kind == b"IEND":
            break
        at = end
    if kind != b"IEND":
        raise InvalidInput("The PNG is cut off or damaged.")
    for keyword in KEYWORDS:
        if keyword in found:
            try:
                return base64.b64decode(b"".join(found[keyword].split()), validate=True)
            except binascii.Error:
                raise InvalidInput(f"The {keyword} chunk of the PNG is not base64.") from None
    raise InvalidInput("There is no character card in this PNG: it has neither a ccv3 nor a chara text chunk.")


def png_with(cards: Mapping[str, bytes], picture: bytes | None = None) -> bytes:
    """A fresh PNG with the JSON of cards by chunk keyword, on the given picture or on a plain one. InvalidInput."""
    from PIL import Image, PngImagePlugin  # noqa: PLC0415  # what only this needs is loaded only here

    image = Image.new("RGB", _PLAIN_SIZE, (58, 64, 74)) if picture is None else _opened(picture)
    texts = PngImagePlugin.PngInfo()
    for keyword, card in cards.items():
        texts.add_text(keyword, base64.b64encode(card).decode())
    out = io.BytesIO()
    image.save(out, format="PNG", pnginfo=texts)
    return out.getvalue()


def _check_size(width: int, height: int) -> None:
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE and width * height <= MAX_PIXELS):
        raise InvalidInput(
            f"The picture has {width:,} by {height:,} pixels; it may have {MAX_SIDE:,} a side"
            f" and {MAX_PIXELS:,} together."
        )


def _note_text(chunk: bytes, found: dict[str, bytes]) -> None:
    keyword, separator, text = chunk[8:-4].partition(b"\x00")
    name = keyword.decode("latin-1")
    if name not in KEYWORDS or not separator or name in found:
        return
    if len(text) > _MAX_CHUNK:
        raise InvalidInput(f"The {name} chunk of the PNG is larger than {_MAX_CHUNK // 2**20} MiB.")
    if zlib.crc32(chunk[4:-4]) != int.from_bytes(chunk[-4:]):
        raise InvalidInput(f"The {name} chunk of the PNG is damaged: its checksum is wrong.")
    found[name] = text


def _opened(picture: bytes) -> "Image":
    from PIL import Image  # noqa: PLC0415  # see above

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            image = Image.open(io.BytesIO(picture), formats=_PICTURES)
            _check_size(*image.size)
            return image.convert("RGBA" if image.has_transparency_data else "RGB")
    except (*_UNREADABLE, Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise InvalidInput("The picture cannot be read; a PNG, JPEG or WebP is wanted.") from None

"""Character cards in the text chunks ``ccv3`` and ``chara`` of a PNG, read without decoding the picture."""

import base64
import binascii
import struct
import zlib

from app.errors import InvalidInput

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEYWORDS = ("ccv3", "chara")  # the chunks that hold a card, the one that wins first
MAX_CARD_BYTES = 4 * 2**20  # of one card's JSON
MAX_CHUNKS = 100_000
MAX_SIDE = 8192
MAX_PIXELS = 32 * 2**20
_MAX_CHUNK = MAX_CARD_BYTES * 3 // 2


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

"""Character cards in the text chunks ``ccv3`` and ``chara`` of a PNG, and books of NovelAI in ``naidata``, read
without decoding the picture."""

import base64
import binascii
import struct
import zlib

from app.errors import InvalidInput

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEYWORDS = ("ccv3", "chara", "naidata")  # of the chunks that are read, in order of precedence
MAX_CARD_BYTES = 4 * 2**20  # of one card's JSON
MAX_CHUNKS = 100_000
MAX_SIDE = 8192
MAX_PIXELS = 32 * 2**20
MAX_SAME = 8  # chunks of one keyword that are looked at
_MAX_CHUNK = MAX_CARD_BYTES * 3 // 2  # also when it is unpacked
_TEXTS = (b"tEXt", b"zTXt", b"iTXt")
_EMPTY = (b"", b"{}", b"[]", b"null", b'""')


class _Unreadable(InvalidInput):
    """A chunk that cannot be read, though another of the picture may be."""


def card_json_in(data: bytes) -> bytes:
    """Find the JSON of the card in a PNG: the first text chunk, of any kind, that is not empty.

    Args:
        data: The whole file.

    Returns:
        The JSON, not parsed.

    Raises:
        InvalidInput: There is no card, or the file is damaged or exceeds a limit.
    """
    chunks = _texts_in(data)
    refused: InvalidInput | None = None
    for keyword in KEYWORDS:
        for kind, body in chunks.get(keyword, [])[:MAX_SAME]:
            try:
                card = _decoded(_text_of(kind, body, keyword), keyword)
            except _Unreadable as error:
                refused = refused or error
                continue
            if len(card) > MAX_CARD_BYTES or card.strip() not in _EMPTY:
                return card
    if refused is not None:
        raise refused
    if chunks:
        raise InvalidInput(
            f"The {' and the '.join(chunks)} chunk of the PNG is empty: there is no character card in it."
        )
    raise InvalidInput("There is no character card in this PNG: it has neither a ccv3 nor a chara text chunk.")


def _texts_in(data: bytes) -> dict[str, list[tuple[bytes, bytes]]]:
    """Return the chunks that have a keyword of cards, by keyword: the kind of each, and the bytes after the keyword."""
    chunks: dict[str, list[tuple[bytes, bytes]]] = {}
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
        if kind in _TEXTS:
            keyword, separator, body = data[at + 8 : end - 4].partition(b"\x00")
            name = keyword.decode("latin-1").strip().casefold()
            if separator and name in KEYWORDS:
                _check_chunk(data[at:end], body, name)
                chunks.setdefault(name, []).append((kind, body))
        if kind == b"IEND":
            return chunks
        at = end
    raise InvalidInput("The PNG is cut off or damaged.")


def _check_size(width: int, height: int) -> None:
    if not (0 < width <= MAX_SIDE and 0 < height <= MAX_SIDE and width * height <= MAX_PIXELS):
        raise InvalidInput(
            f"The picture has {width:,} by {height:,} pixels; it may have {MAX_SIDE:,} a side"
            f" and {MAX_PIXELS:,} together."
        )


def _check_chunk(chunk: bytes, body: bytes, name: str) -> None:
    if len(body) > _MAX_CHUNK:
        raise _too_large(name)
    if zlib.crc32(chunk[4:-4]) != int.from_bytes(chunk[-4:]):
        raise InvalidInput(f"The {name} chunk of the PNG is damaged: its checksum is wrong.")


def _text_of(kind: bytes, body: bytes, name: str) -> bytes:
    """Return the unpacked text of a chunk. After the keyword, zTXt has a byte for the method; iTXt has whether and
    how it is packed, the language, and the keyword in that language."""
    is_packed, text = kind == b"zTXt", body[1:] if kind == b"zTXt" else body
    if kind == b"iTXt":
        is_packed = body[:1] == b"\x01"
        parts = body[2:].split(b"\x00", 2)
        text = parts[2] if len(parts) == len(("language", "keyword", "text")) else b""
    if not is_packed:
        return text
    packed = zlib.decompressobj()
    try:
        text = packed.decompress(text, _MAX_CHUNK + 1)
    except zlib.error:
        raise _Unreadable(f"The {name} chunk of the PNG cannot be unpacked.") from None
    if len(text) > _MAX_CHUNK:
        raise _too_large(name)
    if not packed.eof:
        raise _Unreadable(f"The {name} chunk of the PNG cannot be unpacked: it is cut off.")
    return text


def _decoded(text: bytes, name: str) -> bytes:
    """Decode the base64 of a chunk, of either alphabet and with or without padding; JSON stays as it is."""
    text = b"".join(text.strip(b"\x00").split()) if not text.lstrip().startswith(b"{") else text
    if text.startswith(b"{") or not text:
        return text
    plain = text.rstrip(b"=").translate(bytes.maketrans(b"-_", b"+/"))
    try:
        return base64.b64decode(plain + b"=" * (-len(plain) % 4), validate=True)
    except binascii.Error:
        raise _Unreadable(f"The {name} chunk of the PNG is not base64.") from None


def _too_large(name: str) -> InvalidInput:
    return InvalidInput(f"The {name} chunk of the PNG is larger than {_MAX_CHUNK // 2**20} MiB.")

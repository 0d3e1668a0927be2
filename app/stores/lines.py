"""One line of a journal: ``{"crc":"xxxxxxxx","body":{...}}`` and a line break.

The checksum is CRC-32 (zlib) over the bytes of the body, as eight lower-case hexadecimal digits."""

import zlib

_BEGIN, _BETWEEN, _END = b'{"crc":"', b'","body":', b"}\n"
_CHECKSUM = slice(len(_BEGIN), len(_BEGIN) + 8)
_BODY = slice(_CHECKSUM.stop + len(_BETWEEN), -len(_END))


def framed(body: bytes, checksum: int | None = None) -> bytes:
    """Return the line, with its line break, of a body, which is JSON without line breaks. ``checksum`` is a stored
    one; computed by default."""
    return b'{"crc":"%08x","body":%s}\n' % (zlib.crc32(body) if checksum is None else checksum, body)


def checksum_of(line: bytes) -> int:
    """Return the checksum that a whole line states."""
    return int(line[_CHECKSUM], 16)


def is_whole(line: bytes) -> bool:
    """Check whether this is a line with its line break and without a single wrong bit."""
    return (
        line.startswith(_BEGIN)
        and line.startswith(_BETWEEN, _CHECKSUM.stop)
        and line.endswith(_END)
        and line[_CHECKSUM] == b"%08x" % zlib.crc32(memoryview(line)[_BODY])
    )


def body_of(line: bytes) -> bytes | None:
    """Return the body of a whole line, None for any other."""
    return line[_BODY] if is_whole(line) else None


def body_before_damage(tail: bytes) -> bytes | None:
    """Return the body of a complete line whose line break is damaged, so that it was confirmed once. None for a torn
    write, which leaves a strict prefix of one line."""
    if not (tail.startswith(_BEGIN) and tail.startswith(_BETWEEN, _CHECKSUM.stop)):
        return None
    crc, position = 0, _BODY.start
    while (brace := tail.find(b"}", position)) != -1:
        crc = zlib.crc32(tail[position:brace], crc)
        if b"%08x" % crc == tail[_CHECKSUM]:
            return tail[_BODY.start : brace] if brace + 1 < len(tail) else None
        crc, position = zlib.crc32(b"}", crc), brace + 1
    return None

"""One line of a journal: ``{"crc":"xxxxxxxx","body":{...}}`` and a line break. The checksum is CRC-32 (zlib) over the
bytes of the body, as eight lower-case hexadecimal digits."""

import zlib

_START = b'{"crc":"'
_MIDDLE = b'","body":'
_END = b"}\n"
_CRC = slice(len(_START), len(_START) + 8)
_BETWEEN = slice(_CRC.stop, _CRC.stop + len(_MIDDLE))
_BODY = slice(_BETWEEN.stop, -len(_END))


def framed(body: bytes) -> bytes:
    """The line, line break included, that holds a body; the body is JSON without line breaks."""
    return b'{"crc":"%08x","body":%s}\n' % (zlib.crc32(body), body)


def body_of(line: bytes) -> bytes | None:
    """The body of a whole line (line break included), None if a single bit of the line is wrong."""
    body = line[_BODY]
    intact = (
        line.startswith(_START)
        and line[_BETWEEN] == _MIDDLE
        and line.endswith(_END)
        and line[_CRC] == b"%08x" % zlib.crc32(body)
    )
    return body if intact else None


def body_before_damage(tail: bytes) -> bytes | None:
    """The body of a complete line after which something other than a line break follows: confirmed, and damaged since.
    None for what a torn write leaves: a strict prefix of one line."""
    if not tail.startswith(_START) or tail[_BETWEEN] != _MIDDLE:
        return None
    stated, start = tail[_CRC], _BETWEEN.stop
    crc, position = 0, start
    while (brace := tail.find(b"}", position)) != -1:
        crc = zlib.crc32(tail[position:brace], crc)
        if b"%08x" % crc == stated:
            return tail[start:brace] if brace + 1 < len(tail) else None
        crc, position = zlib.crc32(b"}", crc), brace + 1
    return None

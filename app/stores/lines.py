"""One line of a journal: ``{"crc":"xxxxxxxx","body":{...}}`` and a line break. The checksum is CRC-32 (zlib) over the
bytes of the body, as eight lower-case hexadecimal digits."""

import re
import zlib

_HEAD = re.compile(rb'\{"crc":"([0-9a-f]{8})","body":')
_END = b"}\n"


def framed(body: bytes) -> bytes:
    """The line, line break included, that holds a body; the body is JSON without line breaks."""
    return b'{"crc":"%08x","body":%s}\n' % (zlib.crc32(body), body)


def body_of(line: bytes) -> bytes | None:
    """The body of a whole line (line break included), None if a single bit of the line is wrong."""
    head = _HEAD.match(line)
    if head is None or not line.endswith(_END):
        return None
    body = line[head.end() : -len(_END)]
    return body if head[1] == b"%08x" % zlib.crc32(body) else None


def body_before_damage(tail: bytes) -> bytes | None:
    """The body of a complete line after which something other than a line break follows: confirmed, and damaged since.
    None for what a torn write leaves: a strict prefix of one line."""
    head = _HEAD.match(tail)
    if head is None:
        return None
    crc, position = 0, head.end()
    while (brace := tail.find(b"}", position)) != -1:
        crc = zlib.crc32(tail[position:brace], crc)
        if b"%08x" % crc == head[1]:
            return tail[head.end() : brace] if brace + 1 < len(tail) else None
        crc, position = zlib.crc32(b"}", crc), brace + 1
    return None

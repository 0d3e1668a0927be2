"""Parses streams of server-sent events as model servers send them, which is more lenient than the standard."""

import json
from collections.abc import AsyncGenerator, AsyncIterator
from dataclasses import dataclass, field

DONE = "[DONE]"
ERROR = "error"
_BOM = "\ufeff"


@dataclass
class Lines:
    """Splits bytes into lines, however the bytes are cut and whatever ends the lines."""

    _rest: bytes = b""
    _after_return: bool = False

    def feed(self, data: bytes) -> list[str]:
        """Return the lines that end in the data."""
        if self._after_return and data.startswith(b"\n"):
            data = data[1:]
        self._after_return = data.endswith(b"\r") if data else self._after_return
        *lines, self._rest = (self._rest + data).replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        return [line.decode("utf-8", "replace") for line in lines]

    def close(self) -> list[str]:
        """Return the unfinished line at the end of the stream."""
        rest, self._rest = self._rest, b""
        return [rest.decode("utf-8", "replace")] if rest else []


@dataclass
class Events:
    """Assembles events from lines; an error event is (`ERROR`, its text). Comments, ``retry:``, ids and events without
    data are ignored. A line that is a JSON object is an event by itself, even without a blank line after it or
    ``data:`` before it."""

    _data: list[str] = field(default_factory=list)
    _name: str = ""
    _has_begun: bool = False

    def feed(self, line: str) -> list[tuple[str, str]]:
        """Return the events that end with the line, each as name and data."""
        if not self._has_begun:
            line, self._has_begun = line.removeprefix(_BOM), True
        if not line.strip():
            return self.close()
        if line.lstrip().startswith("{"):
            return [*self.close(), ("", line)]
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match name.strip():
            case "event":
                self._name = value.strip()
            case "error":
                return [*self.close(), (ERROR, value)]
            case "data" if _is_whole(value):
                found, self._name = (self._name, value.strip()), ""
                return [found]
            case "data":
                self._data.append(value)
        return []

    def close(self) -> list[tuple[str, str]]:
        """Return the unfinished event at the end of the stream."""
        data, name = "\n".join(self._data).strip(), self._name
        self._data, self._name = [], ""
        return [(name, data)] if data else []


def _is_whole(value: str) -> bool:
    """Return whether a line is an event by itself; JSON may also span several lines."""
    if value.strip() == DONE:
        return True
    try:
        json.loads(value)
    except (ValueError, RecursionError):
        return False
    return True


async def events_of(body: AsyncIterator[bytes]) -> AsyncGenerator[tuple[str, str]]:
    """Yield every event of a body, as name and data."""
    lines, events = Lines(), Events()
    async for data in body:
        for line in lines.feed(data):
            for event in events.feed(line):
                yield event
    for line in lines.close():
        for event in events.feed(line):
            yield event
    for event in events.close():
        yield event

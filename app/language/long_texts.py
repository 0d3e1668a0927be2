"""Reading long texts without holding the event loop."""

import asyncio
from collections.abc import Callable, Iterable
from typing import ParamSpec, TypeVar

from app.models.messages.message import Message

P = ParamSpec("P")
T = TypeVar("T")
AT_ONCE = 3000  # characters up to which messages are read at once, in a few milliseconds


async def read_messages(messages: Iterable[Message], read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What ``read`` makes of its arguments, which hold these messages: in a thread where those are long. The language
    at work goes along; ``read`` may use nothing that a turn changes."""
    if sum(len(message.content) for message in messages) <= AT_ONCE:
        return read(*args, **kwargs)
    return await asyncio.to_thread(read, *args, **kwargs)

"""Processes that are killed while they work."""

import os
import random
import select
import signal
import struct
import warnings
from collections.abc import Callable


class Child:
    """A forked process that does some work and reports numbers; killed without a chance to clean up."""

    def __init__(self, work: Callable[[Callable[[int], None]], None]) -> None:
        self._pipe, writing = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # newer Pythons warn of forks beside threads
            self._pid = os.fork()
        if self._pid == 0:
            try:
                os.close(self._pipe)
                work(lambda number: _report(writing, number))
            finally:
                os._exit(0)
        os.close(writing)

    def next_report(self) -> int | None:
        """Wait for one number; None when the child has ended."""
        data = os.read(self._pipe, 4)
        return struct.unpack("!i", data)[0] if data else None

    def kill(self) -> None:
        os.kill(self._pid, signal.SIGKILL)

    def kill_after(self, seconds: float) -> list[int]:
        """Let it go on for a moment, kill it, and return every number that it reported and that is not read yet."""
        select.select([], [], [], seconds)
        self.kill()
        return self.rest()

    def rest(self) -> list[int]:
        """Wait for its end, and return every number that it reported and that is not read yet."""
        os.waitpid(self._pid, 0)
        reports = []
        while (number := self.next_report()) is not None:
            reports.append(number)
        os.close(self._pipe)
        return reports


def _report(pipe: int, number: int) -> None:
    os.write(pipe, struct.pack("!i", number))


def write_slowly(chance: random.Random, killed_at: int = -1) -> None:
    """Let this process's writes to journals go a few bytes at a time, and kill it after so many of them, if ever."""
    real, written = os.write, 0

    def write(descriptor: int, data: bytes) -> int:
        nonlocal written
        if len(data) <= 4:  # a report
            return real(descriptor, data)
        count = real(descriptor, data[: chance.randrange(1, 40)])
        written += 1
        if written == killed_at:
            os.kill(os.getpid(), signal.SIGKILL)
        return count

    os.write = write  # type: ignore[assignment]  # only in the child, which ends in a kill

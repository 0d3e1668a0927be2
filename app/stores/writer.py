"""The one writer of one game: holds its lock, knows how far its journal is confirmed, appends to it."""

import os
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from filelock import BaseFileLock

from app.durable_files import open_for_append, storage_errors, write_all
from app.errors import Conflict, InvalidInput
from app.log import logger
from app.models.records.record import Record
from app.stores.journal import encoded, sequence_problem
from app.stores.survey import Survey


class _End(NamedTuple):
    """Where a journal ends. ``confirmed`` goes up to the last line break; ``size`` is more when a write was torn."""

    seq: int
    confirmed: int
    size: int


class Writer:
    """Appends records so that each is either durable or not there at all."""

    def __init__(self, path: Path, game_id: str, lock: BaseFileLock, found: Survey) -> None:
        self.lock = lock
        self._stale = False
        self._path = path
        self._game_id = game_id
        self._known = set(found.seqs)
        self._end = _End(found.last_seq, found.confirmed, found.size)

    @property
    def is_usable(self) -> bool:
        """Not so after a write that could not be taken back, a change by another program, or in a forked child."""
        return self.lock.is_locked and not self._stale

    def append(self, record: Record, expected_seq: int) -> None:
        """Conflict, InvalidInput and StorageFailed leave the file as it was. When taking a failed write back fails too,
        the file may end in a torn line, and the writer is unusable."""
        if not self.is_usable:
            raise Conflict(f"The game {self._game_id!r} has to be loaded again before it can be saved.")
        if expected_seq != self._end.seq:
            raise Conflict(
                f"The game {self._game_id!r} stands at record {self._end.seq}, not at {expected_seq}: load it again."
            )
        if problem := sequence_problem(record, self._end.seq, self._known):
            raise InvalidInput(f"That record cannot be saved: {problem}.")
        line = encoded(record)
        with storage_errors(f"The game {self._game_id!r} could not be saved"):
            descriptor = open_for_append(self._path)
            try:
                self._cut_torn_tail(descriptor)
                self._write(descriptor, line, record.seq)
            finally:
                with suppress(OSError):  # what was synced is durable, whatever closing says
                    os.close(descriptor)

    def _write(self, descriptor: int, line: bytes, seq: int) -> None:
        try:
            write_all(descriptor, line)
            os.fsync(descriptor)
            self._known.add(seq)
            length = self._end.confirmed + len(line)
            self._end = _End(seq, length, length)  # in one step: an interrupt must not come in between
        except BaseException:
            self._take_back(descriptor)
            raise

    def _cut_torn_tail(self, descriptor: int) -> None:
        end = self._end
        if os.fstat(descriptor).st_size != end.size:
            self._stale = True
            raise Conflict(f"The game {self._game_id!r} was changed by another program: load it again.")
        if end.size != end.confirmed:
            os.ftruncate(descriptor, end.confirmed)
            os.fsync(descriptor)
            self._end = end._replace(size=end.confirmed)
            logger.warning("{}: cut off {} bytes that were never confirmed", self._game_id, end.size - end.confirmed)

    def _take_back(self, descriptor: int) -> None:
        try:
            os.ftruncate(descriptor, self._end.confirmed)
        except OSError as error:
            self._stale = True
            logger.error("{}: a failed write could not be taken back ({})", self._game_id, error.strerror)
            return
        with suppress(OSError):  # the next append syncs this cut together with its own line
            os.fsync(descriptor)

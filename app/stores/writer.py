"""The only writer of one game: it holds the lock, knows how far the journal is confirmed, and appends to it."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, NamedTuple

from filelock import BaseFileLock

from app.durable_files import NO_LINKS, storage_errors, write_all
from app.errors import Conflict, InvalidInput, NotFound
from app.log import logger
from app.models.plain_reasons import Clash, Clashes, Sought, Unknown
from app.models.records.record import Record
from app.stores.journal import FIRST_RECORD_LINE, LineAt, LineReader, encoded, sequence_problem
from app.stores.lines import body_of
from app.stores.survey import Survey


class _End(NamedTuple):
    """The end of a journal in bytes. Bytes after ``confirmed``, at most up to ``size``, are left from a failed
    write."""

    seq: int
    confirmed: int
    size: int


class Writer:
    """Appends records so that each is either durable or absent."""

    def __init__(self, path: Path, game_id: str, lock: BaseFileLock, outline: Survey) -> None:
        self.lock = lock
        self._stale = False
        self._has_failed = False
        self._path = path
        self._game_id = game_id
        self._known = outline.known
        self._end = _End(outline.last_seq, outline.confirmed, outline.size)

    @property
    def is_usable(self) -> bool:
        """Whether it may write: not after a change by another program, or in a forked child."""
        return self.lock.is_locked and not self._stale

    def append(self, record: Record, expected_seq: int) -> None:
        """Append a record and sync the file; an error leaves the file as it was.

        If undoing a failed write fails too, its bytes stay: `confirmed_lines` leaves them out, and the next append cuts
        them off.

        Raises:
            Conflict: The game was changed since, or is not at ``expected_seq``.
            InvalidInput: The record does not follow the last one, or could not be read again.
            StorageFailed: The disk refused it.
        """
        if not self.is_usable:
            raise Conflict(Clashes(clash=Clash.GAME_TO_LOAD, name=self._game_id))
        if expected_seq != self._end.seq:
            raise Conflict(
                Clashes(
                    clash=Clash.GAME_AT_RECORD,
                    name=self._game_id,
                    present=str(self._end.seq),
                    expected=str(expected_seq),
                )
            )
        if problem := sequence_problem(record, self._end.seq, self._known):
            raise InvalidInput(f"That record cannot be saved: {problem}.")
        line = encoded(record)
        with storage_errors(f"The game {self._game_id!r} could not be saved"), self._opened() as descriptor:
            self._write(descriptor, line, record.seq)

    def confirmed_lines(self, file: BinaryIO) -> Iterable[bytes]:
        """Return the lines of the journal ``file``, without the remains of a failed write."""
        return BytesIO(file.read(self._end.confirmed)) if self._has_failed else file

    def records(self, file: BinaryIO, seqs: Iterable[int], name: str) -> Iterator[Record]:
        """Read some records of the journal ``file``, without reading the others.

        Raises:
            NotFound: There is no record of a number.
            CorruptSave: A line is damaged.
        """
        reader = LineReader(name)
        for seq in seqs:
            if (line := self._known.get(seq)) is None or not seq:
                raise NotFound(Unknown(what=Sought.RECORD, of=self._game_id, name=str(seq)))
            file.seek(line.start)
            yield reader.record(body_of(file.readline()), line.number)

    def close(self) -> None:
        """Release the game, after a last attempt to cut off the remains of a failed write."""
        if self._has_failed and self.is_usable:
            with suppress(OSError, Conflict), self._opened():
                pass
        self.lock.release()

    @contextmanager
    def _opened(self) -> Iterator[int]:
        descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | NO_LINKS)
        try:
            self._cut_unconfirmed(descriptor)
            yield descriptor
        finally:
            with suppress(OSError):  # synced data is durable, whatever closing reports
                os.close(descriptor)

    def _write(self, descriptor: int, line: bytes, seq: int) -> None:
        length = self._end.confirmed + len(line)
        self._end, self._has_failed = self._end._replace(size=length), True  # until the line is known to be durable
        try:
            write_all(descriptor, line)
            os.fsync(descriptor)
            self._known[seq] = LineAt(FIRST_RECORD_LINE + len(self._known) - 1, self._end.confirmed)
            self._end = _End(seq, length, length)  # in one step: an interrupt must not come in between
            self._has_failed = False
        except BaseException:
            with suppress(OSError, Conflict):  # if the disk refuses now, the next append does it
                self._cut_unconfirmed(descriptor)
            raise

    def _cut_unconfirmed(self, descriptor: int) -> None:
        confirmed = self._end.confirmed
        size = os.fstat(descriptor).st_size
        if not confirmed <= size <= self._end.size:
            self._stale = True
            raise Conflict(Clashes(clash=Clash.GAME_CHANGED, name=self._game_id))
        if self._end.size > confirmed:
            os.ftruncate(descriptor, confirmed)
            os.fsync(descriptor)
            self._end, self._has_failed = self._end._replace(size=confirmed), False
            if size > confirmed:
                logger.warning("{}: cut off {} bytes that were never confirmed", self._game_id, size - confirmed)

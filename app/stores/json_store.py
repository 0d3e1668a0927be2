"""The store of games as folders of JSON lines: ``<root>/<game_id>/journal.jsonl``.

Deleted games are in ``<root>/.trash/<game_id>-<n>``; the highest number of an id was deleted last. The store is
synchronous on purpose: no cancellation can cut a commit in two."""

import errno
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from filelock import BaseFileLock, FileLock, Timeout

from app.durable_files import (
    NO_LINKS,
    make_folder,
    open_regular,
    own_folder,
    replace_file,
    storage_errors,
    sync_folder,
    write_new,
)
from app.errors import Conflict, CorruptSave, NotFound, TalekeeperError
from app.language.rendering.plain_reasons import in_words
from app.models.base import is_id, replace_unprintable
from app.models.plain_reasons import Clash, Clashes, Sought, Unknown
from app.models.records.record import SAVE_FORMAT_VERSION, GameSummary, Header, Journal, Opening, Record
from app.stores.journal import checked_game_id, encoded_journal, read_journal, recovered
from app.stores.survey import Survey, last_played_first, summary_of, survey
from app.stores.writer import Writer

JOURNAL = "journal.jsonl"
LOCK = "lock"
_TRASH = ".trash"
_UNFINISHED = ".new-"
_SETTLED = 2_000_000_000  # nanoseconds after which a file's time shows any later write
PATIENCE = 10.0  # seconds to wait while another program creates or changes something in the same folder
_NO_FILE = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EINVAL}
_BUFFER = 1 << 18  # bytes read of a journal at a time: its lines are long


class JsonGameStore:
    """Implements `IGameStore` in a folder of folders; see docs/explanation/journal.md.

    A game's folder must be a real one, not a link. A journal of an older format is migrated when the game is
    acquired, and the old one is kept."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._writers: dict[str, Writer] = {}
        self._summaries: dict[Path, tuple[tuple[int, ...], GameSummary]] = {}

    def create(self, header: Header, opening: Opening, records: tuple[Record, ...] = ()) -> None:
        game_id = checked_game_id(header.game_id)
        lines = encoded_journal(header, opening, records)
        with storage_errors(f"The game {game_id!r} could not be saved"), self._alone_in_root():
            final = self._root / game_id
            if os.path.lexists(final):
                raise Conflict(Clashes(clash=Clash.GAME_EXISTS, name=game_id))
            for unfinished in self._root.glob(f"{_UNFINISHED}*"):
                shutil.rmtree(unfinished, ignore_errors=True)
            folder = self._root / f"{_UNFINISHED}{game_id}"
            folder.mkdir(mode=0o700)
            lock = _game_lock(folder, game_id)
            try:
                write_new(folder / JOURNAL, lines)
                sync_folder(folder)
                outline = self._survey(folder, game_id)
                folder.rename(final)
                sync_folder(self._root)
            except BaseException:
                lock.release()
                with suppress(OSError):  # when it had its name already and that could not be synced
                    final.rename(folder)
                shutil.rmtree(folder, ignore_errors=True)
                raise
            self._writers[game_id] = Writer(final / JOURNAL, game_id, lock, outline)

    def acquire(self, game_id: str) -> None:
        """Become the game's only writer.

        Raises:
            CorruptSave: The game is damaged.
            Conflict: Another process writes it.
        """
        writer = self._writers.get(checked_game_id(game_id))
        if writer is not None and writer.is_usable:
            return
        self.release(game_id)
        folder = game_folder(self._root, game_id)
        with storage_errors(f"The game {game_id!r} could not be opened"):
            lock = _game_lock(folder, game_id)
            try:
                outline = self._survey(folder, game_id)
                if outline.reader.version != SAVE_FORMAT_VERSION:
                    with _opened(folder, game_id) as file:
                        journal = read_journal(file, _journal_name(game_id))
                    older = folder / f"journal.v{outline.reader.version}.jsonl"
                    replace_file(older, [(folder / JOURNAL).read_bytes()])
                    replace_file(folder / JOURNAL, encoded_journal(journal.header, journal.opening, journal.records))
                    outline = self._survey(folder, game_id)
            except BaseException:
                lock.release()
                raise
        self._writers[game_id] = Writer(folder / JOURNAL, game_id, lock, outline)

    def release(self, game_id: str) -> None:
        writer = self._writers.pop(checked_game_id(game_id), None)
        if writer is not None:
            writer.close()

    def append(self, game_id: str, record: Record, expected_seq: int, *, work_waits: bool = False) -> None:
        del work_waits  # who writes the game does it
        if checked_game_id(game_id) not in self._writers:
            self.acquire(game_id)
        self._writers[game_id].append(record, expected_seq)

    def read(self, game_id: str) -> Journal:
        folder = game_folder(self._root, game_id)
        with storage_errors(f"The game {game_id!r} could not be read"), _opened(folder, game_id) as file:
            writer = self._writers.get(game_id)
            lines = file if writer is None else writer.confirmed_lines(file)
            journal = read_journal(lines, _journal_name(game_id))
        _check_owner(journal.header, game_id)
        return journal

    def records(self, game_id: str, seqs: Sequence[int]) -> Sequence[Record]:
        writer = self._writers.get(checked_game_id(game_id))
        if writer is None:
            by_seq = {record.seq: record for record in self.read(game_id).records}
            if missing := [seq for seq in seqs if seq not in by_seq]:
                raise NotFound(Unknown(what=Sought.RECORD, of=game_id, name=str(missing[0])))
            return [by_seq[seq] for seq in seqs]
        folder = game_folder(self._root, game_id)
        with storage_errors(f"The game {game_id!r} could not be read"), _opened(folder, game_id) as file:
            return [*writer.records(file, seqs, _journal_name(game_id))]

    def list(self) -> Sequence[GameSummary]:
        with storage_errors("The saved games could not be listed"):
            entries = list(os.scandir(self._root)) if self._root.exists() else []
            folders = [Path(entry) for entry in entries if _is_game(entry)]
        return last_played_first(self._summary(path, path.name) for path in folders)

    def trash(self) -> Sequence[GameSummary]:
        with storage_errors("The deleted games could not be listed"):
            deleted = _in_trash(self._root)
        return last_played_first(self._summary(folder, game_id) for game_id, _, folder in deleted)

    def delete(self, game_id: str) -> None:
        folder = game_folder(self._root, game_id)
        with storage_errors(f"The game {game_id!r} could not be deleted"), self._alone_in_root():
            writer = self._writers.get(game_id)
            lock = _game_lock(folder, game_id) if writer is None else writer.lock
            try:
                place = _place_in_trash(self._root, game_id)
                folder.rename(place)
                self._writers.pop(game_id, None)
                sync_folder(place.parent)
                sync_folder(self._root)
            finally:
                if game_id not in self._writers:
                    lock.release()

    def restore(self, game_id: str) -> None:
        """Restore the game that was deleted last under this id."""
        final = self._root / checked_game_id(game_id)
        with storage_errors(f"The game {game_id!r} could not be restored"), self._alone_in_root():
            _, deleted = _newest_in_trash(self._root, game_id)
            if deleted is None:
                raise NotFound(Unknown(what=Sought.DELETED_GAME, name=game_id))
            if os.path.lexists(final):
                raise Conflict(Clashes(clash=Clash.GAME_EXISTS_AGAIN, name=game_id))
            _own(deleted, game_id).rename(final)
            sync_folder(self._root)
            sync_folder(deleted.parent)

    def purge(self, game_id: str) -> int:
        """Delete the folders of all deleted games of an id. A deletion that is cut off is done by the next one."""
        checked_game_id(game_id)
        with storage_errors(f"The game {game_id!r} could not be deleted for good"), self._alone_in_root():
            folders = [folder for key, _, folder in _in_trash(self._root) if key == game_id]
            if not folders:
                raise NotFound(Unknown(what=Sought.DELETED_GAME, name=game_id))
            for folder in folders:
                self._summaries.pop(folder, None)
                shutil.rmtree(folder)
            sync_folder(self._root / _TRASH)
        return len(folders)

    def repair(self, game_id: str, new_id: str) -> int:
        checked_game_id(new_id)
        folder = game_folder(self._root, game_id)
        with storage_errors(f"The game {game_id!r} could not be read"), _opened(folder, game_id) as file:
            kept = recovered(file, _journal_name(game_id), new_id)
        self.create(kept.header, kept.opening, kept.records)
        self.release(new_id)
        return len(kept.records)

    def _survey(self, folder: Path, game_id: str) -> Survey:
        with _opened(folder, game_id) as file:
            outline = survey(file, _journal_name(game_id))
        _check_owner(outline.header, game_id)
        return outline

    def _summary(self, folder: Path, game_id: str) -> GameSummary:
        """Return the summary of a game, cached while its file is unchanged; a file written just now is read again."""
        try:
            with storage_errors("It could not be read"):
                status = (_own(folder, checked_game_id(game_id)) / JOURNAL).lstat()
                file = (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
                if (known := self._summaries.get(folder)) is not None and known[0] == file:
                    return known[1]
                summary = summary_of(self._survey(folder, game_id))
                if time.time_ns() - status.st_mtime_ns > _SETTLED:
                    self._summaries[folder] = file, summary
                return summary
        except TalekeeperError as error:
            return GameSummary(game_id=replace_unprintable(game_id), problem=in_words(error))

    @contextmanager
    def _alone_in_root(self) -> Iterator[None]:
        """Hold the root's lock: one process at a time creates, deletes and restores, so that an unfinished folder is
        an abandoned one."""
        if not self._root.exists():
            make_folder(self._root)
            sync_folder(self._root.parent)
        busy = "Another program is busy in the folder of saved games; try again."
        lock = acquired_lock(self._root / ".lock", busy, timeout=PATIENCE)
        try:
            yield
        finally:
            lock.release()


def _is_game(entry: os.DirEntry[str]) -> bool:
    """Check whether a name is meant to be a game, readable or not."""
    if entry.name.startswith(".") or not (entry.is_dir() or entry.is_symlink()):
        return False
    return is_id(entry.name) or os.path.lexists(Path(entry) / JOURNAL)


def acquired_lock(path: Path, refusal: str, timeout: float = 0) -> BaseFileLock:
    """Acquire the lock of a file, waiting at most ``timeout`` seconds.

    Raises:
        Conflict: It is held; the message is ``refusal``.
    """
    lock = FileLock(path, timeout=timeout, poll_interval=0.01, thread_local=False, fallback_to_soft=False, mode=0o600)
    try:
        lock.acquire()
    except Timeout:
        raise Conflict(refusal) from None
    return lock


def _opened(folder: Path, game_id: str) -> BinaryIO:
    try:
        return open(folder / JOURNAL, "rb", _BUFFER, opener=_open_own)  # `Path.open` takes no opener
    except OSError as error:
        if error.errno not in _NO_FILE:
            raise
        raise CorruptSave(f"{_journal_name(game_id)} is missing or is not a file.") from None


def _open_own(path: str, flags: int) -> int:
    return open_regular(path, flags | NO_LINKS)


def _game_lock(folder: Path, game_id: str) -> BaseFileLock:
    return acquired_lock(folder / LOCK, f"The game {game_id!r} is open somewhere else.")


def _journal_name(game_id: str) -> str:
    return f"{game_id}/{JOURNAL}"


def _check_owner(header: Header, game_id: str) -> None:
    if header.game_id != game_id:
        raise CorruptSave(f"{_journal_name(game_id)}, line 1: it belongs to another game, {header.game_id!r}.")


def _own(folder: Path, game_id: str) -> Path:
    return own_folder(folder, f"The folder of the game {game_id!r}")


def game_folder(root: Path, game_id: str) -> Path:
    """Return the folder of a game; NotFound if there is none."""
    folder = _own(root / checked_game_id(game_id), game_id)
    if not folder.is_dir():
        raise NotFound(Unknown(what=Sought.GAME, name=game_id))
    return folder


def _in_trash(root: Path) -> list[tuple[str, int, Path]]:
    """List id, number and folder of each deleted game.

    Raises:
        CorruptSave: The trash is a link.
    """
    trash = own_folder(root / _TRASH, "The trash of saved games")
    games = []
    for folder in trash.iterdir() if trash.exists() else ():
        game_id, _, number = folder.name.rpartition("-")
        if is_id(game_id) and number.isascii() and number.isdigit() and folder.is_dir():
            games.append((game_id, int(number), folder))
    return games


def _newest_in_trash(root: Path, game_id: str) -> tuple[int, Path | None]:
    """Return number and folder of the game that was deleted last under this id; 0 and None if there is none."""
    own = ((number, folder) for key, number, folder in _in_trash(root) if key == game_id)
    return max(own, default=(0, None))


def _place_in_trash(root: Path, game_id: str) -> Path:
    """Return the folder for the next deleted game of this id, never an older one's."""
    last, _ = _newest_in_trash(root, game_id)
    if not (trash := root / _TRASH).exists():
        make_folder(trash)
        sync_folder(root)
    return trash / f"{game_id}-{last + 1}"

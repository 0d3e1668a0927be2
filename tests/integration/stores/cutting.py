"""Something between a store and its database that loses requests and answers, and connections with them."""

import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock, Thread

from psycopg.conninfo import conninfo_to_dict, make_conninfo

_PORT = "5432"
_HEAD = 5  # bytes before each message's body: its type, and its length without the type
_COMMITTED = b"I"  # no transaction is open


def _nothing() -> None:
    pass


@dataclass(eq=False)
class Loss:
    """What is to be lost once; ``meanwhile`` happens before whoever waits learns of it."""

    words: bytes
    is_answer: bool
    meanwhile: Callable[[], None] = _nothing
    has_happened: bool = False

    def happen(self) -> None:
        self.meanwhile()
        self.has_happened = True


@dataclass(eq=False)
class Line:
    """A database under another address, over a line that can be cut."""

    url: str
    upstream: str | tuple[str, int]
    """The socket of the database, or its host and port."""
    _lock: Lock = field(default_factory=Lock)
    _loss: Loss | None = None

    def lose_request(self, words: bytes, meanwhile: Callable[[], None] = _nothing) -> Loss:
        """Lose the next message to the database that holds these words."""
        self._loss = Loss(words, False, meanwhile)
        return self._loss

    def lose_answer(self, tag: bytes, meanwhile: Callable[[], None] = _nothing) -> Loss:
        """Let the next command of this tag be carried out and committed, and lose what the database says of it."""
        self._loss = Loss(tag, True, meanwhile)
        return self._loss

    def serve(self, client: socket.socket) -> None:
        server = socket.socket(socket.AF_UNIX if isinstance(self.upstream, str) else socket.AF_INET)
        server.connect(self.upstream)
        losing = Lock()
        for work in (self._send, self._answer):
            Thread(target=work, args=(client, server, losing), daemon=True).start()

    def _send(self, client: socket.socket, server: socket.socket, losing: Lock) -> None:
        with suppress(OSError):
            while data := client.recv(65536):
                if (loss := self._taken(data, is_answer=False)) is not None:
                    with losing:
                        _close(server)  # what it has begun is rolled back, and locks nothing any more
                        loss.happen()
                    break
                server.sendall(data)
        _close(client, server)

    def _answer(self, client: socket.socket, server: socket.socket, losing: Lock) -> None:
        """Hand on the database's messages; while one is to be lost, all up to where it waits for the next request."""
        with suppress(OSError):
            rest = b""
            while data := server.recv(65536):
                rest += data
                whole, ready = _messages(rest)
                if self._waits_for_answer() and not ready:
                    continue
                if ready == _COMMITTED and (loss := self._taken(rest[:whole], is_answer=True)) is not None:
                    loss.happen()
                    break
                client.sendall(rest[:whole])
                rest = rest[whole:]
        with losing:  # whoever waits learns only of a loss that has happened
            _close(client, server)

    def _waits_for_answer(self) -> bool:
        return self._loss is not None and self._loss.is_answer

    def _taken(self, data: bytes, *, is_answer: bool) -> Loss | None:
        """What is to be lost, if it is this."""
        with self._lock:
            loss = self._loss
            if loss is None or loss.is_answer is not is_answer or loss.words not in data:
                return None
            self._loss = None
            return loss


def _messages(data: bytes) -> tuple[int, bytes]:
    """The length of the whole messages, and how ready the last of them says that the database is, empty if it does
    not."""
    at, ready = 0, b""
    while len(data) >= at + _HEAD:
        end = at + 1 + int.from_bytes(data[at + 1 : at + _HEAD], "big")
        if len(data) < end:
            break
        ready = data[end - 1 : end] if data[at : at + 1] == b"Z" else b""
        at = end
    return at, ready


def _close(*sockets: socket.socket) -> None:
    for each in sockets:
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)
        each.close()


@contextmanager
def line_to(url: str) -> Iterator[Line]:
    known = conninfo_to_dict(url)
    host, port = f"{known['host']}", known.get("port") or os.environ.get("PGPORT", _PORT)
    upstream = f"{host}/.s.PGSQL.{port}" if host.startswith("/") else (host, int(port))
    with tempfile.TemporaryDirectory(prefix="talekeeper-") as folder, socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(Path(folder) / f".s.PGSQL.{_PORT}"))
        listening.listen()
        line = Line(make_conninfo(url, host=folder, port=_PORT), upstream)

        def accept() -> None:
            with suppress(OSError):
                while True:
                    line.serve(listening.accept()[0])

        Thread(target=accept, daemon=True).start()
        yield line
        listening.shutdown(socket.SHUT_RDWR)

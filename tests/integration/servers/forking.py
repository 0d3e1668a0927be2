"""Starts servers quickly: a process that has imported and prepared everything forks one for each line that it reads.

It reads the port of a server to start and answers with its process id once it listens; at the end of its input it kills
them all. Being a process of its own, without threads, it may fork at any time.
"""

import asyncio
import os
import signal
import sys
import warnings
from contextlib import suppress
from typing import NoReturn

from fastapi import FastAPI

from app.api.application import create_app
from app.api.listening import LOOPBACK, listening_socket
from app.api.serving import preload_language, serve
from app.cli.setup import make_container
from app.container import Container
from app.log import logger
from app.settings import Settings


def _application(container: Container) -> FastAPI:
    return create_app(container, admin_token=os.environ["TALEKEEPER_ADMIN_TOKEN"], hosts=LOOPBACK)


def _serve(port: int, ready: int) -> NoReturn:
    container = make_container(Settings())
    app = _application(container)
    listening = listening_socket(port, "127.0.0.1")
    os.write(ready, b".")
    os.close(ready)
    stop = asyncio.Event()

    async def run() -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
        await serve(app, container, listening, stop)

    try:
        asyncio.run(run())
    except Exception as error:  # noqa: BLE001  # a child must not go on in its parent's code
        logger.error("a server has ended: {} {}", type(error).__name__, error)
        os._exit(1)
    os._exit(0)


def main() -> None:
    warnings.simplefilter("ignore", DeprecationWarning)
    logger.enable("app")
    logger.remove()
    logger.add(sys.stderr, level="WARNING")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the children
    preload_language()
    _application(make_container(Settings()))  # what it imports, those that are forked share
    started = []
    for line in sys.stdin:
        reading, ready = os.pipe()
        if (pid := os.fork()) == 0:
            os.close(reading)
            sys.stdin.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            _serve(int(line), ready)
        os.close(ready)
        is_ready = os.read(reading, 1) == b"."
        os.close(reading)
        started.append(pid)
        print(pid if is_ready else 0, flush=True)  # noqa: T201  # this is the answer
    for pid in started:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


if __name__ == "__main__":
    main()

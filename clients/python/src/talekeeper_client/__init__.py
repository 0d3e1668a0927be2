"""A typed client of Talekeeper's HTTP API.

``api`` holds a module for each operation, ``models`` what they take and answer: both are made of the server's OpenAPI
document. Written by hand are `done`, which turns a problem into an error, and the streams: `play` and `follow`.
"""

from talekeeper_client.client import AuthenticatedClient, Client
from talekeeper_client.problems import ProblemError, done
from talekeeper_client.streams import StreamEvent, follow, play

__all__ = ["AuthenticatedClient", "Client", "ProblemError", "StreamEvent", "connect", "done", "follow", "play"]


def connect(url: str, token: str | None = None) -> Client | AuthenticatedClient:
    """Return a client of a server.

    Args:
        url: Its address, such as ``http://127.0.0.1:8000``.
        token: One of a role that may do what is asked; None for a server on this machine that asks for none.
    """
    return Client(url) if token is None else AuthenticatedClient(url, token)

"""The socket that a server listens on."""

import socket

from app.errors import Conflict, InvalidInput

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


def listening_socket(port: int, host: str) -> socket.socket:
    """Return a listening socket; port 0 takes a free port.

    Raises:
        Conflict: The port is taken or not permitted.
        InvalidInput: ``host`` is not an address or host name.
    """
    is_new = ":" in host
    family = socket.AF_INET6 if is_new else socket.AF_INET
    try:
        listening = socket.create_server((host.encode("idna"), port), family=family, dualstack_ipv6=is_new)
    except UnicodeError:
        raise InvalidInput("--host must be the address of an interface, such as 127.0.0.1 or 0.0.0.0.") from None
    except OSError as error:
        reason = str(error.strerror).partition(" (")[0]
        raise Conflict(f"Port {port} is not available ({reason}); choose another with --port.") from None
    return socket.socket(
        proto=socket.IPPROTO_TCP, fileno=listening.detach()
    )  # with the protocol named, asyncio sets TCP_NODELAY

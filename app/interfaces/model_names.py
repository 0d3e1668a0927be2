"""Names and addresses of models."""

from urllib.parse import urlsplit

from app.settings import OFFLINE


def short_model_name(name: str) -> str:
    """Return a model's name for display: at most 80 printable characters, or ``unnamed`` if no character is left.

    Args:
        name: The name. If it is a path, as local servers name models, only its last part is used.
    """
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(sign for sign in last if sign.isprintable())[:80] or "unnamed"


def is_offline(agent: object) -> bool:
    """Return whether an agent works by rules, and so makes no calls over the network.

    Args:
        agent: Any object. The result is True if its attribute ``model`` is ``offline``.
    """
    return getattr(agent, "model", None) == OFFLINE


def is_web_address(url: str) -> bool:
    """Return whether a text is a printable http or https URL with a host, and with no port or one from 1 to 65,535.

    Args:
        url: The text.
    """
    try:
        parts = urlsplit(url)
        return (
            parts.scheme in {"http", "https"}
            and bool(parts.hostname)
            and parts.port != 0
            and url.isprintable()
            and " " not in url
        )
    except ValueError:
        return False

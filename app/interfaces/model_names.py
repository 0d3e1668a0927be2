"""Names and addresses of models that a server offers."""

from urllib.parse import urlsplit

from app.settings import OFFLINE


def short_name(name: str) -> str:
    """A model's name as it may be shown: local servers name models by the path of their file."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(sign for sign in last if sign.isprintable())[:80] or "unnamed"


def is_offline(agent: object) -> bool:
    """Whether it goes by rules, says so by its ``model``, and so answers in the time that computing takes."""
    return getattr(agent, "model", None) == OFFLINE


def is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0 and url.isprintable()
    except ValueError:
        return False

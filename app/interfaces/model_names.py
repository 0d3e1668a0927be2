"""Names and addresses of models that a server offers."""

from urllib.parse import urlsplit


def short_name(name: str) -> str:
    """A model's name as it may be shown: local servers name models by the path of their file."""
    last = name.replace("\\", "/").rpartition("/")[2]
    return "".join(sign for sign in last if sign.isprintable())[:80] or "unnamed"


def is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0 and url.isprintable()
    except ValueError:
        return False

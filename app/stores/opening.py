"""Where games are kept, by what the settings name: a folder, or a database that several servers share."""

from pathlib import Path

from app.errors import InvalidInput
from app.stores.bundle import Stores
from app.stores.json_store import JsonGameStore
from app.stores.sidecar import MODEL, TOKENS, SidecarStore
from app.stores.sidecar_files import SidecarFiles


def in_files(root: Path) -> Stores:
    files = SidecarFiles(root)
    return Stores(JsonGameStore(root), SidecarStore(files, TOKENS), SidecarStore(files, MODEL))


def in_database(url: str, lease: float) -> Stores:
    """``lease`` in seconds. InvalidInput where the driver is not installed, or for what is no address."""
    try:
        from app.stores.postgres.opening import open_stores  # noqa: PLC0415  # its packages are an extra
    except ModuleNotFoundError:
        raise InvalidInput(
            "A database is named, but its driver is not installed: pip install 'talekeeper[postgres]'."
        ) from None
    return open_stores(url, lease=lease)

"""Opening of stores as the settings say: a folder, or a database that several servers share."""

from pathlib import Path

from app.errors import InvalidInput
from app.stores.bundle import Stores
from app.stores.json_store import JsonGameStore
from app.stores.sidecar import MODEL, PICTURES, TABLE_TALK, TOKENS, SidecarStore
from app.stores.sidecar_files import SidecarFiles


def in_files(root: Path) -> Stores:
    files = SidecarFiles(root)
    return Stores(
        games=JsonGameStore(root),
        tokens=SidecarStore(files, TOKENS),
        models=SidecarStore(files, MODEL),
        pictures=SidecarStore(files, PICTURES),
        talks=SidecarStore(files, TABLE_TALK),
    )


def in_database(url: str, lease: float) -> Stores:
    """Open the stores in a database.

    Args:
        url: The address of the database.
        lease: Seconds for which a server holds a game without renewing it.

    Raises:
        InvalidInput: The driver is not installed, or the address is not valid.
    """
    try:
        from app.stores.postgres.opening import open_stores  # noqa: PLC0415  # its packages are an extra
    except ModuleNotFoundError:
        raise InvalidInput(
            "A database is named, but its driver is not installed: pip install 'talekeeper[postgres]'."
        ) from None
    return open_stores(url, lease=lease)

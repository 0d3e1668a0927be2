"""The file of settings that programs read in addition to the environment: lines ``TALEKEEPER_NAME=value``."""

from collections.abc import Mapping
from pathlib import Path

from app.durable_files import make_folder, replace_file, storage_errors
from app.errors import StorageFailed


def line_of(name: str, text: str) -> str | None:
    """Return the value that a file's text gives to a setting; None where it gives none."""
    return next((line.partition("=")[2].strip() for line in text.splitlines() if _names(line, name)), None)


def with_settings(text: str, settings: Mapping[str, str]) -> str:
    """Return a file's text with other values for some settings; all other lines stay as they are."""
    lines = text.splitlines()
    for name, value in settings.items():
        lines = [f"{name}={value}" if _names(line, name) else line for line in lines]
        if line_of(name, "\n".join(lines)) is None:
            lines.append(f"{name}={value}")
    return "\n".join(lines) + "\n"


def _names(line: str, name: str) -> bool:
    return line.partition("=")[0].removeprefix("export ").strip() == name


def read_settings(file: Path) -> str:
    """Return the text of the file; "" where there is none. Raise StorageFailed where it cannot be read."""
    try:
        return file.read_text("utf-8") if file.exists() else ""
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is no text"
        raise StorageFailed(f"The settings in {file.name} cannot be read: {reason}.") from None


def write_settings(file: Path, text: str) -> None:
    """Replace the text of the file, whole or not at all. Raise StorageFailed where that fails."""
    with storage_errors(f"The settings in {file.name} cannot be written"):
        make_folder(file.parent)
        replace_file(file, [text.encode()])

"""TOML files in the packages of the modules that use them."""

import tomllib
from importlib.resources import files
from typing import Any


def package_data(package: str, name: str) -> dict[str, Any]:
    """Return the content of a package's TOML file.

    Args:
        package: The package, such as ``app.mcp``.
        name: The name of the file without ``.toml``.
    """
    return tomllib.loads(files(package).joinpath(f"{name}.toml").read_text("utf-8"))

"""Texts that lie as TOML beside the modules that use them."""

import tomllib
from importlib.resources import files
from typing import Any


def package_data(package: str, name: str) -> dict[str, Any]:
    """What a package's file of this name holds, without its ending."""
    return tomllib.loads(files(package).joinpath(f"{name}.toml").read_text("utf-8"))

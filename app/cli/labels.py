"""What the command line calls things: the texts of ``labels.toml`` by their sections and names."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files

LABELS: Mapping[str, Mapping[str, str]] = tomllib.loads(files(__package__).joinpath("labels.toml").read_text("utf-8"))

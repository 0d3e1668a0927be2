"""What the command line calls things: the texts of ``labels.toml`` by their sections and names."""

from collections.abc import Mapping

from app.package_data import package_data

LABELS: Mapping[str, Mapping[str, str]] = package_data(__package__, "labels")

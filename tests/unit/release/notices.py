"""Makes `app/THIRD_PARTY_LICENSES`: what others wrote of the package, and the licences of what it is installed with.

``python -m tests.unit.release.notices`` writes it again; all extras that a user may install have to be there.
"""

import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution, requires
from itertools import chain
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from app.settings import PROJECT

NOTICES = PROJECT / "app" / "THIRD_PARTY_LICENSES"
EXTRAS = ("", "embeddings", "postgres", "tracing")
"""What a user installs; the others are for whoever changes Talekeeper."""
VENDORED = PROJECT / "app" / "page" / "vendor"
WORDS = PROJECT / "app" / "language" / "en" / "NOTICE"
HEAD = """\
Third-party licences of Talekeeper
==================================

Part 1 is part of the package, unmodified, each with the text of its licence. Part 2 is installed with the package, from
the packages of others, which hold the texts of their licences.
"""
_PART_2 = "\n".join(["Part 2", "======", "", ""])
_RULE = "-" * 80


def shipped() -> Mapping[str, str]:
    """Return the text of each licence of what the package holds of others, by the path of its file in `app`."""
    files = [*sorted(VENDORED.glob("*/LICENSE*")), WORDS]
    return {path.relative_to(PROJECT / "app").as_posix(): path.read_text(encoding="utf-8").strip() for path in files}


def listed() -> Mapping[str, str]:
    """Return the licence of each package that the file lists as installed with this one, by its name."""
    packages = NOTICES.read_text(encoding="utf-8").partition(_PART_2)[2]
    return dict(line.split(": ", 1) for line in packages.splitlines())


def runtime_packages() -> Mapping[str, str]:
    """Return the licence of each package that is installed with Talekeeper or one of its extras, by its name.

    Packages that are not installed here are left out, with what they need.
    """
    found: dict[str, str] = {}
    open_ = [*_needed("talekeeper", EXTRAS)]
    seen: set[tuple[str, str]] = set()
    while open_:
        requirement = open_.pop()
        name = canonicalize_name(requirement.name)
        extras = ("", *sorted(requirement.extras))
        if (name, ",".join(extras)) in seen:
            continue
        seen.add((name, ",".join(extras)))
        try:
            found[name] = licence_of(distribution(name))
        except PackageNotFoundError:
            continue
        open_ += _needed(name, extras)
    return dict(sorted(found.items()))


def direct_dependencies() -> set[str]:
    """Return the names of the packages that `pyproject.toml` asks for, with those of the extras."""
    return {canonicalize_name(requirement.name) for requirement in _needed("talekeeper", EXTRAS)}


def _needed(name: str, extras: tuple[str, ...]) -> Iterator[Requirement]:
    for requirement in map(Requirement, requires(name) or ()):
        if requirement.marker is None or any(requirement.marker.evaluate({"extra": extra}) for extra in extras):
            yield requirement


def licence_of(found: Distribution) -> str:
    """Return the licence that a package names: as an expression, as a classifier, or in its own words."""
    stated, classifiers, own = (
        found.metadata.get_all(key) or [] for key in ("License-Expression", "Classifier", "License")
    )
    classified = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith("License :: ")]
    named = [line for text in own for line in text.strip().splitlines()[:1]]
    return " ".join(stated) or " AND ".join(classified) or " ".join(named)[:80] or "not stated"


def notices() -> str:
    """Return the text of the file."""
    texts = chain.from_iterable((_RULE, name, _RULE, "", text, "") for name, text in shipped().items())
    packages = (f"{name}: {licence}" for name, licence in runtime_packages().items())
    return "\n".join([HEAD, "Part 1", "======", "", *texts, _PART_2 + "\n".join([*packages, ""])])


if __name__ == "__main__":
    if missing := direct_dependencies() - runtime_packages().keys():
        sys.exit(f"Install first, as the extras {', '.join(filter(None, EXTRAS))}: {', '.join(sorted(missing))}")
    Path(NOTICES).write_text(notices(), encoding="utf-8")

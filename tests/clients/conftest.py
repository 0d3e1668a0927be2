"""A server for all tests of clients, and the generated packages, which `make clients` has built."""

import sys
from collections.abc import Iterator

import pytest

from clients.build import PYTHON
from tests.e2e.serving import serving

sys.path.insert(0, str(PYTHON / "src"))


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("games")) as told:
        yield told.removeprefix("Talekeeper at ").removesuffix("/v1")

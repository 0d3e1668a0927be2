"""What the tests of whole programs share."""

from collections.abc import Iterator

import pytest

from tests.e2e.serving import serving


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The first line of a server for all whose games may lie beside those of others."""
    with serving(tmp_path_factory.mktemp("games")) as told:
        yield told

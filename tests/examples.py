"""How many examples a property is tried on: so many as prove it day by day, or more for a longer run."""

import os


def examples(usual: int) -> int:
    """``TALEKEEPER_TEST_EXAMPLES`` where that is set."""
    return int(os.environ.get("TALEKEEPER_TEST_EXAMPLES", usual))

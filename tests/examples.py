"""How many examples a property is tried on: so many as prove it day by day, or more for a longer run."""

import os


def examples(usual: int) -> int:
    """``TALEKEEPER_TEST_EXAMPLES`` times as many, where that is set."""
    return usual * int(os.environ.get("TALEKEEPER_TEST_EXAMPLES", "1"))

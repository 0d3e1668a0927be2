"""How many examples a property is tried on: half of those it names, or more for a longer run."""

import os


def examples(most: int) -> int:
    """``TALEKEEPER_TEST_EXAMPLES`` times ``most`` where that is set, else half of it."""
    return round(most * float(os.environ.get("TALEKEEPER_TEST_EXAMPLES", "0.5")))

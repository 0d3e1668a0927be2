"""How much a property is tried: half of the examples it names, or more in a longer run."""

import os

IS_LONG = os.environ.get("TALEKEEPER_TEST_EXAMPLES") is not None


def examples(most: int) -> int:
    """``TALEKEEPER_TEST_EXAMPLES`` times ``most`` where that is set, else half of it."""
    return round(most * float(os.environ.get("TALEKEEPER_TEST_EXAMPLES", "0.5")))

"""How much a property is tried: a share of the examples it names, or more in a longer run."""

import os

IS_LONG = os.environ.get("TALEKEEPER_TEST_EXAMPLES") is not None


def examples(most: int, usual: float = 0.3) -> int:
    """Count the examples of a property.

    Args:
        most: How many it names.
        usual: The share of them in a usual run; less where an example takes a second or more.

    Returns:
        ``TALEKEEPER_TEST_EXAMPLES`` times ``most`` where that is set, else the usual share of it.
    """
    return round(most * float(os.environ.get("TALEKEEPER_TEST_EXAMPLES", usual)))

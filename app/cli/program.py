"""The name of the command line, as hints of further commands have it."""

import sys
from pathlib import Path

_INSTALLED, _MODULE = "talekeeper", "python -m app"


def program() -> str:
    """Return what to type before a command: the installed program where it was started so, else the module."""
    return _INSTALLED if Path(sys.argv[0]).stem == _INSTALLED else _MODULE

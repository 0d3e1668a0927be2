"""What is to be done when a command ends, in whatever way."""

from contextlib import ExitStack

at_end = ExitStack()
"""Used by `app.cli.main.run` around each command."""

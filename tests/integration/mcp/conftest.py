"""The command line, run as a user would, for what goes wrong before anything is served."""

from tests.integration.cli.conftest import command, saves

__all__ = ["command", "saves"]

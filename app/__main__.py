"""``python -m app``."""

import sys

from app.cli.main import run


def main() -> None:
    """Run the command line and end the process with its exit code."""
    sys.exit(run())


if __name__ == "__main__":
    main()

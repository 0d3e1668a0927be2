"""The command line, as ``python -m app``."""

import sys

from app.cli.main import run


def main() -> None:
    sys.exit(run())


if __name__ == "__main__":
    main()

"""The logger of every module: silent until whoever runs the program enables ``app``, as the doors do."""

from loguru import logger

__all__ = ["logger"]

logger.disable("app")

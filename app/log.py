"""The logger of every module: silent until the running program enables ``app``, as API, CLI and MCP server do."""

from loguru import logger

__all__ = ["logger"]

logger.disable("app")

"""A table and a game in a fresh folder."""

from tests.integration.turns.conftest import game_id, store, table

__all__ = ["game_id", "store", "table"]

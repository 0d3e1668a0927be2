"""Lines as a player would type them."""

from app.language.language import Language
from app.models.location import ExitSheet


def input_line(language: Language, deed: str, **slots: str) -> str:
    """``take lantern``; ``deed`` is a template ``try-…`` of the section ``narrator``."""
    return language.render(f"narrator.try-{deed}", **slots)


def way_line(language: Language, way: ExitSheet) -> str:
    """``go east``, or ``go by the hole`` where a way has no direction."""
    if way.direction is None:
        return input_line(language, "go-by", name=way.name)
    return input_line(language, "go", direction=language.render("telling.direction", direction=way.direction.value))

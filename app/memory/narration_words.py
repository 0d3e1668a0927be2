"""The wording of the narration style in prompts."""

from app.memory.prompt_data import data_line, shortened
from app.models.sheets.narration import NarrationStyle
from app.package_data import package_data

MAX_TOKENS = 400
"""Most tokens of a text about the telling, for scripts that take many tokens per character; others are far below."""

_WORDS: dict[str, dict[str, str]] = package_data(__package__, "narration_words")


def in_style(instructions: str, style: NarrationStyle) -> str:
    """Fill the slots of a narrator's instructions: ``person``, ``tense``, ``paragraphs`` and ``sentences``.

    Args:
        instructions: The instructions; other braces are doubled.
        style: How the game is told, every field with a value.
    """
    words = {"person": style.person, "tense": style.tense, "paragraphs": style.length, "sentences": style.length}
    return instructions.format_map({slot: _WORDS[slot][value] for slot, value in words.items() if value is not None})


def manner_line(style: NarrationStyle) -> str:
    """Return the line that tells a narrator the manner of the story; "" for none."""
    return _line("manner", style.style)


def spoken_line(style: NarrationStyle) -> str:
    """Return the line that tells a person of the story its manner; "" for none."""
    return _line("spoken", style.style)


def note_line(style: NarrationStyle) -> str:
    """Return the line of the author's note; "" for none."""
    return _line("note", style.author_note)


def _line(name: str, text: str | None) -> str:
    return _WORDS["lines"][name].format(text=data_line(shortened(text, MAX_TOKENS))) if text else ""

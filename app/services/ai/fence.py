"""Data in a prompt: never an instruction, never a section heading.

Whatever a player, a person of the story, a file or a model wrote is put as one JSON string. A heading or a closing
fence counts only at the start of a line, and a JSON string has no line breaks.
"""

import json

_LINE_BREAKS = {ord("\u0085"): "\\u0085", ord("\u2028"): "\\u2028", ord("\u2029"): "\\u2029"}


def fenced(text: str) -> str:
    """The text as one quoted line, lossless."""
    return json.dumps(text, ensure_ascii=False).translate(_LINE_BREAKS)


def clipped(text: str, limit: int) -> str:
    """The text, or its beginning and its end where it is longer than ``limit`` characters."""
    if len(text) <= limit:
        return text
    half = (limit - 5) // 2
    return f"{text[:half]} [...] {text[-half:]}"[:limit]

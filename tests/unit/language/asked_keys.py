"""What the code of app/ asks a language pack for, read off its syntax."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pydantic.alias_generators import to_snake

APP = Path(__file__).parents[3] / "app"
ASKING = {"render", "has", "lines", "words", "pattern", "forms", "numbers"}
"""Methods of a Language and a Pack that take ``section.key``."""

_NAME = re.compile(r"[a-z_]+\.[a-z0-9_-]+")
_FRAGMENT = re.compile(r"[a-z0-9_.-]*")


@dataclass
class Asked:
    """``calls`` are (method, name) of calls with the whole name; ``texts`` all texts that may be keys or parts of one.

    ``made`` are expressions for keys that are put together from ``texts`` and values.
    """

    calls: set[tuple[str, str]] = field(default_factory=set)
    texts: set[str] = field(default_factory=set)
    made: set[str] = field(default_factory=set)

    def has(self, section: str, key: str) -> bool:
        """Whether something may ask for a key; where only a section is written out, the key is, elsewhere."""
        names = (key, f"{section}.{key}")
        any_of_it = re.escape(f"{section}.") + ".+"
        return not self.texts.isdisjoint(names) or any(
            re.fullmatch(made, name) for made in self.made - {any_of_it} for name in names
        )


def asked() -> Asked:
    """What all modules of app/ ask for."""
    found = Asked()
    for path in sorted(APP.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and (name := _name_in(node)):
                found.calls.add(name)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.texts.add(node.value)
            elif isinstance(node, ast.ClassDef) and path.parent.name == "refusals":  # its template has its name
                found.texts.add(f"refusals.{to_snake(node.name).replace('_', '-')}")
            elif isinstance(node, ast.ClassDef) and path.name == "plain_reasons.py":
                found.texts.add(f"plain_reasons.{to_snake(node.name).replace('_', '-')}")
            elif isinstance(node, ast.JoinedStr) and (made := _made(node)):
                found.made.add(made)
    return found


def _name_in(call: ast.Call) -> tuple[str, str] | None:
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    first = call.args[0] if call.args else None
    is_name = isinstance(first, ast.Constant) and isinstance(first.value, str) and _NAME.fullmatch(first.value)
    if method in ASKING and is_name and isinstance(first, ast.Constant):
        return method, str(first.value)
    return None


def _made(text: ast.JoinedStr) -> str | None:
    """An expression for what an f-string may give; None for one that is no key, or could be any."""
    constants = [part.value for part in text.values if isinstance(part, ast.Constant)]
    written = "".join(map(str, constants))
    if len(written) < 2 or not _FRAGMENT.fullmatch(written):
        return None
    return "".join(_parts(text))


def _parts(text: ast.JoinedStr) -> Iterator[str]:
    for part in text.values:
        yield re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"

"""Render the pages of the Python reference: which names are public. mkdocstrings fills in what they are."""

from importlib import import_module
from inspect import getdoc, isclass, isfunction, ismodule
from types import ModuleType

from app import ports

_TITLES = {
    "app": "Library",
    "app.commands": "Commands",
    "app.ports": "Ports",
    "app.errors": "Errors",
    "app.testing": "Testing",
}


def python_pages() -> dict[str, str]:
    """Render a page for each public module, by its path in the documentation."""
    return {f"reference/python{name.removeprefix('app').replace('.', '-')}.md": _page(name) for name in _TITLES}


def public_names(module: ModuleType) -> list[str]:
    """Return the public names of a module but for modules: its ``__all__``, else those that it defines or offers."""
    offered = getattr(module, "__all__", None) or sorted(
        name for name, value in vars(module).items() if module is ports or _home(value) == module.__name__
    )
    return [name for name in offered if not name.startswith("_") and not ismodule(getattr(module, name))]


def _page(name: str) -> str:
    module, elsewhere = import_module(name), [] if name == "app.ports" else public_names(ports)
    found = {each: getattr(module, each) for each in public_names(module) if each not in elsewhere}
    classes = [each for each, value in found.items() if isclass(value)]
    functions = [each for each, value in found.items() if isfunction(value)]
    values = [each for each in found if each not in (*classes, *functions)]
    parts = [f"# {_TITLES[name]}: `{name}`", (getdoc(module) or "").replace("``", "`")]
    if shared := [f"`{each}`" for each in public_names(module) if each in elsewhere]:
        parts.append(f"Also here: {', '.join(shared)}, which are described among the [ports](python-ports.md).")
    for heading, names in (("Classes", classes), ("Functions", functions), ("Values", values)):
        parts += [f"## {heading}", *(_directive(module, each) for each in names)] if names else []
    return "\n\n".join(parts) + "\n"


def _directive(module: ModuleType, name: str) -> str:
    """Return what mkdocstrings replaces: the name in the module that defines it, for it does not follow each import."""
    home = _home(getattr(module, name))
    path = f"{home if home.partition('.')[0] == 'app' else module.__name__}.{name}"
    return f"::: {path}\n    options:\n      heading: {name}\n      toc_label: {name}"


def _home(value: object) -> str:
    return getattr(value, "__module__", None) or ""

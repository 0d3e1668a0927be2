"""Writing YAML that reads well: short values on one line, long texts as blocks."""

import json
from typing import Any

import yaml

from app.scenarios.folders.source_values import flattened
from app.scenarios.folders.yaml_reading import plain_value, read_yaml

WIDTH = 100
_SHORT = 80
_SENTENCE_ENDS = (".", "!", "?", "\\n")
_TAG = "tag:yaml.org,2002:"


class _Dumper(yaml.SafeDumper):  # type: ignore[misc]  # the package has no types
    def increase_indent(self, flow: bool = False, indentless: bool = False) -> Any:  # noqa: ARG002
        """Indent lists below the name of their field."""
        return super().increase_indent(flow, False)

    def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
        """Return the tag of a value as the reader finds it, so that only what it would misread is quoted."""
        if kind is yaml.ScalarNode and implicit[0]:
            return _tag_of(plain_value(value))
        return super().resolve(kind, value, implicit)


def yaml_of(value: Any) -> str:
    """Return a JSON value as YAML that `read_yaml` reads as the same value."""
    text = _dumped(_node(value, quoted=False, is_root=True))
    read = read_yaml(text, "", 1, [])
    if read is None or flattened(read).raw != value:
        text = _dumped(_node(value, quoted=True, is_root=True))
    return text


def _dumped(node: Any) -> str:
    return str(yaml.serialize(node, Dumper=_Dumper, width=WIDTH, allow_unicode=True))


def _node(value: Any, *, quoted: bool, is_root: bool = False) -> Any:
    on_one_line = not is_root and _is_short(value)
    if isinstance(value, dict):
        pairs = [(_scalar(key, quoted=quoted), _node(inner, quoted=quoted)) for key, inner in value.items()]
        return yaml.MappingNode(f"{_TAG}map", pairs, flow_style=on_one_line or not value)
    if isinstance(value, list):
        items = [_node(one, quoted=quoted) for one in value]
        return yaml.SequenceNode(f"{_TAG}seq", items, flow_style=on_one_line or not value)
    if isinstance(value, str):
        return _scalar(value, quoted=quoted, is_block=True)
    return yaml.ScalarNode(_tag_of(value), json.dumps(value))


def _tag_of(value: Any) -> str:
    return _TAG + {bool: "bool", int: "int", float: "float", type(None): "null"}.get(type(value), "str")


def _scalar(text: str, *, quoted: bool, is_block: bool = False) -> Any:
    style = None
    if quoted or not isinstance(plain_value(text), str):
        style = '"'
    elif is_block and "\n" in text:
        style = "|"
    elif is_block and len(text) > _SHORT:
        style = ">"
    return yaml.ScalarNode(f"{_TAG}str", text, style=style)


def _is_short(value: Any) -> bool:
    """Return whether a value is written on one line: nothing long, no sentence, and no list of objects."""
    if isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        return False
    written = json.dumps(value, ensure_ascii=False)
    return len(written) <= _SHORT and not any(f'{end}"' in written for end in _SENTENCE_ENDS)

"""Journals of other formats: invented older ones with their steps, and trial saves from before format 1."""

import io
import json
from typing import Any

from app.stores.lines import framed
from app.stores.migrations import LineKind
from tests.unit.stores.journals import file_of

TRIAL = "is a trial save from before format 1, which this version of Talekeeper cannot read"
"""Why a trial save cannot be read."""


def to_zero(kind: LineKind, body: dict[str, Any]) -> dict[str, Any]:
    """An invented format 0: another name for the title, the turn as text."""
    if kind == "header":
        return {"name": body["title"], **{key: body[key] for key in body if key != "title"}, "save_format": 0}
    return {**body, "turn": str(body["turn"]), "old": kind} if kind == "record" else {"first": body["state"]}


def from_zero(kind: LineKind, body: dict[str, Any]) -> dict[str, Any]:
    if kind == "header":
        return {"title": body["name"], **{key: body[key] for key in body if key != "name"}}
    if kind == "opening":
        return {"state": body["first"]}
    return {**{key: body[key] for key in body if key != "old"}, "turn": int(body["turn"])}


def from_minus_one(kind: LineKind, body: dict[str, Any]) -> dict[str, Any]:
    return {key: body[key] for key in body if key != "older"}


def old_file(version: int = 0) -> bytes:
    """`file_of`, as the invented formats 0 and -1 would have it."""
    old = []
    kinds: list[LineKind] = ["header", "opening"]
    for number, line in enumerate(file_of().split(b"\n")[:-1]):
        body = to_zero(kinds[number] if number < 2 else "record", json.loads(line)["body"])
        body |= {"older": True} if version < 0 else {}
        body |= {"save_format": version} if number == 0 else {}
        old.append(framed(json.dumps(body, separators=(",", ":")).encode()))
    return b"".join(old)


def trial_file(version: int) -> bytes:
    """`file_of`, with the header of the saves from before format 1."""
    first, *others = io.BytesIO(file_of()).readlines()
    body = json.loads(first)["body"]
    del body["save_format"]
    return framed(json.dumps({"format_version": version, **body}).encode()) + b"".join(others)

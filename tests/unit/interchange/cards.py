"""The cards of the tests: files written by the public specifications, every field used, and small ones made here."""

import base64
import json
import struct
import zlib
from pathlib import Path
from typing import Any

from app.interchange.cards.png import SIGNATURE
from app.models.sheets.scenario import ScenarioSheet
from app.scenarios.scenario_check import inspect_scenario
from app.scenarios.scenario_writing import scenario_bytes

FOLDER = Path(__file__).parents[2] / "data" / "cards"
V2_FILE, V3_FILE, V1_FILE = (FOLDER / f"{name}.json" for name in ("v2", "v3", "v1-flat"))
WORLD_INFO_FILE, LOREBOOK_FILE = (FOLDER / f"{name}.json" for name in ("world-info", "lorebook-v3"))


def as_written(path: Path) -> Any:
    """What a file says, read by other means than ours."""
    return json.loads(path.read_text(encoding="utf-8"))


def v2(**fields: Any) -> dict[str, Any]:
    """A V2 card with these fields."""
    plain = dict.fromkeys(("description", "personality", "scenario", "first_mes", "mes_example"), "")
    return {"spec": "chara_card_v2", "spec_version": "2.0", "data": {"name": "Ilse Korn", **plain, **fields}}


def entry(**fields: Any) -> dict[str, Any]:
    """An entry of a book."""
    plain = {"keys": ["mill"], "content": "The mill is shut.", "extensions": {}, "enabled": True, "insertion_order": 1}
    return plain | fields


def book(*entries: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A card's book."""
    return {"extensions": {}, "entries": list(entries), **fields}


def file_of(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def read_back(sheet: ScenarioSheet) -> ScenarioSheet:
    """The scenario as it is read from the file that is written of it."""
    found = inspect_scenario(scenario_bytes(sheet, "written.json"))
    assert not found.problems
    assert found.sheet is not None
    return found.sheet


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(*chunks: bytes, width: int = 1, height: int = 1) -> bytes:
    """A PNG of these chunks between header and end; nobody decodes it."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return SIGNATURE + header + b"".join(chunks) + chunk(b"IEND", b"")


def text(keyword: bytes, value: bytes) -> bytes:
    return chunk(b"tEXt", keyword + b"\x00" + value)


def card(path: Path) -> bytes:
    return base64.b64encode(path.read_bytes())

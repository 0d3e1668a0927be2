"""Files as other programs write them: pictures, cards in them, ZIPs."""

import base64
import io
import json
import struct
import zipfile
import zlib
from collections.abc import Mapping
from typing import Any

from app.settings import PROJECT

STARTER = PROJECT / "app" / "scenarios" / "folders" / "starter"
LAST_BOAT = (PROJECT / "app" / "content" / "last-boat.json").read_bytes()
MARA = {
    "name": "Mara Ironhand",
    "description": "A broad smith with soot on her brow.",
    "personality": "gruff, patient",
    "scenario": "A smithy at the edge of the village, with the doors open to the road.",
    "first_mes": '"Mind the sparks."',
    "mes_example": "",
    "creator_notes": "Keep the secret of the seventh nail.",
    "character_book": {"entries": [{"keys": ["nail"], "content": "The seventh nail holds the door.", "enabled": True}]},
}


def card_json(**changes: Any) -> bytes:
    """A card of version 2."""
    return json.dumps({"spec": "chara_card_v2", "spec_version": "2.0", "data": MARA | changes}).encode()


def png(width: int = 48, height: int = 64, *, card: bytes | None = None, colour: int = 0x90) -> bytes:
    """A picture of one grey, with a card in a text chunk if one is given."""
    rows = b"".join(b"\x00" + bytes([colour]) * width for _ in range(height))
    text = [] if card is None else [_chunk(b"tEXt", b"chara\x00" + base64.b64encode(card))]
    chunks = [
        _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)),
        *text,
        _chunk(b"IDAT", zlib.compress(rows)),
        _chunk(b"IEND", b""),
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def zipped(files: Mapping[str, bytes]) -> bytes:
    """A ZIP of these files."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def charx(**changes: Any) -> bytes:
    """A card of version 3 in an archive, with a picture among its assets."""
    assets = [{"type": "icon", "name": "main", "ext": "png", "uri": "embeded://assets/icon/image/main.png"}]
    card = {"spec": "chara_card_v3", "spec_version": "3.0", "data": MARA | {"assets": assets} | changes}
    return zipped({"card.json": json.dumps(card).encode(), "assets/icon/image/main.png": png()})


def folder_zip(name: str = "the-mill") -> bytes:
    """The starter's folder, zipped with the folder around it, with a picture of one person, of nobody, and none."""
    files = {f"{name}/{path.relative_to(STARTER)}": path.read_bytes() for path in STARTER.rglob("*") if path.is_file()}
    pictures = {"ada": png(), "nobody": png(), "yard": b"no picture"}
    files |= {f"{name}/pictures/{of}.png": picture for of, picture in pictures.items()}
    return zipped(files | {f"{name}/.git/config": b"[core]"})

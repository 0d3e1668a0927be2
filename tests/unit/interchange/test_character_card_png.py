"""Cards inside of pictures."""

import base64
import io
import struct
import zlib
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin

from app.errors import InvalidInput
from app.interchange.cards.character_card import V3, as_json, as_png, read_card
from app.interchange.cards.person import card_from, card_to_npc
from app.interchange.cards.png import SIGNATURE, card_json_in, png_with
from tests.unit.interchange.cards import V2_FILE, V3_FILE, as_written


def picture(form: str = "PNG", size: tuple[int, int] = (2, 3), mode: str = "RGB") -> bytes:
    out = io.BytesIO()
    Image.new(mode, size).save(out, format=form)
    return out.getvalue()


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


def test_a_card_in_a_picture_made_by_another_program_is_read() -> None:
    texts = PngImagePlugin.PngInfo()
    texts.add_text("Comment", "a portrait")
    texts.add_text("chara", card(V2_FILE).decode())
    out = io.BytesIO()
    Image.new("RGB", (2, 2)).save(out, format="PNG", pnginfo=texts)
    assert read_card(out.getvalue()) == read_card(V2_FILE)


def test_of_two_chunks_the_newer_version_wins_wherever_it_stands() -> None:
    for chunks in ([b"chara", b"ccv3"], [b"ccv3", b"chara"]):
        data = png(*(text(name, card(V3_FILE if name == b"ccv3" else V2_FILE)) for name in chunks))
        assert read_card(data).version == V3


def test_an_exported_picture_holds_the_card_for_readers_of_either_version() -> None:
    made = as_png(card_from(card_to_npc(read_card(V3_FILE))))
    assert as_json(read_card(made), V3) == as_written(V3_FILE)
    with Image.open(io.BytesIO(made)) as opened:
        opened.load()
        assert {"chara", "ccv3"} == set(opened.info) & {"chara", "ccv3"}
        older = read_card(base64.b64decode(opened.info["chara"]))
    assert older.version == 2
    assert "Character Card V3" in older.text("creator_notes"), "who reads the older one is told"


@pytest.mark.parametrize(
    ("form", "mode"), [("PNG", "RGBA"), ("PNG", "P"), ("PNG", "I;16"), ("JPEG", "RGB"), ("WEBP", "RGB")]
)
def test_a_given_picture_becomes_the_portrait_and_nothing_else_of_it_is_kept(form: str, mode: str) -> None:
    given = picture(form, (5, 7), mode)
    if form == "PNG":
        given = given[:33] + text(b"secret", b"taken at home") + text(b"chara", b"old") + given[33:]
    made = png_with({"ccv3": b"{}"}, given)
    assert card_json_in(made) == b"{}"
    with Image.open(io.BytesIO(made)) as opened:
        assert opened.size == (5, 7)
        assert "secret" not in opened.info


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (png(), "no character card in this PNG"),
        (png(text(b"Comment", b"x")), "no character card in this PNG"),
        (png(text(b"chara", b"!!!")), "chara chunk of the PNG is not base64"),
        (png(text(b"ccv3", b"YWJj")), "The card in the PNG is not JSON"),
        (png(text(b"chara", base64.b64encode(b'{"name": "\xff"}'))), "The card in the PNG is not JSON"),
        (png(text(b"chara", card(V2_FILE)))[:-30], "cut off or damaged"),
        (SIGNATURE, "cut off or damaged"),
        (SIGNATURE + chunk(b"IDAT", b""), "cut off or damaged"),
        (png(text(b"chara", card(V2_FILE)), width=100_000), "100,000 by 1 pixels"),
        (png(text(b"chara", card(V2_FILE)), width=0), "0 by 1 pixels"),
        (png(width=8192, height=8192), "8,192 by 8,192 pixels"),
        (png(text(b"chara", b"A" * (6 * 2**20 + 1))), "larger than 6 MiB"),
        (png(text(b"chara", base64.b64encode(b" " * (4 * 2**20 + 1)))), "more than 4 MiB of JSON"),
        (png(*[chunk(b"tIME", b"")] * 100_000), "cut off or damaged"),
        (SIGNATURE + struct.pack(">I4s", 2**32 - 1, b"tEXt"), "cut off or damaged"),
    ],
)
def test_a_picture_that_is_damaged_or_too_large_is_refused_in_one_line(data: bytes, told: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_card(data)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_card_whose_checksum_is_wrong_is_refused() -> None:
    damaged = bytearray(png(text(b"chara", card(V2_FILE))))
    damaged[60] ^= 1
    with pytest.raises(InvalidInput, match="its checksum is wrong"):
        read_card(bytes(damaged))


def bomb() -> bytes:
    """A small file that says it is 60,000 pixels wide and high."""
    small = bytearray(picture())
    small[16:24] = struct.pack(">II", 60_000, 60_000)
    small[29:33] = struct.pack(">I", zlib.crc32(bytes(small[12:29])))
    return bytes(small)


@pytest.mark.parametrize(
    "given",
    [
        b"",
        b"GIF89a",
        picture("GIF"),
        picture("BMP"),
        picture(size=(200, 200))[:60],
        bomb(),
        b"\xff\xd8\xff" + b"\x00" * 50,
    ],
)
def test_a_portrait_that_cannot_be_used_is_refused_in_one_line(given: bytes) -> None:
    with pytest.raises(InvalidInput) as refused:
        png_with({"ccv3": b"{}"}, given)
    assert "picture" in str(refused.value)
    assert "\n" not in str(refused.value)

"""Cards inside of pictures."""

import base64
import struct
import zlib

import pytest

from app.errors import InvalidInput
from app.interchange.cards.character_card import V3, read_card
from app.interchange.cards.png import SIGNATURE
from tests.unit.interchange.cards import V2_FILE, V3_FILE, card, chunk, png, text


def test_a_card_among_other_chunks_is_read() -> None:
    data = png(text(b"Comment", b"a portrait"), text(b"chara", card(V2_FILE)), chunk(b"IDAT", b"no picture"))
    assert read_card(data) == read_card(V2_FILE)


def test_of_two_chunks_the_newer_version_wins_wherever_it_stands() -> None:
    for chunks in ([b"chara", b"ccv3"], [b"ccv3", b"chara"]):
        data = png(*(text(name, card(V3_FILE if name == b"ccv3" else V2_FILE)) for name in chunks))
        assert read_card(data).version == V3


def packed(value: bytes) -> bytes:
    return zlib.compress(value, 9)


V2 = card(V2_FILE)


@pytest.mark.parametrize(
    "made",
    [
        chunk(b"zTXt", b"chara\x00\x00" + packed(V2)),
        chunk(b"iTXt", b"chara\x00\x00\x00\x00\x00" + V2),
        chunk(b"iTXt", b"chara\x00\x01\x00\x00\x00" + packed(V2)),
        chunk(b"iTXt", b"chara\x00\x00\x00en\x00Figur\x00" + V2),
        text(b"Chara", V2),
        text(b"CHARA ", V2),
        text(b"chara", V2.rstrip(b"=")),
        text(b"chara", V2.translate(bytes.maketrans(b"+/", b"-_"))),
        text(b"chara", V2[:76] + b"\r\n" + V2[76:] + b"\n\x00"),
        text(b"chara", V2_FILE.read_bytes()),
        chunk(b"iTXt", b"chara\x00\x00\x00\x00\x00" + V2_FILE.read_bytes()),
    ],
    ids=["zTXt", "iTXt", "packed", "language", "capital", "blank", "unpadded", "url", "lines", "bare", "bare iTXt"],
)
def test_a_card_is_read_from_every_kind_of_text_chunk_and_every_base64(made: bytes) -> None:
    assert read_card(png(made)) == read_card(V2_FILE)


@pytest.mark.parametrize("first", [b"", b"e30=", b"bnVsbA==", b"!!!", base64.b64encode(b" {} ")])
def test_a_chunk_that_holds_no_card_hides_none_behind_it(first: bytes) -> None:
    assert read_card(png(text(b"chara", first), text(b"chara", V2))) == read_card(V2_FILE)
    assert read_card(png(text(b"ccv3", first), text(b"chara", V2))) == read_card(V2_FILE)


BOMB = packed(b"A" * (6 * 2**20 + 1))


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (png(text(b"chara", b"e30=")), "The chara chunk of the PNG is empty"),
        (png(chunk(b"zTXt", b"chara\x00\x00" + BOMB)), "larger than 6 MiB"),
        (png(chunk(b"iTXt", b"chara\x00\x01\x00\x00\x00" + BOMB)), "larger than 6 MiB"),
        (png(chunk(b"zTXt", b"chara\x00\x00" + packed(V2)[:-20])), "cannot be unpacked: it is cut off"),
        (png(chunk(b"zTXt", b"chara\x00\x00no zlib")), "cannot be unpacked"),
        (png(chunk(b"zTXt", b"chara\x00")), "cannot be unpacked"),
        (png(chunk(b"iTXt", b"chara\x00\x01\x00")), "cannot be unpacked"),
        (png(chunk(b"iTXt", b"chara\x00\x00\x00x")), "The chara chunk of the PNG is empty"),
        (png(*[text(b"chara", b"e30=")] * 8, text(b"chara", V2)), "is empty"),
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

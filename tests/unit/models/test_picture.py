"""Pictures are told by their first bytes, bounded, and without the words that a PNG may hold."""

import json
import struct

import pytest
from pydantic import TypeAdapter

from app.errors import InvalidInput
from app.models.picture import MAX_PICTURE_BYTES, GamePictures, picture_of
from tests.files import card_json, png
from tests.wording import raises_in_words

JPEG, WEBP = b"\xff\xd8\xff\xe0 and so on", b"RIFF\x10\x00\x00\x00WEBPVP8 and so on"


@pytest.mark.parametrize(
    ("data", "media_type"),
    [(png(), "image/png"), (JPEG, "image/jpeg"), (WEBP, "image/webp")],
    ids=["png", "jpeg", "webp"],
)
def test_a_picture_is_told_by_its_first_bytes(data: bytes, media_type: str) -> None:
    picture = picture_of(data)
    assert (picture.media_type, picture.data) == (media_type, data)


def test_a_png_is_shown_without_the_card_in_it() -> None:
    assert picture_of(png(card=card_json())).data == png()


def test_what_follows_the_end_of_a_png_is_not_sent() -> None:
    assert picture_of(png() + b"PK\x03\x04 a secret").data == png()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "is a PNG, JPEG or WebP"),
        (b"<svg/>", "is a PNG, JPEG or WebP"),
        (b"GIF89a", "is a PNG, JPEG or WebP"),
        (png()[:-12], "cut off or damaged"),
        (png()[:40], "cut off or damaged"),
        (png().replace(struct.pack(">II", 48, 64), struct.pack(">II", 9000, 64)), "pixels a side"),
        (JPEG + b" " * MAX_PICTURE_BYTES, "at most 8 MB"),
    ],
)
def test_what_is_no_picture_is_refused(data: bytes, told: str) -> None:
    with raises_in_words(InvalidInput, match=told):
        picture_of(data)


def test_pictures_are_kept_as_text() -> None:
    form = TypeAdapter[GamePictures](GamePictures)
    pictures = {"mara": picture_of(png())}
    written = form.dump_json(pictures)
    assert json.loads(written)["mara"]["media_type"] == "image/png"
    assert form.validate_json(written) == pictures

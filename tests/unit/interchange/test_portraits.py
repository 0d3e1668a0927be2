"""The picture of a card's person, wherever the card has it."""

import base64
import json

from app.interchange.cards.character_card import read_card
from app.interchange.cards.portrait import portrait_of
from app.models.picture import Picture
from tests.files import MARA, card_json, charx, png, zipped


def found(data: bytes) -> Picture | None:
    return portrait_of(data, read_card(data))


def with_assets(*uris: str) -> bytes:
    assets = [{"type": "icon", "name": f"number {at}", "ext": "png", "uri": uri} for at, uri in enumerate(uris)]
    return json.dumps({"spec": "chara_card_v3", "data": MARA | {"assets": assets}}).encode()


def test_the_png_of_a_card_is_its_picture() -> None:
    picture = found(png(card=card_json()))
    assert picture is not None
    assert picture.data == png()


def test_an_archive_has_it_among_its_assets_named_or_not() -> None:
    named, unnamed = found(charx()), found(charx(assets=[]))
    assert named == unnamed == Picture(media_type="image/png", data=png())


def test_the_main_icon_comes_first() -> None:
    other = png(colour=0x10)
    uris = {"main": "main.png", "angry": "angry.png"}
    assets = [{"type": "icon", "name": name, "uri": f"embeded://assets/{file}"} for name, file in uris.items()][::-1]
    card = json.dumps({"spec": "chara_card_v3", "data": MARA | {"assets": assets}}).encode()
    picture = found(zipped({"card.json": card, "assets/main.png": png(), "assets/angry.png": other}))
    assert picture is not None
    assert picture.data == png()


def test_a_card_of_json_may_have_it_as_a_data_address_and_no_other_address_is_asked() -> None:
    encoded = base64.b64encode(png()).decode()
    picture = found(with_assets(f"data:image/png;base64,{encoded}"))
    assert picture is not None
    assert picture.data == png()
    for uri in ("http://example.com/a.png", "data:image/png;base64,???", "embeded://../../a.png", "ccdefault:"):
        assert found(with_assets(uri)) is None


def test_a_card_without_one_has_none() -> None:
    assert found(card_json()) is None

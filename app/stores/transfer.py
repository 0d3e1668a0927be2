"""A game as one readable JSON document, to keep, to inspect, or to move to another machine."""

import json
from types import MappingProxyType
from typing import Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import from_json

from app.errors import InvalidInput, TalekeeperError
from app.gc_tuning import collection_paused
from app.models.base import first_problem, is_id
from app.models.picture import GamePictures, picture_of
from app.models.records.folding import fold_journal
from app.models.records.record import Header, Journal, Opening, Record
from app.scenarios.scenario_check import inspect_sheet
from app.stores.journal import sequence_problem
from app.stores.migrations import FORMAT_KEY, migrated, version_problem

EXPORT_VERSION = 2
_WITHOUT_PICTURES = 1
"""The version of a document without pictures, which programs of before them read, too."""
MAX_IMPORT_BYTES = 256 * 2**20
_FIELDS = {"talekeeper_export", "header", "opening", "records"}
_PICTURES = "pictures"
_PICTURE_FORM: TypeAdapter[GamePictures] = TypeAdapter(GamePictures)


def export_game(journal: Journal, pictures: GamePictures = MappingProxyType({})) -> bytes:
    """Return a game as one JSON document. Fields of records that have their default value are left out.

    Args:
        journal: The journal of the game, as `IGameStore.read` returns it.
        pictures: The pictures of its people and places: id of the person or place to `Picture` (media type and bytes);
            empty for none.

    Returns:
        The document as indented UTF-8 JSON, for `import_game`.
    """
    document: dict[str, Any] = {
        "talekeeper_export": EXPORT_VERSION if pictures else _WITHOUT_PICTURES,
        "header": journal.header.model_dump(mode="json"),
        "opening": journal.opening.model_dump(mode="json"),
        "records": [record.model_dump(mode="json", exclude_defaults=True) for record in journal.records],
    }
    if pictures:
        document[_PICTURES] = _PICTURE_FORM.dump_python(pictures, mode="json")
    return json.dumps(document, indent=2, ensure_ascii=False).encode() + b"\n"


def import_game(data: bytes) -> Journal:
    """Read a game that `export_game` wrote. The journal has the game's old id; pictures in the document are not read.

    Args:
        data: The document, UTF-8 JSON of at most 256 MiB.

    Returns:
        The game's journal, which no store holds yet: `GameLibrary.import_journal` makes a game of it.

    Raises:
        InvalidInput: The document is too large, has another format or a newer version, or its parts do not fit
            together. The error is one line.
    """
    document = _document(data)
    raw_header = document["header"]
    if problem := version_problem(raw_header):
        raise InvalidInput(f"The exported game {problem}.")
    with collection_paused():
        journal = _validated(document, raw_header[FORMAT_KEY])
    _check_records(journal)
    try:
        fold_journal(journal)
    except (TalekeeperError, ValidationError, TypeError, AttributeError, KeyError) as error:
        what = first_problem(error) if isinstance(error, ValidationError) else str(error)
        raise InvalidInput(f"The exported game is not valid, its records do not add up: {what}") from None
    return journal


def import_playable(data: bytes, name: str) -> Journal:
    """Read a game as `import_game` does.

    Raises:
        InvalidInput: As `import_game`, or the game's scenario, called ``name``, cannot be played.
    """
    journal = import_game(data)
    inspect_sheet(journal.opening.state.sheet).playable(name)
    return journal


def pictures_in(data: bytes) -> GamePictures:
    """Return the pictures of people and places in an exported game; none in one without. They are as their bytes are,
    whatever the document says of their types.

    Raises:
        InvalidInput: It is no exported game, or one of them is no picture that can be shown.
    """
    if f'"{_PICTURES}"'.encode() not in data:
        return {}
    try:
        given = _PICTURE_FORM.validate_python(_document(data).get(_PICTURES, {}))
    except ValidationError as error:
        raise InvalidInput(f"The pictures of the exported game are not valid: {first_problem(error)}.") from None
    return {of: picture_of(picture.data) for of, picture in given.items() if is_id(of)}


def _document(data: bytes) -> dict[str, Any]:
    if len(data) > MAX_IMPORT_BYTES:
        raise InvalidInput(f"An import has at most {MAX_IMPORT_BYTES // 2**20} MiB; this file is larger.")
    try:
        document = from_json(data.removeprefix(b"\xef\xbb\xbf"), allow_inf_nan=False)
    except ValueError as error:
        raise InvalidInput(f"The file is not JSON: {error}.") from None
    if not isinstance(document, dict) or "talekeeper_export" not in document:
        raise InvalidInput("The file is no exported game of Talekeeper.")
    version = document["talekeeper_export"]
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise InvalidInput("The file is no exported game of Talekeeper: its export version is not valid.")
    if version > EXPORT_VERSION:
        raise InvalidInput(f"The file was exported by a newer version of Talekeeper (export format {version}).")
    if document.keys() - {_PICTURES} != _FIELDS or not isinstance(document["records"], list):
        raise InvalidInput("The exported game is incomplete: it needs header, opening and records, and nothing else.")
    return document


def _validated(document: dict[str, Any], version: int) -> Journal:
    where = "header"
    try:
        header = Header.model_validate(migrated("header", document["header"], version))
        where = "opening"
        opening = Opening.model_validate(migrated("opening", document["opening"], version))
        records = []
        for number, raw in enumerate(document["records"], 1):
            where = f"record number {number}"
            records.append(Record.model_validate(migrated("record", raw, version)))
    except ValidationError as error:
        raise InvalidInput(f"The exported game is not valid, {where}: {first_problem(error)}.") from None
    return Journal(header=header, opening=opening, records=tuple(records))


def _check_records(journal: Journal) -> None:
    state = journal.opening.state
    if state.game_id != journal.header.game_id:
        raise InvalidInput("The exported game is not valid: its header and its opening name different games.")
    length = {0: len(state.conversation_history)}
    last = 0
    for record in journal.records:
        if problem := sequence_problem(record, last, length, copied=journal.header.branched_from is not None):
            raise InvalidInput(f"The exported game is not valid: {problem}.")
        start = length[record.parent]
        if any(message.index != start + offset for offset, message in enumerate(record.messages)):
            raise InvalidInput(f"The exported game is not valid: record {record.seq} holds misplaced messages.")
        last = record.seq
        length[last] = start + len(record.messages)

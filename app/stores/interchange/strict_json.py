"""JSON of strangers in which no key may stand twice: of two the one could be shown and the other used."""

import json
from collections import Counter
from typing import Any

from app.errors import InvalidInput
from app.stores.interchange.bounded import parsed


def parsed_strictly(data: bytes, what: str) -> Any:
    """JSON within the bounds of `parsed`, without repeated keys. ``what`` names it in the InvalidInput."""
    value = parsed(data, what)  # first: after it the nesting is known to be shallow
    repeated: list[str] = []

    def noted(pairs: list[tuple[str, Any]]) -> None:
        if not repeated and len(pairs) > len({key for key, _ in pairs}):
            repeated.append(Counter(key for key, _ in pairs).most_common(1)[0][0])

    json.loads(data.removeprefix(b"\xef\xbb\xbf"), object_pairs_hook=noted)
    if repeated:
        raise InvalidInput(f"{what} has the key {repeated[0][:40]!a} twice in one object.")
    return value

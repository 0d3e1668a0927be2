"""One sheet for all games of a scenario in a process: what is made of it (names, phrases, gifts) is made once."""

import hashlib
from collections import deque
from threading import Lock
from weakref import WeakValueDictionary

from app.models.sheets.scenario import ScenarioSheet

_KEPT = 8
"""Sheets that are kept when no game has them any more, the latest first."""

_lock = Lock()
_sheets: WeakValueDictionary[bytes, ScenarioSheet] = WeakValueDictionary()
_latest: deque[ScenarioSheet] = deque(maxlen=_KEPT)


def shared_sheet(sheet: ScenarioSheet) -> ScenarioSheet:
    """Return the sheet that other games of this process have, where it is equal in every field, else this one.

    Args:
        sheet: The sheet as it was read; what its file or its save says of it is not trusted.

    Returns:
        A sheet that is equal. It costs writing the sheet as JSON once, 1 to 5 ms.
    """
    key = hashlib.sha256(sheet.model_dump_json().encode()).digest()
    with _lock:
        known = _sheets.setdefault(key, sheet)
        if all(kept is not known for kept in _latest):
            _latest.append(known)
    return known

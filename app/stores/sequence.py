"""How the records of one journal must follow each other."""

from collections.abc import Container

from app.models.records.record import Record


def misfit(record: Record, last_seq: int, known: Container[int]) -> str | None:
    """Why a record cannot follow the last one, None if it can. ``known`` are the earlier numbers; 0, the opening,
    need not be among them."""
    if record.seq <= last_seq:
        return f"record {record.seq} cannot follow record {last_seq}"
    for named in (record.parent, record.head or 0):
        if named and named not in known:
            return f"record {record.seq} names a record {named} that is not there"
    return None

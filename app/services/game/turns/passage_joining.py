"""Joining the pieces and passages of a turn: what belongs together becomes one passage, and one message."""

from collections.abc import Iterable
from dataclasses import replace

from app.models.messages.passage import Passage, PassageKind, Source
from app.models.messages.piece import GAP, Piece


def shown_so_far(streamed: Iterable[tuple[Piece, Passage]]) -> list[Passage]:
    """Join streamed pieces to passages; a new one begins where the speaker changes or begins again.

    Args:
        streamed: Each piece with a passage that holds its place, witnesses and speaker.
    """
    passages: list[Passage] = []
    for piece, at in streamed:
        last = passages[-1] if passages else None
        goes_on = last is not None and last.speaker_id == piece.speaker_id and last.location_id == at.location_id
        if last is None or not goes_on or (piece.begins and piece.speaker_id is not None):
            words = piece.words.lstrip()
            kind = PassageKind.STORY if piece.speaker_id is None else PassageKind.SPEECH
            passages.append(replace(at, text=words, kind=kind, marks=piece.marks))
            continue
        before = f"{last.text}{GAP if piece.begins else ''}"
        marks = (*last.marks, *(mark.shifted(len(before)) for mark in piece.marks))
        passages[-1] = replace(last, text=f"{before}{piece.words}", marks=marks)
    rstripped = (replace(each, text=each.text.rstrip()) if each.speaker_id is None else each for each in passages)
    return [each for each in rstripped if each.text.strip()]


def join_passages(last: Passage, each: Passage) -> Passage:
    """Join two passages: paragraphs of narration, or sentences of one speaker."""
    before = f"{last.text}{GAP if each.speaker_id is None else ' '}"
    return replace(
        last,
        text=f"{before}{each.text}",
        marks=(*last.marks, *(mark.shifted(len(before)) for mark in each.marks)),
        acts=(*last.acts, *(act.shifted(len(before)) for act in each.acts)),
        source=Source.AUTHOR if Source.AUTHOR in (last.source, each.source) else last.source,
        events=(*last.events, *each.events),
    )


def can_join(last: Passage, each: Passage) -> bool:
    """Return whether two adjacent passages differ only in words: they have one speaker, kind, place and witnesses."""
    shared = last.speaker_id == each.speaker_id and last.kind is each.kind and last.location_id == each.location_id
    is_source_same = last.source is each.source or each.speaker_id is not None
    return shared and is_source_same and last.witness_ids == each.witness_ids and last.degraded == each.degraded

"""The turns of a game as a chat client got them, and which of them a conversation ends at."""

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from rapidfuzz import fuzz

from app.models.records.folding import chain
from app.models.records.record import Journal, Record, RecordKind
from app.services.chat.conversation import AnsweredLine

ALIKE = 80
"""Per cent of likeness from which an answer counts as one that the client has rewritten a little."""
LEAST_SHARE = 0.4
"""The least part of an answer that counts as the whole where the client has cut off the rest."""
MOST_COMPARED = 12  # exchanges
SAME, NEAR, LINE, EDITED, REWORDED = 4, 3, 2, 1, 3
"""Points of an exchange: for the same answer, for a similar one, and for the line with it; for the same line with
another answer; for the same answer to another line."""
LEAST_REWORDED = 40
"""Letters of an answer that is known without its line."""


def folded(text: str) -> str:
    """Return the letters and digits of a text in one case: the digest by which texts are compared."""
    return "".join(sign for sign in unicodedata.normalize("NFKC", text).casefold() if sign.isalnum())


@dataclass(frozen=True)
class PlayedTurn:
    """A turn of a player.

    Attributes:
        seq: The number of its record.
        parent: The number of the record of the turn before it, 0 for the opening; turns without a line between them do
            not count.
        turn: Its number.
        line: The player's line; "" where the narrator went on without one.
        answer: The text that was sent to the chat client.
        asked: The hash of the request that played it; "" for none.
        stands: Whether it leads to the present.
        brings_back: The number of the record of the turn that it brings back; 0 for one that was played.
    """

    seq: int
    parent: int
    turn: int
    line: str
    answer: str
    asked: str = ""
    stands: bool = True
    brings_back: int = 0

    @property
    def first_seq(self) -> int:
        """The number of the record in which it was played."""
        return self.brings_back or self.seq

    @cached_property
    def folded_line(self) -> str:
        return folded(self.line)

    @cached_property
    def folded_answer(self) -> str:
        return folded(self.answer)


class Found(NamedTuple):
    """The turn that a conversation ends at, None for the opening, and how well it fits: the points of its exchanges,
    and whether its last answer is that of the turn."""

    turn: PlayedTurn | None
    points: int
    is_same_answer: bool = True


@dataclass(frozen=True)
class PlayedTurns:
    """Turns of a game by record; ``present`` is the last one that leads to the present, ``is_whole`` whether none of
    the turns is missing."""

    turns: dict[int, PlayedTurn] = field(default_factory=dict)
    is_whole: bool = True

    @cached_property
    def standing(self) -> Sequence[PlayedTurn]:
        """The turns that lead to the present, oldest first."""
        return sorted((turn for turn in self.turns.values() if turn.stands), key=lambda turn: turn.turn)

    @property
    def present(self) -> PlayedTurn | None:
        return self.standing[-1] if self.standing else None

    def before(self, turn: PlayedTurn | None, count: int) -> PlayedTurn | None:
        """Return the turn so many turns before another one; None for the opening."""
        while turn is not None and count:
            turn, count = self.turns.get(turn.parent), count - 1
        return turn

    def after(self, turn: PlayedTurn | None) -> Sequence[PlayedTurn]:
        """Return the standing turns after a standing one; all of them after the opening."""
        return [each for each in self.standing if turn is None or each.turn > turn.turn]

    def find(self, exchanges: Sequence[AnsweredLine], client: str) -> Found | None:
        """Find the turn that a conversation ends at: the one with the longest history in common with it.

        Of several the present one is found, else one that leads to the present, else one of the same client, else the
        newest.

        Args:
            exchanges: The answered lines, oldest first; at least one.
            client: The prefix of the hashes of the client's requests.

        Returns:
            The turn; None where none fits.
        """
        compared = [_Compared(each) for each in exchanges[-MOST_COMPARED:]]
        found = [self._compare(compared, turn, client) for turn in self.turns.values()]
        fits = [each for each in found if each.points >= NEAR or self._is_edited(each, client)]
        if not fits:
            return None

        def rank(each: Found) -> tuple[bool, int, bool, bool, bool, int]:
            turn = each.turn
            is_own = turn is not None and turn.asked.startswith(client)
            stands, seq = (turn.stands, turn.seq) if turn is not None else (False, 0)
            return each.is_same_answer, each.points, turn is self.present, stands, is_own, seq

        return max(fits, key=rank)

    def _is_edited(self, found: Found, client: str) -> bool:
        """Return whether nothing but the line fits of the client's own last turn: it has written another answer."""
        turn = found.turn
        return found.points == EDITED and turn is self.present and turn is not None and turn.asked.startswith(client)

    def _compare(self, compared: Sequence["_Compared"], end: PlayedTurn, client: str) -> Found:
        """Compare exchanges with a turn and those before it, as far as they fit. Turns in between that others have
        played are not in the client's history."""
        points, turn, left = 0, end, [*compared]
        is_same = compared[-1].points(end) not in (0, EDITED) or compared[-1].without(end) is not None
        while left:
            if (merged := left[-1].without(turn)) is not None:  # joined to the answer before it
                left[-1] = merged
                points += SAME
            elif (fit := left[-1].points(turn)) > EDITED or (fit and turn.asked.startswith(client)):
                left.pop()
                points += fit
            elif turn is end or turn.asked.startswith(client):
                break
            if (before := self.turns.get(turn.parent)) is None:
                break
            turn = before
        return Found(end, points, is_same)


class _Compared:
    """An exchange, folded for comparison."""

    def __init__(self, exchange: AnsweredLine) -> None:
        self.line = None if exchange.line is None else folded(exchange.line)
        self.is_going_on = exchange.line == ""
        self.answer = folded(exchange.answer)

    def without(self, turn: PlayedTurn) -> "_Compared | None":
        """Return the exchange without the answer of a turn that the narrator went on in; None where it has none."""
        end = turn.folded_answer
        if turn.line or self.is_going_on or not end or self.answer == end or not self.answer.endswith(end):
            return None
        rest = _Compared(AnsweredLine(None, ""))
        rest.line, rest.answer = self.line, self.answer.removesuffix(end)
        return rest

    def points(self, turn: PlayedTurn) -> int:
        fit = _likeness(self.answer, turn.folded_answer)
        if self.line is None:
            return fit
        if self.line == turn.folded_line:
            return fit + LINE if fit else EDITED
        return REWORDED if fit == SAME and len(turn.folded_answer) >= LEAST_REWORDED else 0


def _likeness(given: str, answer: str) -> int:
    if not answer or not given:
        return SAME if given == answer else 0
    if given.endswith(answer):  # the first one comes with the opening before it
        return SAME
    if len(given) >= LEAST_SHARE * len(answer) and answer.startswith(given):
        return NEAR
    return NEAR if fuzz.ratio(given, answer, score_cutoff=ALIKE) else 0


AnswerOf = Callable[[Record], str]
"""Returns what a chat client is answered with a turn."""


def all_turns(journal: Journal, answer_of: AnswerOf) -> PlayedTurns:
    """List every turn of a player that was played in a game, those that were undone or replaced included."""
    present = {record.seq for record in chain(journal, journal.head)}
    return PlayedTurns(_played(journal.records, present, answer_of))


def last_turns_of(records: Sequence[Record], answer_of: AnswerOf, *, is_whole: bool) -> PlayedTurns:
    """List the turns of players among the last turns that lead to the present.

    Args:
        records: The records of these turns, oldest first.
        answer_of: See `AnswerOf`.
        is_whole: Whether there are none before them.
    """
    turns = dict[int, PlayedTurn]()
    before = 0
    for record in records:
        if record.player_input is not None:
            turns[record.seq] = _turn(record, before, answer_of, stands=True)
            before = record.seq
    return PlayedTurns(turns, is_whole)


def _played(records: Iterable[Record], present: set[int], answer_of: AnswerOf) -> dict[int, PlayedTurn]:
    last_played = {0: 0}  # by record: the newest turn of a player that leads to it
    turns: dict[int, PlayedTurn] = {}
    for record in records:
        before = last_played[record.seq] = last_played.get(record.parent, 0)
        if record.kind is RecordKind.TURN and record.player_input is not None:
            last_played[record.seq] = record.seq
            turns[record.seq] = _turn(record, before, answer_of, stands=record.seq in present)
    return turns


def _turn(record: Record, before: int, answer_of: AnswerOf, *, stands: bool) -> PlayedTurn:
    return PlayedTurn(
        seq=record.seq,
        parent=before,
        turn=record.turn,
        line=record.player_input or "",
        answer=answer_of(record),
        asked=record.request_hash or "",
        stands=stands,
        brings_back=record.copy_of or 0,
    )

"""Every turn that was ever played in a game, as a tree, and the games that branched off it."""

from collections.abc import Sequence

from app.models.base import Frozen
from app.models.records.folding import chain
from app.models.records.record import GameSummary, Journal, Origin, Record, RecordKind
from app.services.game.turns.turn_result import place_after

MOST_SHOWN = 80
"""Characters of a line that are shown."""


class TurnNode(Frozen):
    """A turn, by the number of its record; ``parent`` is that of the turn before it, 0 for the opening. ``stands``:
    it leads to the present. ``place`` is the name of the one where it ended, at ``game_time``."""

    seq: int
    parent: int
    turn: int
    player_input: str | None = None
    labels: tuple[str, ...] = ()
    stands: bool = True
    location_id: str | None = None
    place: str = ""
    game_time: int = 0


class TurnBranch(Frozen):
    """A game that goes its own way from a turn on; ``last`` is the turn at which it stands."""

    game_id: str
    title: str
    turn: int
    last: int = 0


class TurnTree(Frozen):
    """``nodes`` in the order in which they were played; ``labels`` are names of the opening."""

    game_id: str
    branched_from: Origin | None
    labels: tuple[str, ...]
    nodes: tuple[TurnNode, ...]
    branches: tuple[TurnBranch, ...] = ()


def tree_of(journal: Journal) -> TurnTree:
    """The tree without the branches, which other journals know."""
    turn_of = {0: 0}  # by record: the newest turn that it stands on
    labels: dict[int, list[str]] = {}
    standing = {record.seq for record in chain(journal, journal.head)}
    turns: list[Record] = []
    for record in journal.records:
        is_turn = record.kind is RecordKind.TURN
        turn_of[record.seq] = record.seq if is_turn else turn_of[record.parent]
        if is_turn:
            turns.append(record)
        if record.label is not None:
            labels.setdefault(turn_of[record.labelled], []).append(record.label)
    opening = journal.opening.state
    nodes: dict[int, TurnNode] = {}
    for record in turns:
        parent = nodes.get(turn_of[record.parent])
        before = parent.location_id if parent else opening.scenario.current_location_id
        time_before = parent.game_time if parent else opening.clock.minutes
        here = place_after(record.messages) or before
        nodes[record.seq] = TurnNode(
            seq=record.seq,
            parent=turn_of[record.parent],
            turn=record.turn,
            player_input=_clipped(record.player_input),
            labels=tuple(labels.get(record.seq, ())),
            stands=record.seq in standing,
            location_id=here,
            place=opening.name(here) if here else "",
            game_time=record.messages[-1].game_time if record.messages else time_before,
        )
    return TurnTree(
        game_id=journal.header.game_id,
        branched_from=journal.header.branched_from,
        labels=tuple(labels.get(0, ())),
        nodes=tuple(nodes.values()),
    )


def with_branches(tree: TurnTree, games: Sequence[GameSummary]) -> TurnTree:
    """The tree with those of the games that branched off it."""
    branches = (
        TurnBranch(game_id=game.game_id, title=game.title, turn=origin.turn, last=game.turn)
        for game in games
        if (origin := game.branched_from) is not None and origin.game_id == tree.game_id and origin.how == "branched"
    )
    return tree.model_copy(update={"branches": tuple(branches)})


def _clipped(line: str | None) -> str | None:
    return line if line is None or len(line) <= MOST_SHOWN else f"{line[: MOST_SHOWN - 1]}…"

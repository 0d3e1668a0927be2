"""The tree of all turns that were played in a game, with the games that branched off it, and the same tree as lanes
of folded scenes, short however long the game is."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from pydantic import Field

from app.models.base import Frozen, View
from app.models.records.folding import chain
from app.models.records.record import GameSummary, Journal, Origin, Record, RecordKind
from app.services.game.turns.turn_result import place_after

MOST_SHOWN = 80
"""Characters of a player's line that are shown."""


class TurnNode(Frozen):
    """A turn that was played, by the number of its record; ``stands`` if it leads to the present."""

    seq: int = Field(examples=[6])
    parent: int = Field(description="the record of the turn before it, 0 for the opening", examples=[5])
    turn: int = Field(examples=[4])
    player_input: str | None = Field(examples=["look around"])
    labels: tuple[str, ...] = Field(examples=[["before the storm"]])
    stands: bool = Field(examples=[True])
    location_id: str | None = Field(description="where it ended", examples=["ferry-landing"])
    place: str = Field(description="the name of this place", examples=["The Ferry Landing"])
    game_time: int = Field(description="when it ended", examples=[931])


class TurnBranch(Frozen):
    """A game that branched off at a turn."""

    game_id: str = Field(examples=["tide-bell-9e8d7c6b"])
    title: str = Field(examples=["The second evening"])
    turn: int = Field(examples=[4])
    last: int = Field(description="its latest turn", examples=[9])


class TurnTree(Frozen):
    """The tree: ``nodes`` in the order in which they were played; ``labels`` are names of the opening."""

    game_id: str
    branched_from: Origin | None
    labels: tuple[str, ...]
    nodes: tuple[TurnNode, ...]
    branches: tuple[TurnBranch, ...] = ()


def tree_of(journal: Journal) -> TurnTree:
    """Build the tree without its branches, which are in other journals."""
    turn_of = {0: 0}  # by record: the newest turn that leads to it
    labels: dict[int, list[str]] = {}
    present = {record.seq for record in chain(journal, journal.head)}
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
            stands=record.seq in present,
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
    """Return the tree with the games that branched off it."""
    branches = (
        TurnBranch(game_id=game.game_id, title=game.title, turn=origin.turn, last=game.turn)
        for game in games
        if (origin := game.branched_from) is not None and origin.game_id == tree.game_id and origin.how == "branched"
    )
    return tree.model_copy(update={"branches": tuple(branches)})


def _clipped(line: str | None) -> str | None:
    return line if line is None or len(line) <= MOST_SHOWN else f"{line[: MOST_SHOWN - 1]}…"


KEPT_AT_ENDS = 3
"""Scenes at each end of a lane that are never folded."""
LEAST_FOLDED = 3
"""The least number of scenes that are folded together."""
MOST_UNFOLDED = 60
"""Scenes shown unfolded of a range; the rest is folded."""


class TurnRun(View):
    """Turns in one place that follow each other, or several such ``scenes`` folded to one, which then has no place. It
    is in a ``lane``: 0 leads to the present, each other one holds turns that no longer do. ``turns``: of these the ones
    around forks, the named ones, and the last of the lane."""

    lane: int = Field(examples=[0])
    parent: int = Field(description="the record of the turn before them, 0 for the opening", examples=[5])
    first: int = Field(description="a turn", examples=[4])
    last: int = Field(examples=[9])
    place: str = Field(examples=["The Ferry Landing"])
    game_time: int = Field(description="when its first turn ended", examples=[931])
    scenes: int = Field(default=1, examples=[1])
    turns: tuple[TurnNode, ...] = ()


def scenes_of(tree: TurnTree, first: int | None = None, last: int | None = None) -> list[TurnRun]:
    """List the scenes of all lanes, long runs folded; for a range of turns those that lead to the present, unfolded.

    A turn at which another game branched off is a fork, as is the turn at which this game branched off another.

    Args:
        tree: The tree.
        first: The first turn of the range.
        last: The last turn of the range.
    """
    forks = {branch.turn for branch in tree.branches}
    if tree.branched_from is not None and tree.branched_from.how == "branched":
        forks.add(tree.branched_from.turn)
    children = Counter(node.parent for node in tree.nodes)
    turn_of = {node.seq: node.turn for node in tree.nodes}
    forks |= {turn_of.get(seq, 0) for seq, count in children.items() if count > 1}
    is_range = first is not None or last is not None
    runs: list[TurnRun] = []
    lanes = _lanes(tree.nodes)
    if is_range:
        lanes = [[node for node in lanes[0] if (first or 0) <= node.turn <= (last or node.turn)]]
    for lane, nodes in enumerate(lanes):
        scenes = [_scene(lane, run, forks, nodes[-1]) for run in _runs(nodes, forks)]
        if is_range:
            kept, rest = scenes[:MOST_UNFOLDED], scenes[MOST_UNFOLDED:]
            runs += kept + ([_merged(rest)] if rest else [])
        else:
            runs += _folded(scenes)
    return runs


def _lanes(nodes: Sequence[TurnNode]) -> list[list[TurnNode]]:
    """Split the turns into lanes: those that lead to the present, then undone ones, each lane beginning at a fork."""
    lanes: list[list[TurnNode]] = [[node for node in nodes if node.stands]]
    ends: dict[int, list[TurnNode]] = {}
    for node in nodes:
        if node.stands:
            continue
        lane = ends.pop(node.parent, None)
        if lane is None:
            lane = []
            lanes.append(lane)
        lane.append(node)
        ends[node.seq] = lane
    return lanes


def _runs(nodes: Sequence[TurnNode], forks: set[int]) -> Iterator[list[TurnNode]]:
    """Split a lane where the place changes and after each fork."""
    number, before = 0, None

    def scene(node: TurnNode) -> int:
        nonlocal number, before
        if before is not None and (node.location_id != before.location_id or before.turn in forks):
            number += 1
        before = node
        return number

    for _, run in groupby(nodes, scene):
        yield list(run)


def _scene(lane: int, run: Sequence[TurnNode], forks: set[int], newest: TurnNode) -> TurnRun:
    def is_shown(node: TurnNode) -> bool:
        return bool(node.labels) or node is newest or any(node.turn + by in forks for by in (1, 0, -1))

    start, end = run[0], run[-1]
    shown = tuple(filter(is_shown, run))
    return TurnRun(
        lane=lane,
        parent=start.parent,
        first=start.turn,
        last=end.turn,
        place=start.place,
        game_time=start.game_time,
        turns=shown,
    )


def _folded(scenes: Sequence[TurnRun]) -> Iterator[TurnRun]:
    """Fold runs of scenes that show no turn into one each."""
    ends = {*range(KEPT_AT_ENDS), *range(len(scenes) - KEPT_AT_ENDS, len(scenes))}
    numbered = enumerate(scenes)
    for is_kept, group in groupby(numbered, lambda each: each[0] in ends or bool(each[1].turns)):
        run = [scene for _, scene in group]
        if is_kept or len(run) < LEAST_FOLDED:
            yield from run
        else:
            yield _merged(run)


def _merged(run: Sequence[TurnRun]) -> TurnRun:
    if len(run) == 1:
        return run[0]
    shown = tuple(node for scene in run for node in scene.turns)
    return run[0].model_copy(update={"last": run[-1].last, "place": "", "scenes": len(run), "turns": shown})

"""Every turn that was ever played in a game, as a tree, and the games that branched off it; and the tree as lanes of
scenes, short enough to be looked at however long the game is."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from pydantic import Field

from app.models.base import Frozen
from app.models.records.folding import chain
from app.models.records.record import GameSummary, Journal, Origin, Record, RecordKind
from app.services.game.turns.turn_result import place_after

MOST_SHOWN = 80
"""Characters of a line that are shown."""


class TurnNode(Frozen):
    """A turn that was played, by the number of its record; ``stands``: it leads to the present."""

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
    """A game that goes its own way from a turn on."""

    game_id: str = Field(examples=["tide-bell-9e8d7c6b"])
    title: str = Field(examples=["The second evening"])
    turn: int = Field(examples=[4])
    last: int = Field(description="the turn at which it stands", examples=[9])


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


KEPT_AT_ENDS = 3
"""Scenes at the beginning and at the end of a lane that are never folded."""
LEAST_FOLDED = 3
"""Scenes that are folded together at least."""
MOST_UNFOLDED = 60
"""Scenes of a lane that are shown of a range that was asked for; what is left is folded."""


class TurnRun(Frozen):
    """Turns in one place that follow each other, from ``first`` to ``last`` and from ``game_time`` on, in a lane: 0
    leads to the present, each other one holds turns that do not stand any more. ``parent`` is the record of the turn
    before them. Several ``scenes`` are folded to one, which then has no place. ``turns`` are those around forks, the
    named ones and the last of the lane."""

    lane: int
    parent: int
    first: int
    last: int
    place: str
    game_time: int
    scenes: int = 1
    turns: tuple[TurnNode, ...] = ()


def scenes_of(tree: TurnTree, first: int | None = None, last: int | None = None) -> list[TurnRun]:
    """All lanes, long runs folded; of a range of turns those of the present, unfolded as far as it goes. A turn that
    another game branched off is a fork, as is that at which this game branched off another."""
    forks = {branch.turn for branch in tree.branches}
    if tree.branched_from is not None and tree.branched_from.how == "branched":
        forks.add(tree.branched_from.turn)
    children = Counter(node.parent for node in tree.nodes)
    turn_of = {node.seq: node.turn for node in tree.nodes}
    forks |= {turn_of.get(seq, 0) for seq, count in children.items() if count > 1}
    is_range = first is not None or last is not None
    found: list[TurnRun] = []
    lanes = _lanes(tree.nodes)
    if is_range:
        lanes = [[node for node in lanes[0] if (first or 0) <= node.turn <= (last or node.turn)]]
    for lane, nodes in enumerate(lanes):
        scenes = [_scene(lane, run, forks, nodes[-1]) for run in _runs(nodes, forks)]
        if is_range:
            kept, rest = scenes[:MOST_UNFOLDED], scenes[MOST_UNFOLDED:]
            found += kept + ([_together(rest)] if rest else [])
        else:
            found += _folded(scenes)
    return found


def _lanes(nodes: Sequence[TurnNode]) -> list[list[TurnNode]]:
    """The turns that stand; then those that do not, each lane beginning at a fork."""
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
    """The turns of a lane, parted where the place changes and behind each fork."""
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
    """Runs of scenes in which nothing is shown, as one each."""
    ends = {*range(KEPT_AT_ENDS), *range(len(scenes) - KEPT_AT_ENDS, len(scenes))}
    numbered = enumerate(scenes)
    for is_kept, group in groupby(numbered, lambda each: each[0] in ends or bool(each[1].turns)):
        run = [scene for _, scene in group]
        if is_kept or len(run) < LEAST_FOLDED:
            yield from run
        else:
            yield _together(run)


def _together(run: Sequence[TurnRun]) -> TurnRun:
    if len(run) == 1:
        return run[0]
    shown = tuple(node for scene in run for node in scene.turns)
    return run[0].model_copy(update={"last": run[-1].last, "place": "", "scenes": len(run), "turns": shown})

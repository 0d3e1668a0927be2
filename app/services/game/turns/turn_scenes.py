"""The tree of a game's turns as lanes of scenes, short enough to be looked at however long the game is."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

from app.models.base import Frozen
from app.services.game.turns.turn_tree import TurnNode, TurnTree

KEPT_AT_ENDS = 3
"""Scenes at the beginning and at the end of a lane that are never folded."""
LEAST_FOLDED = 3
"""Scenes that are folded together at least."""
MOST_UNFOLDED = 60
"""Scenes of a lane that are shown of a range that was asked for; what is left is folded."""


class Scene(Frozen):
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


def scenes_of(tree: TurnTree, first: int | None = None, last: int | None = None) -> list[Scene]:
    """All lanes, long runs folded; of a range of turns those of the present, unfolded as far as it goes. A turn that
    another game branched off is a fork, as is that at which this game branched off another."""
    forks = {branch.turn for branch in tree.branches}
    if tree.branched_from is not None and tree.branched_from.how == "branched":
        forks.add(tree.branched_from.turn)
    children = Counter(node.parent for node in tree.nodes)
    turn_of = {node.seq: node.turn for node in tree.nodes}
    forks |= {turn_of.get(seq, 0) for seq, count in children.items() if count > 1}
    is_range = first is not None or last is not None
    found: list[Scene] = []
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


def _scene(lane: int, run: Sequence[TurnNode], forks: set[int], newest: TurnNode) -> Scene:
    def is_shown(node: TurnNode) -> bool:
        return bool(node.labels) or node is newest or any(node.turn + by in forks for by in (1, 0, -1))

    start, end = run[0], run[-1]
    shown = tuple(filter(is_shown, run))
    return Scene(
        lane=lane,
        parent=start.parent,
        first=start.turn,
        last=end.turn,
        place=start.place,
        game_time=start.game_time,
        turns=shown,
    )


def _folded(scenes: Sequence[Scene]) -> Iterator[Scene]:
    """Runs of scenes in which nothing is shown, as one each."""
    ends = {*range(KEPT_AT_ENDS), *range(len(scenes) - KEPT_AT_ENDS, len(scenes))}
    numbered = enumerate(scenes)
    for is_kept, group in groupby(numbered, lambda each: each[0] in ends or bool(each[1].turns)):
        run = [scene for _, scene in group]
        if is_kept or len(run) < LEAST_FOLDED:
            yield from run
        else:
            yield _together(run)


def _together(run: Sequence[Scene]) -> Scene:
    if len(run) == 1:
        return run[0]
    shown = tuple(node for scene in run for node in scene.turns)
    return run[0].model_copy(update={"last": run[-1].last, "place": "", "scenes": len(run), "turns": shown})

"""The port through which handlers request memories of events."""

from collections.abc import Sequence
from typing import Protocol

from app.models.memory import PruneResult, Related
from app.models.state.game_state import GameState


class IMemoryService(Protocol):
    """A service that requests captures and condenses old memories (`prune`). A capture is a summary of messages, which
    becomes a memory of a place, a person or the world (the owner). Handlers of commands call the service, and an error
    refuses the command; a turn calls it at its end, and an error undoes it. Check first, then change: nothing has
    changed if a method raises an error.

    A request covers the owner's messages since the owner's last request, up to the last message of the turn in
    progress. In a game it is only queued (``game_state.pending``), and the summary is made with the game's other
    pending work. If the owner has no such messages when the turn ends, the request is dropped, and no memory is made.

    Its coroutine methods are `on_location_exit`, `on_npc_exit`, `on_world_event` and `prune`. A `Container` makes the
    service, and a handler whose constructor has a parameter ``memory_service`` gets it. `prune` is for programs: the
    game's own work condenses memories without it.
    """

    async def on_location_exit(self, game_state: GameState, location_id: str | None = None) -> None:
        """Request a summary of a visit for the place, and one for each person who is there now, as `on_npc_exit` does.
        Each becomes a memory of its owner. Call this before the party moves. A turn also calls it at its end for a
        place with many messages since the last request.

        The summary of the place covers the messages at the place since its last request. A place for which the turn in
        progress has a request already gets no second one.

        Args:
            game_state: The game, whose requests (``pending``) are changed.
            location_id: The place; None for the party's current one.

        Raises:
            InvalidInput: No place is given and the party is at no place.
            NotFound: The game has no such place.
        """

    async def on_npc_exit(self, game_state: GameState, npc_id: str) -> None:
        """Request a summary that becomes a memory of a person. Call this before the person moves.

        The summary covers messages that the person witnessed, and spoke, was addressed in or was named in: those since
        the person's last request, whether its summary is made or still pending, or since the game began; and up to the
        end of the turn in progress. If there are none, the request is dropped at the end of the turn. A person for whom
        this turn has a request already gets no second one; a pending request of an earlier turn does not matter.

        Args:
            game_state: The game, whose requests (``pending``) are changed.
            npc_id: The id of the person.

        Raises:
            NotFound: The game has no such person.
        """

    async def on_world_event(
        self, game_state: GameState, event_kind: str, tags: Sequence[str] | None = None, related: Related | None = None
    ) -> None:
        """Request a summary that becomes a memory of the world. Call this when something happens that the world
        remembers.

        Each call adds a request, so several events of a turn become several memories. The requests of one turn cover
        the same messages: all messages of the game since the last request of an earlier turn.

        Args:
            game_state: The game, whose requests (``pending``) are changed.
            event_kind: The kind of event, such as ``quest_completed``: 1 to 120 characters on one line.
            tags: Further tags of the memory, each 1 to 120 characters on one line; None for none.
            related: What the event is about: a kind of part to its `Id` or a list of ids. For ``location_id``,
                ``quest_id``, ``encounter_id``, ``objective_id`` and ``act_id`` the memory gets the first id in the
                field of that name. All ids that are not in one of these five fields, also those of any other kind,
                become ``subjects``. The ids of ``npc_ids`` are in both: in the memory's field ``npc_ids`` and in
                ``subjects``. None for nothing.

        Raises:
            InvalidInput: The kind or a tag breaks these limits, or a key or id of ``related`` is not a valid `Id`.
        """

    async def prune(self, game_state: GameState) -> PruneResult:
        """Condense old memories of every owner (a place, a person or the world), without a model, and archive those
        that exceed the limits of each owner. Pinned memories and those written by hand stay as they are, and nothing is
        deleted.

        One new memory replaces the memories of a conversation (two game days after it began; with five lines or more,
        one day), unimportant sights at one place in half a day (once it is over, or a day later), and, if an owner has
        more than nine tenths of the observations that are kept (180 of 200), a past week (two days later).
        `CadenceSettings` has the times and the lines of a talk.

        For each owner 200 observations, 50 reflections, 7 plans and all summaries are kept, unless the settings
        ``observations_kept``, ``reflections_kept``, ``plans_kept`` and ``keep_memories`` say otherwise.

        Args:
            game_state: The game, which is changed.

        Returns:
            How many observations, reflections and summaries exceeded a limit and were archived, and how many
            conversations were condensed; plans are not counted. All numbers are 0 if there was nothing to do.
        """

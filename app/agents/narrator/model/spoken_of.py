"""The person or player that a pronoun speaks of in a game that is told in the third person: the last one named that it
fits."""

from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.typed_words import Phrase
from app.language.language import current_language
from app.models.sheets.narration import NarrationPerson
from app.models.sheets.person import Pronouns
from app.models.sheets.player import PlayerSheet
from app.models.state.game_state import GameState


class _Known(NamedTuple):
    """A person or player of the story: the folded names, and the pronouns that may speak of it."""

    names: tuple[str, ...]
    pronouns: frozenset[Pronouns]
    is_player: bool
    is_here: bool = True


class SpokenOf:
    """Follows who is named in a text, sentence by sentence.

    Args:
        state: The game.
    """

    def __init__(self, state: GameState) -> None:
        is_third = state.narration_style.person is NarrationPerson.THIRD
        self._known = list(_everybody(state)) if is_third else []
        self.named_last: dict[Pronouns, bool] = {}
        """By pronoun whether a player was named last of those whom it fits."""

    def copy(self) -> "SpokenOf":
        """Return a copy that follows a text on its own."""
        copied = copy(self)
        copied.named_last = dict(self.named_last)
        return copied

    def player_at(self, phrase: Phrase, at: int) -> bool:
        """Return whether a word is a pronoun, as subject, that speaks of a player."""
        if not self._known:
            return False
        word = phrase.norms[at]
        said = next(
            (each for each in Pronouns if word in current_language().words(f"checks.claims_{each.value}")), None
        )
        return said is not None and self._is_of_player(said)

    def note(self, phrase: Phrase, at: int) -> None:
        """Note who is named by the words from one on, if anybody is."""
        found = [(phrase.starts(*each.names, at=at), each) for each in self._known]
        count, named = max(found, key=lambda pair: pair[0], default=(0, None))
        if count and named is not None:
            self.named_last.update(dict.fromkeys(named.pronouns, named.is_player))

    def _is_of_player(self, pronoun: Pronouns) -> bool:
        """Return whether a pronoun speaks of a player. Where none that it fits was named yet, it does if it fits a
        player and no person who is here."""
        if pronoun in self.named_last:
            return self.named_last[pronoun]
        fitting = [each.is_player for each in self._known if each.is_here and pronoun in each.pronouns]
        return bool(fitting) and all(fitting)


def _everybody(state: GameState) -> Iterator[_Known]:
    for player in state.party.players:
        names = (" ".join(Phrase.of(name).norms) for name in (player.name, player.called) if name)
        yield _Known(tuple(names), _pronouns_of(player), is_player=True)
    here = {npc.instance_id for npc in state.present()}
    for person in naming.everybody(state):
        fitting = frozenset(Pronouns) if person.pronouns is None else frozenset({person.pronouns})
        yield _Known(tuple(map(" ".join, person.names)), fitting, is_player=False, is_here=person.id in here)


def _pronouns_of(sheet: PlayerSheet) -> frozenset[Pronouns]:
    """Return the pronouns that a player's sheet names; without any every one but "they", which speaks of several."""
    named = naming.pronouns_in(Phrase.of(sheet.pronouns.replace("/", " ")).norms)
    return named or frozenset(Pronouns) - {Pronouns.THEY}

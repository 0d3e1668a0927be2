"""Names of people, things and places in texts that the engine writes into a person's memory."""

import re
import unicodedata
from functools import lru_cache

from app.interfaces.services.location import PARTY
from app.language.analysis.names import Folded
from app.language.language import cached_by_language, current_language, language_of
from app.language.rendering.perspective import in_own_words
from app.language.rendering.phrases import listed, place_phrase, the
from app.models.memory import Scope
from app.models.state.game_state import GameState, PlayerCharacter

_WORD = re.compile(r"\w+")


class _PlaceNames(dict[str, str]):
    """Names of places by id, as `Naming.place` returns them."""


class Naming:
    """Names as one person's memory uses them. `perspective` later rewrites that memory in the first person, by names; a
    name that it would confuse with another person's is replaced.

    Args:
        state: The game.
        owner_id: The person; None for the memory of a place or the world.
    """

    def __init__(self, state: GameState, owner_id: str | None = None) -> None:
        self.language = language_of(state.sheet)
        self.state = state
        self._owner_id = owner_id
        self._own: tuple[str, ...] = ()
        if owner_id is not None:
            sheet = state.sheets.npc(owner_id)
            self._own = (sheet.name, *sheet.aliases)
        self._players = tuple(player.name for player in state.party.ever)
        self.party = self.language.render("phrases.party")
        self._you = self.language.lines("perspective.second")[0].capitalize()

    def player(self, player: PlayerCharacter | None) -> str:
        """Return a player's name; for None the party, which goes by the name of its only player."""
        if player is None and len(self.state.party.players) > 1:
            return self.party
        name = self._players[0] if player is None else player.name
        return name if self._is_clear(name, self._you) else self.party

    def players(self, any_id: str = PARTY) -> str:
        """Return the names of all players, or of the player with this id; the party's name if one is unclear; "" for no
        player."""
        party = self.state.party
        meant = party.players if any_id == PARTY else [player for player in party.ever if player.id == any_id]
        names = [self.player(player) for player in meant]
        return self.party if self.party in names else listed(names)

    def person(self, npc_id: str) -> str:
        """Return the display name of a person; a neutral word where the owner would take it for its own name."""
        name = self.state.name(npc_id)
        is_clear = npc_id == self._owner_id or self._is_clear(name, name)
        return name if is_clear else self.language.render("phrases.somebody")

    def thing(self, any_id: str) -> str:
        """Return ``the lantern``, but ``Mara's ring``; people and places by their names, quests in quotation marks."""
        if any_id in self.state.npcs:
            return self.person(any_id)
        if player := self.players(any_id):
            return player
        if any_id in self.state.sheets.quests:
            return in_quotes(self.state.name(any_id))
        return self.place(any_id) if any_id in self.state.sheets.locations else the(self.state.name(any_id))

    def place(self, location_id: str) -> str:
        """Return ``the Inn``, but ``Eldmere``."""
        names = self.state.sheet.derived.of(_PlaceNames)
        if location_id not in names:
            names[location_id] = place_phrase(self.state.sheet, self.state.sheets.location(location_id))
        return names[location_id]

    def _is_clear(self, name: str, expected: str) -> bool:
        """Return whether `perspective` renders a name as expected. Only an owner's name that shares a word with it can
        interfere; otherwise the answer is the same for all owners and cached."""
        if self._owner_id is None:
            return True
        own = () if _words_of((name,)).isdisjoint(_words_of(self._own)) else self._own
        return _in_own_words(name, own, self._players) == unicodedata.normalize("NFC", expected)


@lru_cache(maxsize=4096)
def _words_of(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(word for name in names for word in _WORD.findall(Folded.of(name).folded))


@cached_by_language(4096)
def _in_own_words(name: str, own_names: tuple[str, ...], player_names: tuple[str, ...]) -> str:
    """Return a name as `perspective` renders it in a person's own words: "I", "You", or the name itself."""
    does = f" {min(current_language().words('words.irregular_past'))}."
    return in_own_words(f"{name}{does}", own_names, player_names).removesuffix(does)


def owner_name(state: GameState, scope: Scope) -> str:
    """Return the display name of an owner of memories, for the world the words of the language."""
    return language_of(state.sheet).render("phrases.world") if scope.owner_id is None else state.name(scope.owner_id)


def sentence_with_name(words: str) -> str:
    """Return words as a sentence. A name at its begin is left as written, since it is recognised by that."""
    is_no_name = current_language().pattern("phrases.no_name").match(words)
    return f"{words[0].upper() + words[1:] if is_no_name else words}."


def in_quotes(text: str) -> str:
    """Return an author's words in quotation marks, with inner ones replaced."""
    plain = "".join("'" if sign in '"“”„«»「」『』' else sign for sign in text).strip(" .")
    return f'"{plain[:1].upper()}{plain[1:]}"'

"""A person of the story and the player it talks with: whose words are "I", and whose are "you"."""

from dataclasses import dataclass, field
from functools import cached_property

from app.agents.narrator.understanding.typed_words import recall_pattern
from app.language.analysis.address import calling
from app.language.language import Language, Pattern, language_of
from app.language.rendering.perspective import in_own_words
from app.memory.recall.perceived import perceived_words
from app.memory.recall.recaller import Recaller
from app.memory.stream.stream import MemoryStream
from app.models.memory import MemoryEntry, Scope
from app.models.memory_id import make_message_id
from app.models.messages.message import Message
from app.models.prompt import RecalledMemory
from app.models.state.game_state import GameState


@dataclass(frozen=True)
class Exchange:
    """Who speaks (``npc_id``) to which player (a name). ``as_heard``: as the party remembers the person's words."""

    state: GameState
    npc_id: str
    player: str
    recaller: Recaller = field(default_factory=Recaller, compare=False, repr=False)
    as_heard: bool = False

    @property
    def language(self) -> Language:
        return language_of(self.state.sheet)

    @property
    def scope(self) -> Scope:
        return Scope.npc(self.npc_id)

    @property
    def stream(self) -> MemoryStream:
        return MemoryStream(self.state, self.scope)

    @cached_property
    def own_names(self) -> tuple[str, ...]:
        sheet = self.state.sheets.npc(self.npc_id)
        return (sheet.name, *sheet.aliases)

    @property
    def player_id(self) -> str:
        """The id of the player; "" if no player has that name."""
        return next((player.id for player in self.state.party.players if player.name == self.player), "")

    @property
    def player_names(self) -> tuple[str, ...]:
        """The names of all players: of one party, not all of them are spoken to."""
        return tuple(player.name for player in self.state.party.ever)

    def source(self, memory_id: str, why: str) -> RecalledMemory:
        """A memory that an answer was made of, and the template of why."""
        words = self.language.render(f"recall.why-{why}")
        return RecalledMemory(scope=self.scope, memory_id=memory_id, score=1.0, why=words)

    def heard(self, message: Message, why: str) -> RecalledMemory:
        """The same for a message."""
        return self.source(make_message_id(message.index), why)

    def as_it_seems(self, memory: MemoryEntry, words: str) -> str:
        """What the speaker says of a memory as the speaker perceives that; the party hears words as they were said."""
        return words if self.as_heard else perceived_words(self.state, self.npc_id, memory, words)

    def in_first_person(self, text: str) -> str:
        """A memory, or a part of one, in the speaker's own words to the player."""
        words = self.without_call(in_own_words(text, self.own_names, (self.player,)).strip())
        if not recall_pattern("without_subject").match(words):
            return words
        return self.language.render("answers.with-subject", words=words[0].lower() + words[1:])

    def without_call(self, words: str) -> str:
        """Without the speaker's own name where a quotation or the whole begins by calling it: ``Mara, I …``."""
        return self._call.sub(lambda found: found[1] + found[2].upper(), words)

    @cached_property
    def _call(self) -> Pattern:
        names = [recall_pattern("article").sub("", name) for name in self.own_names]
        return calling((*names, names[0].split()[0]))

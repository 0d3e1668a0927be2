"""What a person who is spoken to does: greets, tells a topic, says a line with what belongs to it."""

from collections.abc import Sequence

from app.agents.narrator.company import times_spoken_this_visit
from app.agents.narrator.knowledge import matters
from app.agents.narrator.knowledge.about_player import meeting_memory
from app.agents.narrator.knowledge.following import talk_after
from app.agents.narrator.knowledge.passages import Known
from app.agents.narrator.telling.variants import MarkedText
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.turn.voices import Voice
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing, choice_names
from app.events.commands.play import AskTopicCommand
from app.language.rendering.phrases import listed
from app.models.messages.mark import MarkKind
from app.models.sheets.person import TopicSheet
from app.models.state.conditions import can_tell_topic, open_topics, topic_text_here
from app.models.state.dialogue import Dialogue, OpenMatter
from app.models.state.texts import description_now

_OFFERED = 4
_LONGEST_OPEN = 400
_OPEN = ("question", "offer", "own_question", "own_offer")
"""The fields of a dialogue that hold what is open."""


class Talking:
    """A person who is spoken to in a turn."""

    def __init__(self, turn: TurnBuilder, npc_id: str) -> None:
        self.turn = turn
        self.npc_id = npc_id
        self.state = turn.state
        self._topic_id: str | None = None
        """The topic of what it said last in this turn."""
        self._has_answered = False
        """Whether it has answered a question of the line already."""
        self._shown_id: str | None = None
        """The thing that the player has shown it in this turn."""
        self._opened: dict[str, object] = {}
        """What this turn opens and closes, by field of the dialogue."""
        self._offered: list[str] = []
        """The topics that it named as what can be asked."""

    @property
    def voice(self) -> Voice:
        """Its voice, after what it has said in this turn so far."""
        return self.turn.voice(self.npc_id)

    def greet(self, *, is_whole: bool = True) -> None:
        """Greet back, and show what it remembers if this is the first word of the visit; do nothing if it has spoken in
        this turn already.

        Args:
            is_whole: Whether the line is a greeting and nothing else; if not, only a stranger is greeted, in short.
        """
        voice = self.voice
        if self.turn.has_spoken(self.npc_id) or (not is_whole and voice.has_met()):
            return
        if not voice.has_met():
            self.turn.describe(description_now(self.state, self.state.sheets.npc(self.npc_id)))
        self._gesture()
        if not is_whole:
            self.turn.speak(self.npc_id, voice.greeting())
            return
        if self._is_first_word():
            self.turn.speak(self.npc_id, voice.returning(meeting_memory(voice.exchange)) or voice.greeting())
        else:
            self.turn.speak(self.npc_id, voice.says("to_greeting"))
        self._offer_topics()

    def _offer_topics(self, *, without: str = "") -> None:
        can_tell = [topic for topic in open_topics(self.state, self.npc_id) if topic.id != without]
        topics = [topic.name for topic in can_tell]
        if topics:
            self._offered = [topic.id for topic in can_tell[:_OFFERED]]
            self.turn.remark(self.turn.lists(self.turn.text("could-ask", topics=listed(topics[:_OFFERED], "or"))))

    def _note_talk(self) -> None:
        """Store the state of the player's talk after an answer."""
        if said := self.turn.said_by(self.npc_id):
            talk = talk_after(self.state, self.npc_id, said[0], self._topic_id, self._offered)
            self.turn.dialogue = talk.model_copy(update={**self._open_now(), "shown_id": self._shown_id})

    def _open_now(self) -> dict[str, object]:
        """Return what is open between the two, by field of the dialogue: what was open, and what this turn changes."""
        before = self._open_before()
        kept = {} if before is None else {name: getattr(before, name) for name in _OPEN}
        return {**kept, **self._opened}

    def _open_before(self) -> Dialogue | None:
        """Return the talk with this player before this turn, with the question and the offer that are still open in
        it."""
        talk = self.turn.dialogue or self.state.dialogues.get(self.turn.context.speaker.id)
        return talk.still_open(self.state.turn) if talk is not None and talk.speaker_id == self.npc_id else None

    def reply_to_message(self, name: str, to: str) -> None:
        """Say that it takes on a message, or why it does not.

        Args:
            name: The list of the line.
            to: The name of the person that the message is for.
        """
        self._gesture()
        self.turn.speak(self.npc_id, self.voice.says(name, to=to))
        self._note_talk()

    def _leave_open(self, field: str, words: str) -> None:
        """Leave a question or an offer of the player open."""
        self._opened[field] = OpenMatter(words=words[:_LONGEST_OPEN], turn=self.state.turn)

    def _reply(self, line: MarkedText, *, is_free: bool = True) -> bool:
        """Say a line; a model may say it better if it ``is_free``. Always True."""
        if is_free:
            self.turn.addressed_npc_id = self.npc_id
        self._gesture()
        self.turn.speak(self.npc_id, line)
        return True

    def _gesture(self) -> None:
        """One gesture of a person in a turn is enough."""
        if not self.turn.has_spoken(self.npc_id):
            self.turn.remark(self.voice.gesture())

    def _is_first_word(self) -> bool:
        return not self.turn.has_spoken(self.npc_id) and not times_spoken_this_visit(self.state, self.npc_id)

    def _open_with_memory(self) -> bool:
        """Say on the first word of a visit what it remembers; return whether there was anything."""
        voice = self.voice
        line = voice.returning(meeting_memory(voice.exchange)) if self._is_first_word() else None
        self.turn.speak(self.npc_id, line)
        return line is not None

    async def _tell_topic(self, topics: Sequence[Thing]) -> bool | None:
        """Tell a topic; None if it has no more to tell."""
        if len(topics) > 1:
            return self.turn.refuse(self.turn.text("what-about", topics=listed(choice_names(topics), "or")))
        _, topic = self.state.sheets.topic(topics[0].id)
        self._topic_id = topic.id
        voice, is_told = self.voice, topic.id in self.state.npc(self.npc_id).topics_told
        can_tell = can_tell_topic(self.state, self.npc_id, topic)
        if is_told and can_tell and voice.is_saying(topic.text):
            return True
        if is_told and can_tell and voice.has_said(topic.again or topic.text):
            return None
        self._gesture()
        refusal = await self.turn.attempt(AskTopicCommand(npc_id=self.npc_id, topic_id=topic.id))
        if refusal is None:
            self._has_answered = True
            return True
        if refusal.quoted:
            return self.turn.refuse(refusal)
        words = topic_text_here(self.state, self.npc_id, topic)
        untold = voice.unknown() if voice.has_said(words) else voice.authored(words)
        self.turn.speak(self.npc_id, untold.marked(MarkKind.REFUSAL))
        return False

    def _topics(self, text: str) -> list[Thing]:
        return matters.topics_about(self.state, self.npc_id, text)

    def _sheets(self, topics: Sequence[Thing]) -> list[TopicSheet]:
        return [self.state.sheets.topic(topic.id)[1] for topic in topics]

    def _topic_of(self, known: Known) -> list[Thing]:
        topics = naming.topics_of(self.state, self.npc_id)
        return [each for each in topics if known.topic is not None and each.id == known.topic.id]

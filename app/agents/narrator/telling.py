"""What has happened, as prose: each event in the scenario's own words. Nothing is told that is no event."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.agents.narrator import sight
from app.agents.narrator.variants import Passage, aside, joined, pick
from app.agents.narrator.voices import Voice
from app.agents.narrator.words import name_words, vocabulary
from app.interfaces.agents.narrator import Speech
from app.language.language import language_of
from app.language.rendering.filling import sentence
from app.language.rendering.phrases import listed, number_of
from app.models.command import Event, Outcome
from app.models.condition import Attitude, DangerLevel
from app.models.events.play import (
    ActProgressed,
    AttitudeChanged,
    DangerChanged,
    EffectAdded,
    EncounterCompleted,
    ItemDropped,
    ItemGiven,
    ItemTaken,
    ItemUsed,
    LocationChanged,
    NoteAdded,
    NPCMoved,
    ObjectiveCompleted,
    QuestCompleted,
    QuestStarted,
    SecretDiscovered,
    TimeAdvanced,
    TopicTold,
)
from app.models.game_state import GameState

_NUMBERS = {1: "one", 2: "other"}
_TAKEN = ("You take {}.", "You pick up {}.")
_DROPPED = ("You put down {}.", "You leave {} lying here.", "You set {} down.")
_ARRIVED: tuple[str, ...] = (
    "You take {} and come to {}.",
    "By {} you come to {}.",
    "You leave by {} and come to {}.",
    "You take {} to {}.",
)
_THROUGH = ("You go through {} and come to {}.", "You leave through {} and come to {}.")
_BY_NAME: tuple[str, ...] = ("You take {}.", "You go by {}.")
_THROUGH_BY_NAME = ("You go through {}.",)
_OPENINGS = vocabulary("door doors gate gates grating hatch arch archway hole window curtain entrance mouth gap")
_FEELS = {
    Attitude.HOSTILE: "{} looks at you with open hatred.",
    Attitude.WARY: "{} keeps a careful distance from you now.",
    Attitude.NEUTRAL: "{} looks at you anew, as neither friend nor foe.",
    Attitude.FRIENDLY: "Something in the way {} looks at you has grown warmer.",
    Attitude.LOYAL: "From now on, you feel, {} would stand by you.",
}
_TURNS = {
    DangerLevel.CLEARED: "Nothing here threatens you any more.",
    DangerLevel.SAFE: "It is safe here now.",
    DangerLevel.LOW: "Little here still gives cause for care.",
    DangerLevel.MODERATE: "You had better watch your step here now.",
    DangerLevel.HIGH: "It has become dangerous here.",
    DangerLevel.EXTREME: "To stay here now is to court death.",
}


OUTDOORS = "outdoors"
"""Tags a place that nobody comes into through a door."""


def shown_speech(name: str, text: str) -> str:
    """A speech as the player sees it: ``Mara: “…”``."""
    return f"{name}: “{text}”"


@dataclass(frozen=True)
class Told:
    """Paragraphs of narration and what people said, in the order in which it happened."""

    lines: tuple[Passage | Speech, ...] = ()

    @property
    def passages(self) -> tuple[Passage, ...]:
        """The narration alone."""
        return tuple(line for line in self.lines if isinstance(line, Passage))

    @property
    def speeches(self) -> tuple[Speech, ...]:
        """What people said alone."""
        return tuple(line for line in self.lines if isinstance(line, Speech))

    @property
    def text(self) -> str:
        """The narration as one text."""
        return joined(self.passages, "\n\n").text


class OutcomeTeller:
    """Tells outcomes without a model: what the offline narrator says of them, and what stands in for bad narration.

    ``player`` is the name people use in thanks; by default that of the party's first player.
    """

    def __init__(self, player: str | None = None) -> None:
        self._player = player

    def tell(self, state: GameState, outcomes: Sequence[Outcome]) -> str:
        """The outcomes as one text, speeches shown as ``Mara: “…”``; empty if nothing happened."""
        lines = self.told(state, outcomes).lines
        return "\n\n".join(
            shown_speech(state.name(line.npc_id), line.text) if isinstance(line, Speech) else line.text
            for line in lines
        )

    def told(self, state: GameState, outcomes: Sequence[Outcome]) -> Told:
        """The outcomes as narration and speeches. The state is that after them."""
        lines: list[Passage | Speech] = []
        for outcome in outcomes:
            moves = [event for event in outcome.events if isinstance(event, NPCMoved)]
            for event in outcome.events:
                if isinstance(event, NPCMoved):
                    lines += [Passage(words) for words in _comings_and_goings(state, moves)]
                    moves = []
                lines += [passage for passage in self._paragraphs(state, event) if passage]
                speech = self._speech(state, event)
                lines += [speech] if speech is not None and speech.text else []
        return Told(tuple(lines))

    def _speech(self, state: GameState, event: Event) -> Speech | None:
        player = self._player or state.party.players[0].name
        if isinstance(event, TopicTold):
            line = Voice(state, event.npc_id, player).topic(event.text)
            return Speech.now(state, event.npc_id, line.text, line.quoted)
        if isinstance(event, ItemGiven) and not event.to_party:
            line = Voice(state, event.npc_id, player).thanks(event.item_id)
            return Speech.now(state, event.npc_id, line.text, line.quoted)
        return None

    def _paragraphs(self, state: GameState, event: Event) -> list[Passage]:
        match event:
            case LocationChanged():
                return _arrival(state, event)
            case ActProgressed():
                return _turn_of_act(state, event)
            case QuestStarted() | ObjectiveCompleted() | QuestCompleted():
                return [Passage(_quest_news(state, event))]
            case ItemTaken() | ItemDropped() | ItemGiven() | ItemUsed():
                return [Passage(_thing_news(state, event))]
            case EncounterCompleted(encounter_id=encounter_id):
                return [Passage(state.sheets.encounter(encounter_id)[1].cleared_text)]
            case SecretDiscovered(secret_id=secret_id):
                return [Passage(state.sheets.secret(secret_id)[1].text)]
            case EffectAdded(location_id=place, effect=effect):
                return [Passage(sentence(effect) if place == state.scenario.current_location_id else "")]
            case DangerChanged() | AttitudeChanged() | TimeAdvanced() | NoteAdded():
                return [aside(_stock_news(state, event))]
        return []


def _arrival(state: GameState, event: LocationChanged) -> list[Passage]:
    way = state.sheets.exit(event.from_id, event.to_id) if event.from_id else None
    place = sight.the_place(state.name(event.to_id))
    if way is None:
        lead = f"You come to {place}."
    else:
        opening = not _OPENINGS.isdisjoint(name_words(way.name)[-1:])
        if set(name_words(state.name(event.to_id))) <= set(name_words(way.name)):
            ways = _THROUGH_BY_NAME if opening else _BY_NAME
        else:
            ways = _THROUGH if opening else _ARRIVED
        lead = pick(state, f"arrived:{event.to_id}", ways).format(sight.the(way.name), place)
    if event.to_id != state.scenario.current_location_id:
        return [Passage(lead)]
    about, *rest = sight.arrival(state, first_visit=event.first_visit)
    return [joined([Passage(lead), about], " "), *rest]


def _turn_of_act(state: GameState, event: ActProgressed) -> list[Passage]:
    ended = state.sheets.act(event.ended)
    if event.begun is None:
        over = aside("Here the story ends. You may play on, if you like.")
        return [Passage(ended.closing), Passage(state.sheet.ending), over]
    begun = state.sheets.act(event.begun)
    return [Passage(ended.closing), Passage(sentence(f"{begun.name} begins")), Passage(begun.opening)]


def _quest_news(state: GameState, event: QuestStarted | ObjectiveCompleted | QuestCompleted) -> str:
    quest = state.sheets.quest(event.quest_id)
    if isinstance(event, QuestStarted):
        return f"This is yours to see to now: “{quest.name}”. {quest.description}".strip()
    if isinstance(event, QuestCompleted):
        return quest.done_text or f"With that, “{quest.name}” is done."
    _, objective = state.sheets.objective(event.objective_id)
    return objective.done_text or f"That is done: {sentence(objective.name)}"


def _thing_news(state: GameState, event: ItemTaken | ItemDropped | ItemGiven | ItemUsed) -> str:
    item = sight.the(state.name(event.item_id))
    if isinstance(event, ItemTaken):
        return sentence(pick(state, f"taken:{event.item_id}", _TAKEN).format(item))
    if isinstance(event, ItemDropped):
        return sentence(pick(state, f"dropped:{event.item_id}", _DROPPED).format(item))
    if isinstance(event, ItemUsed):
        return event.text or sentence(f"You use {item}")
    if event.to_party:
        return f"{state.name(event.npc_id)} gives you {item}."
    language, sheet = language_of(state.sheet), state.sheets.item(event.item_id)
    handed = language.lines("things.handed", _NUMBERS[number_of(sheet.name, sheet.plural, language)])
    return pick(state, f"handed:{event.item_id}", handed).format(item, state.name(event.npc_id))


def _stock_news(state: GameState, event: DangerChanged | AttitudeChanged | TimeAdvanced | NoteAdded) -> str:
    """What the engine's own line says as well, in words that are the same in every story."""
    here = state.scenario.current_location_id
    match event:
        case DangerChanged(location_id=place, level=level):
            return _TURNS[level] if place == here else ""
        case AttitudeChanged(npc_id=npc_id, attitude=attitude):
            seen = state.npc(npc_id).current_location_id == here
            return _FEELS[attitude].format(state.name(npc_id)) if seen else ""
        case NoteAdded(text=text):
            return f"You keep this in mind: “{text}”"
        case TimeAdvanced():
            return pick(state, "time", ("Time passes. {}", "You let the time go by. {}")).format(sight.hour(state))


def _comings_and_goings(state: GameState, moves: Sequence[NPCMoved]) -> Iterator[str]:
    """Only what can be seen from where the party is: who comes together and goes the same way is told together."""
    here = state.scenario.current_location_id
    together: dict[str | None, list[str]] = {}
    for move in moves:
        if here is not None and here in (move.from_id, move.to_id):
            together.setdefault(move.to_id, []).append(state.name(move.npc_id))
    for to, names in together.items():
        one = len(names) == 1
        if to == here:
            does = ("arrives" if one else "arrive") if _is_outdoors(state) else ("comes in" if one else "come in")
        else:
            does = "leaves" if one else "leave"
            does += f" for {sight.the_place(state.name(to))}" if to else ""
        yield f"{listed(names)} {does}."


def _is_outdoors(state: GameState) -> bool:
    return OUTDOORS in state.here.tags

"""What has happened, as prose: each event in the scenario's own words. Nothing is told that is no event."""

from collections.abc import Iterator, Sequence

from app.agents.narrator.acting.company import whose_turn
from app.agents.narrator.answering.exchange import Exchange
from app.agents.narrator.telling.sight import arrival, hour, telling_text
from app.agents.narrator.telling.variants import Passage, aside, joined, pick
from app.agents.narrator.telling.voices import Voice
from app.agents.narrator.understanding.typed_words import name_words
from app.interfaces.agents.narrator import Speech
from app.language.language import language_of
from app.language.rendering.filling import sentence
from app.language.rendering.phrases import listed, named_place, number_of, the
from app.models.command import Event, Outcome
from app.models.events import play
from app.models.messages.mark import Mark
from app.models.messages.piece import Piece
from app.models.state.game_state import GameState

_OUTDOORS = "outdoors"  # tag of a place that has no door to come in by


def shown_speech(name: str, text: str) -> str:
    """A speech as the player sees it: ``Mara: “…”``."""
    return f"{name}: “{text}”"


def spoken_piece(state: GameState, npc_id: str, text: str, marks: tuple[Mark, ...] = ()) -> Piece:
    """A whole speech, or one line of it, as it is shown while a turn is told."""
    name = state.name(npc_id)
    return Piece(shown_speech(name, text), text, speaker_id=npc_id, speaker_name=name, marks=marks)


def outcomes_in_words(state: GameState, outcomes: Sequence[Outcome]) -> str:
    """The outcomes as one text, speeches shown as ``Mara: “…”``; empty if nothing happened."""
    return "\n\n".join(
        shown_speech(state.name(line.npc_id), line.text) if isinstance(line, Speech) else line.text
        for line in passages_and_speeches(state, outcomes)
    )


def passages_and_speeches(state: GameState, outcomes: Sequence[Outcome]) -> list[Passage | Speech]:
    """Paragraphs of narration and what people said, in order. The state is that after the outcomes."""
    lines: list[Passage | Speech] = []
    for outcome in outcomes:
        moves = [event for event in outcome.events if isinstance(event, play.NPCMoved)]
        for event in outcome.events:
            if isinstance(event, play.NPCMoved):
                lines += [Passage(words) for words in _comings_and_goings(state, moves)]
                moves = []
            lines += filter(None, _paragraphs(state, event))
            lines += _speech(state, event)
    return lines


def _speech(state: GameState, event: Event) -> list[Speech]:
    match event:
        case play.TopicTold(npc_id=npc_id):
            line = _voice(state, npc_id).authored(event.text)
        case play.ItemGiven(npc_id=npc_id, to_party=False):
            line = _voice(state, npc_id).thanks(event.item_id)
        case _:
            return []
    return [Speech.now(state, npc_id, line.text, line.marks)] if line else []


def _voice(state: GameState, npc_id: str) -> Voice:
    return Voice(Exchange(state, npc_id, whose_turn(state).name))


def _paragraphs(state: GameState, event: Event) -> list[Passage]:
    here = state.scenario.current_location_id
    match event:
        case play.LocationChanged():
            return _arrival(state, event)
        case play.ActProgressed():
            return _turn_of_act(state, event)
        case play.QuestStarted():
            quest = state.sheets.quest(event.quest_id)
            begun = telling_text(state, "quest-begun", quest=quest.name, description=quest.description)
            return [Passage(begun.strip())]
        case play.QuestCompleted():
            quest = state.sheets.quest(event.quest_id)
            return [Passage(quest.done_text or telling_text(state, "quest-done", quest=quest.name))]
        case play.ObjectiveCompleted():
            _, step = state.sheets.objective(event.objective_id)
            return [Passage(step.done_text or telling_text(state, "objective-done", objective=sentence(step.name)))]
        case play.ItemTaken() | play.ItemDropped() | play.ItemGiven() | play.ItemUsed():
            return [Passage(_thing_news(state, event))]
        case play.EncounterCompleted(encounter_id=encounter_id):
            return [Passage(state.sheets.encounter(encounter_id)[1].cleared_text)]
        case play.SecretDiscovered(secret_id=secret_id):
            return [Passage(state.sheets.secret(secret_id)[1].text)]
        case play.EffectAdded(location_id=place, effect=effect):
            return [Passage(sentence(effect) if place == here else "")]
        case play.DangerChanged(location_id=place, level=level):
            return [aside(telling_text(state, "danger-now", level=level.value) if place == here else "")]
        case play.AttitudeChanged(npc_id=npc_id, attitude=attitude):
            text = telling_text(state, "feels", attitude=attitude.value, name=state.name(npc_id))
            return [aside(text if state.npc(npc_id).current_location_id == here else "")]
        case play.NoteAdded(text=text):
            return [aside(telling_text(state, "noted", text=text))]
        case play.TimeAdvanced():
            return [aside(pick(state, "time", language_of(state.sheet).lines("telling.time")).format(hour(state)))]
    return []


def _arrival(state: GameState, event: play.LocationChanged) -> list[Passage]:
    place = named_place(state.name(event.to_id))
    if event.from_id and (way := state.sheets.exit(event.from_id, event.to_id)):
        language, way_words = language_of(state.sheet), name_words(way.name)
        opening = not language.words("telling.openings").isdisjoint(way_words[-1:])
        named = set(name_words(state.name(event.to_id))).issubset(way_words)
        ways = ("through_by_name" if opening else "by_name") if named else "through" if opening else "arrived"
        lead = pick(state, f"arrived:{event.to_id}", language.lines(f"telling.{ways}")).format(the(way.name), place)
    else:
        lead = telling_text(state, "arrived", place=place)
    if event.to_id != state.scenario.current_location_id:
        return [Passage(lead)]
    about, *rest = arrival(state, first_visit=event.first_visit)
    return [joined([Passage(lead), about], " "), *rest]


def _turn_of_act(state: GameState, event: play.ActProgressed) -> list[Passage]:
    ended = state.sheets.act(event.ended)
    if event.begun is None:
        return [Passage(ended.closing), Passage(state.sheet.ending), aside(telling_text(state, "story-over"))]
    begun = state.sheets.act(event.begun)
    heading = sentence(telling_text(state, "act-begins", act=begun.name))
    return [Passage(ended.closing), Passage(heading), Passage(begun.opening)]


def _thing_news(state: GameState, event: play.ItemTaken | play.ItemDropped | play.ItemGiven | play.ItemUsed) -> str:
    item, language = the(state.name(event.item_id)), language_of(state.sheet)
    if isinstance(event, play.ItemTaken | play.ItemDropped):
        what = "taken" if isinstance(event, play.ItemTaken) else "dropped"
        return sentence(pick(state, f"{what}:{event.item_id}", language.lines(f"telling.{what}")).format(item))
    if isinstance(event, play.ItemUsed):
        return event.text or sentence(telling_text(state, "item-used", item=item))
    if event.to_party:
        return telling_text(state, "item-received", person=state.name(event.npc_id), item=item)
    sheet = state.sheets.item(event.item_id)
    handed = language.lines("things.handed", "one" if number_of(sheet.name, sheet.plural) == 1 else "other")
    return pick(state, f"handed:{event.item_id}", handed).format(item, state.name(event.npc_id))


def _comings_and_goings(state: GameState, moves: Sequence[play.NPCMoved]) -> Iterator[str]:
    """Only what can be seen from where the party is: who comes together and goes the same way is told together."""
    here = state.scenario.current_location_id
    together: dict[str | None, list[str]] = {}
    for move in moves:
        if here is not None and here in (move.from_id, move.to_id):
            together.setdefault(move.to_id, []).append(state.name(move.npc_id))
    for to, names in together.items():
        arriving = "outdoors" if _OUTDOORS in state.here.tags else "indoors"
        how = arriving if to == here else "for" if to else "away"
        place = named_place(state.name(to)) if to else ""
        yield telling_text(state, "moved", how=how, number=len(names), names=listed(names), place=place)

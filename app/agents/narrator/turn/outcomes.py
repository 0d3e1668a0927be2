"""Events in prose, in the scenario's own words. Nothing is narrated that is not an event."""

from collections.abc import Iterable, Iterator, Sequence

from app.agents.narrator.company import whose_turn
from app.agents.narrator.knowledge.exchange import Exchange
from app.agents.narrator.telling.descriptions import arrival, hour, telling_text
from app.agents.narrator.telling.variants import MarkedText, aside, authored, join_wordings, pick_variant
from app.agents.narrator.turn.voices import Voice
from app.agents.narrator.understanding.typed_words import name_words
from app.language.language import language_of
from app.language.rendering.deeds import deed_done, deed_text, named
from app.language.rendering.filling import quotation, sentence
from app.language.rendering.phrases import listed, named_place, plural_number, the
from app.language.rendering.states import mark_text
from app.models.command import Event, Outcome
from app.models.events import actions as happened
from app.models.events import play
from app.models.messages.passage import Passage
from app.models.sheets.values import PARTY
from app.models.state.game_state import GameState

_OUTDOORS = "outdoors"  # tag of a place that has no door to come in by


def passages_in_words(state: GameState, passages: Iterable[Passage]) -> str:
    """Return passages as one text, speeches as ``Mara: “…”``."""
    return "\n\n".join(
        passage.text if passage.speaker_id is None else f"{state.name(passage.speaker_id)}: “{passage.text}”"
        for passage in passages
    )


def passages_of_outcome(state: GameState, outcomes: Sequence[Outcome], deed: str = "") -> list[Passage]:
    """Return paragraphs of narration and speeches, in order, each in the place where it happened.

    Args:
        state: The game right after the last outcome.
        outcomes: What commands brought about.
        deed: A generic action that has changed something, in words that are better than those of the language.
    """
    told: list[Passage] = []
    here = state.scenario.current_location_id
    passing = [event for outcome in outcomes for event in outcome.events if isinstance(event, play.TimeAdvanced)]
    for outcome in outcomes:
        by_deed = _told_by_deed(state, outcome.events)
        moves = [event for event in outcome.events if isinstance(event, play.NPCMoved)]
        for event in outcome.events:
            if any(event is each for each in (*by_deed, *passing[:-1])):
                continue
            if deed and _is_generic_change(state, event):
                told.append(as_passage(MarkedText(deed)))
                continue
            place = event.to_id if isinstance(event, play.LocationChanged) else None
            if isinstance(event, play.NPCMoved):
                told += [as_passage(MarkedText(words)) for words in _comings_and_goings(state, moves)]
                moves = []
            told += [as_passage(line, None if place == here else place) for line in _paragraphs(state, event) if line]
            told += _speech(state, event)
    return told


def as_passage(line: MarkedText, place: str | None = None) -> Passage:
    """Return a paragraph of narration as a passage."""
    return Passage(line.text, line.source, line.kind, marks=line.marks, location_id=place)


class OutcomeTeller:
    """Implements `IOutcomeTeller` by the rules of the offline narrator."""

    def passages(self, state: GameState, outcomes: tuple[Outcome, ...]) -> list[Passage]:
        """Return the passages of the outcomes, in order."""
        return passages_of_outcome(state, outcomes)


def _speech(state: GameState, event: Event) -> list[Passage]:
    topics: tuple[play.TopicTold, ...] = ()
    match event:
        case play.TopicTold(npc_id=npc_id):
            line, topics = _voice(state, npc_id).authored(event.text), (event,)
        case happened.PersonSaid(npc_id=npc_id):
            line = _voice(state, npc_id).authored(event.text)
        case play.ItemGiven(npc_id=npc_id, to_party=False):
            line = _voice(state, npc_id).thanks(event.item_id)
        case _:
            return []
    return [Passage.speech(npc_id, line.text, line.marks, source=line.source, events=topics)] if line else []


def _voice(state: GameState, npc_id: str) -> Voice:
    return Voice(Exchange(state, npc_id, whose_turn(state).name))


def _paragraphs(state: GameState, event: Event) -> list[MarkedText]:
    here = state.scenario.current_location_id
    match event:
        case play.LocationChanged():
            return _arrival(state, event)
        case play.ActProgressed():
            return _turn_of_act(state, event)
        case play.QuestStarted():
            quest = state.sheets.quest(event.quest_id)
            begun = telling_text(state, "quest-begun", quest=quest.name, description=quest.description)
            return [authored(begun)]
        case play.QuestCompleted():
            quest = state.sheets.quest(event.quest_id)
            return [authored(quest.done_text) or MarkedText(telling_text(state, "quest-done", quest=quest.name))]
        case play.ObjectiveCompleted():
            _, step = state.sheets.objective(event.objective_id)
            done = telling_text(state, "objective-done", objective=sentence(step.name))
            return [authored(step.done_text) or MarkedText(done)]
        case play.ItemTaken() | play.ItemDropped() | play.ItemGiven() | play.ItemUsed():
            is_authored = isinstance(event, play.ItemUsed) and bool(event.text)
            return [(authored if is_authored else MarkedText)(_thing_news(state, event))]
        case play.EncounterCompleted(encounter_id=encounter_id):
            return [authored(state.sheets.encounter(encounter_id)[1].cleared_text)]
        case play.SecretDiscovered(secret_id=secret_id):
            return [authored(state.sheets.secret(secret_id)[1].text)]
        case play.EffectAdded(location_id=place, effect=effect):
            return [authored(sentence(effect) if place == here else "")]
        case play.DangerChanged(location_id=place, level=level):
            return [aside(telling_text(state, "danger-now", level=level.value) if place == here else "")]
        case play.AttitudeChanged(npc_id=npc_id, attitude=attitude):
            text = telling_text(state, "feels", attitude=attitude.value, name=state.name(npc_id))
            return [aside(text if state.npc(npc_id).current_location_id == here else "")]
        case play.NoteAdded(text=text):
            return [] if event.for_master else [aside(telling_text(state, "noted", text=text))]
        case play.TimeAdvanced():
            return [
                aside(pick_variant(state, "time", language_of(state.sheet).lines("telling.time")).format(hour(state)))
            ]
        case happened.CheckRolled(actor_id=actor) if actor in state.npcs:
            return []  # its words are for players
        case happened.TimerDue() | happened.RuleApplied() | happened.CheckRolled():
            return [authored(event.text)]
        case happened.StoryEnded():
            return [authored(event.text), aside(telling_text(state, "ended"))]
        case _:
            return _changes(state, event)


def _changes(state: GameState, event: Event) -> list[MarkedText]:
    """Return what is seen of an action and of its effects."""
    here = state.scenario.current_location_id
    match event:
        case happened.ActionPerformed():
            return _deed(state, event)
        case happened.StateChanged(at=place) if place in (None, here):
            if event.is_mark:
                return [MarkedText(mark_text(state, event.of, event.name))] if event.value is True else []
            return [authored(sentence(event.text))]
        case happened.ItemMoved(at=place) if place == here:
            return [MarkedText(sentence(_moved(state, event)))]
        case happened.WayChanged(location_id=place) if place == here:
            way = state.sheets.exit(place, event.to_id)
            if way is None:
                return []
            how, number = event.way.value, plural_number(way.name)
            return [MarkedText(sentence(telling_text(state, "way-changed", how=how, way=the(way.name), number=number)))]
        case happened.EffectEnded(location_id=place) if place == here:
            return [MarkedText(telling_text(state, "effect-ended", effect=event.effect.rstrip(".")))]
        case happened.MessageDelivered(npc_id=npc_id, to_id=to_id, words=words) if event.at == here:
            slots = {"name": state.name(npc_id), "to": state.name(to_id), "words": quotation(words)}
            return [MarkedText(telling_text(state, "message-delivered", **slots))]
        case happened.CompanionJoined(npc_id=npc_id):
            return [MarkedText(telling_text(state, "companion-joined", name=state.name(npc_id)))]
        case happened.CompanionLeft(npc_id=npc_id):
            return [MarkedText(telling_text(state, "companion-left", name=state.name(npc_id)))]
        case happened.Harmed(victim_id=victim) if _is_seen(state, victim):
            return [MarkedText(telling_text(state, "harmed", **_who(state, victim)))]
        case happened.Beaten(npc_id=npc_id, fled_to=fled) if fled is not None or _is_seen(state, npc_id):
            return [MarkedText(telling_text(state, "beaten", name=state.name(npc_id), fled="yes" if fled else "no"))]
        case happened.Died(victim_id=victim, at=place) if place in (None, here):
            return [MarkedText(telling_text(state, "died", **_who(state, victim)))]
        case happened.QuestFailed(quest_id=quest):
            return [MarkedText(telling_text(state, "quest-failed", quest=state.name(quest)))]
    return []


def _deed(state: GameState, event: happened.ActionPerformed) -> list[MarkedText]:
    """Return the author's words for an action, else those of the language for a generic one; for a person's action its
    name and deed, as the words are for players."""
    if event.actor_id in state.npcs:
        return [MarkedText(_seen(state, event)) if event.at == state.scenario.current_location_id else MarkedText("")]
    if event.action_id in state.sheets.actions:
        return [authored(event.text)]
    if event.text:  # what is found; whoever tries it again finds the same
        found = authored(event.text)
        return [found.aside() if event.is_again else found]
    text = MarkedText(deed_text(state, event))
    return [text if event.has_changed else text.aside()]


def _seen(state: GameState, event: happened.ActionPerformed) -> str:
    """Return what is seen of a person's action."""
    return sentence(f"{state.name(event.actor_id)} {deed_done(state, event, lambda any_id: named(state, any_id))}")


def _is_generic_change(state: GameState, event: Event) -> bool:
    if not isinstance(event, happened.ActionPerformed) or event.actor_id in state.npcs:
        return False
    return event.action_id not in state.sheets.actions and event.has_changed and not event.text


def _told_by_deed(state: GameState, events: Sequence[Event]) -> list[Event]:
    """Return the events that the words of an action tell already: what it does to its target, and with its thing."""
    deed = next((event for event in events if isinstance(event, happened.ActionPerformed)), None)
    if deed is None:
        return []
    is_generic = deed.action_id not in state.sheets.actions
    things = {deed.target_id, deed.with_id}
    own = [event for event in events if isinstance(event, happened.ItemMoved) and event.item_id in things]
    if not is_generic:
        return list[Event]([*own]) if deed.text and deed.actor_id not in state.npcs else []
    marks = [event for event in events if isinstance(event, happened.StateChanged) and event.is_mark]
    ways = (event for event in events if isinstance(event, happened.WayChanged) and event.to_id == deed.target_id)
    return [*own, *(event for event in marks if event.of == deed.target_id), *ways]


def _moved(state: GameState, event: happened.ItemMoved) -> str:
    sheet, to = state.sheets.item(event.item_id), event.to_id
    where = "gone" if to is None else "party" if to == PARTY else "person" if to in state.npcs else "place"
    if where == "place" and to not in state.sheets.locations:
        where = "container"
    name = "" if to is None or where in ("party", "place") else state.name(to)
    holder = name if where == "person" else the(name)
    number = plural_number(sheet.name, sheet.plural)
    return telling_text(state, "item-moved", where=where, item=the(sheet.name), holder=holder, number=number)


def _is_seen(state: GameState, any_id: str) -> bool:
    """Return whether an id is that of a player, or of a person at the party's place."""
    return any_id not in state.npcs or state.npc(any_id).current_location_id == state.scenario.current_location_id


def _who(state: GameState, any_id: str) -> dict[str, str | int]:
    is_alone = len(state.party.players) == 1 and any_id not in state.npcs
    return {"name": state.name(any_id), "you": "yes" if is_alone else "no"}


def _arrival(state: GameState, event: play.LocationChanged) -> list[MarkedText]:
    place = named_place(state.name(event.to_id))
    if event.from_id and (way := state.sheets.exit(event.from_id, event.to_id)):
        language, way_words = language_of(state.sheet), name_words(way.name)
        opening = not language.words("telling.openings").isdisjoint(way_words[-1:])
        named = set(name_words(state.name(event.to_id))).issubset(way_words)
        ways = ("through_by_name" if opening else "by_name") if named else "through" if opening else "arrived"
        lead = pick_variant(state, f"arrived:{event.to_id}", language.lines(f"telling.{ways}")).format(
            the(way.name), place
        )
    else:
        lead = telling_text(state, "arrived", place=place)
    if event.to_id != state.scenario.current_location_id:
        return [MarkedText(lead)]
    about, *rest = arrival(state, first_visit=event.first_visit)
    return [join_wordings([MarkedText(lead), about], " "), *rest]


def _turn_of_act(state: GameState, event: play.ActProgressed) -> list[MarkedText]:
    ended = state.sheets.act(event.ended)
    if event.begun is None:
        return [authored(ended.closing), authored(state.sheet.ending), aside(telling_text(state, "story-over"))]
    begun = state.sheets.act(event.begun)
    heading = sentence(telling_text(state, "act-begins", act=begun.name))
    return [authored(ended.closing), MarkedText(heading), authored(begun.opening)]


def _thing_news(state: GameState, event: play.ItemTaken | play.ItemDropped | play.ItemGiven | play.ItemUsed) -> str:
    item, language = the(state.name(event.item_id)), language_of(state.sheet)
    if isinstance(event, play.ItemTaken | play.ItemDropped):
        what = "taken" if isinstance(event, play.ItemTaken) else "dropped"
        return sentence(pick_variant(state, f"{what}:{event.item_id}", language.lines(f"telling.{what}")).format(item))
    if isinstance(event, play.ItemUsed):
        return event.text or sentence(telling_text(state, "item-used", item=item))
    if event.to_party:
        return telling_text(state, "item-received", person=state.name(event.npc_id), item=item)
    sheet = state.sheets.item(event.item_id)
    handed = language.lines("things.handed", "one" if plural_number(sheet.name, sheet.plural) == 1 else "other")
    return pick_variant(state, f"handed:{event.item_id}", handed).format(item, state.name(event.npc_id))


def _comings_and_goings(state: GameState, moves: Sequence[play.NPCMoved]) -> Iterator[str]:
    """Describe the moves that can be seen from the party's place; people who come together or leave the same way share
    a sentence."""
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

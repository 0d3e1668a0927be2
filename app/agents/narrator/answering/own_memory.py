"""What the party knows because it has witnessed it: its promises, what it was told, where it last saw somebody."""

from dataclasses import replace

from app.agents.narrator.acting.company import addressee, known_places, last_seen, path_to, said_lately
from app.agents.narrator.acting.turn import TurnBuilder
from app.agents.narrator.answering.questions import Matter, Report, about_player, reported, without_signs
from app.agents.narrator.answering.recalling import recollect
from app.agents.narrator.answering.relative_time import relative_time
from app.agents.narrator.telling import sight
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.naming import Thing, everybody, named_in, resolve
from app.agents.narrator.understanding.spoken import quotation, spoken
from app.agents.narrator.understanding.typed_words import recall_pattern
from app.language.rendering.filling import capital
from app.language.rendering.phrases import listed, named_place, the
from app.memory.stream.commitments import promises_to
from app.models.messages.message import Role
from app.models.state.conditions import visible_exits

_MOST_PROMISES = 5


def own_answer(turn: TurnBuilder, text: str) -> str:
    """What the party itself can answer; "" where nothing of that is asked, or where somebody present may answer."""
    asked, report = about_player(text, asked=False), reported(text, asked=False)
    if asked is not None and asked.matter is Matter.PROMISE:
        return _promised(turn, text)
    if report is not None:
        return told(turn, text, report)
    sought = recall_pattern("whereabouts").search(without_signs(text))
    return _whereabouts(turn, text, sought["who"]) if sought else ""


def _promised(turn: TurnBuilder, text: str) -> str:
    state = turn.state
    named = {person.id for person in named_in(text, everybody(state))}
    made = [each for each in promises_to(state, turn.scene.speaker.id, None, done=True) if named <= {*each.to_ids}]
    if any(addressee(state) in each.to_ids for each in made):
        return ""
    lines = []
    for each in made[:_MOST_PROMISES]:
        people, words = listed(map(state.name, each.to_ids)), quotation(spoken(state, each.words) or each.words)
        when, kept = relative_time(each.made_at, state.clock.minutes), "no" if each.is_open else "yes"
        lines.append(turn.text("promised-to", people=people, when=when, words=words, kept=kept))
    may_answer = state.present() and named <= {addressee(state)}
    return "\n".join(lines) or ("" if may_answer else turn.text("nothing-promised"))


def told(turn: TurnBuilder, text: str, report: Report) -> str:
    """What fits best of all that was said to the party."""
    people = resolve(report.who, everybody(turn.state), typos=False) if report.who else everybody(turn.state)
    here = naming.people_here(turn.state)
    if not set(here).isdisjoint(people):
        return ""
    heard = ((replace(turn.voice(person.id).exchange, as_heard=True), person.name) for person in people)
    asked = (recollect(exchange, text, replace(report, who=name)) for exchange, name in heard)
    found = max(filter(None, asked), key=lambda answer: answer.covered, default=None)
    return found.words if found else "" if here else turn.text("nothing-told")


def _whereabouts(turn: TurnBuilder, text: str, who: str) -> str:
    state, speaker = turn.state, addressee(turn.state)
    people = resolve(who, everybody(state), typos=False)
    if len(people) != 1:
        return _place_of(turn, who) or ("" if speaker else told(turn, text, Report("", who)))
    if speaker not in (None, people[0].id) and turn.voice(speaker).of_the_day(text) is not None:
        return ""
    return _last_seen(turn, people[0]) or told(turn, text, Report("", who))


def absent(turn: TurnBuilder, typed: str) -> str:
    """That somebody is not here, and where the party last saw it; "" if the name is no one's."""
    people = resolve(typed, everybody(turn.state), typos=False) if typed else []
    if len(people) != 1:
        return ""
    return turn.text("not-here", person=people[0].name, seen=_last_seen(turn, people[0])).strip()


def _last_seen(turn: TurnBuilder, person: Thing) -> str:
    if (seen := last_seen(turn.state, person.id)) is None:
        return ""
    place, time, how = seen
    when = relative_time(time, turn.state.clock.minutes)
    return turn.text("last-seen", person=person.name, place=named_place(turn.state.name(place)), when=when, how=how)


def _place_of(turn: TurnBuilder, typed: str) -> str:
    """Where a thing is that the party carries, sees or has seen; of a place the way there, as far as it is known."""
    state = turn.state
    if held := resolve(typed, naming.items_held(state), typos=False):
        return sight.telling_text(state, "carried", things=listed([the(thing.name) for thing in held]))
    if here := resolve(typed, [*naming.fixed_here(state), *naming.items_here(state)], typos=False):
        return turn.text("last-seen", person=capital(sight.display(here[0])), place="", when="", how="here")
    speaker = addressee(state)
    knows = speaker is not None and named_in(typed, naming.topics_of(state, speaker))
    goals = resolve(typed, naming.exits_here(state), typos=False)
    if not goals and not knows:
        goals = resolve(typed, naming.places(state, known_places(state)), typos=False)
    for way in visible_exits(state) if goals else ():
        if way.to == goals[0].id:
            return sight.way_closely(state, way)
        if way.to in path_to(state, goals[0].id)[:1]:
            return turn.text("known-way", place=named_place(goals[0].name), way=sight.way_name(state, way))
    for message in () if knows else said_lately(state):
        where = message.arrived_location_id or message.location_id
        lying = state.place(where).items if where and message.role is Role.NARRATOR else ()
        if seen := named_in(message.content, resolve(typed, naming.items(state, lying), typos=False)):
            when = relative_time(message.game_time, state.clock.minutes)
            slots = {"person": the(seen[0].name), "place": named_place(state.name(where or "")), "when": when}
            return turn.text("last-seen", how="there", **slots)
    return ""

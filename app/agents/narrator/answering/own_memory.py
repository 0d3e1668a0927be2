"""What the party knows because it has witnessed it: its promises, what it was told, where it last saw somebody."""

from dataclasses import replace

from app.agents.narrator.acting.company import addressee, last_seen
from app.agents.narrator.acting.turn import TurnBuilder
from app.agents.narrator.answering.questions import Matter, Report, about_player, reported, without_signs
from app.agents.narrator.answering.recalling import recollect
from app.agents.narrator.answering.relative_time import relative_time
from app.agents.narrator.understanding.naming import everybody, named_in, people_here, resolve
from app.agents.narrator.understanding.spoken import quotation, spoken
from app.agents.narrator.understanding.typed_words import recall_pattern
from app.language.rendering.phrases import listed, named_place
from app.memory.stream.commitments import promises_to

_MOST_PROMISES = 5


def own_answer(turn: TurnBuilder, text: str) -> str:
    """What the party itself can answer; "" where nothing of that is asked, or where somebody present may answer."""
    asked, report = about_player(text, asked=False), reported(text, asked=False)
    if asked is not None and asked.matter is Matter.PROMISE:
        return _promised(turn, text)
    if report is not None:
        return _told(turn, text, report)
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


def _told(turn: TurnBuilder, text: str, report: Report) -> str:
    """What fits best of all that was said to the party."""
    people = resolve(report.who, everybody(turn.state), typos=False) if report.who else everybody(turn.state)
    here = people_here(turn.state)
    if not set(here).isdisjoint(people):
        return ""
    heard = ((replace(turn.voice(person.id).exchange, as_heard=True), person.name) for person in people)
    asked = (recollect(exchange, text, replace(report, who=name)) for exchange, name in heard)
    found = max(filter(None, asked), key=lambda answer: answer.covered, default=None)
    return found.words if found else "" if here else turn.text("nothing-told")


def _whereabouts(turn: TurnBuilder, text: str, who: str) -> str:
    state, speaker = turn.state, addressee(turn.state)
    people = resolve(who, everybody(state), typos=False)
    if len(people) != 1 or (speaker not in (None, people[0].id) and turn.voice(speaker).of_the_day(text) is not None):
        return ""
    if (seen := last_seen(state, people[0].id)) is None:
        return _told(turn, text, Report("", who))
    place, time, how = seen
    when = relative_time(time, state.clock.minutes)
    return turn.text("last-seen", person=people[0].name, place=named_place(state.name(place)), when=when, how=how)

"""From typed text to intents: verbs first, then bare names, then what is said to somebody."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from app.agents.narrator.understanding import intents, naming
from app.agents.narrator.understanding.guessing import bare_name, makes_sense, mistyped, named_first
from app.agents.narrator.understanding.typed_words import (
    QUOTES,
    Phrase,
    ends_as_question,
    is_pronoun,
    name_words,
    recall_pattern,
    word_set,
)
from app.agents.narrator.understanding.verbs import directions, intent_of
from app.language.language import current_language
from app.models.state.game_state import GameState

_ENDS = frozenset(".!?;\n")
_ABBREVIATION = 3
"""Letters of a word after which a full stop may end no sentence."""
_LONGEST_COMMAND = 60
"""Words; a longer text is said or noted, or nothing: no deed takes so many."""


def understand(state: GameState, text: str) -> tuple[intents.Intent, ...]:
    """What the player wants, step by step; never empty. Names are looked up when their step is carried out."""
    phrase = Phrase.of(text)
    if not phrase:
        return (intents.Listing("help"),) if text.strip() in ("?", "??") else (intents.Unknown(text),)
    company = bool(state.present())
    if quoted := _quoted(phrase):
        return quoted
    if _opens_exclaiming(phrase):
        phrase = phrase.after(1)
    called = _called(state, phrase) or named_first(state, phrase)
    is_short = len(phrase) <= _LONGEST_COMMAND and not _is_of_some_day(phrase)
    if is_short and (steps := _after_remark(state, phrase, is_called=called is not None)):
        return steps
    if called:
        return (called,)
    if is_short:
        commands = tuple(_commands(phrase, company=company))
        if commands and not _is_said(state, phrase, commands, company=company):
            return (*_going_first(state, phrase, commands[0]), *commands)
        named = bare_name(state, phrase.without_last(word_set("trailing")) or phrase)
        guesses = chain(named, mistyped(state, _trimmed(_stripped(phrase, company=True))))
        if not commands and (guessed := next(guesses, None)):
            return (guessed,)
    elif (spoken := intent_of(_stripped(phrase, company=company))) and _swallows(spoken):
        return (spoken,)
    return (intents.Say(text.strip()),) if company and _can_be_said(phrase, text) else (intents.Unknown(text),)


def _opens_exclaiming(phrase: Phrase) -> bool:
    """``Wait, he ran away?``, but not ``wait, then go``."""
    is_apart = len(phrase) > 1 and bool(phrase.gap_before(1).strip())
    is_step = is_apart and phrase.norms[1] in word_set("between_steps")
    return is_apart and not is_step and phrase.norms[0] in word_set("interjections")


def _is_of_some_day(phrase: Phrase) -> bool:
    """Whether it speaks of what shall be done another time, which is not done now."""
    return phrase.starts(*word_set("to_come")) > 0 and not word_set("some_day").isdisjoint(phrase.norms)


def _after_remark(state: GameState, phrase: Phrase, *, is_called: bool) -> tuple[intents.Intent, ...]:
    """A remark and the deed that follows it: ``Thanks, I'm off to the mill``; () for any other line."""
    company = bool(state.present())
    if intent_of(_stripped(phrase, company=company)) is not None:
        return ()
    for at in range(1, len(phrase)):
        gap = phrase.gap_before(at)
        if "," in gap or not _ENDS.isdisjoint(gap):
            head, rest = phrase.source[: phrase.words[at].start], phrase.after(at)
            if Phrase.of(head).holds(*word_set("conditions")):
                break
            is_order = is_called or ("," in gap and recall_pattern("saying").search(head))
            steps = tuple(_commands(rest, company=company))
            if "," in gap and isinstance(steps[:1] and steps[0], intents.Look | intents.Listing):
                continue
            if steps and (not is_order or rest.starts(*word_set("own_deed"))) and _is_meant(state, rest, steps[0]):
                said = understand(state, head.strip(" ,"))
                return (*(step for step in said if company or not isinstance(step, intents.Unknown)), *steps)
    return ()


def _is_meant(state: GameState, line: Phrase, first: intents.Intent) -> bool:
    """Whether a step after a remark is surely to be done, or looked up, and not said."""
    end = next((at for at in range(1, len(line)) if not _ENDS.isdisjoint(line.gap_before(at))), len(line))
    source = line.source[: line.words[end].start] if end < len(line) else line.source
    line = _without_fillers(Phrase(source, line.words[:end]))
    if isinstance(first, intents.Look | intents.Listing) or not word_set("others").isdisjoint(line.norms):
        return isinstance(first, intents.Look | intents.Listing)
    deed = first.deed if isinstance(first, intents.Whether) else first
    is_asked = ends_as_question(line.source) if deed is first else deed in (intents.Leave(), intents.GoBack())
    is_known = not state.present() or makes_sense(state, deed)
    return isinstance(deed, intents.Deed) and not is_asked and is_known


def _going_first(state: GameState, phrase: Phrase, first: intents.Intent) -> tuple[intents.Intent, ...]:
    """``Go tell Tove …``: the way to somebody who is not here."""
    if not _without_fillers(phrase).starts(*word_set("going")) or not isinstance(first, intents.Speech | intents.Give):
        return ()
    named = naming.named_in(phrase.text, naming.everybody(state))
    is_away = len(named) == 1 and state.npc(named[0].id) not in state.present()
    return (intents.Go(named[0].name, typed=named[0].name),) if is_away else ()


def _commands(phrase: Phrase, *, company: bool) -> Iterator[intents.Intent]:
    """The steps of a text that begins with a verb, and what is said after them; none if it does not."""
    before: intents.Intent | None = None
    while phrase:
        line, pending = phrase, _stripped(phrase, company=company)
        asks = any(line.starts(*word_set("asks_whether"), at=at) for at in range(len(line) - len(pending)))
        step, phrase = _first_step(pending, company=company)
        intent = intent_of(_trimmed(step))
        if intent is None and isinstance(before, intents.Walk):
            intent = intents.Go(step.text)
        elif intent is None and before is not None and company:
            intent = intents.Say(line.tail)
        if intent is None:
            return
        asks = asks and isinstance(intent, intents.Deed) and not isinstance(intent, intents.Examine)
        before = replace(intent, typed=_trimmed(step).text)
        yield intents.Whether(before, typed=step.text) if asks else before


def _first_step(phrase: Phrase, *, company: bool) -> tuple[Phrase, Phrase]:
    """The first step and what follows it: cut where a new verb begins, or a sentence, but never inside of what is said.
    After a walk another may begin without its verb: ``then into the mill``."""
    segments = list(_cuts(phrase))
    for number, (end, begin, strong) in enumerate(segments):
        until = segments[number + 1][0] if number + 1 < len(segments) else len(phrase)
        rest = _trimmed(_stripped(phrase.before(until).after(begin), company=company))
        following, step = intent_of(rest), phrase.before(end)
        if isinstance(following, intents.Listing) and not strong:
            continue
        intent = intent_of(_trimmed(step))
        if following is None:
            goes_on = isinstance(intent, intents.Walk) and len(rest) > 1 and rest.starts(*word_set("towards"))
            signs = _ENDS & set(phrase.gap_before(begin))
            is_sentence = signs - {"."} or (signs and len(phrase.norms[end - 1]) > _ABBREVIATION)
            if not goes_on and (not is_sentence or intent is None or isinstance(intent, intents.Speech)):
                continue
        if intent is None or _swallows(intent):
            break
        return step, phrase.after(begin)
    return phrase, Phrase.of("")


def _cuts(phrase: Phrase) -> Iterator[tuple[int, int, bool]]:
    """Where a step may end and the next begin, and whether the sign between them is a strong one."""
    for at in range(1, len(phrase)):
        gap = phrase.gap_before(at)
        strong = not _ENDS.isdisjoint(gap)
        if phrase.norms[at] in word_set("between_steps") and at + 1 < len(phrase):
            yield at, at + 1, strong or not word_set("next_step").isdisjoint(phrase.norms[at : at + 2])
        elif strong or "," in gap:
            yield at, at, strong


def _swallows(intent: intents.Intent) -> bool:
    """Whether all that follows belongs to what is being said or noted."""
    return isinstance(intent, intents.Say | intents.Vow | intents.MakeNote) or (
        isinstance(intent, intents.Tell) and not intent.who
    )


def _without_fillers(phrase: Phrase, *, company: bool = False) -> Phrase:
    """Without the politeness before the verb. With somebody listening "I will …" is said to them, not done."""
    fillers = word_set("fillers") - (word_set("announcing") if company else frozenset())
    at = 0
    while at < _LONGEST_COMMAND and (taken := phrase.starts(*fillers, at=at)) and at + taken < len(phrase):
        at += taken
    return phrase.after(at)


def _stripped(phrase: Phrase, *, company: bool) -> Phrase:
    """Without politeness, and without going where something else is gone for."""
    phrase = _without_fillers(phrase, company=company)
    going = phrase.starts(*word_set("going"))
    if not going or len(phrase) <= going or isinstance(intent_of(phrase), intents.Wait):
        return phrase
    deed = intent_of(phrase.after(going))
    is_walk = deed is None or isinstance(deed, intents.Go | intents.Leave | intents.Look)
    return phrase if is_walk or phrase.norms[going] in {*directions(), *word_set("backwards")} else phrase.after(going)


def _trimmed(step: Phrase) -> Phrase:
    intent = intent_of(step)
    if intent is not None and (_swallows(intent) or isinstance(intent, intents.Ask)):
        return step
    return step.without_last(word_set("trailing")) or step


def _quoted(phrase: Phrase) -> tuple[intents.Intent, ...] | None:
    """``"Hello there" to Mara``: words in quotation marks, said aloud."""
    text = phrase.source
    begin = len(text) - len(text.lstrip())
    says = current_language().pattern("narrator.says_first").match(text, begin)
    if says and text[says.end() : says.end() + 1] in QUOTES:
        begin = says.end()
    if (closing := QUOTES.get(text[begin : begin + 1])) is None:
        return None
    end = text.find(closing, begin + 1)
    end = end if end > 0 else len(text)
    said = text[begin + 1 : end].strip()
    if not Phrase.of(said):
        return None
    after = phrase.after(sum(word.start < end for word in phrase.words))
    to = after.starts(*word_set("says_to"))
    who = after.after(to).text if to and len(after) <= 6 else ""
    then = () if who or len(after) > _LONGEST_COMMAND else _commands(after, company=True)
    return (intents.Say(said, who), *(step for step in then if not isinstance(step, intents.Speech)))


def _called(state: GameState, phrase: Phrase) -> intents.Intent | None:
    """``Mara, where is the owl?``: somebody called by name, at the beginning or the end."""
    people = naming.everybody(state)
    opened = phrase.without_first(word_set("calls"))
    for count in range(1, min(5, len(opened))):
        if any(sign in opened.gap_before(count) for sign in ",:!"):
            if _names_exactly(who := opened.before(count).text, people):
                return _spoken_to(who, opened.after(count))
            break
    for count in range(1, min(5, len(phrase))):
        at = len(phrase) - count
        if "," in phrase.gap_before(at):
            who = phrase.after(at).text
            is_called = _names_exactly(who, people) and not phrase.starts(*word_set("greetings"))
            is_order = not is_called or intent_of(phrase.before(at)) is not None
            return None if is_order else intents.Say(phrase.source.strip(), who)
    return None


def _spoken_to(who: str, rest: Phrase) -> intents.Intent:
    wish = intent_of(_stripped(rest, company=True))
    if isinstance(wish, intents.Ask) and not wish.who and not rest.starts(*word_set("ask_verb")):
        return intents.Ask(who, wish.about)
    return intents.Say(rest.tail, who)


def _names_exactly(typed: str, people: list[naming.Thing]) -> bool:
    name = name_words(typed)
    return any(name in person.names for person in people)


def _is_said(state: GameState, phrase: Phrase, commands: tuple[intents.Intent, ...], *, company: bool) -> bool:
    """Whether what could be commands is rather said: it speaks of you and me, or asks of what is not here."""
    first, *others = commands
    if isinstance(first, intents.Examine) and _without_fillers(phrase).starts(*word_set("asks_for_what")):
        is_of_deed = phrase.norms[-1] in word_set("asked_deeds")
        if is_pronoun(first.what) and (is_of_deed or not company):
            return False
        asks_name = company and (
            phrase.norms[-1] in word_set("named") or not word_set("others").isdisjoint(phrase.norms)
        )
        seen = [*naming.everything_here(state), *naming.place_here(state)]
        found = naming.resolve(first.what, seen, typos=False)
        is_way = all(thing.kind is naming.Kind.EXIT for thing in found)
        return asks_name or not found or (is_way and naming.holds_more(first.what, found))
    if not company:
        return False
    if isinstance(first, intents.Talk) and phrase.norms[0] in word_set("greetings"):
        here = naming.everything_here(state) + naming.everybody(state)
        asks = bool(others) and ends_as_question(phrase.source) and not makes_sense(state, others[0])
        return asks or (bool(first.who) and not naming.resolve(first.who, here))
    if isinstance(first, intents.Speech | intents.Listing | intents.Look | intents.Outside) or (
        isinstance(first, intents.Examine) and first.what.casefold() in word_set("self")
    ):
        return False
    if isinstance(first, intents.Forbear):
        return True
    if isinstance(first, intents.Give):
        hearer = current_language().pattern("narrator.hearer_first").match(first.what)
        if hearer or first.who in word_set("others"):
            offered = first.what if first.who or not hearer else first.what[hearer.end() :]
            return not naming.resolve(offered, naming.items_held(state))
    if isinstance(first, intents.Whether):
        return not _is_meant(state, phrase, first)
    asks = phrase.source.rstrip().endswith("?") and phrase.starts(*word_set("first_person")) > 0
    return asks or not word_set("others").isdisjoint(phrase.norms)


def _can_be_said(phrase: Phrase, text: str) -> bool:
    norms = phrase.norms
    if ends_as_question(text) or norms[0] in word_set("answers") | word_set("question_words"):
        return True
    deed = _stripped(phrase, company=True).norms[0]
    if deed in word_set("deeds") and word_set("others").isdisjoint(norms):
        return False
    return len(norms) > 1 or not norms[0].isascii()

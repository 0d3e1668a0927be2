"""From typed text to intents: verbs first, then bare names, then what is said to somebody."""

from collections.abc import Iterator
from dataclasses import replace

from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.guessing import bare_name, makes_sense, mistyped, named_first
from app.agents.narrator.understanding.intents import DEEDS, SPEECH, WAITS, WALKS, Intent, Wish
from app.agents.narrator.understanding.typed_words import QUOTES, Phrase, is_pronoun, recall_pattern, word_set
from app.agents.narrator.understanding.verbs import directions, intent_of
from app.language.analysis.lexicon import lexicon
from app.language.language import current_language
from app.language.reading.line_kinds import LineKind, line_kinds_of
from app.models.state.game_state import GameState

_ENDS = frozenset(".!?;\n")
_ABBREVIATION = 3
"""Letters of a word after which a full stop may end no sentence."""
_LONGEST_COMMAND = 60
"""Words; a longer text is said or noted, or nothing: no deed takes so many."""


def understand(state: GameState, text: str) -> tuple[Intent, ...]:
    """What the player wants, step by step; never empty. Names are looked up when their step is carried out."""
    phrase = Phrase.of(text)
    if not phrase:
        return (Intent(Wish.LOOK_UP, "help"),) if text.strip() in ("?", "??") else (Intent(Wish.UNKNOWN, text),)
    if quoted := quoted_speech(phrase):
        return quoted
    company = bool(state.present())
    if len(phrase) > _LONGEST_COMMAND:
        return _of_one_kind(state, text, None)
    parts = line_kinds_of(current_language()).parts(text, company=company)
    kinds = [part.kind for part in parts]
    if len(set(kinds)) < 2 or {LineKind.DEED, LineKind.ASKS}.isdisjoint(kinds) or _goes_on(text, parts[1].span[0]):
        return _of_one_kind(state, text, kinds[0] if len(set(kinds)) == 1 else None)
    steps: list[Intent] = []
    ends = [part.span[0] for part in parts[1:]]
    for kind, start, end in zip(kinds, [0, *ends], [*ends, len(text)], strict=True):
        if kind in (LineKind.DEED, LineKind.ASKS) or (kind is LineKind.SAID and company):
            steps += _of_one_kind(state, text[start:end].strip(" ,"), kind)
    known = (step for step in steps if step.wish is not Wish.UNKNOWN or step.kind is not LineKind.SAID)
    return tuple(known) or _of_one_kind(state, text, None)


def _goes_on(text: str, end: int) -> bool:
    """Whether what begins there is a condition's result, or what somebody says: ``They say, go north``."""
    head = text[:end].rstrip()
    is_open = Phrase.of(head).starts(*word_set("conditions")) or recall_pattern("saying").search(head) is not None
    return head.endswith(",") and bool(is_open)


def _of_one_kind(state: GameState, text: str, kind: LineKind | None) -> tuple[Intent, ...]:
    """What a line wants of which the model says that it is of one kind, or nothing (None)."""
    phrase, company, is_deed = Phrase.of(text), bool(state.present()), kind is LineKind.DEED
    if spoken_to := called(state, phrase) or named_first(state, phrase):
        return (spoken_to,)
    listens = company and not is_deed
    # What shall be done another time is not done now.
    is_of_some_day = phrase.starts(*word_set("to_come")) > 0 and phrase.has("some_day")
    if len(phrase) <= _LONGEST_COMMAND and not is_of_some_day:
        commands = tuple(_as_meant(state, step) for step in _commands(phrase, company=listens))
        if commands and not _is_said(state, phrase, commands, company=listens):
            return (*_going_first(state, phrase, commands[0]), *commands)
        if is_deed and not commands and (steps := tuple(_deeds(state, phrase))):
            return steps
        if not commands:
            named = bare_name(state, phrase.without_last(word_set("trailing")) or phrase)
            if guessed := named or mistyped(state, trimmed(stripped(phrase, company=True))):
                return (guessed,)
    elif (spoken := intent_of(stripped(phrase, company=company))) and _swallows(spoken):
        return (spoken,)
    is_said = company and kind in (LineKind.SAID, None) and _can_be_said(phrase)
    return (Intent(Wish.SAY, text.strip()) if is_said else Intent(Wish.UNKNOWN, text, kind=kind),)


def _as_meant(state: GameState, step: Intent) -> Intent:
    """A deed without the remark behind its comma, if it can be done so; one of the player's own body in which no thing
    here has a part (``put my hand on …``) is no use of a thing."""
    typed = Phrase.of(step.typed)
    comma = next((at for at in range(1, len(typed)) if "," in typed.gap_before(at)), 0)
    first = intent_of(trimmed(typed.before(comma))) if comma and step.wish in DEEDS else None
    goes_on = bool(first) and naming.resolve(typed.after(comma).text, naming.everything_here(state))
    if first and not goes_on and makes_sense(state, first):
        return replace(first, typed=typed.before(comma).text)
    is_bodily = not current_language().words("line_kinds.body").isdisjoint(typed.norms)
    is_gesture = is_bodily and step.wish in DEEDS and not makes_sense(state, step)
    return Intent(Wish.UNKNOWN, step.typed, kind=LineKind.DEED) if is_gesture else step


def _deeds(state: GameState, phrase: Phrase) -> Iterator[Intent]:
    """Of the clauses of what is surely a deed, those that have a known verb and a thing that is here."""
    begin = 0
    for end, after, _ in (*cuts(phrase), (len(phrase), len(phrase), True)):
        clause, begin = without_fillers(phrase.before(end).after(begin)), after
        found = ((at, intent_of(trimmed(clause.after(at)))) for at in range(_first_content(clause) + 1))
        known = (intent for at, intent in found if intent and makes_sense(state, intent, alone=at == 0))
        if intent := next((intent for intent in known if intent.wish not in SPEECH), None):
            yield replace(intent, typed=clause.text)


def _first_content(clause: Phrase) -> int:
    """The place of the first word of a clause that says something by itself: behind it no verb begins the deed."""
    empty = lexicon().stop | lexicon().prepositions
    return next((at for at, word in enumerate(clause.norms) if word not in empty), len(clause) - 1)


def _going_first(state: GameState, phrase: Phrase, first: Intent) -> tuple[Intent, ...]:
    """``Go tell Tove …``: the way to somebody who is not here."""
    if not without_fillers(phrase).starts(*word_set("going")) or first.wish not in SPEECH | {Wish.GIVE}:
        return ()
    named = naming.named_in(phrase.text, naming.everybody(state))
    is_away = len(named) == 1 and state.npc(named[0].id) not in state.present()
    return (Intent(Wish.GO, named[0].name, typed=named[0].name),) if is_away else ()


def _commands(phrase: Phrase, *, company: bool) -> Iterator[Intent]:
    """The steps of a text that begins with a verb, and what is said after them; none if it does not."""
    before: Intent | None = None
    while phrase:
        line, pending = phrase, stripped(phrase, company=company)
        asks = any(line.starts(*word_set("asks_whether"), at=at) for at in range(len(line) - len(pending)))
        step, phrase = _first_step(pending, company=company)
        intent = intent_of(trimmed(step))
        if intent is None and before and before.wish in WALKS:
            intent = Intent(Wish.GO, step.text)
        elif intent is None and before is not None and company:
            intent = Intent(Wish.SAY, line.tail)
        if intent is None:
            return
        asks = asks and intent.wish in DEEDS and intent.wish is not Wish.EXAMINE
        before = replace(intent, typed=trimmed(step).text)
        yield Intent(Wish.WHETHER, deed=before, typed=step.text) if asks else before


def _first_step(phrase: Phrase, *, company: bool) -> tuple[Phrase, Phrase]:
    """The first step and what follows it: cut where a new verb begins, or a sentence, but never inside of what is said.
    After a walk another may begin without its verb: ``then into the mill``."""
    segments = list(cuts(phrase))
    for number, (end, begin, strong) in enumerate(segments):
        until = segments[number + 1][0] if number + 1 < len(segments) else len(phrase)
        rest = trimmed(stripped(phrase.before(until).after(begin), company=company))
        following, step = intent_of(rest), phrase.before(end)
        if following and following.wish is Wish.LOOK_UP and not strong:
            continue
        intent = intent_of(trimmed(step))
        if following is None:
            goes_on = intent and intent.wish in WALKS and len(rest) > 1 and rest.starts(*word_set("towards"))
            signs = _ENDS & set(phrase.gap_before(begin))
            is_sentence = signs - {"."} or (signs and len(phrase.norms[end - 1]) > _ABBREVIATION)
            if not goes_on and (not is_sentence or intent is None or intent.wish in SPEECH):
                continue
        if intent is None or _swallows(intent):
            break
        return step, phrase.after(begin)
    return phrase, Phrase.of("")


def cuts(phrase: Phrase) -> Iterator[tuple[int, int, bool]]:
    """Where a step may end and the next begin, and whether the sign between them is a strong one."""
    for at in range(1, len(phrase)):
        gap = phrase.gap_before(at)
        strong = not _ENDS.isdisjoint(gap)
        if phrase.norms[at] in word_set("between_steps") and at + 1 < len(phrase):
            yield at, at + 1, strong or not word_set("next_step").isdisjoint(phrase.norms[at : at + 2])
        elif strong or "," in gap:
            yield at, at, strong


def _swallows(intent: Intent) -> bool:
    """Whether all that follows belongs to what is being said or noted."""
    if intent.wish is Wish.TELL:
        return not intent.to
    return intent.wish in (Wish.SAY, Wish.VOW, Wish.NOTE, Wish.PIN)


def without_fillers(phrase: Phrase, *, company: bool = False) -> Phrase:
    """Without the politeness before the verb. With somebody listening "I will …" is said to them, not done."""
    fillers = word_set("fillers") - (word_set("announcing") if company else frozenset())
    at = 0
    while at < _LONGEST_COMMAND and (taken := phrase.starts(*fillers, at=at)) and at + taken < len(phrase):
        at += taken
    return phrase.after(at)


def stripped(phrase: Phrase, *, company: bool) -> Phrase:
    """Without politeness, and without going where something else is gone for."""
    phrase = without_fillers(phrase, company=company)
    going = phrase.starts(*word_set("going"))
    if not going or len(phrase) <= going or ((whole := intent_of(phrase)) and whole.wish in WAITS):
        return phrase
    deed = intent_of(phrase.after(going))
    is_walk = deed is None or deed.wish in (Wish.GO, Wish.LEAVE, Wish.LOOK)
    return phrase if is_walk or phrase.norms[going] in {*directions(), *word_set("backwards")} else phrase.after(going)


def trimmed(step: Phrase) -> Phrase:
    intent = intent_of(step)
    if intent is not None and (_swallows(intent) or intent.wish is Wish.ASK):
        return step
    return step.without_last(word_set("trailing")) or step


def quoted_speech(phrase: Phrase) -> tuple[Intent, ...] | None:
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
    return (Intent(Wish.SAY, said, who), *(step for step in then if step.wish not in SPEECH))


def called(state: GameState, phrase: Phrase) -> Intent | None:
    """``Mara, where is the owl?``: somebody called by name, at the beginning or the end."""
    people = naming.everybody(state)
    opened = phrase.without_first(word_set("calls"))
    first = next((at for at in range(1, min(5, len(opened))) if set(opened.gap_before(at)) & set(",:!")), 0)
    if first and naming.is_name(opened.before(first).text, people):
        who, rest = opened.before(first).text, opened.after(first)
        asked = intent_of(stripped(rest, company=True))
        if asked and asked.wish is Wish.ASK and not asked.to and not rest.starts(*word_set("ask_verb")):
            return Intent(Wish.ASK, asked.what, who)
        return Intent(Wish.SAY, rest.tail, who)
    last = next((at for at in range(len(phrase) - 1, max(0, len(phrase) - 5), -1) if "," in phrase.gap_before(at)), 0)
    is_called = last and naming.is_name(phrase.after(last).text, people) and not phrase.starts(*word_set("greetings"))
    is_order = not is_called or intent_of(phrase.before(last)) is not None
    return None if is_order else Intent(Wish.SAY, phrase.source.strip(), phrase.after(last).text)


def _is_said(state: GameState, phrase: Phrase, commands: tuple[Intent, ...], *, company: bool) -> bool:
    """Whether what could be commands is rather said: it speaks of you and me, or asks of what is not here."""
    first, *others = commands
    if first.wish is Wish.EXAMINE and without_fillers(phrase).starts(*word_set("asks_for_what")):
        is_of_deed = phrase.norms[-1] in word_set("asked_deeds")
        if is_pronoun(first.what) and (is_of_deed or not company):
            return False
        asks_name = company and (phrase.norms[-1] in word_set("named") or phrase.has("others"))
        seen = [*naming.everything_here(state), *naming.place_here(state)]
        found = naming.resolve(first.what, seen, typos=False)
        is_way = all(thing.kind is naming.Kind.EXIT for thing in found)
        return asks_name or not found or (is_way and naming.holds_more(first.what, found))
    if not company:
        return False
    if first.wish is Wish.TALK and phrase.norms[0] in word_set("greetings"):
        here = naming.everything_here(state) + naming.everybody(state)
        asks = bool(others) and phrase.is_question and not makes_sense(state, others[0])
        return asks or (bool(first.what) and not naming.resolve(first.what, here))
    if first.wish in SPEECH | {Wish.LOOK_UP, Wish.LOOK, Wish.OUTSIDE}:
        return False
    if first.wish is Wish.EXAMINE and first.what.casefold() in word_set("self"):
        return False
    if first.wish is Wish.FORBEAR:
        return True
    if first.deed is not None:
        return first.deed in (Intent(Wish.LEAVE), Intent(Wish.GO_BACK)) or not makes_sense(state, first.deed)
    return phrase.is_question or phrase.has("others")


def _can_be_said(phrase: Phrase) -> bool:
    if phrase.is_question or phrase.norms[0] in word_set("answers") | word_set("question_words"):
        return True
    if len(phrase) == 1 and phrase.source.isascii():
        return False
    is_deed = stripped(phrase, company=True).norms[0] in word_set("deeds")
    return not is_deed or phrase.has("others")

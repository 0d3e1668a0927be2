"""Choosing what a free part of a line means here: by its likeliest kinds, and by what its names can be bound to."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from app.agents.narrator.acting.meaning import find
from app.agents.narrator.acting.meant_actions import Meant, authored_action, generic_action
from app.agents.narrator.acting.turn import TurnBuilder
from app.agents.narrator.company import addressee, came_from
from app.agents.narrator.reading.kinds import Group, group_of
from app.agents.narrator.reading.line_reader import ReadPart
from app.agents.narrator.reading.names import Mention
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.deeds import ordered
from app.agents.narrator.understanding.intents import WAITS, Intent, Wish
from app.agents.narrator.understanding.naming import Kind, Thing
from app.agents.narrator.understanding.parser import trimmed
from app.agents.narrator.understanding.typed_words import Phrase, word_set
from app.agents.narrator.understanding.verbs import directions, intent_of
from app.language.analysis.lexicon import lexicon, may_be_mistyped
from app.models.sheets import condition as conditions
from app.models.sheets.condition import Condition

_OWNS = ("'s", "’s")
FLOOR = 0.4
"""The chance of its group below which a part is not understood."""
SURE_OF_KIND = 0.7
"""The chance from which on a person answers speech of a kind by that kind, and not by what its words do."""
SURE_OF_GAME = 0.8
"""The chance from which on a question that a person could answer, too, is looked up for the player."""
SURE = 2.0
"""The score of a deed below which it is only tried, which changes nothing."""
_USING = ("use", "give", "put", "act", "show")
"""The kinds of a deed that may be a use of a thing that its author made."""
_LONGEST_NAME = 4
"""Words of a name that nothing here has, up to which it is said not to be here."""
_LEAST = 0.02
"""The chance from which on a kind is a candidate."""
_ORDERS = {"undo": "undo", "save": "save", "load": "load", "quit": "quit", "restart": "restart", "map": "map"}
_ALONE = {"ask": "q_world", "follow_up": "q_world", "request": "act"}
"""What a kind of speech is where nobody is there to hear it."""


@dataclass(frozen=True)
class Candidate:
    """One deed that a part may mean.

    Attributes:
        intent: The deed.
        kind: Its kind.
        chance: The chance of its kind by the classifier.
        named: How well its names are bound: 1 by whole names, .5 by parts of names, 0 by none.
        is_grammatical: Whether the grammar of verbs and actions reads the same kind.
        is_authored: Whether an author made something for just this.
        left_over: The share of names in the part that it leaves unused.
    """

    intent: Intent
    kind: str
    chance: float
    named: float
    is_grammatical: bool
    is_authored: bool
    left_over: float

    @property
    def score(self) -> float:
        """How likely the deed is meant, as a logarithm."""
        weights = (self.named * 2.0, self.is_grammatical * 2.0, self.is_authored * 1.5, -self.left_over * 1.0)
        return 3.0 * self.chance + sum(weights)


def chosen(turn: TurnBuilder, part: ReadPart) -> Intent:
    """Return what a part of a line means.

    Args:
        turn: The turn.
        part: The part, with the chances of its kinds.
    """
    has_company = bool(turn.state.present())
    if not part.mentions and not _has_words(part.text):
        return _not_understood(part)
    if not part.chances:
        return Intent(Wish.SAY, part.text, typed=part.text) if has_company else _not_understood(part)
    if part.is_speech is None and called_in(turn, part, is_marked=True)[0]:
        return spoken(turn, part)
    chances = {group: part.chance_of(group) for group in Group}
    if not has_company and part.is_speech is None:
        return _alone(turn, part)
    group = max(chances, key=lambda each: chances[each])
    if chances[group] < FLOOR and not has_company:
        return _not_understood(part)
    match group:
        case Group.SAID:
            return spoken(turn, part)
        case Group.GAME:
            is_sure = not has_company or chances[group] >= SURE_OF_GAME
            return asked_of_game(part, part.kind if is_sure else "q_world")
        case Group.ORDER:
            return ordered_of_program(part)
        case Group.NONE if part.kind == "aside":
            return Intent(Wish.MUSE, part.text, typed=part.text)
        case Group.DEED:
            return deed(turn, part)
    return _not_understood(part)


def _has_words(text: str) -> bool:
    """Return whether a text has a word of the language."""
    words = [word.norm for word in Phrase.of(text).words]
    return any(not may_be_mistyped(word) for word in words)


def _alone(turn: TurnBuilder, part: ReadPart) -> Intent:
    """Return what a part means where nobody hears it: a question is for the game, any other speech is an aside."""
    asked = sum(part.chances.get(kind, 0.0) for kind in _ALONE)
    chances = {group: part.chance_of(group) for group in Group if group is not Group.SAID}
    chances[Group.GAME] += part.chances.get("ask", 0.0) + part.chances.get("follow_up", 0.0)
    chances[Group.DEED] += part.chances.get("request", 0.0)
    said = part.chance_of(Group.SAID) - asked
    group = max(chances, key=lambda each: chances[each])
    if said > chances[group]:
        return spoken(turn, part)
    if chances[group] < FLOOR:
        return _not_understood(part)
    match group:
        case Group.GAME:
            kinds = {kind: chance for kind, chance in part.chances.items() if group_of(kind) is Group.GAME}
            kinds["q_world"] += asked
            return asked_of_game(part, max(kinds, key=lambda kind: kinds[kind]))
        case Group.ORDER:
            return ordered_of_program(part)
        case Group.DEED:
            return deed(turn, part)
    return Intent(Wish.MUSE, part.text, typed=part.text) if part.kind == "aside" else _not_understood(part)


def _not_understood(part: ReadPart) -> Intent:
    return Intent(Wish.UNKNOWN, part.text, typed=part.text)


def spoken(turn: TurnBuilder, part: ReadPart) -> Intent:
    """Return a part as speech, to the person whose name is called in it, or who was spoken to last."""
    who, words = called_in(turn, part)
    is_sure = not part.is_joined and part.chances.get(part.kind, 0.0) >= SURE_OF_KIND
    kind = part.kind if is_sure else ""
    return Intent(Wish.SAY, words, who, kind=kind, typed=part.text)


def called_in(turn: TurnBuilder, part: ReadPart, *, is_marked: bool = False) -> tuple[str, str]:
    """Find the person who is called at the beginning or the end of a part.

    Args:
        turn: The turn.
        part: The part.
        is_marked: Whether only a name with a sign beside it counts: ``Mara, where is the owl?``

    Returns:
        The name, "" for nobody, and the words without a name at the beginning.
    """
    here = {thing.id for thing in naming.people_here(turn.state)}
    for mention in part.mentions:
        person = next((thing for thing in mention.things if thing.kind is Kind.PERSON), None)
        if person is None:
            continue
        begin, end = mention.start - part.start, mention.end - part.start
        before, after = part.text[:begin].strip(), part.text[end:].strip()
        has_sign = after[:1] in tuple(",:!")
        is_bare = not before and person.id in here and mention.is_whole and not is_marked
        if len(Phrase.of(before)) <= 1 and (has_sign or is_bare):
            return (person.name, after.lstrip(",:! ") or part.text) if has_sign else (person.name, part.text)
        if before.endswith(",") and not Phrase.of(after) and person.id in here:
            return person.name, part.text
    return "", part.text


def asked_of_game(part: ReadPart, kind: str) -> Intent:
    """Return a part as a question to the game."""
    return Intent(Wish.WONDER, part.text, kind=kind, typed=part.text)


def ordered_of_program(part: ReadPart) -> Intent:
    """Return a part as an order to the program."""
    return Intent(Wish.OUTSIDE, _ORDERS.get(part.kind, "retry"), typed=part.text)


def deed(turn: TurnBuilder, part: ReadPart) -> Intent:
    """Return a part as a deed: the best of those that it may mean, else an attempt that changes nothing."""
    if authored_action(turn, part.text) is not None:
        return Intent(Wish.ACT, part.text, kind="act", typed=part.text)
    tried = Intent(Wish.ATTEMPT, part.text, kind="act", typed=part.text)
    best = max(_candidates(turn, part), key=lambda each: each.score, default=None)
    return best.intent if best is not None and best.score >= SURE else tried


def _candidates(turn: TurnBuilder, part: ReadPart) -> Iterator[Candidate]:
    grammar = _grammar(part.text)
    meant = generic_action(turn, part.text)
    total = part.chance_of(Group.DEED) or 1.0
    kinds = {k: c / total for k, c in part.chances.items() if group_of(k) is Group.DEED and c / total >= _LEAST}
    agreeing = _kinds_of_grammar(grammar, meant)
    here = [mention for mention, _ in _named(turn, part)]
    for kind, chance in kinds.items():
        made = _made(turn, part, kind, grammar, meant)
        if made is None and grammar is not None and kind in agreeing and _is_short(grammar):
            made = Intent(Wish.ACT, part.text), []
        if made is not None:
            yield _candidate(part, kind, chance, made, here, is_grammatical=kind in agreeing)
    for made in _uses(turn, part):
        chance = sum(kinds.get(kind, 0.0) for kind in _USING)
        yield _candidate(part, "use", chance, made, here, is_authored=True)


def _candidate(
    part: ReadPart,
    kind: str,
    chance: float,
    made: tuple[Intent, list[Mention]],
    here: list[Mention],
    *,
    is_grammatical: bool = False,
    is_authored: bool = False,
) -> Candidate:
    intent, used = made
    return Candidate(
        intent=replace(intent, kind=kind, typed=part.text),
        kind=kind,
        chance=chance,
        named=sum(1.0 if each.is_whole else 0.5 for each in used) / len(used) if used else 0.0,
        is_grammatical=is_grammatical,
        is_authored=is_authored,
        left_over=1 - len(used) / len(here) if here else 0.0,
    )


def _named(turn: TurnBuilder, part: ReadPart) -> list[tuple[Mention, Thing]]:
    """List what is here and named in a part, by a pronoun too, in order."""
    named = [(each, each.things[0]) for each in part.mentions if each.is_here]
    return sorted([*named, *_pointed_at(turn, part)], key=lambda pair: pair[0].start)


def _uses(turn: TurnBuilder, part: ReadPart) -> Iterator[tuple[Intent, list[Mention]]]:
    """Yield the uses that an author made for the things that are named together in a part."""
    named, held = _named(turn, part), {thing.id for thing in naming.items_held(turn.state)}
    for tool in named:
        for aim in named if tool[1].id in held else ():
            uses = {use.on for use in turn.state.sheets.item(tool[1].id).uses}
            if aim[1].id in uses or (aim[1].kind is Kind.ENCOUNTER and _is_needed(turn, tool[1], aim[1])):
                yield Intent(Wish.USE, _words(part, tool), _words(part, aim)), [tool[0], aim[0]]


def _is_needed(turn: TurnBuilder, item: Thing, encounter: Thing) -> bool:
    """Return whether an obstacle asks for a thing."""
    condition = turn.state.sheets.encounter(encounter.id)[1].condition
    return condition is not None and item.id in _held_in(condition)


def _held_in(condition: Condition) -> set[str]:
    """Return the ids of the things that a condition wants held."""
    match condition:
        case conditions.ItemHeld(item_id=item):
            return {item}
        case conditions.AllOf(conditions=parts) | conditions.AnyOf(conditions=parts):
            return {item for part in parts for item in _held_in(part)}
    return set()


def _is_short(grammar: Intent) -> bool:
    """Return whether what the grammar takes for a name may be one."""
    if grammar.wish is Wish.CROSS:  # what stands in the way is dealt with only where just that is said
        return False
    return 0 < len(Phrase.of(grammar.what)) <= _LONGEST_NAME and len(Phrase.of(grammar.to)) <= _LONGEST_NAME


def _grammar(text: str) -> Intent | None:
    phrase = ordered(text)
    return intent_of(trimmed(phrase)) if phrase else None


_KINDS_OF_WISH = {
    Wish.GO: ("go",),
    Wish.LEAVE: ("go",),
    Wish.GO_BACK: ("go",),
    Wish.CROSS: ("go",),
    Wish.CLIMB: ("go", "act"),
    Wish.LOOK: ("look",),
    Wish.EXAMINE: ("examine", "search"),
    Wish.TAKE: ("take",),
    Wish.DROP: ("drop",),
    Wish.GIVE: ("give",),
    Wish.USE: ("use", "put", "act"),
    Wish.PLACE: ("put", "use"),
    Wish.FIX: ("put", "use"),
    Wish.PUSH: ("act",),
    Wish.CLOSE: ("act",),
    Wish.FIGHT: ("attack", "act"),
    Wish.WAIT: ("wait",),
    Wish.WAIT_UNTIL: ("wait",),
    Wish.NOTE: ("note",),
    Wish.FORBEAR: ("forbear",),
    Wish.ASK: ("show",),
}
_KINDS_OF_ACTION = {
    "search": ("search", "examine"),
    "under": ("search",),
    "behind": ("search",),
    "through": ("search", "examine"),
    "put": ("put", "use"),
    "throw": ("act", "give", "attack"),
    "attack": ("attack",),
    "buy": ("buy",),
    "sell": ("buy",),
    "sit": ("gesture", "act"),
    "embrace": ("gesture", "act"),
}


def _kinds_of_grammar(grammar: Intent | None, meant: Meant | None) -> set[str]:
    found = set[str]()
    if grammar is not None:
        found |= {*_KINDS_OF_WISH.get(grammar.wish, ())}
    if meant is not None:
        found |= {*_KINDS_OF_ACTION.get(meant.action_id, ("act", "use"))}
    return found


def _made(
    turn: TurnBuilder, part: ReadPart, kind: str, grammar: Intent | None, meant: Meant | None
) -> tuple[Intent, list[Mention]] | None:
    """Return a deed of a kind with the names that it uses; None where it lacks one."""
    state = turn.state
    held = {thing.id for thing in naming.items_held(state)}
    named = _named(turn, part)
    by_action = (Intent(Wish.ACT, part.text), [each for each, _ in named])
    match kind:
        case "go":
            return _walk(turn, part, grammar)
        case "look":
            return (Intent(Wish.LOOK), []) if not named else None
        case "examine":
            return _first(part, Wish.EXAMINE, named)
        case "search":
            return by_action if meant is not None else _first(part, Wish.EXAMINE, named)
        case "take":
            items = [(each, thing) for each, thing in named if thing.kind is Kind.ITEM]
            if items:
                names = " and ".join(_words(part, pair) for pair in items)
                return Intent(Wish.TAKE, names), [each for each, _ in items]
            if grammar is not None and grammar.wish is Wish.TAKE and grammar.what.casefold() in word_set("everything"):
                return grammar, []
            return _first(part, Wish.TAKE, [pair for pair in named if pair[1].kind is not Kind.PERSON])
        case "drop":
            return _first(part, Wish.DROP, [pair for pair in named if pair[1].id in held])
        case "give" | "show":
            things = [pair for pair in named if pair[1].kind is Kind.ITEM]
            others = [pair for pair in named if pair[1].kind in (Kind.PERSON, Kind.ENCOUNTER)]
            who = others[0][1].name if others else state.name(npc) if (npc := addressee(state)) else ""
            if not things or not who:
                return None
            used = [things[0][0], *(each for each, _ in others[:1])]
            if kind == "give":
                return Intent(Wish.GIVE, things[0][1].name, who), used
            return Intent(Wish.ASK, things[0][1].name, who), used
        case "use" | "put":
            things = [pair for pair in named if pair[1].kind is Kind.ITEM]
            aims = [pair for pair in named if not things or pair[0] is not things[0][0]]
            if things and aims and (kind == "use" or meant is None):
                return Intent(Wish.USE, things[0][1].name, aims[0][1].name), [things[0][0], aims[0][0]]
            return by_action if meant is not None else None
        case "act" | "buy":
            if meant is not None:
                return by_action
            return (Intent(Wish.ATTEMPT, part.text), [each for each, _ in named]) if kind == "act" else None
        case "attack":
            foes = [pair for pair in named if pair[1].kind is Kind.ENCOUNTER]
            if foes:
                return Intent(Wish.FIGHT, foes[0][1].name), [foes[0][0]]
            return by_action if meant is not None else (Intent(Wish.ATTEMPT, part.text), [each for each, _ in named])
        case "wait":
            return (grammar, []) if grammar is not None and grammar.wish in WAITS else None
        case "note":
            return (grammar, []) if grammar is not None and grammar.wish in (Wish.NOTE, Wish.PIN) else None
        case "join" | "stay":
            people = [pair for pair in named if pair[1].kind is Kind.PERSON]
            who = people[0][1].name if people else state.name(npc) if (npc := addressee(state)) else ""
            wish = Wish.JOIN if kind == "join" else Wish.STAY
            return (Intent(wish, who), [each for each, _ in people[:1]]) if who else None
        case "gesture":
            return Intent(Wish.GESTURE, part.text), [each for each, _ in named]
        case "forbear":
            return Intent(Wish.FORBEAR, part.text), []
    return None


def _first(part: ReadPart, wish: Wish, named: list[tuple[Mention, Thing]]) -> tuple[Intent, list[Mention]] | None:
    return (Intent(wish, _words(part, named[0])), [named[0][0]]) if named else None


def _pointed_at(turn: TurnBuilder, part: ReadPart) -> Iterator[tuple[Mention, Thing]]:
    """Yield what the pronouns in a part mean, as far as each means one thing that is here."""
    pronouns = word_set("for_people") | word_set("for_things") | word_set("for_either")
    phrase, here = Phrase.of(part.text), naming.everything_here(turn.state)
    for at, word in enumerate(phrase.words):
        is_object = word.norm in pronouns and _ends_name(phrase, at + 1)
        found = find(turn, word.norm, here, typos=False) if is_object else []
        if len(found) == 1:
            start, end = part.start + word.start, part.start + word.end
            yield Mention(start, end, (found[0],), is_whole=True, is_here=True), found[0]


def _ends_name(phrase: Phrase, at: int) -> bool:
    """Return whether a name can end before a word: at the end, at a sign, or before a word that says nothing itself."""
    if at == len(phrase) or phrase.gap_before(at).strip(" '’"):
        return True
    return phrase.norms[at] in lexicon().stop | lexicon().prepositions | lexicon().articles


def _words(part: ReadPart, named: tuple[Mention, Thing]) -> str:
    """Return a whole name as it was typed, and in the place of a part of one the name."""
    mention, thing = named
    return part.text[mention.start - part.start : mention.end - part.start] if mention.is_whole else thing.name


def _walk(turn: TurnBuilder, part: ReadPart, grammar: Intent | None) -> tuple[Intent, list[Mention]] | None:
    """Return a walk to the last way or place that is named, in a direction, back or out."""
    ways = [
        (each, thing)
        for each in part.mentions
        for thing in each.things[:1]
        if thing.kind in (Kind.EXIT, Kind.PLACE) and thing.id != turn.state.here.id
    ]
    if ways:
        return Intent(Wish.GO, _words(part, ways[-1])), [ways[-1][0]]
    words = Phrase.of(part.text).norms
    if towards := next((directions()[word] for word in words if word in directions() and len(word) > 1), ""):
        return Intent(Wish.GO, towards), []
    if not word_set("backwards").isdisjoint(words) and came_from(turn.state):
        return Intent(Wish.GO_BACK), []
    if not word_set("outside").isdisjoint(words):
        return Intent(Wish.LEAVE), []
    people = [each for each in part.mentions if each.things[0].kind is Kind.PERSON and not each.is_here]
    people = [each for each in people if part.text[each.end - part.start - 2 : each.end - part.start] not in _OWNS]
    if people:
        return Intent(Wish.GO, people[0].things[0].name), people[:1]
    if grammar is not None and grammar.wish in (Wish.GO, Wish.LEAVE, Wish.GO_BACK) and len(words) <= 3:
        return grammar, []
    return None

"""The deeds that a free part of a line may mean here: for each likely kind, the deed that its names can be bound to."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from app.agents.narrator.acting.meant_actions import generic_action
from app.agents.narrator.acting.steps import as_ordered
from app.agents.narrator.company import addressee, came_from
from app.agents.narrator.reading.grammar_kinds import by_grammar, is_short, kinds_of
from app.agents.narrator.reading.line_reader import ReadPart
from app.agents.narrator.reading.ranking import DeedFeatures, likelihood
from app.agents.narrator.turn.meaning import find
from app.agents.narrator.turn.turn_builder import TurnBuilder
from app.agents.narrator.understanding import naming
from app.agents.narrator.understanding.action_words import action_words
from app.agents.narrator.understanding.intents import WAITS, Intent, Wish
from app.agents.narrator.understanding.masking import Mention
from app.agents.narrator.understanding.naming import Thing, ThingKind
from app.agents.narrator.understanding.typed_words import Phrase, word_set
from app.agents.narrator.understanding.verbs import directions
from app.language.analysis.lexicon import lexicon
from app.language.kinds.kinds import Group, group_of
from app.models.sheets import condition as conditions
from app.models.sheets.condition import Condition

SURE = 0.4
"""The likelihood of a deed below which it is only tried, which changes nothing."""
SURE_OF_SEEING = 0.2
"""The same for what changes nothing but the time."""
_SEEING = frozenset(
    {Wish.LOOK, Wish.EXAMINE, Wish.WAIT, Wish.WAIT_UNTIL, Wish.GESTURE, Wish.FORBEAR, Wish.NOTE, Wish.PIN}
)
_USING = ("use", "give", "put", "act", "show")
"""The kinds of a deed that may be a use of a thing that its author made."""
_LEAST = 0.02
"""The chance from which on a kind is a candidate."""
_SHORTEST_WALK = 3
"""Words of a walk that names nothing that is known."""
_OWNS = ("'s", "’s")

Named = tuple[Mention, Thing]
"""A name in a part, and what it stands for here."""
Made = tuple[Intent, list[Mention]]
"""A deed, and the names that it uses."""


@dataclass(frozen=True)
class Candidate:
    """One deed that a part may mean.

    Attributes:
        intent: The deed.
        kind: Its kind.
        features: What speaks for it.
        used: The names that it uses, in order.
    """

    intent: Intent
    kind: str
    features: DeedFeatures
    used: tuple[Mention, ...] = ()

    @property
    def chance(self) -> float:
        """The chance of its kind among the kinds of deeds, by the classifier."""
        return self.features.chance

    @property
    def is_grammatical(self) -> bool:
        """Whether the grammar of verbs and actions reads the same kind."""
        return bool(self.features.grammar)

    @property
    def is_authored(self) -> bool:
        """Whether an author made something for just this."""
        return bool(self.features.authored)

    @cached_property
    def score(self) -> float:
        """How likely it is meant, 0 to 1."""
        return likelihood(self.features)

    @property
    def is_sure(self) -> bool:
        """Whether it is likely enough for what it costs to be wrong."""
        return self.score >= (SURE_OF_SEEING if self.intent.wish in _SEEING else SURE)


class Deeds:
    """The deeds that a part of a line may mean.

    Args:
        turn: The turn.
        part: The part, with the chances of its kinds.
    """

    def __init__(self, turn: TurnBuilder, part: ReadPart) -> None:
        self._turn = turn
        self._part = part
        self._text = as_ordered(part.text) if part.is_speech is False else part.text
        self._grammar = by_grammar(self._text)
        self._meant = generic_action(turn, self._text)

    def best(self) -> Candidate | None:
        """Return the deed with the highest score; None where no kind has one."""
        return max(self.candidates(), key=lambda each: each.score, default=None)

    def candidates(self) -> Iterator[Candidate]:
        """Yield a deed for each likely kind that has one, and the uses that an author made."""
        total = self._part.chance_of(Group.DEED) or 1.0
        shares = {kind: chance / total for kind, chance in self._part.chances.items() if group_of(kind) is Group.DEED}
        kinds = {kind: share for kind, share in shares.items() if share >= _LEAST}
        agreeing = kinds_of(self._grammar, self._meant)
        for kind, chance in kinds.items():
            made = self._made(kind)
            if made is None and kind in agreeing and self._grammar is not None and is_short(self._grammar):
                made = Intent(Wish.ACT, self._text), []
            if made is not None:
                yield self._candidate(kind, chance, made, is_grammatical=kind in agreeing)
        for made in self._uses():
            chance = sum(kinds.get(kind, 0.0) for kind in _USING)
            yield self._candidate("use", chance, made, is_authored=True)

    def _candidate(
        self, kind: str, chance: float, made: Made, *, is_grammatical: bool = False, is_authored: bool = False
    ) -> Candidate:
        intent, used = made
        return Candidate(
            intent=replace(intent, kind=kind, typed=self._text),
            kind=kind,
            features=DeedFeatures(
                chance=chance,
                group=self._part.chance_of(Group.DEED),
                named=sum(1.0 if each.is_whole else 0.5 for each in used) / len(used) if used else 0.0,
                grammar=float(is_grammatical),
                authored=float(is_authored),
                left_over=1 - len(used) / len(self._named) if self._named else 0.0,
            ),
            used=tuple(used),
        )

    @cached_property
    def _named(self) -> list[Named]:
        """What is here and named in the part, by a pronoun too, in order."""
        named = [(each, each.things[0]) for each in self._part.mentions if each.is_here]
        return sorted([*named, *self._pointed_at()], key=lambda pair: pair[0].start)

    def _pointed_at(self) -> Iterator[Named]:
        """Yield what the pronouns in the part mean, as far as each means one thing that is here."""
        pronouns = word_set("for_people") | word_set("for_things") | word_set("for_either")
        phrase, here = Phrase.of(self._part.text), naming.everything_here(self._turn.state)
        for at, word in enumerate(phrase.words):
            is_part = at + 1 < len(phrase) and phrase.norms[at + 1] in word_set("of_name")  # "one of the pelts"
            is_object = word.norm in pronouns and not is_part and _ends_name(phrase, at + 1)
            found = find(self._turn, word.norm, here, typos=False) if is_object else []
            if len(found) == 1:
                start, end = self._part.start + word.start, self._part.start + word.end
                yield Mention(start, end, (found[0],), is_whole=True, is_here=True), found[0]

    def _uses(self) -> Iterator[Made]:
        """Yield the uses that an author made for the things that are named together."""
        held = {thing.id for thing in naming.items_held(self._turn.state)}
        for tool in self._named:
            for aim in self._named if tool[1].id in held else ():
                uses = {use.on for use in self._turn.state.sheets.item(tool[1].id).uses}
                if aim[1].id in uses or (
                    aim[1].kind is ThingKind.ENCOUNTER and _is_needed(self._turn, tool[1], aim[1])
                ):
                    made = self._intent(Wish.USE, [tool], [aim])
                    yield made, [tool[0], aim[0]]

    def _made(self, kind: str) -> Made | None:
        """Return the deed of a kind; None where it lacks a name."""
        makers: dict[str, Callable[[], Made | None]] = {
            "go": self._walk,
            "look": lambda: None if self._named else (Intent(Wish.LOOK), []),
            "examine": lambda: self._first(Wish.EXAMINE, self._named),
            "search": lambda: self._by_action() or self._first(Wish.EXAMINE, self._named),
            "take": self._take,
            "drop": self._drop,
            "give": lambda: self._hand_over(Wish.GIVE) or self._use(),
            "show": lambda: self._hand_over(Wish.ASK),
            "use": lambda: self._use() or self._by_action(),
            "put": lambda: self._by_action() or self._put(),
            "act": lambda: self._by_action() or self._attempt(),
            "buy": self._by_action,
            "attack": lambda: self._fight() or self._by_action() or self._attempt(),
            "wait": lambda: self._by_grammar(*WAITS),
            "note": lambda: self._by_grammar(Wish.NOTE, Wish.PIN),
            "join": lambda: self._of_company(Wish.JOIN),
            "stay": lambda: self._of_company(Wish.STAY),
            "gesture": lambda: (Intent(Wish.GESTURE, self._text), self._mentions),
            "forbear": lambda: (Intent(Wish.FORBEAR, self._text), []),
        }
        return makers[kind]()

    @property
    def _mentions(self) -> list[Mention]:
        return [mention for mention, _ in self._named]

    def _of(self, *kinds: ThingKind) -> list[Named]:
        return [pair for pair in self._named if pair[1].kind in kinds]

    def _by_action(self) -> Made | None:
        """Return the generic action of the words, with the names of its target and its tool; None where no name in the
        part means the target, unless the author has made that for it."""
        if self._meant is None:
            return None
        ids = {thing.id for thing in (*self._meant.targets, self._meant.thing) if thing is not None}
        used = [each for each, thing in self._named if not ids.isdisjoint({thing.id, *(one.id for one in each.things)})]
        meant = self._meant
        is_named = used or meant.is_made_for or not meant.targets or meant.targets[0].kind is ThingKind.PLACE
        return (Intent(Wish.ACT, self._text), used) if is_named else None

    def _attempt(self) -> Made:
        return Intent(Wish.ATTEMPT, self._text), self._mentions

    def _by_grammar(self, *wishes: Wish) -> Made | None:
        return (self._grammar, []) if self._grammar is not None and self._grammar.wish in wishes else None

    def _first(self, wish: Wish, named: list[Named]) -> Made | None:
        return (self._intent(wish, named[:1]), [named[0][0]]) if named else None

    def _intent(self, wish: Wish, named: list[Named], aims: list[Named] | None = None) -> Intent:
        """Return a deed with what its names are bound to; a name that several things here have is bound by its
        command, which asks back."""
        aims = aims or []
        bound = [self._bound(each) for each in (named, aims)]
        return Intent(wish, self._names(named), self._names(aims), things=bound[0], aims=bound[1])

    def _names(self, named: list[Named]) -> str:
        return " and ".join(map(self._words, named))

    def _bound(self, named: list[Named]) -> tuple[Thing, ...]:
        things = [thing for mention, thing in named if len(self._meant_by(mention)) == 1]
        return tuple(things) if len(things) == len(named) else ()

    def _meant_by(self, mention: Mention) -> set[str]:
        """Return the ids that a name may mean: of things that are here, if there are any."""
        here = {thing.id for thing in mention.things if thing in self._here}
        return here or {thing.id for thing in mention.things if thing.kind is mention.things[0].kind}

    @cached_property
    def _here(self) -> frozenset[Thing]:
        return frozenset(naming.everything_here(self._turn.state))

    def _take(self) -> Made | None:
        items = list({thing.id: (mention, thing) for mention, thing in reversed(self._of(ThingKind.ITEM))}.values())
        if items := sorted(items, key=lambda pair: pair[0].start):
            return self._intent(Wish.TAKE, items), [each for each, _ in items]
        of_all = self._by_grammar(Wish.TAKE)
        if of_all is not None and of_all[0].what.casefold() in word_set("everything"):
            return of_all
        return self._first(Wish.TAKE, [pair for pair in self._named if pair[1].kind is not ThingKind.PERSON])

    def _drop(self) -> Made | None:
        held = {thing.id for thing in naming.items_held(self._turn.state)}
        return self._first(Wish.DROP, [pair for pair in self._named if pair[1].id in held])

    def _hand_over(self, wish: Wish) -> Made | None:
        """Return that a thing is given or shown to who is named, or else is spoken to."""
        things, others = self._of(ThingKind.ITEM), self._of(ThingKind.PERSON, ThingKind.ENCOUNTER)
        who = others[0][1].name if others else self._addressee()
        if not things or not who:
            return None
        made = Intent(wish, things[0][1].name, who, things=self._bound(things[:1]), aims=self._bound(others[:1]))
        return made, [things[0][0], *(each for each, _ in others[:1])]

    def _use(self) -> Made | None:
        things = self._of(ThingKind.ITEM)
        aims = [pair for pair in self._named if things and pair[0] is not things[0][0]]
        if not aims:
            return None
        return self._intent(Wish.USE, things[:1], aims[:1]), [things[0][0], aims[0][0]]

    def _put(self) -> Made | None:
        """Return that a thing is used on what is named with it, where it may simply be put; a person is given it."""
        things, people = self._of(ThingKind.ITEM), self._of(ThingKind.PERSON)
        return self._hand_over(Wish.GIVE) if things and people else self._use()

    def _fight(self) -> Made | None:
        foes = self._of(ThingKind.ENCOUNTER)
        return self._first(Wish.FIGHT, foes)

    def _of_company(self, wish: Wish) -> Made | None:
        people = self._of(ThingKind.PERSON)
        who = people[0][1].name if people else self._addressee()
        return (Intent(wish, who), [each for each, _ in people[:1]]) if who else None

    def _addressee(self) -> str:
        npc_id = addressee(self._turn.state)
        return self._turn.state.name(npc_id) if npc_id else ""

    def _words(self, named: Named) -> str:
        """Return a whole name as it was typed, and in the place of a part of one that only one thing has the name."""
        mention, thing = named
        is_typed = mention.is_whole or len(self._meant_by(mention)) > 1
        begin = self._part.start
        return self._part.text[mention.start - begin : mention.end - begin] if is_typed else thing.name

    def _walk(self) -> Made | None:
        """Return a walk to the last way or place that is named, in a direction, back, out or to a person."""
        state, part = self._turn.state, self._part
        ways = [
            (each, each.things[0])
            for each in part.mentions
            if each.things[0].kind in (ThingKind.EXIT, ThingKind.PLACE) and each.things[0].id != state.here.id
        ]
        words = Phrase.of(part.text).norms
        if ways:
            mention, thing = ways[-1]
            directed_by = {(directions()[word],) for word in words if word in directions()}
            directed = [each for each in mention.things if not directed_by.isdisjoint(each.names)]
            if len(self._meant_by(mention)) > 1 and len(directed) == 1:  # "go down the stairs"
                return Intent(Wish.GO, directed[0].name, things=(directed[0],)), [mention]
            return self._intent(Wish.GO, [(mention, thing)]), [mention]
        if way := next((directions()[word] for word in words if word in directions() and len(word) > 1), ""):
            return Intent(Wish.GO, way), []
        is_coming = not action_words("arrives").isdisjoint(words[:1])  # "comes back" leads to where it is said
        if not word_set("backwards").isdisjoint(words) and came_from(state) and not is_coming:
            return Intent(Wish.GO_BACK), []
        if not word_set("outside").isdisjoint(words):
            return Intent(Wish.LEAVE), []
        people = [each for each in part.mentions if each.things[0].kind is ThingKind.PERSON and not each.is_here]
        people = [each for each in people if not part.text[: each.end - part.start].endswith(_OWNS)]
        if people:
            person = people[0].things[0]
            return Intent(Wish.GO, person.name, things=(person,)), people[:1]
        return self._by_grammar(Wish.GO, Wish.LEAVE, Wish.GO_BACK) if len(words) <= _SHORTEST_WALK else None


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


def _ends_name(phrase: Phrase, at: int) -> bool:
    """Return whether a name can end before a word: at the end, at a sign, or before a word that says nothing itself."""
    if at == len(phrase) or phrase.gap_before(at).strip(" '’"):
        return True
    return phrase.norms[at] in lexicon().stop | lexicon().prepositions | lexicon().articles

"""What a remark is beside its matter: a greeting, thanks, an insult, a request."""

from dataclasses import dataclass

from app.agents.narrator.understanding.typed_words import Phrase, ends_as_question, recall_pattern, word_set
from app.language.reading.hearing import Hearing
from app.models.messages.speech import ActKind, between
from app.models.sheets.scenario import ScenarioSheet

_BY_WORDS = ("condolence", "insult", "wellbeing", "kindness", "feeling", "farewell")
_ANSWERED = ("promise", "thanks", "condolence", "apology", "insult", "threat", "wellbeing", "kindness", "feeling")
"""Kinds of remarks, as the lists of the pack are called, in the order in which they are answered."""


@dataclass(frozen=True)
class Remark:
    """``kinds`` are answered in this order, a greeting before them. ``rest``: without greeting and thanks."""

    kinds: tuple[str, ...]
    asks: bool
    greets: bool
    rest: str


def read_remark(sheet: ScenarioSheet, text: str) -> Remark:
    acts, said = Hearing(sheet).read_speech(text), " ".join(Phrase.of(text).norms)
    found = {kind for kind in _BY_WORDS if recall_pattern(f"heard_{kind}").search(said)}
    found |= {act.kind.value for act in acts}
    apart = [act.span for act in acts if act.kind in (ActKind.GREETING, ActKind.THANKS)]
    rest = "".join(text[start:end] for start, end in between(apart, len(text))).strip(" ,.;:!")
    typed = Phrase.of(rest or text)  # a greeting may hold what is asked after a comma: "hi, who are you?"
    asked = typed.without_first(word_set("said_greetings")) if ActKind.GREETING in found else typed
    asks = len(asked) > 0 and (
        asked.starts(*word_set("question_words")) > 0 or ends_as_question(text) or ActKind.QUESTION in found
    )
    wishes = [text[slice(*act.span)] for act in acts if act.kind in (ActKind.REQUEST, ActKind.INVITATION)]
    is_request = "insult" not in found and any(not recall_pattern("wants_telling").search(wish) for wish in wishes)
    kinds = [kind for kind in ("kept", *_ANSWERED) if kind in found][:1]
    kinds += ["invitation" if ActKind.INVITATION in found else "request"] * is_request
    kinds += ["farewell"] * ("farewell" in found)
    asks = asks and not is_request and found.isdisjoint({"wellbeing", "promise"})
    return Remark(tuple(kinds), asks, ActKind.GREETING in found and "farewell" not in found, rest or asked.tail)

"""Speech acts that a question asks for by name, as in "what was promised about the bell?"."""

from app.language.analysis.terms import analyse, terms_of
from app.models.messages.speech import ActKind, mask_of

_NAMED = (
    ActKind.QUESTION,
    ActKind.PROMISE,
    ActKind.REQUEST,
    ActKind.INVITATION,
    ActKind.CONFIDENCE,
    ActKind.CORRECTION,
    ActKind.THREAT,
    ActKind.APOLOGY,
)


def acts_named(question: str) -> int:
    """Return a mask of the speech acts that a question names, see `app.models.messages.speech.mask_of`; 0 for none."""
    asked = frozenset(analyse(question).terms)
    return mask_of(kind for kind in _NAMED if not asked.isdisjoint(terms_of(f"recall.act_{kind.value}")))

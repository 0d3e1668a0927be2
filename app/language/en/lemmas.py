"""English forms for the rooms that still import them; `app.language.analysis.lexicon` has them by language."""

from app.language.analysis.lexicon import lexicon

BASE_FORMS = lexicon().bases

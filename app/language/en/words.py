"""English word lists for the rooms that still import them; `app.language.analysis.lexicon` has them by language."""

from app.language.analysis.lexicon import lexicon

STOP_WORDS = lexicon().stop
ARTICLES = lexicon().articles
TITLES = lexicon().titles
IRREGULAR_PAST = lexicon().irregular_past
PREPOSITIONS = lexicon().prepositions
is_verb_like = lexicon().is_verb_like

# A memory that links two others: by a few words that stand between them, or by a sentence of its own.
link = { $first } { $relation } { $second }.
link-told = { $relation } This links { $first } and { $second }.

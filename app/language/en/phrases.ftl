# How names stand in a sentence.

definite = the { $name }
joined-comma = { $first }, { $name }
joined-and = { $first } and { $name }
joined-or = { $first } or { $name }

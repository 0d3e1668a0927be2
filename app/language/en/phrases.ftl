# How names stand in a sentence.

definite = the { $name }
party = the party
somebody = another person
joined-comma = { $first }, { $name }
joined-and = { $first } and { $name }
joined-or = { $first } or { $name }

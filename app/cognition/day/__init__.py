"""A person's day: what it perceives, plans and does at a tick."""

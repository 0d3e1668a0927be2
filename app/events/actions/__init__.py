"""What can be done in the world: effects, checks, timers, rules, and the actions that are possible."""

"""Reading speech acts: sentences, what they show, how they score, and where in a text each act is."""

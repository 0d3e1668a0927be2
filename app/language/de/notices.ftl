# What is said of the program itself, beside the story.

partial-pack = Ohne Sprachmodell versteht das Spiel auf Deutsch nur einfache Befehle und antwortet manchmal auf Englisch.

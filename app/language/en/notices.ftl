# What is said of the program itself, beside the story.

no-pack = There is no language pack for the language of this scenario: without a model, the game understands and answers only English.
partial-pack = Without a model, the game understands only simple commands in this language, and answers some of them in English.

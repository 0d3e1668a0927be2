# What a player reads about things.

not-to-be-carried = Das lässt sich nicht forttragen: { $thing }. { $lying }

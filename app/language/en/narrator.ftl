# What the narrator says to a player, and what it reads into what a player says.

promise-asked = { $about } promise

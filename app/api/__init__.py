"""The HTTP adapter: the routes and models of `/v1`, authentication and permissions. It holds no rules of the game."""

"""The models of `/v1`: what clients send and get, apart from the models of the game."""

"""The models of `/v1`: what clients send and receive, independent of the models of the game."""

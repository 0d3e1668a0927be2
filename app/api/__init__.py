"""The door over HTTP: routes, the models of `/v1`, and who may see what; no rules of the game."""

"""The door for clients that speak the Model Context Protocol: seats at a game. `api` serves them over HTTP."""

"""The door for clients that speak the Model Context Protocol: seats at a game, served over stdio or HTTP."""

"""The adapter for clients of the Model Context Protocol (MCP): seats of a game. `api` serves them over HTTP, `stdio`
over standard input and output."""

"""One router for each resource of `/v1`."""

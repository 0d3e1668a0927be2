"""Values of the domain as models of `/v1`, for the one who asks."""

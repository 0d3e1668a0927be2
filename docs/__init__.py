"""The pages of the documentation, and what writes the one that is made of the OpenAPI document."""

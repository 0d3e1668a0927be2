"""Clients of the HTTP API, made of its OpenAPI document."""

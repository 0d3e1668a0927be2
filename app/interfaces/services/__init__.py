"""Ports through which handlers call the services above them."""

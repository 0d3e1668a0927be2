"""Narrators: offline, guided and with tools."""

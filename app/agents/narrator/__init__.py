"""The narrators: offline, guided, and with tools."""

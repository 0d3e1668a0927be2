"""Scenarios as folders of Markdown and YAML: their layout, reading them and writing them."""

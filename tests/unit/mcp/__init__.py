"""Serving a seat under the Model Context Protocol, with a seat that is made up."""

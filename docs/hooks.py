"""Hooks of MkDocs: add to the documentation the pages that are made from the program."""

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from docs.rendering.pages import made_pages


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages; a file of the same path would be replaced."""
    for path, text in made_pages().items():
        files.append(File.generated(config, path, content=text))
    return files

"""The reasons of refusals, as values of codes and ids; `language.rendering.refusing` makes the sentences."""

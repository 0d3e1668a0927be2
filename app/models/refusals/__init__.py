"""Why orders are refused, as values of codes and ids; `language.rendering.refusing` makes the sentences."""

"""The page in a real browser: Chromium from the PATH, driven by playwright. `make browser` runs them."""

"""One module a kind of measurement; each adds to the results what it finds."""

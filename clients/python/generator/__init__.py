"""Makes Python, OpenAPI and AsyncAPI of what the daemon says of itself."""

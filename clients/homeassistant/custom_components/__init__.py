"""Integrations for Home Assistant; the harness of the tests looks for them in this package."""

"""Checks what docs/rooms.md promises, with a Snapcast server, rooms and a daemon on a network of their own."""

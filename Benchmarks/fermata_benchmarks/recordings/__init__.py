"""Checks of recordings: what a crash, a full disk, a very long file and changing cycles leave of them."""

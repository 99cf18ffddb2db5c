"""One question about a player or a group, at an address of its own: the answer, and the hands behind it."""

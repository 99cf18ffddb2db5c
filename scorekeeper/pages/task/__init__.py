"""The page of work in the background: how far it is, and what came of it."""

"""Recovery codes: made anew, and shown once."""

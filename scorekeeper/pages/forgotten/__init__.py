"""A new password for who has forgotten it: by a recovery code."""

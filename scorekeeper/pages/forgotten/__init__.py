"""A new password for whoever has forgotten it: by a recovery code, or by a letter."""

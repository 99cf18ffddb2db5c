"""Logging in to an account: by name and password, or with a passkey; and being asked once more who it is."""

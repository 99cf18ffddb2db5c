"""Logging in to an account: by name and password, or with a passkey."""

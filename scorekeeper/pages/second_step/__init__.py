"""The second step of logging in: a passkey after the password, or a recovery code."""

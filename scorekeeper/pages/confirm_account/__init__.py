"""Whoever is logged in says once more who they are, before anything is changed that opens the account."""

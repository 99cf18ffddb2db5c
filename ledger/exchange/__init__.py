"""Strangers' files: read through standings, written through recording."""

"""Shapes that statistics are told in."""

"""The page for a phone whose key cannot be read just now."""

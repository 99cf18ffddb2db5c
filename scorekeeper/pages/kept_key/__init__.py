"""What a phone is told whose key cannot be read just now."""

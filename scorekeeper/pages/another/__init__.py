"""A hand of another game in the middle of an evening: everybody's points, typed."""

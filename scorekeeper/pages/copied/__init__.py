"""A night out of an old notebook: its totals, where they came from, and putting them right."""

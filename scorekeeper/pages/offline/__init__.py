"""What a phone without a signal shows in the place of a page that it does not keep."""

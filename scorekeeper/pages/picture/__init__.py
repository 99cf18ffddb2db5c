"""A night as a picture and as a text, for the chat of those who played."""

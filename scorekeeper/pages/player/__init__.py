"""A player in one game: the course, an average night and its luck, roles, and questions that have answers."""

"""A group in one game: how much is luck, everybody's course, who with whom, evenings, and questions."""

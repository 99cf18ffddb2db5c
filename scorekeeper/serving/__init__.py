"""Between the server and the pages: connections, bodies and page threads."""

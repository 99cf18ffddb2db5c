"""How the pages are served: connections, bodies and the threads that make pages."""

"""Work in the background: what takes longer than a page may is asked for here, and goes on in short steps.

Every step runs in a page thread, one at a time and after the pages: on SQLite that thread is the only one
that writes. What was asked for is a row, so that it survives a restart; its files lie in a folder beside it.
"""

from scorekeeper.tasks.asking import ask, give_up
from scorekeeper.tasks.telling import find_task, tasks_of
from scorekeeper.tasks.worker import run_all

__all__ = ["ask", "find_task", "give_up", "run_all", "tasks_of"]

"""What a page took on the server and asked the database, said in the headers of its answer; for benches."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter, thread_time
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse

Asked = list[tuple[str, Any]]
TOOK, SPENT, QUERIES, FLOOR = "X-Bench-Ms", "X-Bench-Cpu", "X-Bench-Queries", "X-Bench-Floor"


class CountingMiddleware:
    """Says how many milliseconds a page took, how many of the processor, how many queries it asked, and what
    they take bare.

    That is their floor: the same statements asked once more of the database, and all their rows fetched, with
    nothing around them. Only of pages that write nothing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked: Asked = []

        def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            asked.append((sql, params))
            return execute(sql, params, many, context)

        begun, spent = perf_counter(), thread_time()
        with connection.execute_wrapper(note):
            answer = self.get_response(request)
        answer.headers[TOOK] = str(1000 * (perf_counter() - begun))
        answer.headers[SPENT] = str(1000 * (thread_time() - spent))
        answer.headers[QUERIES] = str(sum(not is_bracket(sql) for sql, _ in asked))
        if request.method == "GET":
            answer.headers[FLOOR] = str(bare(asked))
        return answer


def is_bracket(sql: str) -> bool:
    return sql.split(maxsplit=1)[0] in {"BEGIN", "SAVEPOINT", "RELEASE", "COMMIT", "ROLLBACK"}


def bare(asked: Asked) -> float:
    """Milliseconds that the questions among these statements take with nothing around them."""
    begun = perf_counter()
    with connection.cursor() as cursor:
        for sql, params in asked:
            if sql.startswith("SELECT"):
                cursor.execute(sql, params)
                cursor.fetchall()
    return 1000 * (perf_counter() - begun)

"""How every connection asks its database."""

import pytest
from django.db import connection


@pytest.mark.django_db
def test_postgresql_compiles_no_query() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL compiles queries")
    with connection.cursor() as cursor:
        cursor.execute("SHOW jit")
        assert cursor.fetchone() == ("off",)

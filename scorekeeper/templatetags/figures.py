"""The figures of scorekeeper/text/figures.py, and of stakes.py beside it, as template filters."""

from django import template

from scorekeeper.text import figures
from scorekeeper.text import stakes as of_stakes

register = template.Library()

for written in (
    figures.count,
    figures.points,
    figures.signed,
    figures.average,
    figures.side,
    figures.of,
    figures.money,
    figures.signed_money,
    figures.money_left,
    figures.stake,
    figures.typed,
    of_stakes.stakes,
    of_stakes.topped_up,
):
    register.filter(written.__name__, written)

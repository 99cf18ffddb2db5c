"""The figures of scorekeeper/text/figures.py as template filters."""

from django import template

from scorekeeper.text import figures

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
):
    register.filter(written.__name__, written)

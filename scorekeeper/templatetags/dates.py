"""Days and times as a template filter: `{{ night.started_at|when:"day" }}` (scorekeeper/text/dates.py)."""

from django import template

from scorekeeper.text.dates import when

register = template.Library()
register.filter("when", when)

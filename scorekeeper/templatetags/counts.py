"""Template filters for a number with its noun: `{{ night.hands|hands }}` (scorekeeper/text/figures.py).

In a row of a list this costs a fifth of what a `{% blocktranslate count %}` does.
"""

from django import template

from scorekeeper.text.figures import hands, nights

register = template.Library()
register.filter("hands", hands)
register.filter("nights", nights)

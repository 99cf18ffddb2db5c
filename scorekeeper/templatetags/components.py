"""Draw a component of a page: `{% component parts.ranking %}`."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString

from scorekeeper.components import csv_address

register = template.Library()


@register.simple_tag(takes_context=True)
def component(context: Context, one: Any, *, also: Any = None, is_file: bool = True) -> SafeString:
    """Return the component drawn by its own template; nothing for a component that the page does not have.

    `also` is a component that is not drawn, whose file is linked beside this one's; without `is_file` none is
    linked.
    """
    if not one or context.template is None:
        return SafeString()
    query = context.get("query") or ""
    told = {"component": one, "csv": csv_address(one.key, query) if is_file else ""}
    if also:
        told |= {"also": also, "also_csv": csv_address(also.key, query)}
    with context.push(**told):
        return context.template.engine.get_template(one.template).render(context)

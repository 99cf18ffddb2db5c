"""Draw a component of a page: `{% component parts.ranking %}`."""

from typing import Any

from django import template
from django.template import Context
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def component(context: Context, one: Any) -> SafeString:
    """Return the component drawn by its own template; nothing for a component that the page does not have."""
    if not one or context.template is None:
        return SafeString()
    with context.push(component=one):
        return context.template.engine.get_template(one.template).render(context)

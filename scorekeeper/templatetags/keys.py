"""The key of a form, made anew for each: one key for two forms would make them one."""

import uuid

from django import template

register = template.Library()


@register.simple_tag
def fresh_key() -> uuid.UUID:
    return uuid.uuid4()

"""Days and times as template filters: `{{ night.started_at|when:"day" }}`, `{{ phone.seen_at|ago }}`."""

from datetime import datetime

from django import template
from django.utils import timezone

from scorekeeper.text.dates import ago, when

register = template.Library()
register.filter("when", when)


@register.filter("ago")
def since(then: datetime | None) -> str:
    """Return how long ago something was, in words; "" for what never was."""
    return ago(timezone.now() - then) if then else ""

"""Marks words that stand where something is declared, so that they can be translated.

The pages translate them with `gettext`; `makemessages` finds them by the name of the function.
"""


def gettext_noop(message: str) -> str:
    return message

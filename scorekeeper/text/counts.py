"""How many of what there are, where that is all there is to say: "1 hand", "12 nights"."""

from django.utils.translation import ngettext

from scorekeeper.text.figures import count


def hands(number: int) -> str:
    return ngettext("{number} hand", "{number} hands", number).format(number=number)


def nights(number: int) -> str:
    return ngettext("{number} night", "{number} nights", number).format(number=number)


def fewer_hands(number: int) -> str:
    return ngettext("fewer than {number} hand", "fewer than {number} hands", number).format(
        number=count(number)
    )


def fewer_nights(number: int) -> str:
    return ngettext("fewer than {number} night", "fewer than {number} nights", number).format(
        number=count(number)
    )

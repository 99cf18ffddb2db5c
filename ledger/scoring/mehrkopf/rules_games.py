"""The house rules of which games of Schafkopf are played."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.scoring.marking import gettext_noop as _
from ledger.scoring.option import several

GAMES = _("Which games are played")


@dataclass(frozen=True, kw_only=True)
class GamesRules:
    """The games that stand on the pad besides those that every table plays."""

    contracts: tuple[str, ...] = several(
        {
            "hochzeit": _("Hochzeit"),
            "wenz": _("Wenz"),
            "geier": _("Geier"),
            "farbwenz": _("Farbwenz"),
            "niederer": _("Niederer"),
            "muss": _("Muss"),
            "ramsch": _("Ramsch"),
        },
        without=(),
        label=_("Besides Rufspiel and Solo we play"),
        help=_("What is not played here does not stand on the pad."),
        source="MK-013, MK-025, MK-030, MK-034, MK-044, MK-046",
        section=GAMES,
        nicknames=(_("Spielarten"), _("Sauspiel"), _("Solo")),
    )

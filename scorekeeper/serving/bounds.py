"""The limits of a connection, a body and an answer, in bytes and seconds."""

from dataclasses import dataclass
from pathlib import Path

MB = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Bounds:
    """All numbers of `scorekeeper/serving/`, in bytes and seconds; `settings.BOUNDS` holds those in force."""

    # Folder of the bodies that are too long for the memory; readable by its owner only.
    folder: Path

    # Connections at once; fewer if the system allows fewer open files.
    connections: int = 1000

    # From connecting, or from the end of the last answer, until a request's head has arrived.
    head_seconds: float = 10

    # Longest time that a body, or the phone that takes an answer, may stand still.
    grace_seconds: float = 20

    # Bytes a second; whoever is slower for longer than the grace is cut off.
    least_speed: int = 4096

    # Phones that watch, at once; three fifths of the connections at most, so that pages find room.
    streams: int = 600

    # More than that close the oldest: a browser opens no more than six connections to a server.
    streams_of_a_guest: int = 6

    streams_of_an_address: int = 200

    # A stream says so often at least that it is there. We cut off none that is silent, but a proxy may.
    heartbeat_seconds: float = 12

    # Longest time that a page waits for a database that is away: a standby takes over meanwhile. A phone
    # waits ten seconds for an answer.
    away_seconds: float = 6

    # Bytes a second of all bodies together that do not fit into the memory; they come no faster.
    most_speed: int = 25 * MB

    # The longest body that is no upload.
    form_bytes: int

    # The longest body of a form with files.
    upload_bytes: int

    # Longer bodies lie on the disk until their page is made. A hand is 500 bytes.
    memory_bytes: int = 32_768

    # Bytes of all bodies on the disk together; one address may take half of it.
    in_flight_bytes: int = 200 * MB

    # Disk space that bodies leave free, for the book.
    spare_disk_bytes: int = 200 * MB

    # Bytes of all answers that slow phones have not taken yet; beyond it those that wait longest are dropped.
    unsent_bytes: int = 50 * MB

    # Bytes of a body that is too long that are still read and thrown away: a browser reads no answer before
    # it has sent everything.
    drain_bytes: int = 200 * MB

    drain_seconds: float = 60

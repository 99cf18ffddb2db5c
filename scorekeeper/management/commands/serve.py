"""`manage.py serve`, which `make run` ends with: the production server, and its addresses."""

import contextlib
import errno
import io
import ipaddress
import socket
from argparse import ArgumentParser
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from prometheus_client import start_http_server

from scorekeeper.serving.addresses import lan_addresses, mdns_name
from scorekeeper.serving.connections import connections
from scorekeeper.serving.metrics import REGISTRY
from scorekeeper.serving.starting import before_serving

EVERYWHERE = "0.0.0.0"  # noqa: S104  (phones at home come from the network)
LOOPBACK = "127.0.0.1"

# Seconds after which a phone that confirms nothing of what it was sent is taken for gone.
UNHEARD = 60


class Server(uvicorn.Server):
    """uvicorn's, which waits for every answer to end before it stops: streams are ended first."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # Only here, as the start of the server is what makes it.
        from scorekeeper.asgi import application  # noqa: PLC0415

        application.hang_up()
        await super().shutdown(sockets)


class Command(BaseCommand):
    help = "Serve the pages, and print the addresses for this machine and for phones."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--host",
            help="listen here (default: everywhere; with SITE_URL on this machine only)",
        )
        parser.add_argument("--port", type=int, default=settings.PORT)
        parser.add_argument("--access-log", action="store_true", help="log every request")

    def handle(self, *args: Any, host: str | None, port: int, access_log: bool, **options: Any) -> None:
        for line in before_serving():
            self.stderr.write(line)
        host = host or usual_host()
        numbers = metrics_on(host, settings.METRICS_PORT)
        access = listen(host, port)
        self.say_where(host, port)
        config = uvicorn.Config(
            "scorekeeper.asgi:application",
            log_config=None,  # ours, which no stranger fills: see settings.LOGGING
            access_log=access_log,
            log_level="info" if access_log else "warning",
            lifespan="on",
            http=connections(settings.BOUNDS),
            ws="none",
            # Without a proxy in front anybody could send such headers and claim any address.
            proxy_headers=bool(settings.SITE_URL),
            server_header=False,
            timeout_graceful_shutdown=5,
        )
        # uvicorn repeats the Ctrl-C it was stopped with; that is the usual way out, not an accident.
        with contextlib.suppress(KeyboardInterrupt), access, numbers:
            Server(config).run(sockets=[access])

    def say_where(self, host: str, port: int) -> None:
        """Write the addresses at which this machine and phones reach the server."""
        here, phones = reached_at(host, port)
        self.stdout.write(f"\n  {'For the proxy:  ' if settings.SITE_URL else 'On this machine:'}  {here}")
        for address in phones:
            self.stdout.write(f"  On a phone:       {address}")
        if not phones and is_loopback(host):
            self.stdout.write("  It listens on this machine only; phones cannot reach it.")
        elif not phones:
            self.stdout.write("  This machine is in no network; phones cannot reach it.")
        if phones and not settings.SITE_URL:
            self.stdout.write(
                "  Over http a page comes back only while this machine is there: keep it open at the table."
            )
            self.stdout.write(
                "  With https (docs/operating.md) it opens without a signal, and passkeys work."
            )
        self.stdout.write("  Stop with Ctrl-C.\n")
        if phones:
            # A terminal without block characters does without the picture.
            with contextlib.suppress(UnicodeEncodeError):
                self.stdout.write(qr(phones[0]))
        self.stdout.flush()


def usual_host() -> str:
    """Return the usual address to listen on: with SITE_URL only the proxy on this machine may come."""
    return LOOPBACK if settings.SITE_URL else EVERYWHERE


def reached_at(host: str, port: int) -> tuple[str, list[str]]:
    """Return the address on this machine, and those for phones (its name first), none if they cannot come."""
    is_everywhere = host in ("", EVERYWHERE)
    name = "localhost" if is_everywhere or (host == LOOPBACK and not settings.SITE_URL) else host
    here = f"http://{LOOPBACK if is_everywhere and settings.SITE_URL else name}:{port}"
    if settings.SITE_URL:
        return here, [settings.SITE_URL]
    if is_everywhere:
        addresses = lan_addresses()
        names = [found] if addresses and (found := mdns_name()) else []
        return here, [f"http://{address}:{port}" for address in [*names, *addresses]]
    return here, [] if is_loopback(host) else [here]


def is_loopback(host: str) -> bool:
    """Whether this is an address that nobody but this machine has."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def listen(host: str, port: int) -> socket.socket:
    """Take the port before anything is promised, so that a taken one is said in one sentence."""
    try:
        access = socket.create_server((host, port), backlog=2048)
        # Every call that comes through it inherits this. Without it a page waits 40 ms behind its headers
        # until the phone has confirmed those; asyncio does not do it for a socket it was given.
        access.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # on Linux
            access.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD * 1000)
        return access
    except OSError as trouble:
        why = {
            errno.EADDRINUSE: f"Port {port} is in use, perhaps by another score keeper.",
            errno.EACCES: f"Port {port} is reserved for the system.",
        }.get(trouble.errno or 0, f"Cannot listen on {host}:{port} ({trouble.strerror}).")
        raise CommandError(f"{why} Choose another one: {settings.PLACES.port_command}{port + 1}") from trouble


def metrics_on(host: str, port: int) -> contextlib.ExitStack:
    """Serve metrics on the other port until the stack closes; port 0 is none. Raises CommandError."""
    stack = contextlib.ExitStack()
    if port:
        try:
            server, thread = start_http_server(port, addr=host, registry=REGISTRY)
        except OSError as trouble:
            why = f"METRICS_PORT={port} cannot be listened on ({trouble.strerror}). Choose another one."
            raise CommandError(why) from trouble
        stack.callback(thread.join, 1)
        stack.callback(server.server_close)
        stack.callback(server.shutdown)
    return stack


def qr(address: str) -> str:
    picture = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(picture, border=2, compact=True)
    return picture.getvalue()

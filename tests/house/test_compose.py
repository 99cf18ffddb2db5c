"""The container set is read, as nothing here runs one: what each service is, keeps, is asked, and may do."""

from __future__ import annotations

import copy
import os
import re
import subprocess
from collections.abc import Callable, Hashable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from scorekeeper.serving.places import places
from tests.house.sources import ROOT
from tests.house.test_container import faults as faults_of_image
from tests.house.test_container import instructions
from tests.house.test_docs import settings_read

DEPLOY = ROOT / "deploy"
SECRET = re.compile(r"\$\{\w+:\?is in \.env\}")
SAID_OPENLY = frozenset({"SITE_NAME", "TIME_ZONE"})

Service = dict[str, Any]


class Strict(yaml.SafeLoader):
    """YAML in which a name that stands twice is a mistake and not the last one."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        names = [key.value for key, _ in node.value if key.tag != "tag:yaml.org,2002:merge"]
        if twice := {name for name in names if names.count(name) > 1}:
            raise yaml.YAMLError(f"{node.start_mark}: {sorted(twice)} twice")
        return super().construct_mapping(node, deep)


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(path.read_text(), Strict)
    return found


COMPOSE = read(DEPLOY / "compose.yaml")
PATRONI = read(DEPLOY / "postgres/patroni.yml")
ENV = dict(
    line.split("=", 1) for line in (DEPLOY / "env.example").read_text().splitlines() if line[:1].isalpha()
)


def faults(compose: Mapping[str, Any]) -> list[str]:
    """What is wrong with a set: of each service by itself, and of how they hang together."""
    services: dict[str, Service] = compose["services"]
    found = []
    for name, service in services.items():
        found += [f"{name}: {fault}" for fault in _of_one(service)]
        for other, how in service.get("depends_on", {}).items():
            if other not in services:
                found.append(f"{name}: waits for {other}, which is not there")
            elif how["condition"] == "service_healthy" and "healthcheck" not in services[other]:
                found.append(f"{name}: waits for the health of {other}, which tells nobody")
        kept = {volume.split(":")[0] for volume in service.get("volumes", [])}
        found += [f"{name}: keeps {volume}, which is no volume" for volume in kept - {*compose["volumes"]}]
    outside = [name for name, service in services.items() if service.get("ports")]
    if outside != ["proxy"]:
        found.append(f"reached from outside: {outside}")
    for name in ("inside", "book"):
        network = compose["networks"][name]
        if not network.get("internal"):
            found.append(f"what is {name} reaches out")
        own = [one for one in services.values() if name in one["networks"] and "ipv4_address" in str(one)]
        if own and not all(one.get("ip_range") for one in network.get("ipam", {}).get("config", [])):
            found.append(f"whoever comes first to {name} may get the address of somebody else")
    found += [
        f"{name}: is reached from where the proxy is"
        for name, service in services.items()
        if name.startswith(("db", "vote")) and {*service["networks"]} != {"book"}
    ]
    return found


def _of_one(service: Service) -> list[str]:
    found = []
    if not re.fullmatch(r"[\w./-]+:(?!latest)[\w.-]+", service.get("image", "")):
        found.append("its image may be another one tomorrow")
    if not re.fullmatch(r"[1-9]\d*:[1-9]\d*", str(service.get("user", ""))):
        found.append("it may be root")
    if service.get("cap_drop") != ["ALL"] or service.get("cap_add") or service.get("privileged"):
        found.append("it has rights that it does not need")
    if "no-new-privileges:true" not in service.get("security_opt", []):
        found.append("it may get more rights")
    if not service.get("read_only"):
        found.append("it may change itself")
    if service.get("restart") != "unless-stopped":
        found.append("it does not come back")
    if not {"test", "interval", "timeout", "retries"} <= service.get("healthcheck", {}).keys():
        found.append("nobody sees whether it is well")
    if not service.get("volumes"):
        found.append("it keeps nothing")
    # Docker knows more options of such folders than podman does.
    found += [f"not everybody makes {one}" for one in service.get("tmpfs", []) if re.search("[ug]id=", one)]
    return found + [
        f"{key} stands where everybody reads it"
        for key, value in service.get("environment", {}).items()
        if re.search(r"PASSWORD|SECRET|DATABASE_URL", key) and not SECRET.search(str(value))
    ]


def test_the_set_is_sound() -> None:
    assert faults(COMPOSE) == []


def change(service: str, key: str, value: object) -> Callable[[dict[str, Any]], None]:
    def changed(compose: dict[str, Any]) -> None:
        compose["services"][service][key] = value

    return changed


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (change("db1", "image", "postgres"), "db1: its image may be another one tomorrow"),
        (change("db1", "image", "postgres:latest"), "db1: its image may be another one tomorrow"),
        (change("proxy", "user", "0:0"), "proxy: it may be root"),
        (change("proxy", "user", None), "proxy: it may be root"),
        (change("vote1", "cap_drop", []), "vote1: it has rights that it does not need"),
        (change("vote1", "security_opt", []), "vote1: it may get more rights"),
        (change("server1", "read_only", False), "server1: it may change itself"),
        (change("server1", "restart", "no"), "server1: it does not come back"),
        (change("server2", "healthcheck", {}), "server2: nobody sees whether it is well"),
        (change("db2", "volumes", []), "db2: it keeps nothing"),
        (change("db2", "volumes", ["db3:/x"]), "db2: keeps db3, which is no volume"),
        (change("db2", "ports", ["5432:5432"]), "reached from outside: ['proxy', 'db2']"),
        (
            change("db2", "environment", {"PGPASSWORD": "x"}),
            "db2: PGPASSWORD stands where everybody reads it",
        ),
        (
            change("server2", "depends_on", {"server3": {"condition": "service_healthy"}}),
            "server2: waits for server3, which is not there",
        ),
        (lambda compose: compose["networks"]["book"].clear(), "what is book reaches out"),
        (
            lambda compose: compose["networks"]["inside"]["ipam"]["config"][0].pop("ip_range"),
            "whoever comes first to inside may get the address of somebody else",
        ),
        (change("vote1", "networks", ["inside"]), "vote1: is reached from where the proxy is"),
        (change("db1", "tmpfs", ["/run:uid=1"]), "db1: not everybody makes /run:uid=1"),
    ],
)
def test_a_fault_of_the_set_is_seen(spoil: Callable[[dict[str, Any]], None], fault: str) -> None:
    spoilt = copy.deepcopy(COMPOSE)
    spoil(spoilt)
    assert fault in faults(spoilt)


def test_what_stands_twice_is_seen() -> None:
    with pytest.raises(yaml.YAMLError, match="twice"):
        yaml.load("a: 1\na: 2\n", Strict)


def test_every_word_that_it_wants_is_in_the_example_and_none_is_given_away() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    assert set(re.findall(r"\$\{(\w+)", text)) == ENV.keys()
    assert {name for name, value in ENV.items() if value} == SAID_OPENLY
    assert "/deploy/.env\n" in (ROOT / ".gitignore").read_text()


def test_the_servers_are_told_settings_that_there_are_and_share_what_they_keep() -> None:
    one, other = COMPOSE["services"]["server1"], COMPOSE["services"]["server2"]
    told = one["environment"]
    # Whom to believe is read by the server that speaks HTTP, and not by our settings.
    known = settings_read((ROOT / "scorekeeper/settings.py").read_text()) | {"FORWARDED_ALLOW_IPS"}
    assert told.keys() <= known
    assert told == other["environment"]
    assert one["volumes"] == other["volumes"] == ["pages:/data"]
    assert told["DATABASE_URL"].endswith("@db1:5432,db2:5432/cards?target_session_attrs=read-write")
    assert "server1" in other["depends_on"]  # the tables are made by one of them
    assert told["FORWARDED_ALLOW_IPS"] == COMPOSE["services"]["proxy"]["networks"]["inside"]["ipv4_address"]
    assert not places({}).is_installed


@pytest.mark.parametrize(
    ("service", "folder"),
    [("proxy", "deploy/proxy"), ("db1", "deploy/postgres"), ("server1", ".")],
)
def test_its_images_are_made_here_of_what_is_here(service: str, folder: str) -> None:
    build = COMPOSE["services"][service]["build"]
    context = (DEPLOY / build["context"]).resolve()
    file = context / build["dockerfile"]
    assert file == (ROOT / folder / "Containerfile").resolve()
    words = dict(instructions(file.read_text()))
    assert words["USER"] == COMPOSE["services"][service]["user"]
    copied = [rest.split()[0] for word, rest in instructions(file.read_text()) if word == "COPY"]
    assert all((context / one).exists() for one in copied)
    kept = COMPOSE["services"][service]["volumes"][0].split(":")[1]
    assert kept == words["VOLUME"]
    assert ":" in words["FROM"]
    assert not words["FROM"].endswith(":latest")


def test_what_is_installed_beside_postgresql_was_checked() -> None:
    image = (DEPLOY / "postgres/Containerfile").read_text()
    assert "something is installed that nobody has checked" not in faults_of_image(
        image.replace("/opt/patroni/requirements-ha.txt", "requirements.txt")
    )
    script = DEPLOY / "postgres/make-book"
    assert os.access(script, os.X_OK)
    assert subprocess.run(["sh", "-n", str(script)], check=False).returncode == 0


def test_databases_and_votes_differ_in_their_names_only() -> None:
    for one, others in (("db1", ("db2",)), ("vote1", ("vote2", "vote3"))):
        for other in others:
            assert without_names(one).replace(one, other) == without_names(other)


def without_names(name: str) -> str:
    """All that a service says but how it is built and what names everybody."""
    service = copy.deepcopy(COMPOSE["services"][name])
    service.pop("build", None)
    service["environment"].pop("ETCD_INITIAL_CLUSTER", None)
    return yaml.dump(service)


def test_a_hand_that_was_acknowledged_lies_on_both_databases() -> None:
    decided = PATRONI["bootstrap"]["dcs"]
    assert decided["synchronous_mode"] is True
    assert decided["maximum_lag_on_failover"] == 0
    assert decided["postgresql"]["parameters"]["synchronous_commit"] == "on"
    assert not any("trust" in line for line in decided["postgresql"]["pg_hba"])
    assert PATRONI["bootstrap"]["post_bootstrap"] == "/usr/local/bin/make-book"
    hosts = COMPOSE["services"]["db1"]["environment"]["PATRONI_ETCD3_HOSTS"]
    assert re.findall(r"(\w+):2379", hosts) == [one for one in COMPOSE["services"] if one.startswith("vote")]


def test_the_proxy_asks_every_server_and_only_those_that_can_write() -> None:
    text = (DEPLOY / "proxy/Caddyfile").read_text()
    servers = [name for name in COMPOSE["services"] if name.startswith("server")]
    assert f"reverse_proxy {' '.join(f'{one}:8000' for one in servers)} " in text
    assert "health_uri /readyz" in text


def test_the_proxy_may_write_where_it_keeps_certificates() -> None:
    """The image that it is made of has that folder already, and it belongs to root."""
    text = (DEPLOY / "proxy/Containerfile").read_text()
    assert "install -d -o 10003 -g 10003 -m 0700 /data /data/caddy\n" in text


def test_a_box_at_home_gets_one_folder_no_rights_and_limits() -> None:
    (cards,) = read(DEPLOY / "home/compose.yaml")["services"].values()
    assert (DEPLOY / "home" / cards["build"]).resolve() == ROOT
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", cards["user"])
    assert cards["volumes"] == ["./data:/data"]
    assert cards["cap_drop"] == ["ALL"]
    assert cards["read_only"]
    assert cards["mem_limit"]
    assert cards["pids_limit"]
    assert cards["logging"]["options"].keys() == {"max-size", "max-file"}
    known = settings_read((ROOT / "scorekeeper/settings.py").read_text()) | {"TZ"}
    assert cards["environment"].keys() <= known

"""The container set is read, as nothing here runs one: what each service is, keeps, is asked, and may do."""

from __future__ import annotations

import copy
import os
import re
import subprocess
from collections.abc import Hashable
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
        assert len(names) == len(set(names)), f"{node.start_mark}: a name stands twice"
        return super().construct_mapping(node, deep)


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(path.read_text(), Strict)
    return found


COMPOSE = read(DEPLOY / "compose.yaml")
PATRONI = read(DEPLOY / "postgres/patroni.yml")
ENV = dict(
    line.split("=", 1) for line in (DEPLOY / "env.example").read_text().splitlines() if line[:1].isalpha()
)


SERVICES: dict[str, Service] = COMPOSE["services"]


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_has_few_rights_comes_back_and_keeps_its_data(name: str) -> None:
    service = SERVICES[name]
    # Another image or another user may be there tomorrow.
    assert re.fullmatch(r"[\w./-]+:(?!latest)[\w.-]+", service["image"])
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", str(service["user"]))
    rights = [service.get(key) for key in ("cap_drop", "cap_add", "privileged", "read_only")]
    assert rights == [["ALL"], None, None, True]
    assert "no-new-privileges:true" in service["security_opt"]
    assert service["restart"] == "unless-stopped"
    assert service["mem_limit"]
    assert service["pids_limit"]
    assert service["logging"]["options"].keys() == {"max-size", "max-file"}
    assert service["healthcheck"].keys() >= {"test", "interval", "timeout", "retries"}
    kept = {volume.split(":")[0] for volume in service["volumes"]}
    assert set() < kept <= COMPOSE["volumes"].keys()
    # Docker knows more options of such folders than podman does.
    assert not re.search("[ug]id=", str(service.get("tmpfs")))
    for key, value in service.get("environment", {}).items():
        assert SECRET.search(str(value)) or not re.search(r"PASSWORD|SECRET|DATABASE_URL", key), key
    for other, how in service.get("depends_on", {}).items():
        assert "healthcheck" in SERVICES[other] or how["condition"] != "service_healthy"
    assert (name == "proxy") is bool(service.get("ports"))
    if name.startswith(("db", "vote")):
        assert {*service["networks"]} == {"book"}


@pytest.mark.parametrize("name", ["inside", "book"])
def test_a_network_is_closed_and_keeps_addresses_for_who_has_one(name: str) -> None:
    network = COMPOSE["networks"][name]
    assert network["internal"]
    if any(name in one["networks"] and "ipv4_address" in str(one) for one in SERVICES.values()):
        assert all(one["ip_range"] for one in network["ipam"]["config"])


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
    assert one["depends_on"].keys() == other["depends_on"].keys() == {"db1", "db2"}
    assert "depends_on" not in COMPOSE["services"]["proxy"]  # either server may be away
    assert told["FORWARDED_ALLOW_IPS"] == COMPOSE["services"]["proxy"]["networks"]["inside"]["ipv4_address"]
    assert not places({}).is_installed


@pytest.mark.parametrize(
    ("service", "folder"),
    [("proxy", "deploy/proxy"), ("db1", "deploy/postgres"), ("server1", ".")],
)
def test_its_images_are_made_here_of_what_is_here(service: str, folder: str) -> None:
    build, kept = (COMPOSE["services"][service][key] for key in ("build", "volumes"))
    context = (DEPLOY / build["context"]).resolve()
    file = context / build["dockerfile"]
    assert file == (ROOT / folder / "Containerfile").resolve()
    words = dict(instructions(file.read_text()))
    assert words["USER"] == COMPOSE["services"][service]["user"]
    copied = [rest.split()[0] for word, rest in instructions(file.read_text()) if word == "COPY"]
    assert [one for one in copied if not (context / one).exists()] == []
    assert kept[0].split(":")[1] == words["VOLUME"]
    assert re.search(r":(?!latest)[\w.-]+@sha256:[0-9a-f]{64}$", words["FROM"])


def test_what_is_installed_beside_postgresql_was_checked() -> None:
    image = (DEPLOY / "postgres/Containerfile").read_text()
    assert "something is installed that nobody has checked" not in faults_of_image(
        image.replace("/opt/patroni/requirements-ha.txt", "requirements.txt")
    )
    script = DEPLOY / "postgres/make-book"
    assert os.access(script, os.X_OK)
    assert subprocess.run(["sh", "-n", str(script)], check=False).returncode == 0


@pytest.mark.parametrize(("one", "other"), [("db1", "db2"), ("vote1", "vote2"), ("vote1", "vote3")])
def test_databases_and_votes_differ_in_their_names_only(one: str, other: str) -> None:
    said = copy.deepcopy(COMPOSE["services"])
    for name in (one, other):
        said[name].pop("build", None)
        said[name]["environment"].pop("ETCD_INITIAL_CLUSTER", None)
    assert yaml.dump(said[one]).replace(one, other) == yaml.dump(said[other])


def test_a_hand_that_was_acknowledged_lies_on_both_databases() -> None:
    decided = PATRONI["bootstrap"]["dcs"]
    assert decided["synchronous_mode"] is True
    assert decided["maximum_lag_on_failover"] == 0
    assert decided["postgresql"]["parameters"]["synchronous_commit"] == "on"
    assert not any("trust" in line for line in decided["postgresql"]["pg_hba"])
    assert PATRONI["bootstrap"]["post_bootstrap"] == "/usr/local/bin/make-book"
    hosts = COMPOSE["services"]["db1"]["environment"]["PATRONI_ETCD3_HOSTS"]
    assert re.findall(r"(\w+):2379", hosts) == [one for one in COMPOSE["services"] if one.startswith("vote")]


def test_the_proxy_asks_servers_that_can_write_and_may_keep_its_certificates() -> None:
    text = (DEPLOY / "proxy/Caddyfile").read_text()
    servers = [name for name in COMPOSE["services"] if name.startswith("server")]
    assert f"reverse_proxy {' '.join(f'{one}:8000' for one in servers)} " in text
    assert "health_uri /readyz" in text
    # The image that it is made of has that folder already, and it belongs to root.
    image = (DEPLOY / "proxy/Containerfile").read_text()
    assert "install -d -o 10003 -g 10003 -m 0700 /data /data/caddy\n" in image


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

"""Whatever schemathesis makes of the description, the server answers as the description says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.checks import load_all_checks
from schemathesis.specs.openapi.checks import positive_data_acceptance

from regelwerk.web.app import calls
from regelwerk.web.openapi import described
from tests.amounts import LONGEST, PROFILE
from tests.web.running import Server, Table, serving

ENVELOPES = Path(__file__).parent / "browser" / "envelopes.regel"
# How often one may ask is tested elsewhere; here everything would be refused for that alone.
PATIENT = "import regelwerk.web.guarding as guarding; guarding.Bucket.take = lambda bucket, who: True"
EXAMPLES = 1000 if LONGEST else 30 if PROFILE == "ci" else 250
MODES = (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE)

load_all_checks()
SCHEMA: Any = schemathesis.openapi.from_dict(described(calls()))
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations()}


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("described") / "tables"
    with serving(folder, str(ENVELOPES), "--jobs", "1", python=PATIENT) as found:
        yield found
        assert "Traceback" not in found.said()


@pytest.fixture(scope="module")
def ended(patient: Server) -> Table:
    """A game that is over: what it tells then is as described, too."""
    table = patient.new_table("leduc-poker", 2)
    dice = random.Random(1)
    while waiting := table.watcher.state()["waiting"]:
        table.seat(waiting[0]).choose(dice=dice)
    return table


def _sensible(case: Any, table: Table, key: str) -> None:
    """Ask for what there is, at the revision that it has."""
    state = table.server.client.get(table.path, headers={"authorization": f"Bearer {key}"}).json()
    options = [option["id"] for option in (state.get("decision") or {"options": []})["options"]]
    if isinstance(case.body, dict) and "revision" in case.body:
        case.body["revision"] = state.get("revision", 0)
    for given_values in (case.body, case.query):
        for name in ("option", "about"):
            if isinstance(given_values, dict) and name in given_values and options:
                given_values[name] = options[0]


@pytest.mark.parametrize("label", OPERATIONS)
def test_every_answer_is_as_described(patient: Server, ended: Table, label: str) -> None:
    """Nothing gets in without a key, nothing crashes, and every answer has the form that is described for it."""
    operation = OPERATIONS[label]
    table = patient.new_table("envelopes", 3)

    @settings(max_examples=EXAMPLES)
    @given(
        case=st.one_of([operation.as_strategy(generation_mode=mode) for mode in MODES]),
        at=st.sampled_from([table, ended]), role=st.sampled_from(["seat", "host", "watch"]), sensible=st.booleans(),
    )  # fmt: skip
    def asked(case: Any, at: Table, role: str, sensible: bool) -> None:
        key = {"seat": at.seat(0), "host": at.host, "watch": at.watcher}[role].key
        if "table" in case.path_parameters:
            case.path_parameters["table"] = at.made["table"]
        if sensible and operation.security and case.meta.generation.mode is schemathesis.GenerationMode.POSITIVE:
            _sensible(case, at, key)
        headers = {"Authorization": f"Bearer {key}"} if operation.security else {}
        # An option that is a text, as described, need not be offered: what is possible is for the game to say.
        case.call_and_validate(
            base_url=patient.address.rstrip("/"), headers=headers, excluded_checks=[positive_data_acceptance]
        )

    asked()
    assert patient.client.get(table.path, headers=table.watcher.headers).status_code == 200

"""Fuzzing the calls over HTTP by their own description.

`PYTHONPATH=tests python tests/server/edges/calls.py --examples 500` does as many a call as you have time for.
"""

import argparse
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from server.databases import KINDS, databases
from server.edges.live import Room, room

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    unsupported_method,
]


def fuzz_calls(live: Room, *, examples: int) -> int:
    """Each call as it is described and otherwise, as somebody known: no fault, and only answers it says it gives."""
    with live.person() as person:
        headers = {"Cookie": f"stova={person.cookies['stova']}", "Origin": live.address}
        described: Any = schemathesis.openapi.from_url(f"{live.address}/schema/openapi.json")
        calls = [found.ok() for found in described.get_all_operations()]
        for call in calls:
            _fuzz(call, headers, examples)
    return len(calls)


def _fuzz(call: Any, headers: dict[str, str], examples: int) -> None:
    @settings(max_examples=examples, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(case=st.sampled_from(list(GenerationMode)).flatmap(call.as_strategy))
    def called(case: Any) -> None:
        answer = case.call_and_validate(headers=headers, checks=CHECKS)
        assert "Traceback" not in answer.text
        if answer.status_code >= 400:
            assert set(answer.json()) == {"code", "why", "rule"}

    called()


def main() -> None:
    """As many examples as asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=500)
    parser.add_argument("--database", choices=KINDS, default=KINDS[0])
    asked = parser.parse_args()
    with databases(asked.database) as empty, room(empty(), per_address=1_000_000) as here:
        calls = fuzz_calls(here, examples=asked.examples)
    print(f"{calls} calls, {asked.examples} times each: no fault")


if __name__ == "__main__":
    main()

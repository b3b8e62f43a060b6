from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.running import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the tests of a module."""
    with serving(tmp_path_factory.mktemp("web") / "tables", "--jobs", "1") as found:
        yield found
        assert "Traceback" not in found.said()

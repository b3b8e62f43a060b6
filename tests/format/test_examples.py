"""The examples in the documentation are laid out as `regelwerk fmt` does it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.format.examples import PAGES, laid_out

WITH_EXAMPLES = [page for page in PAGES if "```regel" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=lambda page: page.stem)
def test_examples_are_formatted(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert laid_out(text) == text, "run `make format`"

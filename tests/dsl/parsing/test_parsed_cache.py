"""Trees that are kept: the same as read anew, never older than the file, and nothing else comes out of the cache."""

import pickle
from pathlib import Path

import pytest

from regelwerk.dsl.source import Source
from regelwerk.dsl.syntax import parsed_cache
from regelwerk.dsl.syntax.parse import parse
from regelwerk.dsl.syntax.parsed_cache import ParsedCache
from regelwerk.storage import sealed

LARGE = "# " + "x" * 30_000 + "\n"
RULES = LARGE + "value a number = 3\nvalue b number =\n"


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REGELWERK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("REGELWERK_DATA", str(tmp_path / "data"))


def read(*sources: Source) -> list[object]:
    kept = ParsedCache(sources)
    done: list[object] = [kept.read(source) for source in sources]
    kept.close()
    return done


def never(source: Source) -> None:
    raise AssertionError(f"{source.name} is read again")


def test_what_was_read_is_not_read_again_and_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("rules.regel", RULES)
    first = read(source)
    monkeypatch.setattr(parsed_cache, "parse", never)
    assert read(source) == first == [parse(source)]


def test_only_the_file_that_has_changed_is_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    same, old, new = Source("a", RULES), Source("b", "value c number = 1\n"), Source("b", "value d number = 1\n")
    read(same, old)
    seen: list[str] = []

    def noted(source: Source) -> object:
        seen.append(source.name)
        return parse(source)

    monkeypatch.setattr(parsed_cache, "parse", noted)
    assert read(same, new) == [parse(same), parse(new)]
    assert seen == ["b"]


def test_nothing_but_trees_comes_out_of_it() -> None:
    source = Source("rules.regel", RULES)
    read(source)
    kept = ParsedCache([source])
    (text, _) = kept._kept["rules.regel"]
    for spoilt in ({"rules.regel": (text, pickle.dumps(print))}, {"rules.regel": (text, b"cut off")}, print):
        sealed.write(kept._name, pickle.dumps(spoilt))
        assert read(source) == [parse(source)]

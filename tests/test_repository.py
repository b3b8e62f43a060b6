"""Rules of the house that no linter checks."""

import re
from pathlib import Path

MOST_LINES = 600
ENGINE = ("dsl", "interpreter", "regelwerk")

GAME_WORDS = re.compile(r"walz|scantling|thaler|journeyman|wallenstein|hellweg|skye|(?<![a-z])tally", re.IGNORECASE)
MACHINE_PATHS = re.compile(r"(?<![\w.~*-])(?:/(?:work|root|home|Users)/\w|[A-Z]:\\Users\\)")
DOUBLE_IMPORTS = re.compile(r"^\s*(?:from|import) (?:dsl|interpreter|rulesets|schemas)\b", re.MULTILINE)


def hits(root: Path, files: list[Path], pattern: re.Pattern[str]) -> list[str]:
    found = []
    for path in files:
        lines = (root / path).read_text(encoding="utf-8", errors="replace").splitlines()
        found += [f"{path}:{n}: {line.strip()}" for n, line in enumerate(lines, 1) if pattern.search(line)]
    return found


def test_a_module_is_one_idea(root: Path, project_files: list[Path]) -> None:
    sizes = {path: len((root / path).read_bytes().splitlines()) for path in project_files}
    assert not {str(p): n for p, n in sizes.items() if p.suffix == ".py" and n > MOST_LINES}


def test_the_engine_knows_no_game(root: Path, project_files: list[Path]) -> None:
    engine = [p for p in project_files if p.parts[0] in ENGINE and p.suffix in {".py", ".lark"}]
    assert engine
    assert not hits(root, engine, GAME_WORDS)


def test_no_file_names_a_path_of_one_machine(root: Path, project_files: list[Path]) -> None:
    assert not hits(root, project_files, MACHINE_PATHS)


def test_code_is_imported_by_its_package_name(root: Path, project_files: list[Path]) -> None:
    # The root is importable in tests, so `import dsl` would work and load every module twice.
    python = [p for p in project_files if p.suffix == ".py"]
    assert not hits(root, python, DOUBLE_IMPORTS)


def test_links_are_relative(root: Path) -> None:
    folders = {name: name for name in ("dsl", "interpreter", "rulesets", "schemas")} | {"reference": "docs/reference"}
    for name, folder in folders.items():
        link = root / "regelwerk" / name
        if link.is_symlink():  # a checkout without link support holds text files
            assert link.readlink() == Path("..") / folder

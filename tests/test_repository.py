"""Rules of the house that no linter checks."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

MOST_LINES = 600
ENGINE = ("dsl", "interpreter", "regelwerk")

GAME_WORDS = re.compile(r"walz|scantling|thaler|journeyman|wallenstein|hellweg|skye|(?<![a-z])tally", re.IGNORECASE)
MACHINE_PATHS = re.compile(r"(?<![\w.~*-])(?:/(?:work|root|home|Users)/\w|[A-Z]:\\Users\\)")
NAMED_MODULES = re.compile(r"`(\w+(?:/\w+)+\.py)`")
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


def test_modules_that_pages_name_are_there(root: Path, project_files: list[Path]) -> None:
    pages = [p for p in project_files if p.suffix == ".md" and p.parts[0] == "docs"]
    ends = {"/".join(p.parts[n:]) for p in project_files if p.suffix == ".py" for n in range(len(p.parts))}
    named = {
        (str(page), name)
        for page in pages
        for name in NAMED_MODULES.findall((root / page).read_text(encoding="utf-8"))
        if name not in ends
    }
    assert not named


def test_links_are_relative(root: Path) -> None:
    folders = {"dsl": "dsl", "interpreter": "interpreter", "schemas": "schemas"}
    folders |= {"bundled": "rulesets", "reference": "docs/reference"}
    for name, folder in folders.items():
        link = root / "regelwerk" / name
        if link.is_symlink():  # a checkout without link support holds text files
            assert link.readlink() == Path("..") / folder


MOST_LATE = 10  # imports inside functions: each for a fast start, and says so


def imported(root: Path, files: list[Path]) -> dict[str, dict[str, list[str]]]:
    """Which modules import which, wherever the line stands (for types only, or in a function), and the lines inside
    functions."""
    names = {".".join((*p.parent.parts, p.stem)).removesuffix(".__init__"): p for p in files if p.suffix == ".py"}
    names = {f"regelwerk.{name.removeprefix('regelwerk.')}": p for name, p in names.items() if p.parts[0] in ENGINE}
    found: dict[str, dict[str, list[str]]] = {}
    for name, path in names.items():
        text = (root / path).read_text(encoding="utf-8")
        tree = ast.parse(text)
        package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
        functions = [f for f in ast.walk(tree) if isinstance(f, ast.FunctionDef | ast.AsyncFunctionDef)]
        late = {id(n) for f in functions for n in ast.walk(f)}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                above = package[: len(package) - node.level + 1] if node.level else []
                base = ".".join([*above, *filter(None, [node.module])])
                meant = [one if (one := f"{base}.{a.name}") in names else base for a in node.names]
            elif isinstance(node, ast.Import):
                meant = [a.name for a in node.names]
            else:
                continue
            for one in meant:
                if one in names and one != name:
                    lines = found.setdefault(name, {}).setdefault(one, [])
                    lines += [f"{path}:{node.lineno}: {text.splitlines()[node.lineno - 1]}"] if id(node) in late else []
    return found


def test_modules_import_in_one_direction(root: Path, project_files: list[Path]) -> None:
    TopologicalSorter(imported(root, project_files)).prepare()  # a CycleError names the modules


def test_an_import_inside_a_function_is_for_a_fast_start(root: Path, project_files: list[Path]) -> None:
    graph = imported(root, project_files)
    late = sorted({line for to in graph.values() for lines in to.values() for line in lines})
    assert len(late) <= MOST_LATE, late
    assert not [line for line in late if "for a fast start" not in line]

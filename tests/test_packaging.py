"""The wheel and the sdist hold everything the tree holds."""

import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

FOLDERS = {"dsl": "dsl", "interpreter": "interpreter", "schemas": "schemas"}
FOLDERS |= {"bundled": "rulesets", "reference": "docs/reference"}
SHIPPED = {".py", ".lark", ".regel", ".json", ".md"}


@pytest.fixture(scope="module")
def built(root: Path, project_files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build wheel and sdist from a clean copy of the tree."""
    tree = tmp_path_factory.mktemp("tree")
    copied(root, project_files, tree, links=True)
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(tree)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return out


@pytest.fixture(scope="module")
def distributions(built: Path) -> tuple[set[str], set[str]]:
    """List the files of wheel and sdist."""
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        in_wheel = set(wheel.namelist())
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        in_sdist = {name.partition("/")[2] for name in sdist.getnames()}
    return in_wheel, in_sdist


def copied(root: Path, files: list[Path], tree: Path, links: bool) -> None:
    """Copy the tree; a checkout without link support holds text files where the links are."""
    for path in files:
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / path, tree / path)
    for name, folder in FOLDERS.items():
        link = tree / "regelwerk" / name
        link.unlink(missing_ok=True)
        link.symlink_to(Path("..") / folder) if links else link.write_text(f"../{folder}")


@pytest.fixture(scope="module")
def shipped(project_files: list[Path]) -> dict[str, str]:
    """Map every file that belongs into the wheel to its place there."""
    own = [p for p in project_files if p.suffix in SHIPPED]
    return {
        p.as_posix(): (Path("regelwerk") / name / p.relative_to(folder)).as_posix()
        for p in own
        for name, folder in FOLDERS.items()
        if p.is_relative_to(folder)
    }


def test_the_wheel_is_complete(distributions: tuple[set[str], set[str]], shipped: dict[str, str]) -> None:
    in_wheel, _ = distributions
    assert shipped
    assert not set(shipped.values()) - in_wheel


def test_the_wheel_holds_nothing_else(distributions: tuple[set[str], set[str]]) -> None:
    in_wheel, _ = distributions
    top = {name.partition("/")[0] for name in in_wheel}
    assert {name for name in top if not name.endswith(".dist-info")} == {"regelwerk"}
    assert not {name for name in in_wheel if "__pycache__" in name}


def test_the_sdist_is_complete(distributions: tuple[set[str], set[str]], shipped: dict[str, str]) -> None:
    _, in_sdist = distributions
    assert not (shipped.keys() | {"LICENSE", "pyproject.toml", "setup.py", "regelwerk/py.typed"}) - in_sdist


def test_the_wheel_says_that_it_is_typed(distributions: tuple[set[str], set[str]]) -> None:
    in_wheel, _ = distributions
    assert {"regelwerk/__init__.py", "regelwerk/cli/__init__.py", "regelwerk/py.typed"} <= in_wheel


PROJECT = """
import regelwerk
from regelwerk.bots.learning.experience import brought

rules: regelwerk.Ruleset = regelwerk.load("auf-der-walz")
assert brought("auf_der_walz") is not None
reveal_type(rules)
"""


def used(wheel: Path, place: Path) -> tuple[str, Path]:
    """Install a wheel for another project: what its type checker says, and from where it runs with all its data."""
    site = place / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(site)], check=True)
    packages = next(site.glob("lib/python*/site-packages"))
    with zipfile.ZipFile(wheel) as content:
        content.extractall(packages)
    (place / "project.py").write_text(PROJECT)
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(site / "bin" / "python"), "project.py"]
    seen = subprocess.run([*mypy, "--config-file="], cwd=place, capture_output=True, text=True).stdout
    (packages / "others.pth").write_text(sysconfig.get_path("purelib"))
    script = PROJECT.replace("reveal_type(rules)", "print(regelwerk.__file__)")
    ran = subprocess.run([site / "bin" / "python", "-c", script], cwd=place, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return seen, Path(ran.stdout.strip())


SEEN = 'Revealed type is "regelwerk.interpreter.game.game.Ruleset"'


def test_an_installed_wheel_is_seen_by_other_projects(built: Path, tmp_path: Path) -> None:
    seen, where = used(next(built.glob("*.whl")), tmp_path)
    assert SEEN in seen and where.is_relative_to(tmp_path)


@pytest.mark.parametrize("links", [True, False])
def test_an_editable_install_is_seen_by_other_projects(
    root: Path, project_files: list[Path], tmp_path: Path, links: bool
) -> None:
    tree = tmp_path / "tree"
    copied(root, project_files, tree, links)
    build = "from setuptools.build_meta import build_editable; print(build_editable('out'))"
    (tree / "out").mkdir()
    subprocess.run([sys.executable, "-c", build], cwd=tree, check=True, capture_output=True)
    seen, where = used(next((tree / "out").glob("*.whl")), tmp_path)
    assert SEEN in seen and where.is_relative_to(tree)

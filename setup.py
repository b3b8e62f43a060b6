"""Map the top-level folders to packages: `dsl/` is installed as `regelwerk.dsl`, and so on."""

from pathlib import Path

from setuptools import find_namespace_packages, setup

FOLDERS = {name: name for name in ("dsl", "interpreter", "schemas")}
FOLDERS["bundled"] = "rulesets"  # `regelwerk.rulesets` is the function that lists them
FOLDERS["reference"] = "docs/reference"  # editors show what it says about a word


def packages_in(folder: str, name: str, exclude: tuple[str, ...] = ()) -> list[str]:
    inner = find_namespace_packages(folder, exclude=("*__pycache__*", *exclude))
    return [name, *(f"{name}.{package}" for package in inner)]


# `regelwerk/` also holds links to the folders, for type checkers and editors; builds must not walk them.
links = tuple(pattern for name in FOLDERS for pattern in (name, f"{name}.*"))
packages = packages_in("regelwerk", "regelwerk", exclude=links)
for name, folder in FOLDERS.items():
    packages += packages_in(folder, f"regelwerk.{name}")

# An editable install has to be seen by type checkers and editors of other projects, which read paths but run no import
# hooks. With links the tree itself is such a path; a checkout without them gets a copy made of links below `build/`.
linked = all(Path("regelwerk", name).is_dir() for name in FOLDERS)
setup(
    packages=packages,
    package_dir={f"regelwerk.{name}": folder for name, folder in FOLDERS.items()},
    options={"editable_wheel": {"mode": "compat" if linked else "strict"}},
)

"""Map the top-level folders to packages: `dsl/` is installed as `regelwerk.dsl`, and so on."""

from setuptools import find_namespace_packages, setup

FOLDERS = ("dsl", "interpreter", "rulesets", "schemas")


def packages_in(folder: str, name: str, exclude: tuple[str, ...] = ()) -> list[str]:
    inner = find_namespace_packages(folder, exclude=("*__pycache__*", *exclude))
    return [name, *(f"{name}.{package}" for package in inner)]


# `regelwerk/` also holds links to the folders, for type checkers and editors; builds must not walk them.
links = tuple(pattern for folder in FOLDERS for pattern in (folder, f"{folder}.*"))
packages = packages_in("regelwerk", "regelwerk", exclude=links)
for folder in FOLDERS:
    packages += packages_in(folder, f"regelwerk.{folder}")

setup(packages=packages, package_dir={f"regelwerk.{folder}": folder for folder in FOLDERS})

"""The words and phrases by which sentences are recognised, as data: `english.toml`."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def data() -> dict[str, Any]:
    """Read the data; nobody who makes no mistake waits for it."""
    return tomllib.loads(Path(__file__).with_name("english.toml").read_text(encoding="utf-8"))


@cache
def verbs() -> dict[str, str]:
    """What a verb means."""
    return {word: sense for sense, words in data()["verbs"].items() for word in words.split()}


@cache
def past() -> dict[str, str]:
    """Of which verb a form is."""
    return {word: verb for verb, words in data()["past"].items() for word in words.split()}


@cache
def actors(who: str) -> frozenset[str]:
    """The phrases for somebody."""
    return frozenset(" ".join(phrase.split()) for phrase in data()["actors"][who].split("|"))


@cache
def traces() -> dict[str, list[str]]:
    """What has to stand in the lines for a word of the sentence; one of the texts will do."""
    found: dict[str, list[str]] = data()["traces"]
    return found


@cache
def plain() -> frozenset[str]:
    """Words that need leave no trace."""
    return frozenset(data()["plain"]["words"].split())


@cache
def rewrites() -> tuple[tuple[re.Pattern[str], str], ...]:
    """What is put differently before anything is read."""
    return tuple((re.compile(each["old"], re.IGNORECASE), each["new"]) for each in data()["rewrite"])


def listed(name: str) -> tuple[str, ...]:
    """A list of words or phrases."""
    return tuple(" ".join(phrase.split()) for phrase in data()["lists"][name].split("|"))

"""Tables, goals, plots and the page of the site from a small file of results."""

from xml.etree import ElementTree

import pytest

from benchmarks import plots
from benchmarks.goals import goals
from benchmarks.page import latest, page
from benchmarks.tables import table
from benchmarks.timing import Row


def about(value: float) -> Row:
    return {"median": value, "low": value * 0.9, "high": value * 1.1}


def way(name: str, rate: float, **more: object) -> Row:
    rates = {"playouts_per_second": about(rate), "decisions_per_second": about(rate * 450)}
    return {"way": name, **rates, "decisions_per_playout": 450.0, **more}


GOALS = [
    {"what": "times Python by hand", "goal": 50, "measured": 61.0, "met": True},
    {"what": "of C by hand", "goal": 0.5, "measured": 0.4, "met": False},
]
RESULTS: Row = {
    "date": "2026-01-31",
    "python": "3.11.7",
    "processor": "Some Processor <fast>",
    "processors": 2,
    "load_at_start": 0.1,
    "carters": [
        way("Python by hand", 400.0, of_python_by_hand=about(1.0)),
        way("WebAssembly", 24_400.0, of_python_by_hand=about(61.0), of_c_by_hand=about(0.4), goals=GOALS),
        {"way": "C by hand", "skipped": "there is no C compiler (cc)"},
    ],
    "peers": [
        {
            "game": "connect_four", "peer": "boardgame.io", "their_playouts_per_second": 140.0,
            "WebAssembly": 210_000.0, "WebAssembly, ratio": about(1500.0), "target": 1, "met": True,
        },
        {"peer": "OpenSpiel", "skipped": "the extra `oracle` is not installed"},
    ],
    "growth": [
        {"grows": "overlays", "size": size, "way": "WebAssembly", "decisions_per_second": about(1e6 - size)}
        for size in (0, 1, 4)
    ],
    "loop": [{"check": "auf-der-walz", "edit": "number", "seconds": 0.15, "of a cold command": 0.2}],
}  # fmt: skip


def test_goals_are_met_or_missed() -> None:
    found = {row["goal"]: row["met"] for row in goals(RESULTS)}
    assert found["Carters in WebAssembly, times Python by hand"] is True
    assert found["Carters in WebAssembly, of C by hand"] is False
    assert found["Carters: C by hand"] == "not measured"
    assert found["connect_four, times boardgame.io"] is True
    assert found["connect_four, games/s: ahead of Ludii, elsewhere"] is True
    assert found["check auf-der-walz --watch, of a cold command"] is False


def test_the_table_of_a_terminal_shows_medians_with_their_spread() -> None:
    lines = table(RESULTS["carters"]).splitlines()
    assert lines[0].split("  ")[0] == "way"
    assert "24,400 (21,960..26,840)" in lines[2]
    assert "there is no C compiler (cc)" in lines[3]
    assert "goals" not in lines[0]
    assert "MISSED" in table(goals(RESULTS))


def test_the_page_tells_date_and_machine_and_what_is_missing() -> None:
    text = page(RESULTS)
    assert "2026-01-31" in text
    assert "2 cores" in text
    assert "| WebAssembly | 24.4k (22k to 26.8k) |" in text
    assert "*C by hand is not in this table: there is no C compiler (cc).*" in text
    assert "*OpenSpiel is not in this table" in text
    assert "Not measured in this run." in text
    assert "busy" not in text
    assert "busy" in page({**RESULTS, "load_at_start": 3.0})


def test_plots_on_the_page_are_whole_and_have_no_blank_lines() -> None:
    """A blank line would end the block of HTML, and the rest of a plot would be read as text."""
    text = page(RESULTS)
    drawn = ["<svg" + part.split("</svg>")[0] + "</svg>" for part in text.split("<svg")[1:]]
    assert len(drawn) == 3
    for svg in drawn:
        assert "\n\n" not in svg
        ElementTree.fromstring(svg)


def test_longer_bars_are_faster_and_ten_times_is_one_step() -> None:
    svg = plots.bars([plots.Bar("", str(rate), rate, rate, rate) for rate in (10.0, 100.0, 1000.0, 2000.0)], "rates")
    widths = [
        float(box.get("width", "")) for box in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}rect")
    ]
    assert widths == sorted(widths)
    assert widths[2] - widths[1] == pytest.approx(widths[1], abs=0.2)


def test_a_curve_from_nothing_is_drawn() -> None:
    svg = plots.curves([plots.Curve("WebAssembly", [(0, 5.0), (16, 5.0)])], "overlays", "decisions per second", "x")
    assert "NaN" not in svg
    ElementTree.fromstring(svg)


def test_the_committed_results_make_a_page() -> None:
    assert "Last run" in page(latest())

"""Looking at a composition: merged, origin, touches, diff; what a save says about it."""

import json
from pathlib import Path

import pytest

import regelwerk
from regelwerk.dsl.pipeline import compile_sources
from regelwerk.dsl.source import Source
from regelwerk.interpreter.errors import Refused
from tests.overlays.conftest import FAST, GAME, Run, Write


def test_merged_rules_are_rules_and_say_which_lines_are_whose(run: Run, pot: str, fast: str) -> None:
    done = run("merged", pot, "--with", fast)
    assert done.exit_code == 0
    pour, then = (line for line in done.output.splitlines() if "# < " in line)
    assert "  pour: add 2 * step(yes) to pot" in pour and "@P-1" in pour and "# < fast, fast.regel:8" in pour
    assert "pot = 2" in then
    assert "# A pot that is filled until it is full." in done.output
    again = compile_sources([Source("again", done.output)])
    assert again.files[0].decls == compile_sources([Source("g", GAME)], [Source("o", FAST)]).files[0].decls


def test_merged_keeps_the_comments_of_what_was_changed(run: Run, write: Write, fast: str) -> None:
    noted = GAME.replace("  room: needs", "  # Nobody pours into a full pot.\n  room: needs", 1).replace(
        "  pour: add step(yes) to pot",
        "  # The step is what the ruling says.\n  pour: add step(yes) to pot  # a drop",
        1,
    )
    done = run("merged", write("pot.regel", noted), "--with", fast, "--only", "fast").output.splitlines()
    first = next(n for n, line in enumerate(done) if line.startswith("action fill") and line.endswith("# slowly"))
    action = [line.split("   #")[0].strip() for line in done[first:]]
    assert action[1] == "# Nobody pours into a full pot." and action[2].startswith("room: needs")
    assert action[3:5] == ["# The step is what the ruling says.", "# a drop"] and action[5].startswith("pour:")


def test_merged_writes_citations_behind_a_comment_once(run: Run, write: Write) -> None:
    noted = GAME.replace("add 1 to me.points", "add 1 to me.points                      # one each   @P-7")
    mod = write("x.regel", 'mod x for pot\nchange fill.title\n  from  "Fill the pot"\n  to    "Fill"\n')
    done = run("merged", write("pot.regel", noted), "--with", mod).output
    (line,) = (line for line in done.splitlines() if "one each" in line)
    assert line.count("@P-7") == 1


def test_merged_can_show_one_overlay_only(run: Run, pot: str, fast: str) -> None:
    done = run("merged", pot, "--with", fast, "--only", "fast")
    assert "action fill" in done.output and "action rest" not in done.output
    assert "There are: fast" in run("merged", pot, "--with", fast, "--only", "slow").output


def test_merged_for_programs_has_the_place_of_every_line(run: Run, pot: str, fast: str) -> None:
    lines = json.loads(run("merged", pot, "--with", fast, "--json").output)["lines"]
    place = "pot.regel:" + str(GAME.splitlines().index('action rest "Rest"') + 1)
    assert {"text": 'action rest "Rest"', "at": place, "overlay": ""} in lines
    assert [line["at"] for line in lines if line["overlay"] == "fast" and "pour" in line["text"]] == ["fast.regel:8"]


def test_origin_tells_what_was_there_and_who_changed_it(run: Run, pot: str, fast: str) -> None:
    told = run("origin", "fill.pour", pot, "--with", fast)
    assert told.exit_code == 0
    for part in ("add 2 * step(yes) to pot", "fast changes it", "fast.regel:6", "@P-1", "Every filling counts twice."):
        assert part in told.output
    assert "was  pour: add step(yes) to pot" in told.output
    assert "as in the game itself" in run("origin", "step", pot, "--with", fast).output
    assert (
        json.loads(run("origin", "fill.pour", pot, "--with", fast, "--json").output)["history"][0]["overlay"] == "fast"
    )


def test_origin_of_a_slot_shows_that_slot_alone(run: Run, pot: str) -> None:
    told = json.loads(run("origin", "player.points", pot, "--json").output)
    line = GAME.splitlines().index("  points    0..99") + 1
    assert (told["text"], told["place"].split(":")[-1]) == ("points 0..99", str(line))


def test_an_address_that_is_not_there_is_refused_with_the_nearest(run: Run, pot: str) -> None:
    for command in ("origin", "touches"):
        done = run(command, "fill.por", pot)
        assert done.exit_code == 2
        assert "Did you mean `fill.pour`?" in done.output


def test_touches_follows_a_change_to_rules_scenarios_texts_and_overlays(run: Run, pot: str, write: Write) -> None:
    (folder := Path("overlays")).mkdir()
    (folder / "fast.regel").write_text(FAST, encoding="utf-8")
    found = json.loads(run("touches", "step", pot, "--json").output)
    assert found["rules"][0]["name"] == "action fill"
    found = json.loads(run("touches", "fill", pot, "--json").output)
    assert "filling adds one" in [each["name"] for each in found["scenarios"]]
    assert [each["name"] for each in found["overlays"]] == ["fast"]
    assert "used by" in run("touches", "table.pot", pot).output


def test_diff_names_the_smallest_address_with_both_texts_and_a_sentence(run: Run, pot: str, fast: str) -> None:
    done = run("diff", pot, "--with", fast, "--json", "--rules")
    assert done.exit_code == 1
    (only,) = json.loads(done.output)["differences"]
    assert (only["address"], only["kind"], only["says"]) == ("fill.pour", "changed", "Every filling counts twice.")
    assert only["second"] == {"text": "pour: add 2 * step(yes) to pot", "cites": ["P-1"], "place": "fast.regel:8"}
    assert run("diff", pot, f"{pot} --with {fast}", "--json", "--rules").output.count('"address"') == 1
    assert run("diff", pot, pot).exit_code == 0
    assert "`generous.default` is yes, not no." in run("diff", pot, "--ruling", "generous=yes").output
    assert run("diff", pot).exit_code == 2


def test_diff_shows_the_lines_that_differ_and_who_wrote_them(run: Run, pot: str, fast: str) -> None:
    told = run("diff", pot, "--with", fast).output
    scenario = told[told.index('"filling adds one"') :].splitlines()
    signed = [line.strip() for line in scenario if line.startswith(("  - ", "  + ", "  … "))]
    assert signed == ["… 4 lines", "-     pot = 1", "+     pot = 2"]
    assert "  fast changes it  fast.regel:6  @P-1" in told and "  fast supersedes it  fast.regel:10" in told
    for each in json.loads(run("diff", pot, "--with", fast, "--json").output)["differences"]:
        assert [who["overlay"] for who in each["by"]] == ["fast"]


def test_diff_calls_a_new_card_by_its_title(run: Run, write: Write) -> None:
    text = (
        'mod x for pot\ntype Card\n  worth     1..9\nrows Card: worth\n  fig "Ripe fig": 3\n  pear: 4\n'
        'Card plum "Plum"\n  worth     5\n'
    )
    done = run("diff", write("pot.regel", GAME), "--with", write("x.regel", text)).output
    for said in ("“Ripe fig” (`fig`) is new.", "`pear` is new.", "“Plum” (`plum`) is new.", "`Card` is new."):
        assert said in done


def test_a_save_says_which_overlays_it_needs(run: Run, pot: str, fast: str) -> None:
    rules = regelwerk.load(pot, [fast], {"generous": "yes"})
    saved = rules.new_game(2, 7).save()
    assert [(p["layer"], p["id"], p["version"]) for p in saved["parts"]] == [
        ("game", "pot", ""), ("erratum", "fast", "1.0"), ("ruling", "generous", "yes"),
    ]  # fmt: skip
    assert saved["lock"] == regelwerk.load(pot, [fast], {"generous": "yes"}).lock != regelwerk.load(pot, [fast]).lock
    with pytest.raises(Refused, match="--with fast --ruling generous=yes"):
        regelwerk.load(pot).load(saved)


def test_a_suspended_action_says_why_it_cannot_be_chosen(run: Run, pot: str, write: Write) -> None:
    heading = 'house dry "A dry day" for pot\n'
    told = write("dry.regel", heading + 'suspend fill when pot < 30 else "The well is dry."\n')
    assert "The well is dry." in run("why", pot, "fill", "--with", told).output
    silent = write("dry.regel", heading + "suspend fill when pot < 30\n")
    assert "“A dry day” puts this out of force now." in run("why", pot, "fill", "--with", silent).output
    idle = write("dry.regel", heading + 'suspend fill.pour when pot < 30 else "The well is dry."\n')
    assert "Nobody asks for this reason." in run("check", pot, "--with", idle).output

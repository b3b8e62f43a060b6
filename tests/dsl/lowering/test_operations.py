"""The table of operations, as far as it can be wrong by itself; that engines keep to it is tested with them."""

from regelwerk.dsl import ir
from regelwerk.dsl.ir.operations import LETTERS, NAMED, OPERATIONS


def test_operands_are_code_numbers_or_name_something() -> None:
    words = {word for table in OPERATIONS.values() for o in table.values() for word in o.operands}
    assert words == LETTERS | NAMED


def test_expressions_hold_no_statements_and_change_nothing() -> None:
    for op, o in OPERATIONS["expression"].items():
        assert not {"b", "B", "N", "block"} & set(o.operands), op
        assert not (o.changes or o.sets or o.loops), op


def test_what_sets_a_register_names_it_first_and_what_loops_has_a_body() -> None:
    for op, o in OPERATIONS["statement"].items():
        assert o.sets == (o.operands[:1] == ("register",)), op
        assert not o.loops or o.operands[-1] == "b", op
        assert o.gives is None, op


def test_only_the_end_of_a_block_leads_to_blocks_and_decisions() -> None:
    leading = {"N", "block", "site"}
    for kind, table in OPERATIONS.items():
        assert kind == "terminator" or not any(leading & set(o.operands) for o in table.values())


def test_a_name_that_is_both_expression_and_statement_names_nothing() -> None:
    both = ir.EXPRESSIONS.keys() & ir.STATEMENTS.keys()
    assert not any(ir.NAMES[op] for op in both)

"""Mutation testing: does a test notice when a rule is wrong? Changes cited clauses one by one and runs the tests.

`preparation` makes the `subject`, `examine` looks at one change, `work` at all of them, `report` counts. Uses the
language (`dsl.mutate`, `dsl.book`) and the machine; knows no front end.
"""

from .examine import Verdict
from .preparation import prepared
from .report import Coverage, Row, Status, covered
from .subject import Subject
from .work import examined

__all__ = ["Coverage", "Row", "Status", "Subject", "Verdict", "covered", "examined", "prepared"]

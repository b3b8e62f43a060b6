"""Messages of the page, as JSON: `{"do": …, …}` comes in, `{"answer": …}` or `{"status": …, "error": …}` goes out."""

from __future__ import annotations

import json
import pickle
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any

from regelwerk.interpreter.errors import Refused, RuleError
from regelwerk.interpreter.texts.sentences import Texts
from regelwerk.web.tables.faults import Fault, sentence
from regelwerk.web.tables.models import NewTable

from .bench import Bench, explained, tidied
from .documents import Document
from .parlour import Parlour, bots, read
from .writing import Writing


class Engine:
    """Answers the page. `changed` is called when something has happened at the table."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.bench, self.writing, self.parlour = Bench(), Writing(), Parlour(changed)

    async def asked(self, message: str) -> str:
        """Do what a message asks for; whatever goes wrong becomes an answer."""
        try:
            data = json.loads(message)
            found = await getattr(self, f"do_{data.pop('do')}")(**data)
            return json.dumps({"answer": found}, ensure_ascii=False)
        except Fault as fault:
            return json.dumps({"status": fault.status, **fault.data()}, ensure_ascii=False)
        except (Refused, RuleError) as refused:
            return json.dumps({"status": 422, **Fault(422, "refused", sentence(str(refused))).data()})

    async def do_check(self, document: Any) -> Any:
        return self.bench.check(read(Document, document))

    async def do_scenarios(self, document: Any) -> Any:
        return self.bench.scenarios(read(Document, document))

    async def do_scenario(self, document: Any, number: int) -> Any:
        return self.bench.scenario(read(Document, document), number)

    async def do_format(self, name: str, text: str) -> Any:
        return tidied(name, text)

    async def do_explain(self, code: str) -> Any:
        return explained(code)

    async def do_complete(self, document: Any, name: str, offset: int) -> Any:
        self.writing.take(read(Document, document))
        return self.writing.proposals(name, offset)

    async def do_more(self, name: str, key: list[str | int]) -> Any:
        return self.writing.more(name, key)

    async def do_hover(self, document: Any, name: str, line: int, column: int) -> Any:
        self.writing.take(read(Document, document))
        return self.writing.meaning(name, line, column)

    async def do_players(self, document: Any) -> Any:
        """Tell who can play: how many, who may sit for a person, which languages there are."""
        compiled = self.bench.compiled(read(Document, document))
        return {
            "title": compiled.title,
            "titles": {code: Texts(compiled, code).words(compiled.title) for code in compiled.translations},
            "players": list(compiled.players),
            "bots": bots(compiled),
            "languages": ["", *sorted({*compiled.translations, *compiled.titles})],
        }

    async def do_compile(self, document: Any) -> str:
        """Give compiled rules for the table, which has an engine of its own."""
        return b64encode(pickle.dumps(self.bench.compiled(read(Document, document)))).decode()

    async def do_begin(self, document: Any, compiled: str, wanted: Any) -> Any:
        rules = pickle.loads(b64decode(compiled))  # from this page's other engine
        return self.parlour.begin(read(Document, document), rules, read(NewTable, wanted))

    async def do_call(self, method: str, address: str, key: str, body: Any = None, plain: bool = False) -> Any:
        """Answer the table; `plain`: as text, since seeds are larger than numbers can be in a page."""
        found = await self.parlour.answer(method, address, key, body)
        return json.dumps(found, ensure_ascii=False) if plain else found

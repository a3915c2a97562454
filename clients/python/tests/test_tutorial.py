"""The cells of docs/tutorials/data-frame.md, run as they are printed, twice."""

import contextlib
import importlib.util
import io
import re
import unittest
from pathlib import Path
from typing import Any, Dict, List

from .service import PROJECT, CountingClient

PAGE = Path(__file__).parents[3] / "docs" / "tutorials" / "data-frame.md"


def run_cells() -> "tuple[Dict[str, Any], List[str]]":
    cells = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    names: Dict[str, Any] = {}
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        for cell in cells:
            exec(compile(cell, PAGE.name, "exec"), names)
    return names, told.getvalue().splitlines()


@unittest.skipUnless(importlib.util.find_spec("pandas"), "pandas is not installed here")
class Tutorial(unittest.TestCase):
    def test_its_cells_plan_a_month_once(self) -> None:
        names, told = run_cells()
        self.assertEqual(told[:2], ["2 new, 0 known", "23 days optimized, 0 stops left over"])
        self.assertEqual(len(names["month"]), 23)
        self.assertTrue((names["month"] > 0).all().all())
        client = CountingClient()
        self.assertEqual(client.list_plans(project_id=PROJECT)["total"], 23)
        _, repeated = run_cells()
        self.assertEqual(repeated[:2], ["0 new, 2 known", "0 days optimized, 0 stops left over"])
        self.assertEqual(client.list_plans(project_id=PROJECT)["total"], 23)
        found = client.search_stops_by_text(project_id=PROJECT, limit=1)
        self.assertEqual(found["total"], len(names["orders"]))

"""The running service that the tests call, by ROUTEWRIGHT_URL, ROUTEWRIGHT_KEY and ROUTEWRIGHT_PROJECT."""

import os
from typing import Any, Set

from routewright import Routewright

URL = os.environ["ROUTEWRIGHT_URL"]
KEY = os.environ["ROUTEWRIGHT_KEY"]
PROJECT = os.environ["ROUTEWRIGHT_PROJECT"]


class CountingClient(Routewright):
    """Notes the operations that were answered."""

    answered: Set[str]

    def __init__(self, **options: Any) -> None:
        super().__init__(URL, KEY, **options)
        self.answered = set()

    def _call(self, operation: Any, *arguments: Any, **options: Any) -> Any:
        answer = super()._call(operation, *arguments, **options)
        self.answered.add(operation.name)
        return answer

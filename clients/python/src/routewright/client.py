"""The client: the operations of the interface, and what takes several of them."""

from __future__ import annotations

import time
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, cast

from .errors import RoutewrightError
from .interface import types
from .interface.operations import Operations
from .once import MOST_SEARCHED, CreatedOnce, chunks_of, create_missing, oldest_by_id, refuse_unclear_ids


class Routewright(Operations):
    """Calls a Routewright service: one method for each operation of the interface, named as in /openapi.json."""

    def wait_for_optimization(
        self,
        plan_id: str,
        *,
        on_progress: Optional[Callable[[types.RunningOptimization], None]] = None,
        interval: float = 2.0,
    ) -> types.RunningOptimization:
        """
        Returns the finished run of optimize_plan_async, also when it was canceled; raises RoutewrightError when it
        failed. `interval` is the longest pause in seconds between two questions.
        """
        seen = None
        pause = min(0.2, interval)
        while True:
            run = self.get_running_optimization(plan_id)
            now = (run["status"], run.get("progress"), run.get("cost"))
            if now != seen and on_progress is not None:
                on_progress(run)
            seen = now
            if run["status"] == "failed":
                raise failure_of(run)
            if run["finished"]:
                return run
            time.sleep(pause)
            pause = min(interval, pause * 1.5)

    def create_stops_once(
        self,
        inputs: Sequence[types.StopInput],
        *,
        plan_id: Optional[str] = None,
        project_id: Optional[str] = None,
    ) -> CreatedOnce[types.Stop]:
        """Stops of the plan, or of the project without a plan; creates those whose external_id is not there yet."""
        if (plan_id is None) == (project_id is None):
            raise ValueError("create_stops_once needs plan_id or project_id, not both")
        refuse_unclear_ids(inputs)
        searched = project_id if plan_id is None else self.get_plan(plan_id)["project_id"]
        records: List[types.Stop] = []
        created = 0
        for chunk in chunks_of(inputs):

            def find(chunk: List[Any] = chunk) -> Dict[str, Any]:
                return oldest_by_id(self._find_stops(chunk, cast(str, searched), plan_id))

            def create(missing: List[Any]) -> Sequence[types.Stop]:
                return self.create_stops(missing, plan_id=plan_id, project_id=project_id)

            made = create_missing(chunk, find, create, self._retries)
            records.extend(made.records)
            created += made.created
        return CreatedOnce(records, created, len(inputs) - created)

    def create_plan_once(self, project_id: str, plan: types.PlanInput) -> types.Plan:
        """The plan of the project with this external_id; creates it if there is none."""

        def create(missing: List[Any]) -> Sequence[types.Plan]:
            return [self.create_plan(missing[0], project_id=project_id)]

        made = self._once_in_project([plan], lambda text: self.iterate_plans(project_id=project_id, text=text), create)
        return cast(types.Plan, made.records[0])

    def create_vehicles_once(
        self, project_id: str, inputs: Sequence[types.VehicleInput]
    ) -> CreatedOnce[types.Vehicle]:
        """Vehicles of the project; creates all missing ones in one request."""

        def create(missing: List[Any]) -> Sequence[types.Vehicle]:
            return self.create_vehicles(missing, project_id=project_id)

        return self._once_in_project(
            inputs, lambda text: self.iterate_vehicles(project_id=project_id, text=text), create
        )

    def create_clients_once(self, project_id: str, inputs: Sequence[types.ClientInput]) -> CreatedOnce[types.Client]:
        """Entries of the address book; creates missing ones with one request each."""

        def create(missing: List[Any]) -> Sequence[types.Client]:
            return [self.create_client(one, project_id=project_id) for one in missing]

        return self._once_in_project(
            inputs, lambda text: self.iterate_clients(project_id=project_id, text=text), create
        )

    def create_routes_once(self, plan_id: str, inputs: Sequence[types.RouteInput]) -> CreatedOnce[types.Route]:
        """Routes of the plan; creates all missing ones in one request."""
        refuse_unclear_ids(inputs)
        return create_missing(
            inputs,
            lambda: oldest_by_id(self.list_plan_routes(plan_id)),
            lambda missing: self.create_routes(missing, plan_id=plan_id),
            self._retries,
        )

    def _find_stops(self, inputs: Sequence[Any], project_id: str, plan_id: Optional[str]) -> Iterator[types.Stop]:
        predicates: List[Any] = [
            {"field": "external_id", "operator": "in", "value": [one["external_id"] for one in inputs]}
        ]
        if plan_id is not None:
            predicates.append({"field": "plan_id", "operator": "eq", "value": plan_id})
        return self.iterate_search_stops({"predicates": predicates}, project_id=project_id, page_size=1_000)

    def _once_in_project(
        self,
        inputs: Sequence[Any],
        search: Callable[[Optional[str]], Iterator[Any]],
        create: Callable[[List[Any]], Sequence[Any]],
    ) -> CreatedOnce[Any]:
        refuse_unclear_ids(inputs)
        texts = [None] if len(inputs) > MOST_SEARCHED else [one["external_id"] for one in inputs]

        def find() -> Dict[str, Any]:
            # The text search also returns others, which are not asked for by their id.
            return oldest_by_id(record for text in texts for record in search(text))

        return create_missing(inputs, find, create, self._retries)


def failure_of(run: types.RunningOptimization) -> RoutewrightError:
    error = run.get("error")
    return RoutewrightError(
        error["message"] if error else "The optimization failed.",
        operation="get_running_optimization",
        status=200,
        message_id=error["message_id"] if error else "highway.optimization.error.failed",
    )

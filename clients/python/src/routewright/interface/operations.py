# Generated from the interface by packages/client/scripts/generate-python.ts. Do not edit.

"""One method for each operation of the interface, and one that reads each list to its end."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, Union

from ..exchange import Exchange, Operation
from . import types


class Operations(Exchange):
    def list_plans(
        self,
        *,
        text: Optional[str] = None,
        sort: Optional[str] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        deleted: Optional[bool] = None,
        project_id: Optional[str] = None,
        status: Optional[Literal["draft", "planning", "in_progress", "finished"]] = None,
        from_date: Optional[str] = None,
        to_date: Optional[str] = None,
        fromDate: Optional[str] = None,
        toDate: Optional[str] = None,
    ) -> types.PlanPage:
        """List plans: GET /v2/plans."""
        answer: types.PlanPage = self._call(Operation("list_plans", "GET", "/v2/plans", True), {}, {"text": text, "sort": sort, "offset": offset, "limit": limit, "deleted": deleted, "project_id": project_id, "status": status, "from_date": from_date, "to_date": to_date, "fromDate": fromDate, "toDate": toDate})
        return answer

    def iterate_plans(
        self,
        *,
        text: Optional[str] = None,
        sort: Optional[str] = None,
        deleted: Optional[bool] = None,
        project_id: Optional[str] = None,
        status: Optional[Literal["draft", "planning", "in_progress", "finished"]] = None,
        from_date: Optional[str] = None,
        to_date: Optional[str] = None,
        fromDate: Optional[str] = None,
        toDate: Optional[str] = None,
        page_size: int = 200,
    ) -> Iterator[types.Plan]:
        """Every record of list_plans, read page by page, the oldest first unless sorted otherwise."""
        return self._iterate(Operation("list_plans", "GET", "/v2/plans", True), {}, {"text": text, "sort": sort, "deleted": deleted, "project_id": project_id, "status": status, "from_date": from_date, "to_date": to_date, "fromDate": fromDate, "toDate": toDate}, page_size, sorted_by="created_at:asc")

    def create_plan(
        self,
        body: Optional[types.PlanInput] = None,
        *,
        project_id: str,
        repeatable: bool = False,
    ) -> types.Plan:
        """Create a plan: POST /v2/plan."""
        answer: types.Plan = self._call(Operation("create_plan", "POST", "/v2/plan", False), {}, {"project_id": project_id}, body=body, repeatable=repeatable)
        return answer

    def get_plan(
        self,
        id: str,
    ) -> types.FullPlan:
        """Retrieve a plan: GET /v2/plan/{id}."""
        answer: types.FullPlan = self._call(Operation("get_plan", "GET", "/v2/plan/{id}", True), {"id": id}, {})
        return answer

    def update_plan(
        self,
        id: str,
        body: types.PlanUpdate,
        *,
        repeatable: bool = False,
    ) -> types.FullPlan:
        """Update a plan: PUT /v2/plan/{id}."""
        answer: types.FullPlan = self._call(Operation("update_plan", "PUT", "/v2/plan/{id}", False), {"id": id}, {}, body=body, repeatable=repeatable)
        return answer

    def delete_plan(
        self,
        id: str,
        *,
        repeatable: bool = False,
    ) -> types.FullPlan:
        """Delete a plan: DELETE /v2/plan/{id}."""
        answer: types.FullPlan = self._call(Operation("delete_plan", "DELETE", "/v2/plan/{id}", False), {"id": id}, {}, repeatable=repeatable)
        return answer

    def optimize_plan(
        self,
        id: str,
        *,
        keep_current_assignment: Optional[bool] = None,
        repeatable: bool = False,
    ) -> types.FullPlan:
        """Optimize a plan and wait: POST /v2/plan/{id}/optimize."""
        answer: types.FullPlan = self._call(Operation("optimize_plan", "POST", "/v2/plan/{id}/optimize", False), {"id": id}, {"keep_current_assignment": keep_current_assignment}, repeatable=repeatable)
        return answer

    def optimize_plan_async(
        self,
        id: str,
        *,
        keep_current_assignment: Optional[bool] = None,
        repeatable: bool = False,
    ) -> types.OptimizationAccepted:
        """Optimize a plan in the background: POST /v2/plan/{id}/optimize/async."""
        answer: types.OptimizationAccepted = self._call(Operation("optimize_plan_async", "POST", "/v2/plan/{id}/optimize/async", False), {"id": id}, {"keep_current_assignment": keep_current_assignment}, repeatable=repeatable)
        return answer

    def get_running_optimization(
        self,
        id: str,
    ) -> types.RunningOptimization:
        """Follow an optimization: GET /v2/plan/{id}/running_optimization."""
        answer: types.RunningOptimization = self._call(Operation("get_running_optimization", "GET", "/v2/plan/{id}/running_optimization", True), {"id": id}, {})
        return answer

    def cancel_running_optimization(
        self,
        id: str,
        *,
        apply: Optional[bool] = None,
        repeatable: bool = False,
    ) -> types.RunningOptimization:
        """Cancel an optimization: DELETE /v2/plan/{id}/running_optimization."""
        answer: types.RunningOptimization = self._call(Operation("cancel_running_optimization", "DELETE", "/v2/plan/{id}/running_optimization", False), {"id": id}, {"apply": apply}, repeatable=repeatable)
        return answer

    def list_plan_routes(
        self,
        id: str,
        *,
        status: Optional[Literal["not_started", "in_transit", "finished"]] = None,
        vehicle_id: Optional[str] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> List[types.Route]:
        """List the routes of a plan: GET /v2/plan/{id}/routes."""
        answer: List[types.Route] = self._call(Operation("list_plan_routes", "GET", "/v2/plan/{id}/routes", True), {"id": id}, {"status": status, "vehicle_id": vehicle_id, "offset": offset, "limit": limit})
        return answer

    def iterate_plan_routes(
        self,
        id: str,
        *,
        status: Optional[Literal["not_started", "in_transit", "finished"]] = None,
        vehicle_id: Optional[str] = None,
        page_size: int = 200,
    ) -> Iterator[types.Route]:
        """Every record of list_plan_routes, read page by page."""
        return self._iterate(Operation("list_plan_routes", "GET", "/v2/plan/{id}/routes", True), {"id": id}, {"status": status, "vehicle_id": vehicle_id}, page_size)

    def list_plan_stops(
        self,
        id: str,
        *,
        status: Optional[Literal["pending", "incomplete", "completed", "canceled"]] = None,
        route_id: Optional[str] = None,
        vehicle_id: Optional[str] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> List[types.Stop]:
        """List the stops of a plan: GET /v2/plan/{id}/stops."""
        answer: List[types.Stop] = self._call(Operation("list_plan_stops", "GET", "/v2/plan/{id}/stops", True), {"id": id}, {"status": status, "route_id": route_id, "vehicle_id": vehicle_id, "offset": offset, "limit": limit})
        return answer

    def iterate_plan_stops(
        self,
        id: str,
        *,
        status: Optional[Literal["pending", "incomplete", "completed", "canceled"]] = None,
        route_id: Optional[str] = None,
        vehicle_id: Optional[str] = None,
        page_size: int = 200,
    ) -> Iterator[types.Stop]:
        """Every record of list_plan_stops, read page by page."""
        return self._iterate(Operation("list_plan_stops", "GET", "/v2/plan/{id}/stops", True), {"id": id}, {"status": status, "route_id": route_id, "vehicle_id": vehicle_id}, page_size)

    def list_day_routes(
        self,
        *,
        project_id: str,
        date: str,
        start: Optional[str] = None,
        end: Optional[str] = None,
        stops: Optional[bool] = None,
    ) -> List[types.DayRoute]:
        """List the routes of a day: GET /v2/plans/routes."""
        answer: List[types.DayRoute] = self._call(Operation("list_day_routes", "GET", "/v2/plans/routes", True), {}, {"project_id": project_id, "date": date, "start": start, "end": end, "stops": stops})
        return answer

    def list_day_stops(
        self,
        *,
        project_id: str,
        date: str,
        start: Optional[str] = None,
        end: Optional[str] = None,
    ) -> List[types.Stop]:
        """List the stops of a day with their proof: GET /v2/plans/stops."""
        answer: List[types.Stop] = self._call(Operation("list_day_stops", "GET", "/v2/plans/stops", True), {}, {"project_id": project_id, "date": date, "start": start, "end": end})
        return answer

    def get_route(
        self,
        id: str,
    ) -> types.Route:
        """Retrieve a route: GET /v2/route/{id}."""
        answer: types.Route = self._call(Operation("get_route", "GET", "/v2/route/{id}", True), {"id": id}, {})
        return answer

    def update_route(
        self,
        id: str,
        body: types.RouteUpdate,
        *,
        repeatable: bool = False,
    ) -> types.Route:
        """Update a route: PUT /v2/route/{id}."""
        answer: types.Route = self._call(Operation("update_route", "PUT", "/v2/route/{id}", False), {"id": id}, {}, body=body, repeatable=repeatable)
        return answer

    def delete_route(
        self,
        id: str,
        *,
        repeatable: bool = False,
    ) -> types.Route:
        """Delete a route: DELETE /v2/route/{id}."""
        answer: types.Route = self._call(Operation("delete_route", "DELETE", "/v2/route/{id}", False), {"id": id}, {}, repeatable=repeatable)
        return answer

    def dispatch_route(
        self,
        id: str,
        *,
        repeatable: bool = False,
    ) -> types.Dispatch:
        """Dispatch a route to its driver: POST /v2/route/{id}/dispatch."""
        answer: types.Dispatch = self._call(Operation("dispatch_route", "POST", "/v2/route/{id}/dispatch", False), {"id": id}, {}, repeatable=repeatable)
        return answer

    def optimize_route(
        self,
        id: str,
        *,
        repeatable: bool = False,
    ) -> types.RouteOptimized:
        """Optimize the order of a route: POST /v2/route/{id}/optimize."""
        answer: types.RouteOptimized = self._call(Operation("optimize_route", "POST", "/v2/route/{id}/optimize", False), {"id": id}, {}, repeatable=repeatable)
        return answer

    def create_routes(
        self,
        body: List[types.RouteInput],
        *,
        plan_id: str,
        repeatable: bool = False,
    ) -> List[types.Route]:
        """Create several routes in a plan: POST /v2/routes."""
        answer: List[types.Route] = self._call(Operation("create_routes", "POST", "/v2/routes", False), {}, {"plan_id": plan_id}, body=body, repeatable=repeatable)
        return answer

    def set_route_stops(
        self,
        id: str,
        body: types.RouteStops,
        *,
        repeatable: bool = False,
    ) -> types.Route:
        """Reorder the stops of a route: PUT /v2/route/{id}/stops."""
        answer: types.Route = self._call(Operation("set_route_stops", "PUT", "/v2/route/{id}/stops", False), {"id": id}, {}, body=body, repeatable=repeatable)
        return answer

    def get_stop(
        self,
        stop_id: str,
    ) -> types.Stop:
        """Retrieve a stop: GET /v2/stop/{stop_id}."""
        answer: types.Stop = self._call(Operation("get_stop", "GET", "/v2/stop/{stop_id}", True), {"stop_id": stop_id}, {})
        return answer

    def update_stop(
        self,
        stop_id: str,
        body: types.StopUpdate,
        *,
        repeatable: bool = False,
    ) -> types.Stop:
        """Update a stop: PUT /v2/stop/{stop_id}."""
        answer: types.Stop = self._call(Operation("update_stop", "PUT", "/v2/stop/{stop_id}", False), {"stop_id": stop_id}, {}, body=body, repeatable=repeatable)
        return answer

    def delete_stop(
        self,
        stop_id: str,
        *,
        repeatable: bool = False,
    ) -> types.Stop:
        """Delete a stop: DELETE /v2/stop/{stop_id}."""
        answer: types.Stop = self._call(Operation("delete_stop", "DELETE", "/v2/stop/{stop_id}", False), {"stop_id": stop_id}, {}, repeatable=repeatable)
        return answer

    def create_stops(
        self,
        body: List[types.StopInput],
        *,
        plan_id: Optional[str] = None,
        project_id: Optional[str] = None,
        repeatable: bool = False,
    ) -> List[types.Stop]:
        """Create stops: POST /v2/stops."""
        answer: List[types.Stop] = self._call(Operation("create_stops", "POST", "/v2/stops", False), {}, {"plan_id": plan_id, "project_id": project_id}, body=body, repeatable=repeatable)
        return answer

    def geocode_stops(
        self,
        body: List[types.GeocodedStopInput],
        *,
        plan_id: Optional[str] = None,
        project_id: Optional[str] = None,
        repeatable: bool = False,
    ) -> List[types.Stop]:
        """Create stops from addresses: POST /v2/stops/geocode."""
        answer: List[types.Stop] = self._call(Operation("geocode_stops", "POST", "/v2/stops/geocode", False), {}, {"plan_id": plan_id, "project_id": project_id}, body=body, repeatable=repeatable)
        return answer

    def search_stops(
        self,
        body: Optional[types.StopSearch] = None,
        *,
        project_id: str,
    ) -> types.StopPage:
        """Search stops: POST /v2/stops/search."""
        answer: types.StopPage = self._call(Operation("search_stops", "POST", "/v2/stops/search", True), {}, {"project_id": project_id}, body=body)
        return answer

    def iterate_search_stops(
        self,
        body: Optional[types.StopSearch] = None,
        *,
        project_id: str,
        page_size: int = 200,
    ) -> Iterator[types.Stop]:
        """Every record of search_stops, read page by page, the oldest first unless sorted otherwise."""
        return self._iterate(Operation("search_stops", "POST", "/v2/stops/search", True), {}, {"project_id": project_id}, page_size, body=body)

    def search_stops_by_text(
        self,
        *,
        project_id: Optional[str] = None,
        plan_id: Optional[str] = None,
        text: Optional[str] = None,
        sort: Optional[str] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> types.StopPage:
        """Search stops by text: GET /v2/stops/search."""
        answer: types.StopPage = self._call(Operation("search_stops_by_text", "GET", "/v2/stops/search", True), {}, {"project_id": project_id, "plan_id": plan_id, "text": text, "sort": sort, "offset": offset, "limit": limit})
        return answer

    def iterate_search_stops_by_text(
        self,
        *,
        project_id: Optional[str] = None,
        plan_id: Optional[str] = None,
        text: Optional[str] = None,
        sort: Optional[str] = None,
        page_size: int = 200,
    ) -> Iterator[types.Stop]:
        """Every record of search_stops_by_text, read page by page, the oldest first unless sorted otherwise."""
        return self._iterate(Operation("search_stops_by_text", "GET", "/v2/stops/search", True), {}, {"project_id": project_id, "plan_id": plan_id, "text": text, "sort": sort}, page_size, sorted_by="created_at:asc")

    def move_stops(
        self,
        body: types.StopMove,
        *,
        plan_id: Optional[str] = None,
        repeatable: bool = False,
    ) -> List[types.Stop]:
        """Move stops to another plan: POST /v2/stop/move."""
        answer: List[types.Stop] = self._call(Operation("move_stops", "POST", "/v2/stop/move", False), {}, {"plan_id": plan_id}, body=body, repeatable=repeatable)
        return answer

    def delete_stops(
        self,
        body: types.StopIds,
        *,
        repeatable: bool = False,
    ) -> None:
        """Delete several stops: PUT /v2/stops/delete."""
        self._call(Operation("delete_stops", "PUT", "/v2/stops/delete", False), {}, {}, body=body, repeatable=repeatable)

    def create_report(
        self,
        stop_id: str,
        body: types.ReportInput,
        *,
        repeatable: bool = False,
    ) -> types.Report:
        """Report an attempt at a stop: POST /v3/stop/{stop_id}/report."""
        answer: types.Report = self._call(Operation("create_report", "POST", "/v3/stop/{stop_id}/report", False), {"stop_id": stop_id}, {}, body=body, repeatable=repeatable)
        return answer

    def create_report_of_stop(
        self,
        body: types.ReportInputWithStop,
        *,
        repeatable: bool = False,
    ) -> types.Report:
        """Report an attempt at the stop named in the body: POST /v2/report."""
        answer: types.Report = self._call(Operation("create_report_of_stop", "POST", "/v2/report", False), {}, {}, body=body, repeatable=repeatable)
        return answer

    def upload_report_image(
        self,
        stop_id: str,
        file: bytes,
        *,
        repeatable: bool = False,
    ) -> types.FileReference:
        """Upload a picture for a report: POST /v3/stop/{stop_id}/report/image."""
        answer: types.FileReference = self._call(Operation("upload_report_image", "POST", "/v3/stop/{stop_id}/report/image", False), {"stop_id": stop_id}, {}, file=file, repeatable=repeatable)
        return answer

    def create_task(
        self,
        body: Optional[types.TaskInput] = None,
        *,
        stop_id: str,
        repeatable: bool = False,
    ) -> types.Task:
        """Attach a task to a stop: POST /v2/task."""
        answer: types.Task = self._call(Operation("create_task", "POST", "/v2/task", False), {}, {"stop_id": stop_id}, body=body, repeatable=repeatable)
        return answer

    def update_task(
        self,
        task_id: str,
        body: types.TaskInput,
        *,
        repeatable: bool = False,
    ) -> types.Task:
        """Update a task: PUT /v2/task/{task_id}."""
        answer: types.Task = self._call(Operation("update_task", "PUT", "/v2/task/{task_id}", False), {"task_id": task_id}, {}, body=body, repeatable=repeatable)
        return answer

    def delete_task(
        self,
        task_id: str,
        *,
        repeatable: bool = False,
    ) -> types.Task:
        """Remove a task from its stop: DELETE /v2/task/{task_id}."""
        answer: types.Task = self._call(Operation("delete_task", "DELETE", "/v2/task/{task_id}", False), {"task_id": task_id}, {}, repeatable=repeatable)
        return answer

    def list_vehicles(
        self,
        *,
        project_id: str,
        text: Optional[str] = None,
        sort: Optional[str] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        deleted: Optional[bool] = None,
        enabled: Optional[bool] = None,
    ) -> types.VehiclePage:
        """List vehicles: GET /v2/vehicles."""
        answer: types.VehiclePage = self._call(Operation("list_vehicles", "GET", "/v2/vehicles", True), {}, {"text": text, "sort": sort, "offset": offset, "limit": limit, "deleted": deleted, "enabled": enabled, "project_id": project_id})
        return answer

    def iterate_vehicles(
        self,
        *,
        project_id: str,
        text: Optional[str] = None,
        sort: Optional[str] = None,
        deleted: Optional[bool] = None,
        enabled: Optional[bool] = None,
        page_size: int = 200,
    ) -> Iterator[types.Vehicle]:
        """Every record of list_vehicles, read page by page, the oldest first unless sorted otherwise."""
        return self._iterate(Operation("list_vehicles", "GET", "/v2/vehicles", True), {}, {"text": text, "sort": sort, "deleted": deleted, "enabled": enabled, "project_id": project_id}, page_size, sorted_by="created_at:asc")

    def get_vehicle(
        self,
        vehicle_id: str,
    ) -> types.Vehicle:
        """Retrieve a vehicle: GET /v2/vehicle/{vehicle_id}."""
        answer: types.Vehicle = self._call(Operation("get_vehicle", "GET", "/v2/vehicle/{vehicle_id}", True), {"vehicle_id": vehicle_id}, {})
        return answer

    def create_vehicle(
        self,
        body: Optional[types.VehicleInput] = None,
        *,
        project_id: str,
        repeatable: bool = False,
    ) -> types.Vehicle:
        """Create a vehicle: POST /v2/vehicle."""
        answer: types.Vehicle = self._call(Operation("create_vehicle", "POST", "/v2/vehicle", False), {}, {"project_id": project_id}, body=body, repeatable=repeatable)
        return answer

    def create_vehicles(
        self,
        body: List[types.VehicleInput],
        *,
        project_id: str,
        repeatable: bool = False,
    ) -> List[types.Vehicle]:
        """Create several vehicles: POST /v3/vehicles."""
        answer: List[types.Vehicle] = self._call(Operation("create_vehicles", "POST", "/v3/vehicles", False), {}, {"project_id": project_id}, body=body, repeatable=repeatable)
        return answer

    def create_vehicles_alias(
        self,
        body: List[types.VehicleInput],
        *,
        project_id: str,
        repeatable: bool = False,
    ) -> List[types.Vehicle]:
        """Create several vehicles: POST /v2/vehicles."""
        answer: List[types.Vehicle] = self._call(Operation("create_vehicles_alias", "POST", "/v2/vehicles", False), {}, {"project_id": project_id}, body=body, repeatable=repeatable)
        return answer

    def update_vehicle(
        self,
        vehicle_id: str,
        body: types.VehicleInput,
        *,
        repeatable: bool = False,
    ) -> types.Vehicle:
        """Update a vehicle: PUT /v2/vehicle/{vehicle_id}."""
        answer: types.Vehicle = self._call(Operation("update_vehicle", "PUT", "/v2/vehicle/{vehicle_id}", False), {"vehicle_id": vehicle_id}, {}, body=body, repeatable=repeatable)
        return answer

    def delete_vehicle(
        self,
        vehicle_id: str,
        *,
        repeatable: bool = False,
    ) -> types.Vehicle:
        """Delete a vehicle: DELETE /v2/vehicle/{vehicle_id}."""
        answer: types.Vehicle = self._call(Operation("delete_vehicle", "DELETE", "/v2/vehicle/{vehicle_id}", False), {"vehicle_id": vehicle_id}, {}, repeatable=repeatable)
        return answer

    def get_vehicle_sessions(
        self,
        body: types.VehicleIds,
        *,
        project_id: str,
    ) -> types.VehicleSessions:
        """See which drivers are connected: POST /v2/vehicles/sessions."""
        answer: types.VehicleSessions = self._call(Operation("get_vehicle_sessions", "POST", "/v2/vehicles/sessions", True), {}, {"project_id": project_id}, body=body)
        return answer

    def get_vehicle_performance(
        self,
        body: types.PerformanceQuery,
        *,
        project_id: str,
    ) -> types.PerformanceOfVehicles:
        """See what vehicles did: POST /v2/vehicles/performance."""
        answer: types.PerformanceOfVehicles = self._call(Operation("get_vehicle_performance", "POST", "/v2/vehicles/performance", True), {}, {"project_id": project_id}, body=body)
        return answer

    def list_projects(
        self,
        *,
        text: Optional[str] = None,
        sort: Optional[str] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> types.ProjectPage:
        """List projects: GET /v2/projects."""
        answer: types.ProjectPage = self._call(Operation("list_projects", "GET", "/v2/projects", True), {}, {"text": text, "sort": sort, "offset": offset, "limit": limit})
        return answer

    def iterate_projects(
        self,
        *,
        text: Optional[str] = None,
        sort: Optional[str] = None,
        page_size: int = 200,
    ) -> Iterator[types.Project]:
        """Every record of list_projects, read page by page, the oldest first unless sorted otherwise."""
        return self._iterate(Operation("list_projects", "GET", "/v2/projects", True), {}, {"text": text, "sort": sort}, page_size, sorted_by="created_at:asc")

    def get_project(
        self,
        project_id: str,
    ) -> types.Project:
        """Retrieve a project: GET /v2/project/{project_id}."""
        answer: types.Project = self._call(Operation("get_project", "GET", "/v2/project/{project_id}", True), {"project_id": project_id}, {})
        return answer

    def list_zones(
        self,
        project_id: str,
    ) -> List[types.Zone]:
        """List the zones of a project: GET /v2/project/{project_id}/zones."""
        answer: List[types.Zone] = self._call(Operation("list_zones", "GET", "/v2/project/{project_id}/zones", True), {"project_id": project_id}, {})
        return answer

    def create_zone(
        self,
        project_id: str,
        body: types.ZoneInput,
        *,
        repeatable: bool = False,
    ) -> types.Zone:
        """Create a zone: POST /v2/project/{project_id}/zone."""
        answer: types.Zone = self._call(Operation("create_zone", "POST", "/v2/project/{project_id}/zone", False), {"project_id": project_id}, {}, body=body, repeatable=repeatable)
        return answer

    def get_zone(
        self,
        project_id: str,
        zone_id: str,
    ) -> types.Zone:
        """Retrieve a zone: GET /v2/project/{project_id}/zone/{zone_id}."""
        answer: types.Zone = self._call(Operation("get_zone", "GET", "/v2/project/{project_id}/zone/{zone_id}", True), {"project_id": project_id, "zone_id": zone_id}, {})
        return answer

    def update_zone(
        self,
        project_id: str,
        zone_id: str,
        body: types.ZoneUpdate,
        *,
        repeatable: bool = False,
    ) -> types.Zone:
        """Update a zone: PUT /v2/project/{project_id}/zone/{zone_id}."""
        answer: types.Zone = self._call(Operation("update_zone", "PUT", "/v2/project/{project_id}/zone/{zone_id}", False), {"project_id": project_id, "zone_id": zone_id}, {}, body=body, repeatable=repeatable)
        return answer

    def delete_zone(
        self,
        project_id: str,
        zone_id: str,
        *,
        repeatable: bool = False,
    ) -> types.Zone:
        """Delete a zone: DELETE /v2/project/{project_id}/zone/{zone_id}."""
        answer: types.Zone = self._call(Operation("delete_zone", "DELETE", "/v2/project/{project_id}/zone/{zone_id}", False), {"project_id": project_id, "zone_id": zone_id}, {}, repeatable=repeatable)
        return answer

    def list_clients(
        self,
        *,
        project_id: str,
        text: Optional[str] = None,
        sort: Optional[str] = None,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
        deleted: Optional[bool] = None,
    ) -> types.ClientPage:
        """List the address book: GET /v2/clients."""
        answer: types.ClientPage = self._call(Operation("list_clients", "GET", "/v2/clients", True), {}, {"project_id": project_id, "text": text, "sort": sort, "offset": offset, "limit": limit, "deleted": deleted})
        return answer

    def iterate_clients(
        self,
        *,
        project_id: str,
        text: Optional[str] = None,
        sort: Optional[str] = None,
        deleted: Optional[bool] = None,
        page_size: int = 200,
    ) -> Iterator[types.Client]:
        """Every record of list_clients, read page by page, the oldest first unless sorted otherwise."""
        return self._iterate(Operation("list_clients", "GET", "/v2/clients", True), {}, {"project_id": project_id, "text": text, "sort": sort, "deleted": deleted}, page_size, sorted_by="created_at:asc")

    def create_client(
        self,
        body: Optional[types.ClientInput] = None,
        *,
        project_id: str,
        repeatable: bool = False,
    ) -> types.Client:
        """Add an entry to the address book: POST /v2/client."""
        answer: types.Client = self._call(Operation("create_client", "POST", "/v2/client", False), {}, {"project_id": project_id}, body=body, repeatable=repeatable)
        return answer

    def get_client(
        self,
        client_id: str,
    ) -> types.Client:
        """Retrieve an entry of the address book: GET /v2/client/{client_id}."""
        answer: types.Client = self._call(Operation("get_client", "GET", "/v2/client/{client_id}", True), {"client_id": client_id}, {})
        return answer

    def update_client(
        self,
        client_id: str,
        body: types.ClientInput,
        *,
        repeatable: bool = False,
    ) -> types.Client:
        """Update an entry of the address book: PUT /v2/client/{client_id}."""
        answer: types.Client = self._call(Operation("update_client", "PUT", "/v2/client/{client_id}", False), {"client_id": client_id}, {}, body=body, repeatable=repeatable)
        return answer

    def delete_client(
        self,
        client_id: str,
        *,
        repeatable: bool = False,
    ) -> types.Client:
        """Delete an entry of the address book: DELETE /v2/client/{client_id}."""
        answer: types.Client = self._call(Operation("delete_client", "DELETE", "/v2/client/{client_id}", False), {"client_id": client_id}, {}, repeatable=repeatable)
        return answer

    def list_webhook_subscriptions(
        self,
    ) -> List[types.Webhook]:
        """List webhooks: GET /v2/webhooks."""
        answer: List[types.Webhook] = self._call(Operation("list_webhook_subscriptions", "GET", "/v2/webhooks", True), {}, {})
        return answer

    def create_webhook_subscription(
        self,
        body: types.WebhookInput,
        *,
        repeatable: bool = False,
    ) -> types.WebhookCreated:
        """Subscribe to events: POST /v2/webhook."""
        answer: types.WebhookCreated = self._call(Operation("create_webhook_subscription", "POST", "/v2/webhook", False), {}, {}, body=body, repeatable=repeatable)
        return answer

    def get_webhook_subscription(
        self,
        webhook_id: str,
    ) -> types.Webhook:
        """Retrieve a webhook: GET /v2/webhook/{webhook_id}."""
        answer: types.Webhook = self._call(Operation("get_webhook_subscription", "GET", "/v2/webhook/{webhook_id}", True), {"webhook_id": webhook_id}, {})
        return answer

    def update_webhook_subscription(
        self,
        webhook_id: str,
        body: types.WebhookUpdate,
        *,
        repeatable: bool = False,
    ) -> types.WebhookCreated:
        """Update a webhook: PUT /v2/webhook/{webhook_id}."""
        answer: types.WebhookCreated = self._call(Operation("update_webhook_subscription", "PUT", "/v2/webhook/{webhook_id}", False), {"webhook_id": webhook_id}, {}, body=body, repeatable=repeatable)
        return answer

    def delete_webhook_subscription(
        self,
        webhook_id: str,
        *,
        repeatable: bool = False,
    ) -> types.Webhook:
        """Delete a webhook: DELETE /v2/webhook/{webhook_id}."""
        answer: types.Webhook = self._call(Operation("delete_webhook_subscription", "DELETE", "/v2/webhook/{webhook_id}", False), {"webhook_id": webhook_id}, {}, repeatable=repeatable)
        return answer

    def send_test_event(
        self,
        webhook_id: str,
        *,
        repeatable: bool = False,
    ) -> types.WebhookAttempt:
        """Send a sample event to a webhook now: POST /v2/webhook/{webhook_id}/test."""
        answer: types.WebhookAttempt = self._call(Operation("send_test_event", "POST", "/v2/webhook/{webhook_id}/test", False), {"webhook_id": webhook_id}, {}, repeatable=repeatable)
        return answer

    def list_deliveries(
        self,
        webhook_id: str,
        *,
        offset: Optional[int] = None,
        limit: Optional[int] = None,
    ) -> types.DeliveryPage:
        """List the latest deliveries of a webhook: GET /v2/webhook/{webhook_id}/attempts."""
        answer: types.DeliveryPage = self._call(Operation("list_deliveries", "GET", "/v2/webhook/{webhook_id}/attempts", True), {"webhook_id": webhook_id}, {"offset": offset, "limit": limit})
        return answer

    def iterate_deliveries(
        self,
        webhook_id: str,
        *,
        page_size: int = 200,
    ) -> Iterator[types.WebhookAttempt]:
        """Every record of list_deliveries, read page by page."""
        return self._iterate(Operation("list_deliveries", "GET", "/v2/webhook/{webhook_id}/attempts", True), {"webhook_id": webhook_id}, {}, page_size)

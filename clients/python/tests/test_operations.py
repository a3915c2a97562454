"""Every operation of the interface, called on a running service."""

import json
import re
import struct
import unittest
import zlib
from urllib.request import urlopen

from .service import PROJECT, URL, CountingClient


def described_operations():
    """The operations of /openapi.json, named as Python names them."""
    with urlopen(f"{URL}/openapi.json") as response:
        paths = json.load(response)["paths"]
    ids = [one["operationId"] for methods in paths.values() for one in methods.values() if "operationId" in one]
    return {re.sub("[A-Z]", lambda letter: "_" + letter.group().lower(), name) for name in ids}


def picture():
    """A PNG of one grey point."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"\0\x80")) + chunk(b"IEND", b"")


def place(number):
    return {"lat": 47.14 + number / 1000, "lng": 9.52}


class EveryOperation(unittest.TestCase):
    def test_is_called_and_answered(self):
        self.client = CountingClient()
        self.projects_and_zones()
        self.vehicles()
        self.address_book()
        self.webhooks()
        self.plan_with_stops()
        self.routes_and_optimization()
        self.reports()
        self.deletions()
        described = described_operations()
        self.assertEqual(len(described), 63)
        self.assertEqual(described - self.client.answered, set(), "operations that no call of this test reached")

    def projects_and_zones(self):
        client = self.client
        self.assertIn(PROJECT, [one["id"] for one in client.list_projects()["docs"]])
        self.assertEqual(client.get_project(PROJECT)["id"], PROJECT)
        corners = [[9.5, 47.1], [9.6, 47.1], [9.6, 47.2], [9.5, 47.1]]
        zone = client.create_zone(PROJECT, {"label": "North", "polygon": corners})
        client.update_zone(PROJECT, zone["id"], {"label": "South"})
        self.assertEqual(client.get_zone(PROJECT, zone["id"])["label"], "South")
        self.assertEqual([one["id"] for one in client.list_zones(PROJECT)], [zone["id"]])
        client.delete_zone(PROJECT, zone["id"])

    def vehicles(self):
        client = self.client
        home = place(0)
        self.vehicle = client.create_vehicle(
            {"label": "Van", "default_start_location": home, "default_end_location": home}, project_id=PROJECT
        )
        client.update_vehicle(self.vehicle["id"], {"label": "Blue van"})
        self.assertEqual(client.get_vehicle(self.vehicle["id"])["label"], "Blue van")
        more = client.create_vehicles([{"label": "Second"}], project_id=PROJECT)
        more += client.create_vehicles_alias([{"label": "Third"}], project_id=PROJECT)
        self.assertEqual(client.list_vehicles(project_id=PROJECT)["total"], 3)
        ids = [self.vehicle["id"]]
        client.get_vehicle_sessions({"vehicle_ids": ids}, project_id=PROJECT)
        client.get_vehicle_performance({"vehicle_ids": ids}, project_id=PROJECT)
        for one in more:
            self.assertTrue(client.delete_vehicle(one["id"])["deleted"])

    def address_book(self):
        client = self.client
        entry = client.create_client({"label": "Bakery", "location": place(1)}, project_id=PROJECT)
        client.update_client(entry["id"], {"label": "Corner bakery"})
        self.assertEqual(client.get_client(entry["id"])["label"], "Corner bakery")
        self.assertEqual(client.list_clients(project_id=PROJECT)["total"], 1)
        client.delete_client(entry["id"])

    def webhooks(self):
        client = self.client
        hook = client.create_webhook_subscription({"url": "http://127.0.0.1:9/", "events": ["svc.planner.2.plan.created"]})
        client.update_webhook_subscription(hook["id"], {"label": "Orders"})
        self.assertEqual(client.get_webhook_subscription(hook["id"])["label"], "Orders")
        self.assertEqual([one["id"] for one in client.list_webhook_subscriptions()], [hook["id"]])
        self.assertFalse(client.send_test_event(hook["id"]).get("delivered", False))
        client.list_deliveries(hook["id"])
        client.delete_webhook_subscription(hook["id"])

    def plan_with_stops(self):
        client = self.client
        self.plan = client.create_plan({"label": "Monday", "execution_date": "2026-11-30"}, project_id=PROJECT)["id"]
        client.update_plan(self.plan, {"label": "A Monday"})
        self.assertEqual(client.list_plans(project_id=PROJECT)["total"], 1)
        waiting = client.create_stops([{"label": "waiting"}], project_id=PROJECT)
        moved = client.move_stops({"stop_ids": [waiting[0]["id"]]}, plan_id=self.plan)
        self.assertEqual(moved[0]["plan_id"], self.plan)
        self.stops = client.create_stops([{"label": f"Door {n}", "location": place(n)} for n in range(6)], plan_id=self.plan)
        client.update_stop(self.stops[0]["id"], {"duration": 300})
        self.assertEqual(client.get_stop(self.stops[0]["id"])["duration"], 300)
        found = client.search_stops(
            {"predicates": [{"field": "plan_id", "operator": "eq", "value": self.plan}]}, project_id=PROJECT
        )
        self.assertEqual(found["total"], 7)
        self.assertEqual(client.search_stops_by_text(plan_id=self.plan, text="Door 3")["total"], 1)
        self.assertEqual(len(client.list_plan_stops(self.plan)), 7)
        client.geocode_stops([{"address": "Städtle 1, Vaduz"}], project_id=PROJECT)
        task = client.create_task({"label": "Ring"}, stop_id=self.stops[0]["id"])
        client.update_task(task["id"], {"label": "Knock"})
        client.delete_task(task["id"])
        client.delete_stop(waiting[0]["id"])

    def routes_and_optimization(self):
        client = self.client
        client.update_plan(self.plan, {"optimizer_config": {"time_limit_seconds": 1}})
        self.assertEqual(client.optimize_plan(self.plan)["id"], self.plan)
        client.optimize_plan_async(self.plan)
        self.assertTrue(client.wait_for_optimization(self.plan, interval=0.2)["finished"])
        self.cancel_a_run()
        route = client.list_plan_routes(self.plan)[0]
        client.optimize_route(route["id"])
        self.assertEqual(client.get_route(route["id"])["id"], route["id"])
        (made,) = client.create_routes([{"label": "By hand", "email": "driver@example.com"}], plan_id=self.plan)
        client.update_route(made["id"], {"label": "North"})
        client.set_route_stops(made["id"], {"stops": [self.stops[5]["id"]]})
        client.dispatch_route(made["id"])
        self.route = made["id"]
        routes = client.list_day_routes(project_id=PROJECT, date="2026-11-30")
        self.assertIn(made["id"], [one["id"] for one in routes])
        self.assertEqual(len(client.list_day_stops(project_id=PROJECT, date="2026-11-30")), 6)

    def cancel_a_run(self):
        client = self.client
        client.update_plan(self.plan, {"optimizer_config": {"time_limit_seconds": 600}})
        client.optimize_plan_async(self.plan)
        client.cancel_running_optimization(self.plan)
        client.wait_for_optimization(self.plan, interval=0.2)

    def reports(self):
        client = self.client
        first, second = self.stops[0]["id"], self.stops[5]["id"]
        image = client.upload_report_image(second, picture())
        report = client.create_report(second, {"type": "service_report_completed", "images": [image["id"]]})
        self.assertEqual([one["id"] for one in report["images"]], [image["id"]])
        client.create_report_of_stop({"stop_id": first, "type": "service_report_attempted"})

    def deletions(self):
        client = self.client
        client.delete_route(client.create_routes([{"label": "Unused"}], plan_id=self.plan)[0]["id"])
        loose = client.create_stops([{"label": "loose"}], plan_id=self.plan)
        client.delete_stops({"stop_ids": [loose[0]["id"]]})
        self.assertEqual(client.get_plan(self.plan)["total_stops"], 6)
        other = client.create_plan({"label": "Not driven"}, project_id=PROJECT)
        self.assertTrue(client.delete_plan(other["id"])["deleted"])

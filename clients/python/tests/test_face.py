"""Lists, repetitions and refusals: against the running service, and over a line that fails on purpose."""

import http.server
import threading
import traceback
import unittest
import urllib.error
import urllib.request
from unittest import mock

from routewright import Routewright, RoutewrightError

from .service import KEY, PROJECT, URL, CountingClient


class BadLine(http.server.BaseHTTPRequestHandler):
    """Passes requests on, after the faults that wait: "503", "429", "drop request", "drop answer"."""

    faults = []
    passed = []

    def pass_on(self):
        fault = self.faults.pop(0) if self.faults else ""
        self.passed.append(f"{self.command} {self.path.split('?')[0]} {fault}".strip())
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if fault in ("429", "503"):
            self.send_response(int(fault))
            self.send_header("content-length", "0")
            return self.end_headers()
        if fault == "drop request":
            return self.connection.close()
        headers = {"content-type": self.headers.get("content-type") or "application/json"}
        request = urllib.request.Request(URL + self.path, body or None, headers, method=self.command)
        try:
            with urllib.request.urlopen(request) as response:
                status, text = response.status, response.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        if fault == "drop answer":
            return self.connection.close()
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = do_DELETE = pass_on

    def log_message(self, *_):
        pass


class Face(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), BadLine)
        threading.Thread(target=cls.proxy.serve_forever, daemon=True).start()
        cls.client = CountingClient()
        cls.distant = Routewright(f"http://127.0.0.1:{cls.proxy.server_port}/", KEY)

    @classmethod
    def tearDownClass(cls):
        cls.proxy.shutdown()
        cls.proxy.server_close()

    def setUp(self):
        BadLine.faults, BadLine.passed = [], []
        sleep = mock.patch("time.sleep")
        self.pauses = sleep.start()
        self.addCleanup(sleep.stop)
        self.plan = self.client.create_plan({"label": "Monday"}, project_id=PROJECT)["id"]

    def total(self):
        return self.client.list_plans(project_id=PROJECT)["total"]

    def test_a_refusal_has_the_words_of_the_service_and_never_the_key(self):
        unreachable = Routewright("http://127.0.0.1:9", KEY, retries=0)
        for call, status, message_id in [
            (lambda: self.client.get_plan("a" * 24), 404, "highway.domain.error.not_found"),
            (lambda: unreachable.list_plans(), 0, None),
        ]:
            with self.assertRaises(RoutewrightError) as caught:
                call()
            error = caught.exception
            self.assertEqual((error.status, error.message_id), (status, message_id))
            told = "".join(traceback.format_exception(type(error), error, error.__traceback__)) + repr(vars(error))
            self.assertNotIn(KEY, told)
            self.assertIsNone(error.__context__)
        self.assertRegex(str(error), "could not be reached")

    def test_an_empty_id_is_refused_before_anything_is_sent(self):
        with self.assertRaisesRegex(ValueError, "get_plan needs id"):
            self.distant.get_plan("")
        self.assertEqual(BadLine.passed, [])

    def test_an_answer_that_is_not_json_is_told(self):
        page = Routewright(URL + "/docs", KEY, retries=0)
        with self.assertRaises(RoutewrightError):
            page.list_plans()

    def test_reading_calls_are_tried_again(self):
        BadLine.faults = ["503", "drop request", "drop answer"]
        self.assertEqual(self.distant.list_projects()["total"], 1)
        self.assertEqual(len(BadLine.passed), 4)
        BadLine.faults = ["503"]
        self.assertEqual(self.distant.search_stops({}, project_id=PROJECT)["limit"], 20)
        first = [call.args[0] for call in self.pauses.call_args_list][:3]
        self.assertTrue(0.25 <= first[0] <= 0.5 and 0.5 <= first[1] <= 1 and 1 <= first[2] <= 2, first)

    def test_others_are_not_unless_nothing_was_done_or_the_caller_says_so(self):
        before = self.total()
        for fault, status in (("drop answer", 0), ("503", 503)):
            BadLine.faults = [fault]
            with self.assertRaises(RoutewrightError) as caught:
                self.distant.create_plan(project_id=PROJECT)
            self.assertEqual(caught.exception.status, status)
        self.assertEqual(self.total(), before + 1)
        BadLine.faults = ["429"]
        self.distant.create_plan(project_id=PROJECT)
        self.assertEqual(self.total(), before + 2)
        self.assertGreaterEqual(self.pauses.call_args.args[0], 1)
        (stop,) = self.client.create_stops([{}], plan_id=self.plan)
        BadLine.faults = ["drop answer"]
        body = {"type": "service_report_attempted", "client_id": "0b5b8f4e-1111-4222-8333-944455556666"}
        self.distant.create_report(stop["id"], body, repeatable=True)
        self.assertEqual(self.client.get_stop(stop["id"])["report_attempts"], 1)

    def test_patience_ends(self):
        impatient = Routewright(self.distant._base_url, KEY, retries=2)
        BadLine.faults = ["503"] * 9
        with self.assertRaises(RoutewrightError):
            impatient.list_projects()
        self.assertEqual(len(BadLine.passed), 3)

    def test_lists_are_read_to_their_end_oldest_first(self):
        stops = self.client.create_stops([{"label": str(n)} for n in range(7)], plan_id=self.plan)
        ids = {one["id"] for one in stops}
        here = {"predicates": [{"field": "plan_id", "operator": "eq", "value": self.plan}]}
        lists = [
            self.client.iterate_search_stops(here, project_id=PROJECT, page_size=3),
            self.client.iterate_search_stops_by_text(plan_id=self.plan, page_size=3),
            self.client.iterate_plan_stops(self.plan, page_size=3),
        ]
        for one in lists:
            found = [stop["id"] for stop in one]
            self.assertEqual((len(found), set(found)), (7, ids))
        seen = []
        for plan in self.client.iterate_plans(project_id=PROJECT, page_size=1):
            # Plans that are created meanwhile join the end.
            if not seen:
                self.client.create_plan(project_id=PROJECT)
            seen.append((plan["created_at"], plan["id"]))
        self.assertEqual(seen, sorted(set(seen)))
        self.assertEqual(len(seen), self.total())
        with self.assertRaisesRegex(ValueError, "page_size"):
            list(self.client.iterate_plans(page_size=0))

    def test_stops_are_created_once_although_answers_are_lost(self):
        inputs = [{"external_id": f"order-{n}"} for n in range(5)]
        self.client.create_stops([inputs[3]], plan_id=self.plan)
        # The plan and the search pass, the creation's answer is lost, the second search fails once.
        BadLine.faults = ["503", "", "", "drop answer", "503"]
        made = self.distant.create_stops_once(inputs, plan_id=self.plan)
        self.assertEqual([len(made.records), made.created, made.found], [5, 4, 1])
        self.assertEqual(BadLine.passed.count("POST /v2/stops drop answer"), 1)
        self.assertEqual([one["external_id"] for one in made.records], [one["external_id"] for one in inputs])
        self.assertEqual(len(self.client.list_plan_stops(self.plan)), 5)
        self.assertEqual(self.client.create_stops_once(inputs, project_id=PROJECT).created, 0)

    def test_plans_vehicles_clients_and_routes_are_created_once(self):
        client = self.client
        one = client.create_plan_once(PROJECT, {"external_id": "day-1", "label": "Monday"})
        client.create_plan({"external_id": "day-10"}, project_id=PROJECT)
        self.assertEqual(client.create_plan_once(PROJECT, {"external_id": "day-1"})["id"], one["id"])
        for create in (client.create_vehicles_once, client.create_clients_once):
            few = create(PROJECT, [{"external_id": "v2"}, {"external_id": "v1"}])
            many = ["v1", *[f"w{n}" for n in range(30)], "v2"]
            more = create(PROJECT, [{"external_id": name} for name in many])
            self.assertEqual((few.created, more.created, more.found), (2, 30, 2))
            self.assertEqual([record["external_id"] for record in more.records], many)
        client.create_routes_once(self.plan, [{"external_id": "r1"}])
        self.assertEqual(client.create_routes_once(self.plan, [{"external_id": "r1"}, {"external_id": "r2"}]).found, 1)

    def test_unclear_ids_and_targets_are_refused_before_anything_is_sent(self):
        for inputs, words in [([{"external_id": ""}], "is needed"), ([{"external_id": "x"}] * 2, "stands twice")]:
            with self.assertRaisesRegex(ValueError, words):
                self.distant.create_stops_once(inputs, project_id=PROJECT)
        with self.assertRaisesRegex(ValueError, "not both"):
            self.distant.create_stops_once([], plan_id="a", project_id="b")
        self.assertEqual(BadLine.passed, [])

    def test_parts_stay_below_the_limits_of_a_request(self):
        from routewright.once import chunks_of

        self.assertEqual([len(part) for part in chunks_of([{}] * 1_001)], [1_000, 1])
        self.assertEqual([len(part) for part in chunks_of([{"comments": "x" * 1_500_000}] * 5)], [2, 2, 1])

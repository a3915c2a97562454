# Generated from the interface by packages/client/scripts/generate-python.ts. Do not edit.

"""Records and inputs of the interface: plain dictionaries, typed."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union


# Required fields of Actor.
class ActorRequired(TypedDict):
    # What kind of actor.
    type: Literal["api_key", "user", "driver", "customer", "system"]


# Who caused a change.
class Actor(ActorRequired, total=False):
    # Its id; missing for customers and the system itself.
    id: str


# Why a request was refused. Branch on message_id, never on message.
class ApiError(TypedDict):
    # For people; the wording may change.
    message: str
    # Stable code, highway.<context>.error.<reason>.
    message_id: str


# Required fields of ApproachedStop.
class ApproachedStopRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    # The recipient's page; empty when a dispatcher ended the link, and for a supervisor, who could act in the recipient's place.
    tracking_url: str
    # A visit has no load and no packages.
    type: Literal["delivery", "pickup", "visit"]
    # Skills that the vehicle must provide.
    requires: List[str]
    # When the service may begin; any time when empty.
    time_windows: List[List[int]]
    # Users who may see the stop, read-only.
    supervisors: List[str]
    # Changed by reports only.
    status: Literal["pending", "incomplete", "completed", "canceled"]
    # Whether the present place breaks a rule.
    optimization_warning: bool
    # Which rules, or why the stop is unassigned.
    optimization_warnings: List["OptimizationWarning"]
    # Attempted reports.
    report_attempts: int
    location_validation_sent: bool
    location_validated: bool
    # Creation.
    created_at: str
    # When the estimate or position was looked at: estimates leave the `updated_at` of a record as it is.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool
    # Metres to the stop, in a straight line.
    meters_ahead: int


# The next stop of a van that is near.
class ApproachedStop(ApproachedStopRequired, total=False):
    # Entry of the address book.
    client_id: str
    # The pickup stop that must come before this delivery, on the same route.
    pickup_id: str
    client_external_id: str
    # The caller's own identifier; it can be searched and need not be unique.
    external_id: str
    label: str
    # Floor, door, gate.
    location_details: str
    comments: str
    phone: str
    email: str
    url: str
    reference_person: str
    # Stops that share it ride on one route.
    cluster: str
    # What it is, in a word of your own: glass, stones.
    kind: str
    # Time of the service itself.
    duration: int
    # Value of serving the stop; when not all fit, the higher goes first.
    reward: float
    # Cubic metres.
    volume: float
    # Kilograms.
    weight: float
    price: float
    cash_on_delivery: "CashOnDelivery"
    # Longest time from leaving the pickup (or the start) to the arrival.
    max_delivery_time: int
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Handover code of the recipient.
    pin: str
    # The recipient's own instructions.
    customer_text_field: str
    plan_id: str
    route_id: str
    vehicle_id: str
    created_by: str
    # Number within the plan that never changes; drivers write it on parcels.
    fixed_id: str
    plan_label: str
    plan_execution_date: str
    # Place on the route, from 0.
    order: int
    learned_place: "StopPlace"
    planned_arrival_time: int
    planned_departure_time: int
    estimated_arrival_time: str
    estimated_departure_time: str
    # When the van came, as its positions tell; beside the driver's reports, and never in their place.
    noticed_arrival_time: str
    # When it left; absent while it stands there.
    noticed_departure_time: str
    # Metres.
    distance_to_previous_stop: float
    # Metres.
    distance_to_next_stop: float
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_previous_stop: bool
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_next_stop: bool
    # The route while assigned.
    chain_id: str
    # Stops of a route are ordered by it.
    chain_position: float
    location_validation_sent_at: str
    location_validated_at: str
    # When all of its goods that were not delivered were back at the depot.
    returned_at: str
    # Since when its goods go back to the sender: it is not tried again.
    return_to_sender_at: str
    # The route whose goods change vehicles here: no customer is at this stop, and counts leave it out.
    meeting_of: str
    van_place: "VanPlace"
    # What is wrong with the phone number, as it was taken: doubtful: its country gives out no such numbers; unusable: it cannot be a number; country_unknown: it has no calling code, and nobody says of which country it is. Messages to the last two are not sent.
    phone_doubt: Literal["doubtful", "unusable", "country_unknown"]
    location: "Location"
    # Kinds that are never on the same route; with its own kind: no two of them.
    apart_from: List[str]
    # Deletion.
    deleted_at: str


# Required fields of ArrivedStop.
class ArrivedStopRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    # The recipient's page; empty when a dispatcher ended the link, and for a supervisor, who could act in the recipient's place.
    tracking_url: str
    # A visit has no load and no packages.
    type: Literal["delivery", "pickup", "visit"]
    # Skills that the vehicle must provide.
    requires: List[str]
    # When the service may begin; any time when empty.
    time_windows: List[List[int]]
    # Users who may see the stop, read-only.
    supervisors: List[str]
    # Changed by reports only.
    status: Literal["pending", "incomplete", "completed", "canceled"]
    # Whether the present place breaks a rule.
    optimization_warning: bool
    # Which rules, or why the stop is unassigned.
    optimization_warnings: List["OptimizationWarning"]
    # Attempted reports.
    report_attempts: int
    location_validation_sent: bool
    location_validated: bool
    # Creation.
    created_at: str
    # Last change.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool
    # When it was reached.
    arrived_at: str
    # How that is known.
    told_by: Literal["driver", "positions"]


# A stop that was reached, without what hangs on it.
class ArrivedStop(ArrivedStopRequired, total=False):
    # Entry of the address book.
    client_id: str
    # The pickup stop that must come before this delivery, on the same route.
    pickup_id: str
    client_external_id: str
    # The caller's own identifier; it can be searched and need not be unique.
    external_id: str
    label: str
    # Floor, door, gate.
    location_details: str
    comments: str
    phone: str
    email: str
    url: str
    reference_person: str
    # Stops that share it ride on one route.
    cluster: str
    # What it is, in a word of your own: glass, stones.
    kind: str
    # Time of the service itself.
    duration: int
    # Value of serving the stop; when not all fit, the higher goes first.
    reward: float
    # Cubic metres.
    volume: float
    # Kilograms.
    weight: float
    price: float
    cash_on_delivery: "CashOnDelivery"
    # Longest time from leaving the pickup (or the start) to the arrival.
    max_delivery_time: int
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Handover code of the recipient.
    pin: str
    # The recipient's own instructions.
    customer_text_field: str
    plan_id: str
    route_id: str
    vehicle_id: str
    created_by: str
    # Number within the plan that never changes; drivers write it on parcels.
    fixed_id: str
    plan_label: str
    plan_execution_date: str
    # Place on the route, from 0.
    order: int
    learned_place: "StopPlace"
    planned_arrival_time: int
    planned_departure_time: int
    estimated_arrival_time: str
    estimated_departure_time: str
    # When the van came, as its positions tell; beside the driver's reports, and never in their place.
    noticed_arrival_time: str
    # When it left; absent while it stands there.
    noticed_departure_time: str
    # Metres.
    distance_to_previous_stop: float
    # Metres.
    distance_to_next_stop: float
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_previous_stop: bool
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_next_stop: bool
    # The route while assigned.
    chain_id: str
    # Stops of a route are ordered by it.
    chain_position: float
    location_validation_sent_at: str
    location_validated_at: str
    # When all of its goods that were not delivered were back at the depot.
    returned_at: str
    # Since when its goods go back to the sender: it is not tried again.
    return_to_sender_at: str
    # The route whose goods change vehicles here: no customer is at this stop, and counts leave it out.
    meeting_of: str
    van_place: "VanPlace"
    # What is wrong with the phone number, as it was taken: doubtful: its country gives out no such numbers; unusable: it cannot be a number; country_unknown: it has no calling code, and nobody says of which country it is. Messages to the last two are not sent.
    phone_doubt: Literal["doubtful", "unusable", "country_unknown"]
    location: "Location"
    # Kinds that are never on the same route; with its own kind: no two of them.
    apart_from: List[str]
    # Deletion.
    deleted_at: str


# Required fields of BareRoute.
class BareRouteRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    plan_id: str
    # Skills that the route offers.
    provides: List[str]
    # Zones that the route serves.
    geo_fences: List[str]
    # All breaks in order of time; break_stop is the one under way, else the next. An addition to the specification.
    breaks: List["RouteBreak"]
    # A locked route is not optimized and cannot be deleted.
    is_locked: bool
    # Place among the routes of the plan.
    order: int
    status: Literal["not_started", "in_transit", "finished"]
    # Creation.
    created_at: str
    # Last change.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool


# A route without its stops.
class BareRoute(BareRouteRequired, total=False):
    vehicle_id: str
    created_by: str
    external_id: str
    label: str
    vehicle_label: str
    comments: str
    phone: str
    # Where the dispatch link goes.
    email: str
    plate: str
    vehicle_model: str
    brand: str
    # Hex colour, #3366ff.
    color: str
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Counted in the cost of the route.
    toll_price: float
    # Currency code.
    toll_price_currency: str
    price_per_minute: float
    # Per kilometre.
    price_per_distance: float
    price_per_stop: float
    plan_label: str
    # Calendar date.
    plan_execution_date: str
    start_location: "Location"
    end_location: "Location"
    # The depot at the start: fills the location, unless another one is sent.
    start_depot_id: str
    # The depot at the end: fills the location, unless another one is sent.
    end_depot_id: str
    vehicle: "RouteVehicle"
    travel: "Travel"
    battery: "Battery"
    # Working hours, seconds since midnight.
    time_window: List[int]
    # Metres.
    min_distance: float
    # Metres.
    max_distance: float
    # Shortest working time.
    min_time: int
    # Longest working time, services and waiting included.
    max_time: int
    # Kilograms.
    max_weight: float
    # Cubic metres.
    max_volume: float
    # Most stops.
    max_services: int
    # Encoded polyline of precision 5.
    planned_track: str
    # Metres.
    planned_distance: float
    # Metres of the distance that are straight lines, because no roads are known there: an estimate. Absent where all of it is on roads, or no roads are known at all.
    straight_distance: float
    # True where no roads are known at all for its vehicle: all of planned_distance is straight lines, an estimate.
    is_off_roads: bool
    planned_start_time: int
    # Loading at the depot, from planned_start_time on; the way begins after it.
    planned_loading_time: int
    planned_end_time: int
    planned_charge: "PlannedCharge"
    # Real start.
    start_date: str
    # Real end.
    end_date: str
    estimated_end_time: str
    last_position: "Position"
    # Metres of the recorded track.
    distance_traveled: float
    # Share of the planned track that was followed, 0 to 100.
    tracing_percent: float
    driving_rules: "DrivingRules"
    driving_log: "DrivingLog"
    break_stop: "BreakStop"
    # Deletion.
    deleted_at: str


# Required fields of BareStop.
class BareStopRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    # The recipient's page; empty when a dispatcher ended the link, and for a supervisor, who could act in the recipient's place.
    tracking_url: str
    # A visit has no load and no packages.
    type: Literal["delivery", "pickup", "visit"]
    # Skills that the vehicle must provide.
    requires: List[str]
    # When the service may begin; any time when empty.
    time_windows: List[List[int]]
    # Users who may see the stop, read-only.
    supervisors: List[str]
    # Changed by reports only.
    status: Literal["pending", "incomplete", "completed", "canceled"]
    # Whether the present place breaks a rule.
    optimization_warning: bool
    # Which rules, or why the stop is unassigned.
    optimization_warnings: List["OptimizationWarning"]
    # Attempted reports.
    report_attempts: int
    location_validation_sent: bool
    location_validated: bool
    # Creation.
    created_at: str
    # Last change.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool


# A stop without what hangs on it: tasks, reports, packages, survey.
class BareStop(BareStopRequired, total=False):
    # Entry of the address book.
    client_id: str
    # The pickup stop that must come before this delivery, on the same route.
    pickup_id: str
    client_external_id: str
    # The caller's own identifier; it can be searched and need not be unique.
    external_id: str
    label: str
    # Floor, door, gate.
    location_details: str
    comments: str
    phone: str
    email: str
    url: str
    reference_person: str
    # Stops that share it ride on one route.
    cluster: str
    # What it is, in a word of your own: glass, stones.
    kind: str
    # Time of the service itself.
    duration: int
    # Value of serving the stop; when not all fit, the higher goes first.
    reward: float
    # Cubic metres.
    volume: float
    # Kilograms.
    weight: float
    price: float
    cash_on_delivery: "CashOnDelivery"
    # Longest time from leaving the pickup (or the start) to the arrival.
    max_delivery_time: int
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Handover code of the recipient.
    pin: str
    # The recipient's own instructions.
    customer_text_field: str
    plan_id: str
    route_id: str
    vehicle_id: str
    created_by: str
    # Number within the plan that never changes; drivers write it on parcels.
    fixed_id: str
    plan_label: str
    plan_execution_date: str
    # Place on the route, from 0.
    order: int
    learned_place: "StopPlace"
    planned_arrival_time: int
    planned_departure_time: int
    estimated_arrival_time: str
    estimated_departure_time: str
    # When the van came, as its positions tell; beside the driver's reports, and never in their place.
    noticed_arrival_time: str
    # When it left; absent while it stands there.
    noticed_departure_time: str
    # Metres.
    distance_to_previous_stop: float
    # Metres.
    distance_to_next_stop: float
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_previous_stop: bool
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_next_stop: bool
    # The route while assigned.
    chain_id: str
    # Stops of a route are ordered by it.
    chain_position: float
    location_validation_sent_at: str
    location_validated_at: str
    # When all of its goods that were not delivered were back at the depot.
    returned_at: str
    # Since when its goods go back to the sender: it is not tried again.
    return_to_sender_at: str
    # The route whose goods change vehicles here: no customer is at this stop, and counts leave it out.
    meeting_of: str
    van_place: "VanPlace"
    # What is wrong with the phone number, as it was taken: doubtful: its country gives out no such numbers; unusable: it cannot be a number; country_unknown: it has no calling code, and nobody says of which country it is. Messages to the last two are not sent.
    phone_doubt: Literal["doubtful", "unusable", "country_unknown"]
    location: "Location"
    # Kinds that are never on the same route; with its own kind: no two of them.
    apart_from: List[str]
    # Deletion.
    deleted_at: str


# The battery of an electric vehicle; no route is planned that it would not last for. An addition to the specification.
class Battery(TypedDict, total=False):
    # Usable capacity in watt-hours. Without it the vehicle goes as far as it will.
    capacity: float
    # Share of the capacity that is charged when the route begins; 1 by default.
    charge: float
    # Share of the capacity that the route never goes below; 0.15 by default.
    reserve: float
    # Watt-hours by kilometre without load, on a mild day; 200 by default.
    consumption: float
    # Watt-hours more by kilometre for 100 kg aboard; 3 by default.
    consumption_per_100_kg: float
    # Of the day, in degrees Celsius. Below 10 and above 30 more is used: by 23 % at 0, by 85 % at -15. Mild when left out.
    temperature: float


# The battery of an electric vehicle; an addition to the specification. Sent as a whole, null clears it.
class BatteryInput(TypedDict, total=False):
    # Usable capacity in watt-hours. Without it the vehicle goes as far as it will.
    capacity: Optional[float]
    # Share of the capacity that is charged when the route begins; 1 by default.
    charge: Optional[float]
    # Share of the capacity that the route never goes below; 0.15 by default.
    reserve: Optional[float]
    # Watt-hours by kilometre without load, on a mild day; 200 by default.
    consumption: Optional[float]
    # Watt-hours more by kilometre for 100 kg aboard; 3 by default.
    consumption_per_100_kg: Optional[float]
    # Of the day, in degrees Celsius. Below 10 and above 30 more is used: by 23 % at 0, by 85 % at -15. Mild when left out.
    temperature: Optional[float]


# A pause that begins and ends inside [start, end].
class Break(TypedDict):
    # Earliest begin.
    start: int
    # Latest end.
    end: int
    # Length of the pause.
    duration: int


# Required fields of BreakStop.
class BreakStopRequired(TypedDict):
    is_completed: bool


# The pause as planned and as taken; it is not counted as a stop.
class BreakStop(BreakStopRequired, total=False):
    # Number of stops before it.
    order: int
    planned_start_time: int
    planned_end_time: int
    real_start_time: str
    real_end_time: str


# Required fields of CancelReason.
class CancelReasonRequired(TypedDict):
    id: str


# A reason that drivers may give.
class CancelReason(CancelReasonRequired, total=False):
    label: str
    requires_photo: bool
    enabled: bool


# What the vehicle could still take; nothing is said where it has no limit.
class CapacityLeft(TypedDict, total=False):
    # Kilograms.
    weight: float
    # Cubic metres.
    volume: float
    # Stops.
    stops: int


# What the recipient has to pay at the door: more than 0, with no more decimals than its currency has.
class CashOnDelivery(TypedDict):
    # Up to 9 digits and the decimals of the currency, as a text so that nothing is rounded: "12.50".
    amount: str
    # ISO 4217: CHF.
    currency: str


# Required fields of ChargingVisit.
class ChargingVisitRequired(TypedDict):
    charging_place_id: str
    # Name of the place when it was planned.
    label: str
    location: "Coordinates"
    # Number of stops of the route before it.
    order: int
    planned_arrival_time: int
    # Charging begins: on arrival, or when the place opens or a point gets free.
    planned_start_time: int
    # Charging ends, breaks that are taken there included.
    planned_end_time: int
    # Charged, in watt-hours.
    energy: float
    # On arrival. Below 0 where an order made by hand cannot be driven.
    arrival: float
    # When charging ends. Below 0 where an order made by hand cannot be driven.
    departure: float


# One charging on the way, between two stops; an addition to the specification.
class ChargingVisit(ChargingVisitRequired, total=False):
    # What it costs, where the place has a price.
    cost: float
    # The driver left then, by his report; what was charged is as he told.
    real_end_time: str


# Required fields of Client.
class ClientRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    # Creation.
    created_at: str
    # Last change.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool


# An entry of the address book. A stop made from it has its place, its contact, and each default_x as x; location and default_location are two names of one place, and so are their details.
class Client(ClientRequired, total=False):
    created_by: str
    # The caller's own identifier; it need not be unique.
    external_id: str
    label: str
    phone: str
    email: str
    url: str
    reference_person: str
    comments: str
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Floor, door, gate.
    location_details: str
    # Another name of location_details.
    default_location_details: str
    default_duration: int
    # When its stops may be served.
    default_time_windows: List[List[int]]
    # Skills that its stops need.
    default_requires: List[str]
    default_type: Literal["delivery", "pickup", "visit"]
    default_cluster: str
    # Kilograms.
    default_weight: float
    # Cubic metres.
    default_volume: float
    # Longest time from leaving the pickup (or the start) to the arrival.
    default_max_delivery_time: int
    # Copied to the stops.
    default_custom_fields: Dict[str, Any]
    # Visits after which a delivery that failed goes back to its sender. Instead of the limit of the project.
    max_attempts: int
    location: "Location"
    default_location: "Location"
    # Deletion.
    deleted_at: str


# A new entry, or what changes in one; null clears a field. Where both location and default_location are sent, and likewise their details, default_location counts, unless it only repeats what is stored.
class ClientInput(TypedDict, total=False):
    # The caller's own identifier; it need not be unique.
    external_id: Optional[str]
    label: Optional[str]
    phone: Optional[str]
    email: Optional[str]
    url: Optional[str]
    reference_person: Optional[str]
    comments: Optional[str]
    # The caller's own fields.
    custom_fields: Optional[Dict[str, Any]]
    # Floor, door, gate.
    location_details: Optional[str]
    # Another name of location_details.
    default_location_details: Optional[str]
    default_duration: Optional[int]
    # When its stops may be served.
    default_time_windows: Optional[List[List[int]]]
    # Skills that its stops need.
    default_requires: Optional[List[str]]
    default_type: Optional[Literal["delivery", "pickup", "visit"]]
    default_cluster: Optional[str]
    # Kilograms.
    default_weight: Optional[float]
    # Cubic metres.
    default_volume: Optional[float]
    # Longest time from leaving the pickup (or the start) to the arrival.
    default_max_delivery_time: Optional[int]
    # Copied to the stops.
    default_custom_fields: Optional[Dict[str, Any]]
    # Visits after which a delivery that failed goes back to its sender. Instead of the limit of the project.
    max_attempts: Optional[int]
    location: Optional["LocationInput"]
    default_location: Optional["LocationInput"]


# One page of a list.
class ClientPage(TypedDict):
    # Records in all.
    total: int
    limit: int
    offset: int
    # ceil(total / limit).
    pages: int
    # floor(offset / limit) + 1.
    page: int
    docs: List["Client"]


# Required fields of ContradictedReport.
class ContradictedReportRequired(TypedDict):
    id: str
    stop_id: str
    project_id: str
    # The plan of the route of the driver.
    plan_id: str
    # The route of the driver who reported; it may be deleted.
    route_id: str
    # ended: another report closed the stop. begun_elsewhere: the driver of another route had come to it. route_deleted, stop_deleted, left_plan: what became of its place. no_code: without the handover code. refused: a rule of the project stood in its way. replaced: it counted until another one was taken. amended: the driver corrected a report that their phone could no longer change. taken_back: the driver took such a report back; what it says is what is to go.
    reason: Literal["ended", "begun_elsewhere", "route_deleted", "stop_deleted", "left_plan", "no_code", "refused", "replaced", "amended", "taken_back"]
    # open until somebody decides; taken: it counts as a report; kept: beside the stop; dismissed.
    state: Literal["open", "taken", "kept", "dismissed"]
    # attempted leaves the stop pending; completed and canceled end it.
    type: Literal["service_report_attempted", "service_report_completed", "service_report_canceled"]
    images: List["FileReference"]
    tasks: List["ReportTask"]
    # The parcels handed over by this report.
    packages: List["ReportPackage"]
    # The moment on the device.
    created_at: str
    # When the service got it.
    received_at: str
    # When the service got it.
    updated_at: str


# A report that waits for somebody to decide.
class ContradictedReport(ContradictedReportRequired, total=False):
    comments: str
    # Who took the goods; left: they were left in a place.
    taken_by: Literal["recipient", "household", "neighbour", "left"]
    # The name of who took them, or the place where they were left.
    taker_name: str
    payment_collected: "Payment"
    # Why it was not done.
    cancel_reason: str
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    signature: "FileReference"
    location: "Location"
    # Metres between the report and the stop.
    location_distance: float
    # Seconds spent at the stop.
    time_in_stop: float
    # Seconds by which `created_at` may be off, as the phone's clocks tell.
    moment_within: float
    # The caller's own id of the report.
    client_id: str
    # Who recorded it: the driver, a dispatcher by hand, or a program.
    reporter: Literal["driver", "dispatcher", "program"]
    # The rule that stood in its way, in words.
    refusal: str
    # What the phone called itself.
    device: str
    # The report that it corrects or takes back.
    amends: str
    # Name of the stop.
    stop_label: str
    # Name of the route of the driver, or of its vehicle.
    route_label: str
    # Who drove that route that day.
    driver_label: str
    decided_at: str
    # Name of the dispatcher who decided.
    decided_by: str
    # The report that it became.
    report_id: str


# A point, degrees.
class Coordinates(TypedDict):
    # Degrees north.
    lat: float
    # Degrees east.
    lng: float


# Required fields of CustomFieldDefinition.
class CustomFieldDefinitionRequired(TypedDict):
    # Key inside custom_fields.
    name: str
    type: Literal["string", "number", "boolean", "date"]
    applies_to: Literal["stop", "task", "report", "route"]


# A custom field that the applications show.
class CustomFieldDefinition(CustomFieldDefinitionRequired, total=False):
    label: str
    # Reports without it are refused.
    required: bool


# Required fields of DayRoute.
class DayRouteRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    plan_id: str
    # Skills that the route offers.
    provides: List[str]
    # Zones that the route serves.
    geo_fences: List[str]
    # All breaks in order of time; break_stop is the one under way, else the next. An addition to the specification.
    breaks: List["RouteBreak"]
    # A locked route is not optimized and cannot be deleted.
    is_locked: bool
    # Place among the routes of the plan.
    order: int
    status: Literal["not_started", "in_transit", "finished"]
    # Creation.
    created_at: str
    # Last change.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool


# A route; its stops only where they were asked for.
class DayRoute(DayRouteRequired, total=False):
    vehicle_id: str
    created_by: str
    external_id: str
    label: str
    vehicle_label: str
    comments: str
    phone: str
    # Where the dispatch link goes.
    email: str
    plate: str
    vehicle_model: str
    brand: str
    # Hex colour, #3366ff.
    color: str
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Counted in the cost of the route.
    toll_price: float
    # Currency code.
    toll_price_currency: str
    price_per_minute: float
    # Per kilometre.
    price_per_distance: float
    price_per_stop: float
    plan_label: str
    # Calendar date.
    plan_execution_date: str
    start_location: "Location"
    end_location: "Location"
    # The depot at the start: fills the location, unless another one is sent.
    start_depot_id: str
    # The depot at the end: fills the location, unless another one is sent.
    end_depot_id: str
    vehicle: "RouteVehicle"
    travel: "Travel"
    battery: "Battery"
    # Working hours, seconds since midnight.
    time_window: List[int]
    # Metres.
    min_distance: float
    # Metres.
    max_distance: float
    # Shortest working time.
    min_time: int
    # Longest working time, services and waiting included.
    max_time: int
    # Kilograms.
    max_weight: float
    # Cubic metres.
    max_volume: float
    # Most stops.
    max_services: int
    # Encoded polyline of precision 5.
    planned_track: str
    # Metres.
    planned_distance: float
    # Metres of the distance that are straight lines, because no roads are known there: an estimate. Absent where all of it is on roads, or no roads are known at all.
    straight_distance: float
    # True where no roads are known at all for its vehicle: all of planned_distance is straight lines, an estimate.
    is_off_roads: bool
    planned_start_time: int
    # Loading at the depot, from planned_start_time on; the way begins after it.
    planned_loading_time: int
    planned_end_time: int
    planned_charge: "PlannedCharge"
    # Real start.
    start_date: str
    # Real end.
    end_date: str
    estimated_end_time: str
    last_position: "Position"
    # Metres of the recorded track.
    distance_traveled: float
    # Share of the planned track that was followed, 0 to 100.
    tracing_percent: float
    driving_rules: "DrivingRules"
    driving_log: "DrivingLog"
    break_stop: "BreakStop"
    # Deletion.
    deleted_at: str
    # In driving order.
    stops: List["Stop"]


# Required fields of DelayedRoute.
class DelayedRouteRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    plan_id: str
    # Skills that the route offers.
    provides: List[str]
    # Zones that the route serves.
    geo_fences: List[str]
    # All breaks in order of time; break_stop is the one under way, else the next. An addition to the specification.
    breaks: List["RouteBreak"]
    # A locked route is not optimized and cannot be deleted.
    is_locked: bool
    # Place among the routes of the plan.
    order: int
    status: Literal["not_started", "in_transit", "finished"]
    # Creation.
    created_at: str
    # When the estimate or position was looked at: estimates leave the `updated_at` of a record as it is.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool
    # Minutes after the planned end, rounded down.
    minutes_late: int


# A route that is expected to end late.
class DelayedRoute(DelayedRouteRequired, total=False):
    vehicle_id: str
    created_by: str
    external_id: str
    label: str
    vehicle_label: str
    comments: str
    phone: str
    # Where the dispatch link goes.
    email: str
    plate: str
    vehicle_model: str
    brand: str
    # Hex colour, #3366ff.
    color: str
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Counted in the cost of the route.
    toll_price: float
    # Currency code.
    toll_price_currency: str
    price_per_minute: float
    # Per kilometre.
    price_per_distance: float
    price_per_stop: float
    plan_label: str
    # Calendar date.
    plan_execution_date: str
    start_location: "Location"
    end_location: "Location"
    # The depot at the start: fills the location, unless another one is sent.
    start_depot_id: str
    # The depot at the end: fills the location, unless another one is sent.
    end_depot_id: str
    vehicle: "RouteVehicle"
    travel: "Travel"
    battery: "Battery"
    # Working hours, seconds since midnight.
    time_window: List[int]
    # Metres.
    min_distance: float
    # Metres.
    max_distance: float
    # Shortest working time.
    min_time: int
    # Longest working time, services and waiting included.
    max_time: int
    # Kilograms.
    max_weight: float
    # Cubic metres.
    max_volume: float
    # Most stops.
    max_services: int
    # Encoded polyline of precision 5.
    planned_track: str
    # Metres.
    planned_distance: float
    # Metres of the distance that are straight lines, because no roads are known there: an estimate. Absent where all of it is on roads, or no roads are known at all.
    straight_distance: float
    # True where no roads are known at all for its vehicle: all of planned_distance is straight lines, an estimate.
    is_off_roads: bool
    planned_start_time: int
    # Loading at the depot, from planned_start_time on; the way begins after it.
    planned_loading_time: int
    planned_end_time: int
    planned_charge: "PlannedCharge"
    # Real start.
    start_date: str
    # Real end.
    end_date: str
    estimated_end_time: str
    last_position: "Position"
    # Metres of the recorded track.
    distance_traveled: float
    # Share of the planned track that was followed, 0 to 100.
    tracing_percent: float
    driving_rules: "DrivingRules"
    driving_log: "DrivingLog"
    break_stop: "BreakStop"
    # Deletion.
    deleted_at: str


# One page of a list.
class DeliveryPage(TypedDict):
    # Records in all.
    total: int
    limit: int
    offset: int
    # ceil(total / limit).
    pages: int
    # floor(offset / limit) + 1.
    page: int
    docs: List["WebhookAttempt"]


# Required fields of Depot.
class DepotRequired(TypedDict):
    # Degrees north.
    lat: float
    # Degrees east.
    lng: float


# Where vehicles usually start and end: what the applications suggest for a new vehicle.
class Depot(DepotRequired, total=False):
    location_id: str
    # The address in one line.
    label: str
    country: str
    # Two letters, ISO 3166-1.
    country_code: str
    state: str
    county: str
    city: str
    # Street, with the house number unless that stands in house_number.
    street: str
    house_number: str
    postal_code: str
    comments: str
    # First line of an address as shown in a list.
    main_text: str
    # Second line of an address as shown in a list.
    secondary_text: str


# Required fields of Dispatch.
class DispatchRequired(TypedDict):
    # Opens the route in the driver application, until the route is finished.
    public_link: str


# Where the link went.
class Dispatch(DispatchRequired, total=False):
    # Where it was mailed.
    email: str
    # Where it went as SMS: the driver of that day wishes so, or has no e-mail address.
    phone: str


# Required fields of DrivingLog.
class DrivingLogRequired(TypedDict):
    # The day before whose route all this is so.
    date: str


# What the tachograph or the log says before the route of a day; counts with `driving_rules`; an addition to the specification.
class DrivingLog(DrivingLogRequired, total=False):
    # Driving since the last whole break. Counts on `date` only.
    driving_since_break: int
    # Work, driving included, since the last break. Counts on `date` only.
    work_since_break: int
    # Of `eu`: 15 minutes of the divided break were taken since the last whole one. Counts on `date` only.
    first_part_taken: bool
    # Work before the route, driving included. Counts on `date` only.
    work_today: int
    # Breaks of a quarter of an hour and more before the route. Counts on `date` only.
    breaks_today: int
    # Driving that is left of the day, of `eu` up to ten hours where they may be used; 9 hours of `eu` and 11 of `us` without it. Counts on `date` only.
    driving_left_today: int
    # From the start of the route to its end, whatever is done in between; 13 hours of `eu` and 14 of `us` without it. Counts on `date` only.
    duty_left_today: int
    # Driving that is left of the week; 56 hours of `eu` without it. Counts from `date` to the Sunday of its week.
    driving_left_week: int
    # Driving that is left of this week and the last together. Counts from `date` to the Sunday of its week.
    driving_left_fortnight: int
    # Work that is left of the week, of `us` of the seven days; 60 hours of `eu` and `us` without it. Counts from `date` to the Sunday of its week.
    work_left_week: int
    # When the last work ended: the route begins after the daily rest, of `eu` 11 hours, of `us` 10.
    last_duty_end: str


# Required fields of DrivingLogInput.
class DrivingLogInputRequired(TypedDict):
    # The day before whose route all this is so.
    date: str


# What the tachograph or the log says before the route of a day; an addition to the specification. Sent as a whole, null clears it.
class DrivingLogInput(DrivingLogInputRequired, total=False):
    # Driving since the last whole break. Counts on `date` only.
    driving_since_break: Optional[int]
    # Work, driving included, since the last break. Counts on `date` only.
    work_since_break: Optional[int]
    # Of `eu`: 15 minutes of the divided break were taken since the last whole one. Counts on `date` only.
    first_part_taken: Optional[bool]
    # Work before the route, driving included. Counts on `date` only.
    work_today: Optional[int]
    # Breaks of a quarter of an hour and more before the route. Counts on `date` only.
    breaks_today: Optional[int]
    # Driving that is left of the day, of `eu` up to ten hours where they may be used; 9 hours of `eu` and 11 of `us` without it. Counts on `date` only.
    driving_left_today: Optional[int]
    # From the start of the route to its end, whatever is done in between; 13 hours of `eu` and 14 of `us` without it. Counts on `date` only.
    duty_left_today: Optional[int]
    # Driving that is left of the week; 56 hours of `eu` without it. Counts from `date` to the Sunday of its week.
    driving_left_week: Optional[int]
    # Driving that is left of this week and the last together. Counts from `date` to the Sunday of its week.
    driving_left_fortnight: Optional[int]
    # Work that is left of the week, of `us` of the seven days; 60 hours of `eu` and `us` without it. Counts from `date` to the Sunday of its week.
    work_left_week: Optional[int]
    # When the last work ended: the route begins after the daily rest, of `eu` 11 hours, of `us` 10.
    last_duty_end: Optional[str]


# Required fields of DrivingRules.
class DrivingRulesRequired(TypedDict):
    # `eu`: Regulation (EC) 561/2006 and Directive 2002/15/EC; `us`: 49 CFR 395 (hours of service of property-carrying vehicles); `plain`: a break of `duration` after `after`; `none`: no rule, also where others would give one. A help to plan, no legal advice.
    law: Literal["none", "plain", "eu", "us"]


# Which breaks are due after driving or work, and how much of both a day and a week may have; an addition to the specification.
class DrivingRules(DrivingRulesRequired, total=False):
    # Of `plain`: what is counted; work is driving, service and reloading. driving by default.
    counts: Literal["driving", "work"]
    # Of `plain`: most seconds of it between two breaks; 16200 by default.
    after: int
    # Of `plain`: length of the break in seconds; 2700 by default.
    duration: int


# Required fields of DrivingRulesInput.
class DrivingRulesInputRequired(TypedDict):
    # `eu`: Regulation (EC) 561/2006 and Directive 2002/15/EC; `us`: 49 CFR 395 (hours of service of property-carrying vehicles); `plain`: a break of `duration` after `after`; `none`: no rule, also where others would give one. A help to plan, no legal advice.
    law: Literal["none", "plain", "eu", "us"]


# Which law on driving and working time holds; an addition to the specification. Sent as a whole, null clears it.
class DrivingRulesInput(DrivingRulesInputRequired, total=False):
    # Of `plain`: what is counted; work is driving, service and reloading. driving by default.
    counts: Optional[Literal["driving", "work"]]
    # Of `plain`: most seconds of it between two breaks; 16200 by default.
    after: Optional[int]
    # Of `plain`: length of the break in seconds; 2700 by default.
    duration: Optional[int]


# Required fields of EndangeredStop.
class EndangeredStopRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    # The recipient's page; empty when a dispatcher ended the link, and for a supervisor, who could act in the recipient's place.
    tracking_url: str
    # A visit has no load and no packages.
    type: Literal["delivery", "pickup", "visit"]
    # Skills that the vehicle must provide.
    requires: List[str]
    # When the service may begin; any time when empty.
    time_windows: List[List[int]]
    # Users who may see the stop, read-only.
    supervisors: List[str]
    # Changed by reports only.
    status: Literal["pending", "incomplete", "completed", "canceled"]
    # Whether the present place breaks a rule.
    optimization_warning: bool
    # Which rules, or why the stop is unassigned.
    optimization_warnings: List["OptimizationWarning"]
    # Attempted reports.
    report_attempts: int
    location_validation_sent: bool
    location_validated: bool
    # Creation.
    created_at: str
    # When the estimate or position was looked at: estimates leave the `updated_at` of a record as it is.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool
    # Minutes after the last window, rounded down.
    minutes_late: int


# A stop whose last window is expected to close before the arrival.
class EndangeredStop(EndangeredStopRequired, total=False):
    # Entry of the address book.
    client_id: str
    # The pickup stop that must come before this delivery, on the same route.
    pickup_id: str
    client_external_id: str
    # The caller's own identifier; it can be searched and need not be unique.
    external_id: str
    label: str
    # Floor, door, gate.
    location_details: str
    comments: str
    phone: str
    email: str
    url: str
    reference_person: str
    # Stops that share it ride on one route.
    cluster: str
    # What it is, in a word of your own: glass, stones.
    kind: str
    # Time of the service itself.
    duration: int
    # Value of serving the stop; when not all fit, the higher goes first.
    reward: float
    # Cubic metres.
    volume: float
    # Kilograms.
    weight: float
    price: float
    cash_on_delivery: "CashOnDelivery"
    # Longest time from leaving the pickup (or the start) to the arrival.
    max_delivery_time: int
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Handover code of the recipient.
    pin: str
    # The recipient's own instructions.
    customer_text_field: str
    plan_id: str
    route_id: str
    vehicle_id: str
    created_by: str
    # Number within the plan that never changes; drivers write it on parcels.
    fixed_id: str
    plan_label: str
    plan_execution_date: str
    # Place on the route, from 0.
    order: int
    learned_place: "StopPlace"
    planned_arrival_time: int
    planned_departure_time: int
    estimated_arrival_time: str
    estimated_departure_time: str
    # When the van came, as its positions tell; beside the driver's reports, and never in their place.
    noticed_arrival_time: str
    # When it left; absent while it stands there.
    noticed_departure_time: str
    # Metres.
    distance_to_previous_stop: float
    # Metres.
    distance_to_next_stop: float
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_previous_stop: bool
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_next_stop: bool
    # The route while assigned.
    chain_id: str
    # Stops of a route are ordered by it.
    chain_position: float
    location_validation_sent_at: str
    location_validated_at: str
    # When all of its goods that were not delivered were back at the depot.
    returned_at: str
    # Since when its goods go back to the sender: it is not tried again.
    return_to_sender_at: str
    # The route whose goods change vehicles here: no customer is at this stop, and counts leave it out.
    meeting_of: str
    van_place: "VanPlace"
    # What is wrong with the phone number, as it was taken: doubtful: its country gives out no such numbers; unusable: it cannot be a number; country_unknown: it has no calling code, and nobody says of which country it is. Messages to the last two are not sent.
    phone_doubt: Literal["doubtful", "unusable", "country_unknown"]
    location: "Location"
    # Kinds that are never on the same route; with its own kind: no two of them.
    apart_from: List[str]
    # Deletion.
    deleted_at: str


# Where an event comes from.
class EventMeta(TypedDict):
    organization_id: str
    actor: "Actor"
    # Fields that changed; empty for creations and deletions.
    changes: List[str]


# Required fields of ExpectedStop.
class ExpectedStopRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    # The recipient's page; empty when a dispatcher ended the link, and for a supervisor, who could act in the recipient's place.
    tracking_url: str
    # A visit has no load and no packages.
    type: Literal["delivery", "pickup", "visit"]
    # Skills that the vehicle must provide.
    requires: List[str]
    # When the service may begin; any time when empty.
    time_windows: List[List[int]]
    # Users who may see the stop, read-only.
    supervisors: List[str]
    # Changed by reports only.
    status: Literal["pending", "incomplete", "completed", "canceled"]
    # Whether the present place breaks a rule.
    optimization_warning: bool
    # Which rules, or why the stop is unassigned.
    optimization_warnings: List["OptimizationWarning"]
    # Attempted reports.
    report_attempts: int
    location_validation_sent: bool
    location_validated: bool
    # Creation.
    created_at: str
    # When the estimate or position was looked at: estimates leave the `updated_at` of a record as it is.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool
    # Minutes until the estimated arrival, rounded up.
    minutes_ahead: int


# A stop that the driver is expected at soon.
class ExpectedStop(ExpectedStopRequired, total=False):
    # Entry of the address book.
    client_id: str
    # The pickup stop that must come before this delivery, on the same route.
    pickup_id: str
    client_external_id: str
    # The caller's own identifier; it can be searched and need not be unique.
    external_id: str
    label: str
    # Floor, door, gate.
    location_details: str
    comments: str
    phone: str
    email: str
    url: str
    reference_person: str
    # Stops that share it ride on one route.
    cluster: str
    # What it is, in a word of your own: glass, stones.
    kind: str
    # Time of the service itself.
    duration: int
    # Value of serving the stop; when not all fit, the higher goes first.
    reward: float
    # Cubic metres.
    volume: float
    # Kilograms.
    weight: float
    price: float
    cash_on_delivery: "CashOnDelivery"
    # Longest time from leaving the pickup (or the start) to the arrival.
    max_delivery_time: int
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Handover code of the recipient.
    pin: str
    # The recipient's own instructions.
    customer_text_field: str
    plan_id: str
    route_id: str
    vehicle_id: str
    created_by: str
    # Number within the plan that never changes; drivers write it on parcels.
    fixed_id: str
    plan_label: str
    plan_execution_date: str
    # Place on the route, from 0.
    order: int
    learned_place: "StopPlace"
    planned_arrival_time: int
    planned_departure_time: int
    estimated_arrival_time: str
    estimated_departure_time: str
    # When the van came, as its positions tell; beside the driver's reports, and never in their place.
    noticed_arrival_time: str
    # When it left; absent while it stands there.
    noticed_departure_time: str
    # Metres.
    distance_to_previous_stop: float
    # Metres.
    distance_to_next_stop: float
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_previous_stop: bool
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_next_stop: bool
    # The route while assigned.
    chain_id: str
    # Stops of a route are ordered by it.
    chain_position: float
    location_validation_sent_at: str
    location_validated_at: str
    # When all of its goods that were not delivered were back at the depot.
    returned_at: str
    # Since when its goods go back to the sender: it is not tried again.
    return_to_sender_at: str
    # The route whose goods change vehicles here: no customer is at this stop, and counts leave it out.
    meeting_of: str
    van_place: "VanPlace"
    # What is wrong with the phone number, as it was taken: doubtful: its country gives out no such numbers; unusable: it cannot be a number; country_unknown: it has no calling code, and nobody says of which country it is. Messages to the last two are not sent.
    phone_doubt: Literal["doubtful", "unusable", "country_unknown"]
    location: "Location"
    # Kinds that are never on the same route; with its own kind: no two of them.
    apart_from: List[str]
    # Deletion.
    deleted_at: str


# A stored picture; neither its id nor its address ever changes.
class FileReference(TypedDict):
    id: str
    url: str


# Required fields of FullPlan.
class FullPlanRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    # The day that is planned.
    execution_date: str
    status: Literal["draft", "planning", "in_progress", "finished"]
    total_stops: int
    pending_stops: int
    completed_stops: int
    incomplete_stops: int
    canceled_stops: int
    total_routes: int
    # Creation.
    created_at: str
    # Last change.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool
    stops: List["Stop"]
    # Each with its stops in driving order.
    routes: List["Route"]
    vehicles: List["Vehicle"]


# A plan with its stops, its routes and the vehicles of these routes.
class FullPlan(FullPlanRequired, total=False):
    created_by: str
    label: str
    # The caller's own identifier; it need not be unique.
    external_id: str
    optimizer_config: "OptimizerConfig"
    traffic_options: "TrafficOptions"
    # Deletion.
    deleted_at: str


# Required fields of GeocodedStopInput.
class GeocodedStopInputRequired(TypedDict):
    # Free text: street, number, postal code, town.
    address: str


# A new stop whose place is found from its address.
class GeocodedStopInput(GeocodedStopInputRequired, total=False):
    # A visit has no load and no packages.
    type: Literal["delivery", "pickup", "visit"]
    # Entry of the address book.
    client_id: Optional[str]
    # The pickup stop that must come before this delivery, on the same route.
    pickup_id: Optional[str]
    client_external_id: Optional[str]
    # The caller's own identifier; it can be searched and need not be unique.
    external_id: Optional[str]
    label: Optional[str]
    # Floor, door, gate.
    location_details: Optional[str]
    comments: Optional[str]
    phone: Optional[str]
    email: Optional[str]
    url: Optional[str]
    reference_person: Optional[str]
    # Stops that share it ride on one route.
    cluster: Optional[str]
    # What it is, in a word of your own: glass, stones.
    kind: Optional[str]
    # Time of the service itself.
    duration: Optional[int]
    # Value of serving the stop; when not all fit, the higher goes first.
    reward: Optional[float]
    # Cubic metres.
    volume: Optional[float]
    # Kilograms.
    weight: Optional[float]
    price: Optional[float]
    cash_on_delivery: Optional["CashOnDelivery"]
    # Longest time from leaving the pickup (or the start) to the arrival.
    max_delivery_time: Optional[int]
    # The caller's own fields.
    custom_fields: Optional[Dict[str, Any]]
    # Handover code of the recipient.
    pin: Optional[str]
    # The recipient's own instructions.
    customer_text_field: Optional[str]
    # Skills that the vehicle must provide.
    requires: Optional[List[str]]
    # Kinds that are never on the same route; with its own kind: no two of them.
    apart_from: Optional[List[str]]
    # When the service may begin; any time when empty.
    time_windows: Optional[List[List[int]]]
    # Users who may see the stop, read-only.
    supervisors: Optional[List[str]]
    # Parcels of a delivery.
    packages: Optional[List["PackageInput"]]
    tasks: Optional[List["TaskInput"]]
    # Not allowed here.
    location: Any


# Required fields of LinkedPickup.
class LinkedPickupRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    # The recipient's page; empty when a dispatcher ended the link, and for a supervisor, who could act in the recipient's place.
    tracking_url: str
    # A visit has no load and no packages.
    type: Literal["delivery", "pickup", "visit"]
    # Skills that the vehicle must provide.
    requires: List[str]
    # When the service may begin; any time when empty.
    time_windows: List[List[int]]
    # Users who may see the stop, read-only.
    supervisors: List[str]
    # Changed by reports only.
    status: Literal["pending", "incomplete", "completed", "canceled"]
    # Whether the present place breaks a rule.
    optimization_warning: bool
    # Which rules, or why the stop is unassigned.
    optimization_warnings: List["OptimizationWarning"]
    # Attempted reports.
    report_attempts: int
    tasks: List["Task"]
    reports: List["Report"]
    packages: List["Package"]
    location_validation_sent: bool
    location_validated: bool
    # Creation.
    created_at: str
    # Last change.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool


# The pickup stop that a delivery is linked to.
class LinkedPickup(LinkedPickupRequired, total=False):
    # Entry of the address book.
    client_id: str
    # The pickup stop that must come before this delivery, on the same route.
    pickup_id: str
    client_external_id: str
    # The caller's own identifier; it can be searched and need not be unique.
    external_id: str
    label: str
    # Floor, door, gate.
    location_details: str
    comments: str
    phone: str
    email: str
    url: str
    reference_person: str
    # Stops that share it ride on one route.
    cluster: str
    # What it is, in a word of your own: glass, stones.
    kind: str
    # Time of the service itself.
    duration: int
    # Value of serving the stop; when not all fit, the higher goes first.
    reward: float
    # Cubic metres.
    volume: float
    # Kilograms.
    weight: float
    price: float
    cash_on_delivery: "CashOnDelivery"
    # Longest time from leaving the pickup (or the start) to the arrival.
    max_delivery_time: int
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Handover code of the recipient.
    pin: str
    # The recipient's own instructions.
    customer_text_field: str
    plan_id: str
    route_id: str
    vehicle_id: str
    created_by: str
    # Number within the plan that never changes; drivers write it on parcels.
    fixed_id: str
    plan_label: str
    plan_execution_date: str
    # Place on the route, from 0.
    order: int
    learned_place: "StopPlace"
    planned_arrival_time: int
    planned_departure_time: int
    estimated_arrival_time: str
    estimated_departure_time: str
    # When the van came, as its positions tell; beside the driver's reports, and never in their place.
    noticed_arrival_time: str
    # When it left; absent while it stands there.
    noticed_departure_time: str
    # Metres.
    distance_to_previous_stop: float
    # Metres.
    distance_to_next_stop: float
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_previous_stop: bool
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_next_stop: bool
    # The route while assigned.
    chain_id: str
    # Stops of a route are ordered by it.
    chain_position: float
    location_validation_sent_at: str
    location_validated_at: str
    # When all of its goods that were not delivered were back at the depot.
    returned_at: str
    # Since when its goods go back to the sender: it is not tried again.
    return_to_sender_at: str
    # The route whose goods change vehicles here: no customer is at this stop, and counts leave it out.
    meeting_of: str
    van_place: "VanPlace"
    # What is wrong with the phone number, as it was taken: doubtful: its country gives out no such numbers; unusable: it cannot be a number; country_unknown: it has no calling code, and nobody says of which country it is. Messages to the last two are not sent.
    phone_doubt: Literal["doubtful", "unusable", "country_unknown"]
    survey: "Survey"
    location: "Location"
    # Kinds that are never on the same route; with its own kind: no two of them.
    apart_from: List[str]
    # Deletion.
    deleted_at: str


# A place: address and coordinates.
class Location(TypedDict, total=False):
    location_id: str
    # The address in one line.
    label: str
    country: str
    # Two letters, ISO 3166-1.
    country_code: str
    state: str
    county: str
    city: str
    # Street, with the house number unless that stands in house_number.
    street: str
    house_number: str
    postal_code: str
    comments: str
    # First line of an address as shown in a list.
    main_text: str
    # Second line of an address as shown in a list.
    secondary_text: str
    # Degrees north.
    lat: float
    # Degrees east.
    lng: float
    # Trust in a geocoded place, 0 to 1.
    scoring: float
    # Whether the geocoder found only a part of the address.
    partial_match: bool


# A place. Latitude and longitude come together or not at all.
class LocationInput(TypedDict, total=False):
    location_id: Optional[str]
    # The address in one line.
    label: Optional[str]
    country: Optional[str]
    # Two letters, ISO 3166-1.
    country_code: Optional[str]
    state: Optional[str]
    county: Optional[str]
    city: Optional[str]
    # Street, with the house number unless that stands in house_number.
    street: Optional[str]
    house_number: Optional[str]
    postal_code: Optional[str]
    comments: Optional[str]
    # First line of an address as shown in a list.
    main_text: Optional[str]
    # Second line of an address as shown in a list.
    secondary_text: Optional[str]
    # Degrees north.
    lat: Optional[float]
    # Degrees east.
    lng: Optional[float]


# The run was accepted and goes on in the background.
class OptimizationAccepted(TypedDict):
    finished: Literal[False]
    status: Literal["in progress"]


# One rule that is broken, or why no route takes the stop.
class OptimizationWarning(TypedDict):
    code: Literal["no_location", "unreachable", "skill_missing", "time_window", "capacity", "max_services", "max_distance", "max_time", "driving_hours", "battery", "zone", "cluster", "apart", "pickup_unassigned", "delivery_unassigned", "no_vehicle_available", "cheaper_to_drop", "working_hours", "depot_hours", "break", "max_wait_time", "max_delivery_time", "min_time", "min_distance", "pickup_order", "far_away"]
    # The same for people.
    message: str


# How a plan is optimized; every field may be left out.
class OptimizerConfig(TypedDict, total=False):
    # Seconds that the search may take at most; by default 10 s to 200 stops, 30 s to 1,000, 60 s above. It ends before where going on is not worth the waiting.
    time_limit_seconds: Optional[float]
    # How much waiting a better plan is worth: the search ends where the next second is expected to bring less. usual by default. An addition to the specification.
    patience: Optional[Literal["quick", "usual", "thorough"]]
    # Minimise distance instead of time.
    use_distance: Optional[bool]
    # Spread the work evenly over the routes.
    balance_services: Optional[bool]
    # Longest idle wait before a stop; 3600 by default.
    max_wait_time: Optional[int]
    # For stops without a duration; 300 by default.
    service_duration: Optional[int]
    # Weight on the longest route in time; 0 by default.
    time_span_coefficient: Optional[float]
    # Weight on the longest route in distance; 0 by default.
    distance_span_coefficient: Optional[float]
    # Cost of leaving a stop out; by default a stop is left out only when nobody can serve it.
    drop_penalty: Optional[float]
    # On travel times; 1 by default.
    matrix_multiplier: Optional[float]
    # Place and flag late stops instead of leaving them out.
    allow_late: Optional[bool]
    # Cost of a second of lateness.
    late_penalty: Optional[float]
    # Use as few routes as possible.
    minimise_vehicles: Optional[bool]
    # How much time is to be left where a day is apt to take longer, before windows and the end of shifts close: 0, the default, none; 1 most, for more kilometres. An addition to the specification.
    slack: Optional[float]
    # Same seed, same answer.
    seed: Optional[int]
    # Country that the geocoder prefers.
    operation_country: Optional[str]
    first_solution_strategy: Optional[Any]
    local_search_strategy: Optional[Any]
    lns_time_limit: Optional[Any]


# Required fields of Package.
class PackageRequired(TypedDict):
    # The code on the parcel, unique within its stop.
    identifier: str
    # Independent of the status of the stop.
    status: Literal["pending", "picked", "delivered"]
    updated_at: str


# A parcel tracked inside a delivery stop.
class Package(PackageRequired, total=False):
    picked_at: str
    delivered_at: str
    # When it was back at the depot after a delivery that failed.
    returned_at: str


# A parcel; nothing but its identifier is accepted.
class PackageInput(TypedDict):
    # The code on the parcel.
    identifier: str


# Required fields of Payment.
class PaymentRequired(TypedDict):
    # Up to 9 digits and the decimals of the currency, as a text so that nothing is rounded: "12.50".
    amount: str
    # ISO 4217: CHF.
    currency: str


# What was collected at the door; an amount of 0 says that nothing was.
class Payment(PaymentRequired, total=False):
    # How it was paid; only left out where the amount is 0.
    method: Literal["cash", "card", "other"]
    # Why another amount than the one to collect, or nothing, was collected.
    reason: str


# What the vehicles did.
class PerformanceOfVehicles(TypedDict):
    # By vehicle id.
    performance: Dict[str, "VehiclePerformance"]


# Required fields of PerformanceQuery.
class PerformanceQueryRequired(TypedDict):
    # Vehicles of the project.
    vehicle_ids: List[str]


# Vehicles and a span of time.
class PerformanceQuery(PerformanceQueryRequired, total=False):
    # 30 days ago by default.
    start: Optional[str]
    # Now by default.
    end: Optional[str]


# A pickup stop that is created and linked with its delivery.
class PickupInput(TypedDict, total=False):
    # A visit has no load and no packages.
    type: Literal["delivery", "pickup", "visit"]
    # Entry of the address book.
    client_id: Optional[str]
    # The pickup stop that must come before this delivery, on the same route.
    pickup_id: Optional[str]
    client_external_id: Optional[str]
    # The caller's own identifier; it can be searched and need not be unique.
    external_id: Optional[str]
    label: Optional[str]
    # Floor, door, gate.
    location_details: Optional[str]
    comments: Optional[str]
    phone: Optional[str]
    email: Optional[str]
    url: Optional[str]
    reference_person: Optional[str]
    # Stops that share it ride on one route.
    cluster: Optional[str]
    # What it is, in a word of your own: glass, stones.
    kind: Optional[str]
    # Time of the service itself.
    duration: Optional[int]
    # Value of serving the stop; when not all fit, the higher goes first.
    reward: Optional[float]
    # Cubic metres.
    volume: Optional[float]
    # Kilograms.
    weight: Optional[float]
    price: Optional[float]
    cash_on_delivery: Optional["CashOnDelivery"]
    # Longest time from leaving the pickup (or the start) to the arrival.
    max_delivery_time: Optional[int]
    # The caller's own fields.
    custom_fields: Optional[Dict[str, Any]]
    # Handover code of the recipient.
    pin: Optional[str]
    # The recipient's own instructions.
    customer_text_field: Optional[str]
    location: Optional["LocationInput"]
    # Skills that the vehicle must provide.
    requires: Optional[List[str]]
    # Kinds that are never on the same route; with its own kind: no two of them.
    apart_from: Optional[List[str]]
    # When the service may begin; any time when empty.
    time_windows: Optional[List[List[int]]]
    # Users who may see the stop, read-only.
    supervisors: Optional[List[str]]
    # Parcels of a delivery.
    packages: Optional[List["PackageInput"]]
    tasks: Optional[List["TaskInput"]]


# Required fields of Plan.
class PlanRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    # The day that is planned.
    execution_date: str
    status: Literal["draft", "planning", "in_progress", "finished"]
    total_stops: int
    pending_stops: int
    completed_stops: int
    incomplete_stops: int
    canceled_stops: int
    total_routes: int
    # Creation.
    created_at: str
    # Last change.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool


# The routes and stops executed in one day or shift.
class Plan(PlanRequired, total=False):
    created_by: str
    label: str
    # The caller's own identifier; it need not be unique.
    external_id: str
    optimizer_config: "OptimizerConfig"
    traffic_options: "TrafficOptions"
    # Deletion.
    deleted_at: str


# A plan is created.
class PlanCreatedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.planner.2.plan.created"]
    meta: "EventMeta"
    data: "Plan"


# A plan is deleted.
class PlanDeletedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.planner.2.plan.deleted"]
    meta: "EventMeta"
    data: "Plan"


# A new plan. {} is a valid one.
class PlanInput(TypedDict, total=False):
    label: Optional[str]
    # The caller's own identifier; it need not be unique.
    external_id: Optional[str]
    optimizer_config: Optional["OptimizerConfig"]
    traffic_options: Optional["TrafficOptions"]
    # Calendar date, or a timestamp; today by default.
    execution_date: Optional[str]
    # planning by default.
    status: Literal["draft", "planning"]
    # Stops created with it.
    stops: List["StopInput"]
    # Routes created with it.
    routes: List["RouteInput"]
    # Without effect: a plan has the zones of its project.
    geo_fences: Any


# One page of a list.
class PlanPage(TypedDict):
    # Records in all.
    total: int
    limit: int
    offset: int
    # ceil(total / limit).
    pages: int
    # floor(offset / limit) + 1.
    page: int
    docs: List["Plan"]


# What changes in a plan; null clears a field. Stops and vehicles stay.
class PlanUpdate(TypedDict, total=False):
    label: Optional[str]
    # The caller's own identifier; it need not be unique.
    external_id: Optional[str]
    optimizer_config: Optional["OptimizerConfig"]
    traffic_options: Optional["TrafficOptions"]
    # Calendar date, or a timestamp; today by default.
    execution_date: str
    # finished closes the plan.
    status: Literal["draft", "planning", "in_progress", "finished"]
    # Without effect: a plan has the zones of its project.
    geo_fences: Any


# A field of a plan changes by PUT, or its status changes.
class PlanUpdatedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.planner.2.plan.updated"]
    meta: "EventMeta"
    data: "Plan"


class PlannedChargeStops(TypedDict):
    stop_id: str
    # On arrival. Below 0 where an order made by hand cannot be driven.
    arrival: float


# Required fields of PlannedCharge.
class PlannedChargeRequired(TypedDict):
    # When it begins. Below 0 where an order made by hand cannot be driven.
    start: float
    # The least of all. Below 0 where an order made by hand cannot be driven.
    lowest: float
    # Where it ends. Below 0 where an order made by hand cannot be driven.
    end: float
    # Of the stops that lie ahead and have a place, in driving order.
    stops: List["PlannedChargeStops"]


# What is in the battery along the planned route, as shares of its capacity; of a route under way from where it is. An addition to the specification.
class PlannedCharge(PlannedChargeRequired, total=False):
    # Charging on the way in order of time, what lies behind a route under way included; absent where none is needed.
    charging: List["ChargingVisit"]


# Required fields of Position.
class PositionRequired(TypedDict):
    # Degrees north.
    lat: float
    # Degrees east.
    lng: float
    created_at: str


# Where the driver was last seen.
class Position(PositionRequired, total=False):
    # Degrees clockwise from north.
    orientation: float


# Required fields of PositionedRoute.
class PositionedRouteRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    plan_id: str
    status: Literal["not_started", "in_transit", "finished"]
    position: "Position"
    # When the estimate or position was looked at: estimates leave the `updated_at` of a record as it is.
    updated_at: str


# Where the van of a route is.
class PositionedRoute(PositionedRouteRequired, total=False):
    vehicle_id: str
    label: str
    external_id: str


# Required fields of Predicate.
class PredicateRequired(TypedDict):
    # A scalar field, custom_fields.x, location.city and the like, packages.identifier or tasks.barcode.
    field: str
    # eq is an exact match; eq null means missing.
    operator: Literal["eq", "ne", "gt", "gte", "lt", "lte", "in", "nin", "contains", "starts_with", "exists"]


# One condition on stops.
class Predicate(PredicateRequired, total=False):
    # A value, or a list of values for in and nin.
    value: Any
    # Of the value; the field's own by default.
    type: Optional[Literal["string", "number", "boolean", "date", "id"]]


# Required fields of Project.
class ProjectRequired(TypedDict):
    id: str
    organization_id: str
    label: str
    # IANA name, Europe/Madrid.
    timezone: str
    # Currency code of prices.
    currency: str
    cancel_reasons: List["CancelReason"]
    settings: "ProjectSettings"
    # Creation.
    created_at: str
    # Last change.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool


# A workspace: everything lives in one.
class Project(ProjectRequired, total=False):
    created_by: str
    optimizer_config: "OptimizerConfig"
    traffic_options: "TrafficOptions"
    driving_rules: "DrivingRules"
    # Where a law on driving holds: what a driver did on the routes of this week and the last counts, as far as no log of his says what is left. True by default; an addition to the specification.
    counts_driven_days: bool
    # Deletion.
    deleted_at: str


# One page of a list.
class ProjectPage(TypedDict):
    # Records in all.
    total: int
    limit: int
    offset: int
    # ceil(total / limit).
    pages: int
    # floor(offset / limit) + 1.
    page: int
    docs: List["Project"]


# The rules of a project.
class ProjectSettings(TypedDict, total=False):
    # What the applications show; the interface is metric.
    units: Literal["metric", "imperial"]
    # Of messages to drivers and recipients.
    language: str
    # Each stop gets a handover code, asked at completion.
    pin_required: bool
    # A completed report needs a photo.
    photo_required: bool
    # A completed report needs a signature.
    signature_required: bool
    # Drivers may choose another next stop.
    driver_may_reorder: bool
    # Until when drivers may correct what they reported, or take it back; until_route_ends by default. Later corrections are kept for a dispatcher to decide.
    driver_may_amend: Literal["never", "until_route_ends"]
    # Number that drivers call.
    dispatcher_phone: str
    # Dispatchers are told of stops that will be later than this; 10 by default.
    late_alert_minutes: int
    # Dispatchers are told of vehicles under way without a position for longer than this; 5 by default.
    silent_alert_minutes: int
    # Plans under way are finished by themselves so many hours after the midnight that ends their day: pending stops become incomplete. Not by default.
    close_days_after_hours: int
    # Visits after which a delivery that failed goes back to its sender. No limit by default. An address book entry may have its own.
    max_attempts: int
    custom_field_definitions: List["CustomFieldDefinition"]
    depot: "Depot"
    # Steps of the guided start that somebody confirmed or left out.
    settled_steps: List["StartStep"]


# Required fields of PromisedOffer.
class PromisedOfferRequired(TypedDict):
    # What the stop costs: what it adds to the day as it is; where it usually costs less there, that, as far as orders are still to come.
    cost: float
    # What the cost is counted in.
    cost_unit: Literal["price", "driving_seconds", "meters"]
    # Seconds by which the route gets longer.
    added_time: int
    # Metres by which the route gets longer.
    added_distance: float
    arrives_at: int
    # Whether a vehicle would drive that has nothing to do yet.
    opens_vehicle: bool
    # Stops on the route, this one included.
    stops_on_route: int
    capacity_left: "CapacityLeft"


# What it cost and used when it was promised, or moved last.
class PromisedOffer(PromisedOfferRequired, total=False):
    # Metres of added_distance that are straight lines, because no roads are known there: an estimate.
    straight_distance: float
    # The plan of the day, where there is one.
    plan_id: str
    # The route that it would join, where there is one.
    route_id: str
    vehicle_id: str
    vehicle_label: str
    # What the rules add to the price of this window, below 0 an incentive.
    price_change: float
    # Of `price_change`.
    currency: str
    cost_made_of: "SlotCostParts"


# Required fields of Report.
class ReportRequired(TypedDict):
    id: str
    stop_id: str
    project_id: str
    # attempted leaves the stop pending; completed and canceled end it.
    type: Literal["service_report_attempted", "service_report_completed", "service_report_canceled"]
    images: List["FileReference"]
    tasks: List["ReportTask"]
    # The parcels handed over by this report.
    packages: List["ReportPackage"]
    # The moment on the device.
    created_at: str


# A driver's record of one attempt at a stop (proof of delivery).
class Report(ReportRequired, total=False):
    route_id: str
    plan_id: str
    comments: str
    # Why it was not done.
    cancel_reason: str
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Who took the goods; left: they were left in a place.
    taken_by: Literal["recipient", "household", "neighbour", "left"]
    # The name of who took them, or the place where they were left.
    taker_name: str
    payment_collected: "Payment"
    signature: "FileReference"
    location: "Location"
    # Metres between the report and the stop.
    location_distance: float
    # Seconds spent at the stop.
    time_in_stop: float
    # Seconds by which `created_at` may be off, as the phone's clocks tell.
    moment_within: float
    # The caller's own id of the report.
    client_id: str
    # Who recorded it: the driver, a dispatcher by hand, or a program.
    reporter: Literal["driver", "dispatcher", "program"]
    # When it was last corrected; absent for one that says what it said first.
    amended_at: str


# A report of a driver contradicts what the service knows, and waits for somebody to decide.
class ReportContradictedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.drivers.2.report.contradicted"]
    meta: "EventMeta"
    data: "ContradictedReport"


# An uploaded picture.
class ReportInputImages2(TypedDict):
    id: str


# An uploaded picture.
class ReportInputSignature2(TypedDict):
    id: str


# Required fields of ReportInput.
class ReportInputRequired(TypedDict):
    # attempted leaves the stop pending; completed and canceled end it.
    type: Literal["service_report_attempted", "service_report_completed", "service_report_canceled"]


# A report about one attempt.
class ReportInput(ReportInputRequired, total=False):
    comments: Optional[str]
    # Why it was not done.
    cancel_reason: Optional[str]
    # The caller's own fields.
    custom_fields: Optional[Dict[str, Any]]
    # Who took the goods; left: they were left in a place.
    taken_by: Optional[Literal["recipient", "household", "neighbour", "left"]]
    # The name of who took them, or the place where they were left.
    taker_name: Optional[str]
    payment_collected: Optional["Payment"]
    location: Optional["LocationInput"]
    # The moment on the device, at most five minutes ahead of the server.
    created_at: Optional[str]
    # Seconds spent at the stop.
    time_in_stop: Optional[float]
    images: Optional[List[Union[str, "ReportInputImages2"]]]
    signature: Optional[Union[str, "ReportInputSignature2"]]
    tasks: Optional[List["ReportTaskInput"]]
    packages: Optional[List["ReportPackageInput"]]
    # Handover code of the recipient.
    pin: Optional[str]
    # A UUID of the caller: sent again, the stored report is answered.
    client_id: Optional[str]


# An uploaded picture.
class ReportInputWithStopImages2(TypedDict):
    id: str


# An uploaded picture.
class ReportInputWithStopSignature2(TypedDict):
    id: str


# Required fields of ReportInputWithStop.
class ReportInputWithStopRequired(TypedDict):
    stop_id: str
    # attempted leaves the stop pending; completed and canceled end it.
    type: Literal["service_report_attempted", "service_report_completed", "service_report_canceled"]


# A report that names its stop.
class ReportInputWithStop(ReportInputWithStopRequired, total=False):
    comments: Optional[str]
    # Why it was not done.
    cancel_reason: Optional[str]
    # The caller's own fields.
    custom_fields: Optional[Dict[str, Any]]
    # Who took the goods; left: they were left in a place.
    taken_by: Optional[Literal["recipient", "household", "neighbour", "left"]]
    # The name of who took them, or the place where they were left.
    taker_name: Optional[str]
    payment_collected: Optional["Payment"]
    location: Optional["LocationInput"]
    # The moment on the device, at most five minutes ahead of the server.
    created_at: Optional[str]
    # Seconds spent at the stop.
    time_in_stop: Optional[float]
    images: Optional[List[Union[str, "ReportInputWithStopImages2"]]]
    signature: Optional[Union[str, "ReportInputWithStopSignature2"]]
    tasks: Optional[List["ReportTaskInput"]]
    packages: Optional[List["ReportPackageInput"]]
    # Handover code of the recipient.
    pin: Optional[str]
    # A UUID of the caller: sent again, the stored report is answered.
    client_id: Optional[str]


# Required fields of ReportPackage.
class ReportPackageRequired(TypedDict):
    identifier: str


# What a report says of one package.
class ReportPackage(ReportPackageRequired, total=False):
    scanned_at: str
    # Typed by hand instead of scanned.
    manual: bool


# Required fields of ReportPackageInput.
class ReportPackageInputRequired(TypedDict):
    identifier: str


# One delivered parcel.
class ReportPackageInput(ReportPackageInputRequired, total=False):
    scanned_at: Optional[str]
    # Typed by hand instead of scanned.
    manual: Optional[bool]


# Required fields of ReportTask.
class ReportTaskRequired(TypedDict):
    task_id: str


# What a report says of one task.
class ReportTask(ReportTaskRequired, total=False):
    status: Literal["pending", "completed", "canceled"]
    comments: str
    # The caller's own fields.
    custom_fields: Dict[str, Any]


# Required fields of ReportTaskInput.
class ReportTaskInputRequired(TypedDict):
    task_id: str


# The outcome of one task.
class ReportTaskInput(ReportTaskInputRequired, total=False):
    status: Literal["pending", "completed", "canceled"]
    comments: Optional[str]
    # The caller's own fields.
    custom_fields: Optional[Dict[str, Any]]


# Required fields of ReportedStop.
class ReportedStopRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    # The recipient's page; empty when a dispatcher ended the link, and for a supervisor, who could act in the recipient's place.
    tracking_url: str
    # A visit has no load and no packages.
    type: Literal["delivery", "pickup", "visit"]
    # Skills that the vehicle must provide.
    requires: List[str]
    # When the service may begin; any time when empty.
    time_windows: List[List[int]]
    # Users who may see the stop, read-only.
    supervisors: List[str]
    # Changed by reports only.
    status: Literal["pending", "incomplete", "completed", "canceled"]
    # Whether the present place breaks a rule.
    optimization_warning: bool
    # Which rules, or why the stop is unassigned.
    optimization_warnings: List["OptimizationWarning"]
    # Attempted reports.
    report_attempts: int
    location_validation_sent: bool
    location_validated: bool
    # Creation.
    created_at: str
    # Last change.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool
    reports: List["Report"]
    tasks: List["Task"]


# A stop with its reports and tasks; never with packages.
class ReportedStop(ReportedStopRequired, total=False):
    # Entry of the address book.
    client_id: str
    # The pickup stop that must come before this delivery, on the same route.
    pickup_id: str
    client_external_id: str
    # The caller's own identifier; it can be searched and need not be unique.
    external_id: str
    label: str
    # Floor, door, gate.
    location_details: str
    comments: str
    phone: str
    email: str
    url: str
    reference_person: str
    # Stops that share it ride on one route.
    cluster: str
    # What it is, in a word of your own: glass, stones.
    kind: str
    # Time of the service itself.
    duration: int
    # Value of serving the stop; when not all fit, the higher goes first.
    reward: float
    # Cubic metres.
    volume: float
    # Kilograms.
    weight: float
    price: float
    cash_on_delivery: "CashOnDelivery"
    # Longest time from leaving the pickup (or the start) to the arrival.
    max_delivery_time: int
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Handover code of the recipient.
    pin: str
    # The recipient's own instructions.
    customer_text_field: str
    plan_id: str
    route_id: str
    vehicle_id: str
    created_by: str
    # Number within the plan that never changes; drivers write it on parcels.
    fixed_id: str
    plan_label: str
    plan_execution_date: str
    # Place on the route, from 0.
    order: int
    learned_place: "StopPlace"
    planned_arrival_time: int
    planned_departure_time: int
    estimated_arrival_time: str
    estimated_departure_time: str
    # When the van came, as its positions tell; beside the driver's reports, and never in their place.
    noticed_arrival_time: str
    # When it left; absent while it stands there.
    noticed_departure_time: str
    # Metres.
    distance_to_previous_stop: float
    # Metres.
    distance_to_next_stop: float
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_previous_stop: bool
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_next_stop: bool
    # The route while assigned.
    chain_id: str
    # Stops of a route are ordered by it.
    chain_position: float
    location_validation_sent_at: str
    location_validated_at: str
    # When all of its goods that were not delivered were back at the depot.
    returned_at: str
    # Since when its goods go back to the sender: it is not tried again.
    return_to_sender_at: str
    # The route whose goods change vehicles here: no customer is at this stop, and counts leave it out.
    meeting_of: str
    van_place: "VanPlace"
    # What is wrong with the phone number, as it was taken: doubtful: its country gives out no such numbers; unusable: it cannot be a number; country_unknown: it has no calling code, and nobody says of which country it is. Messages to the last two are not sent.
    phone_doubt: Literal["doubtful", "unusable", "country_unknown"]
    location: "Location"
    # Kinds that are never on the same route; with its own kind: no two of them.
    apart_from: List[str]
    # Deletion.
    deleted_at: str


# Required fields of Route.
class RouteRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    plan_id: str
    # Skills that the route offers.
    provides: List[str]
    # Zones that the route serves.
    geo_fences: List[str]
    # All breaks in order of time; break_stop is the one under way, else the next. An addition to the specification.
    breaks: List["RouteBreak"]
    # A locked route is not optimized and cannot be deleted.
    is_locked: bool
    # Place among the routes of the plan.
    order: int
    status: Literal["not_started", "in_transit", "finished"]
    # Creation.
    created_at: str
    # Last change.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool
    # In driving order.
    stops: List["Stop"]


# An ordered sequence of stops for one driver and vehicle.
class Route(RouteRequired, total=False):
    vehicle_id: str
    created_by: str
    external_id: str
    label: str
    vehicle_label: str
    comments: str
    phone: str
    # Where the dispatch link goes.
    email: str
    plate: str
    vehicle_model: str
    brand: str
    # Hex colour, #3366ff.
    color: str
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Counted in the cost of the route.
    toll_price: float
    # Currency code.
    toll_price_currency: str
    price_per_minute: float
    # Per kilometre.
    price_per_distance: float
    price_per_stop: float
    plan_label: str
    # Calendar date.
    plan_execution_date: str
    start_location: "Location"
    end_location: "Location"
    # The depot at the start: fills the location, unless another one is sent.
    start_depot_id: str
    # The depot at the end: fills the location, unless another one is sent.
    end_depot_id: str
    vehicle: "RouteVehicle"
    travel: "Travel"
    battery: "Battery"
    # Working hours, seconds since midnight.
    time_window: List[int]
    # Metres.
    min_distance: float
    # Metres.
    max_distance: float
    # Shortest working time.
    min_time: int
    # Longest working time, services and waiting included.
    max_time: int
    # Kilograms.
    max_weight: float
    # Cubic metres.
    max_volume: float
    # Most stops.
    max_services: int
    # Encoded polyline of precision 5.
    planned_track: str
    # Metres.
    planned_distance: float
    # Metres of the distance that are straight lines, because no roads are known there: an estimate. Absent where all of it is on roads, or no roads are known at all.
    straight_distance: float
    # True where no roads are known at all for its vehicle: all of planned_distance is straight lines, an estimate.
    is_off_roads: bool
    planned_start_time: int
    # Loading at the depot, from planned_start_time on; the way begins after it.
    planned_loading_time: int
    planned_end_time: int
    planned_charge: "PlannedCharge"
    # Real start.
    start_date: str
    # Real end.
    end_date: str
    estimated_end_time: str
    last_position: "Position"
    # Metres of the recorded track.
    distance_traveled: float
    # Share of the planned track that was followed, 0 to 100.
    tracing_percent: float
    driving_rules: "DrivingRules"
    driving_log: "DrivingLog"
    break_stop: "BreakStop"
    # Deletion.
    deleted_at: str


# Required fields of RouteBreak.
class RouteBreakRequired(TypedDict):
    is_completed: bool


# One break of a route, with why it is taken; an addition to the specification.
class RouteBreak(RouteBreakRequired, total=False):
    # Number of stops before it.
    order: int
    planned_start_time: int
    planned_end_time: int
    real_start_time: str
    real_end_time: str
    # `driving`, `work`: no more than `after` of it may lie between two breaks; `day`: a day of more than `after` of work needs so much of breaks; `clock`: the break of the vehicle.
    reason: Literal["clock", "driving", "work", "day"]
    # What the rule allows before it.
    after: int
    # Whose rule it is.
    law: Literal["none", "plain", "eu", "us"]
    # It is taken on the way to the stop behind it, not at a stop.
    is_on_the_way: bool


# A route under way is expected to end `delayed_by_minutes` or more after its planned end.
class RouteDelayedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.drivers.2.route.delayed"]
    meta: "EventMeta"
    data: "DelayedRoute"


# A route moves to finished.
class RouteFinishedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.drivers.2.route.finished"]
    meta: "EventMeta"
    data: "BareRoute"


# A new route; fields left out are copied from its vehicle.
class RouteInput(TypedDict, total=False):
    # Vehicle of the fleet whose defaults are copied.
    vehicle_id: Optional[str]
    external_id: Optional[str]
    label: Optional[str]
    vehicle_label: Optional[str]
    comments: Optional[str]
    phone: Optional[str]
    # Where the dispatch link goes.
    email: Optional[str]
    plate: Optional[str]
    vehicle_model: Optional[str]
    brand: Optional[str]
    # Hex colour, #3366ff.
    color: Optional[str]
    # The caller's own fields.
    custom_fields: Optional[Dict[str, Any]]
    # Counted in the cost of the route.
    toll_price: Optional[float]
    # Currency code.
    toll_price_currency: Optional[str]
    price_per_minute: Optional[float]
    # Per kilometre.
    price_per_distance: Optional[float]
    price_per_stop: Optional[float]
    # Skills that the route offers.
    provides: Optional[List[str]]
    # Zones that the route serves.
    geo_fences: Optional[List[str]]
    start_location: Optional["LocationInput"]
    end_location: Optional["LocationInput"]
    # The depot at the start: fills the location, unless another one is sent.
    start_depot_id: Optional[str]
    # The depot at the end: fills the location, unless another one is sent.
    end_depot_id: Optional[str]
    vehicle: Optional["RouteVehicleInput"]
    travel: Optional["TravelInput"]
    battery: Optional["BatteryInput"]
    driving_rules: Optional["DrivingRulesInput"]
    driving_log: Optional["DrivingLogInput"]
    # Working hours, seconds since midnight.
    time_window: Optional[List[int]]
    # Metres.
    min_distance: Optional[float]
    # Metres.
    max_distance: Optional[float]
    # Shortest working time.
    min_time: Optional[int]
    # Longest working time, services and waiting included.
    max_time: Optional[int]
    # Kilograms.
    max_weight: Optional[float]
    # Cubic metres.
    max_volume: Optional[float]
    # Most stops.
    max_services: Optional[int]
    # A locked route is not optimized and cannot be deleted.
    is_locked: bool
    order: int
    # Stops created with it.
    stops: List["StopInput"]


# The route in its new order.
class RouteOptimized(TypedDict):
    route: "Route"
    # Stops that no longer fit.
    unassigned_stops: List["Stop"]


# A van under way has a new position; at most one event every `position_every_seconds`.
class RoutePositionedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.drivers.2.route.positioned"]
    meta: "EventMeta"
    data: "PositionedRoute"


# A route moves to in_transit.
class RouteStartedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.drivers.2.route.started"]
    meta: "EventMeta"
    data: "BareRoute"


# The stops of a route.
class RouteStops(TypedDict):
    # The exact order; stops left out become unassigned.
    stops: List[str]


# What changes in a route; null clears a field.
class RouteUpdate(TypedDict, total=False):
    vehicle_id: Optional[str]
    external_id: Optional[str]
    label: Optional[str]
    vehicle_label: Optional[str]
    comments: Optional[str]
    phone: Optional[str]
    # Where the dispatch link goes.
    email: Optional[str]
    plate: Optional[str]
    vehicle_model: Optional[str]
    brand: Optional[str]
    # Hex colour, #3366ff.
    color: Optional[str]
    # The caller's own fields.
    custom_fields: Optional[Dict[str, Any]]
    # Counted in the cost of the route.
    toll_price: Optional[float]
    # Currency code.
    toll_price_currency: Optional[str]
    price_per_minute: Optional[float]
    # Per kilometre.
    price_per_distance: Optional[float]
    price_per_stop: Optional[float]
    # Skills that the route offers.
    provides: Optional[List[str]]
    # Zones that the route serves.
    geo_fences: Optional[List[str]]
    start_location: Optional["LocationInput"]
    end_location: Optional["LocationInput"]
    # The depot at the start: fills the location, unless another one is sent.
    start_depot_id: Optional[str]
    # The depot at the end: fills the location, unless another one is sent.
    end_depot_id: Optional[str]
    vehicle: Optional["RouteVehicleInput"]
    travel: Optional["TravelInput"]
    battery: Optional["BatteryInput"]
    driving_rules: Optional["DrivingRulesInput"]
    driving_log: Optional["DrivingLogInput"]
    # Working hours, seconds since midnight.
    time_window: Optional[List[int]]
    # Metres.
    min_distance: Optional[float]
    # Metres.
    max_distance: Optional[float]
    # Shortest working time.
    min_time: Optional[int]
    # Longest working time, services and waiting included.
    max_time: Optional[int]
    # Kilograms.
    max_weight: Optional[float]
    # Cubic metres.
    max_volume: Optional[float]
    # Most stops.
    max_services: Optional[int]
    # A locked route is not optimized and cannot be deleted.
    is_locked: bool
    order: int
    # The exact order; stops left out become unassigned.
    stops: List[str]


RouteVehicleReserved = TypedDict("RouteVehicleReserved", {"break": "Break"}, total=False)


# What the route keeps of its vehicle.
class RouteVehicle(RouteVehicleReserved, total=False):
    fuel_type: str
    # Per 100 km, in the unit of the fuel.
    consumption: float


RouteVehicleInputReserved = TypedDict("RouteVehicleInputReserved", {"break": Optional["Break"]}, total=False)


# What the route keeps of its vehicle.
class RouteVehicleInput(RouteVehicleInputReserved, total=False):
    fuel_type: Optional[str]
    # Per 100 km, in the unit of the fuel.
    consumption: Optional[float]


# Why it failed.
class RunningOptimizationError(TypedDict):
    message: str
    message_id: str


# Required fields of RunningOptimization.
class RunningOptimizationRequired(TypedDict):
    finished: bool
    status: Literal["in progress", "success", "failed", "canceled"]
    # 0 to 1.
    progress: float
    started_at: str


# The latest optimization of a plan.
class RunningOptimization(RunningOptimizationRequired, total=False):
    # Cost of the best solution so far.
    cost: float
    unassigned_stops: int
    finished_at: str
    # Why it failed.
    error: "RunningOptimizationError"


# A slot is booked: by a program, a checkout, a recipient or a dispatcher.
class SlotBookedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.planner.2.slot.booked"]
    meta: "EventMeta"
    data: "SlotPromise"


# What was promised with a booked slot changes: it moves to another slot, is given up, is changed by hand, or somebody agrees to break it.
class SlotChangedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.planner.2.slot.changed"]
    meta: "EventMeta"
    data: "SlotPromise"


# What the cost is made of: `still_to_come` × `usual` + (1 − `still_to_come`) × `now`.
class SlotCostParts(TypedDict):
    # What the stop adds to the day as it is.
    now: float
    # What such a stop costs on a day that is as full as past ones were.
    usual: float
    # Share of the stops of such a day that are usually ordered later.
    still_to_come: float
    # Past days of the same weekday that it was learned from.
    past_days: int


# Required fields of SlotPromise.
class SlotPromiseRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    # The caller's own name of it.
    key: str
    # Day and window: 2026-11-27/28800-36000. The same slot has the same id in every answer.
    slot_id: str
    date: str
    # Start and end, seconds since midnight.
    time_window: List[int]
    state: Literal["held", "expired", "booked", "released"]
    offer: "PromisedOffer"
    # Until then nobody else gets it, unless it is booked.
    held_until: str
    created_at: str
    updated_at: str


# A slot that was held or booked, with what it cost when it was promised.
class SlotPromise(SlotPromiseRequired, total=False):
    created_by: str
    # The stop that was made for it.
    stop_id: str
    # The plan that it is in.
    plan_id: str
    booked_at: str
    released_at: str
    # When the windows of the stop were changed by hand since.
    changed_by_hand_at: str
    # Who agreed to that, or to an arrangement that breaks the promise.
    agreed_by: str
    # A class of the rules; what the stop's client has in its field `customer_class` unless it is given.
    customer_class: str
    # What the stop was promised until this call gave it another slot.
    previous_slot_id: str


# Required fields of Stop.
class StopRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    # The recipient's page; empty when a dispatcher ended the link, and for a supervisor, who could act in the recipient's place.
    tracking_url: str
    # A visit has no load and no packages.
    type: Literal["delivery", "pickup", "visit"]
    # Skills that the vehicle must provide.
    requires: List[str]
    # When the service may begin; any time when empty.
    time_windows: List[List[int]]
    # Users who may see the stop, read-only.
    supervisors: List[str]
    # Changed by reports only.
    status: Literal["pending", "incomplete", "completed", "canceled"]
    # Whether the present place breaks a rule.
    optimization_warning: bool
    # Which rules, or why the stop is unassigned.
    optimization_warnings: List["OptimizationWarning"]
    # Attempted reports.
    report_attempts: int
    tasks: List["Task"]
    reports: List["Report"]
    packages: List["Package"]
    location_validation_sent: bool
    location_validated: bool
    # Creation.
    created_at: str
    # Last change.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool


# A unit of work: a delivery, a pickup or a visit.
class Stop(StopRequired, total=False):
    # Entry of the address book.
    client_id: str
    # The pickup stop that must come before this delivery, on the same route.
    pickup_id: str
    client_external_id: str
    # The caller's own identifier; it can be searched and need not be unique.
    external_id: str
    label: str
    # Floor, door, gate.
    location_details: str
    comments: str
    phone: str
    email: str
    url: str
    reference_person: str
    # Stops that share it ride on one route.
    cluster: str
    # What it is, in a word of your own: glass, stones.
    kind: str
    # Time of the service itself.
    duration: int
    # Value of serving the stop; when not all fit, the higher goes first.
    reward: float
    # Cubic metres.
    volume: float
    # Kilograms.
    weight: float
    price: float
    cash_on_delivery: "CashOnDelivery"
    # Longest time from leaving the pickup (or the start) to the arrival.
    max_delivery_time: int
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Handover code of the recipient.
    pin: str
    # The recipient's own instructions.
    customer_text_field: str
    plan_id: str
    route_id: str
    vehicle_id: str
    created_by: str
    # Number within the plan that never changes; drivers write it on parcels.
    fixed_id: str
    plan_label: str
    plan_execution_date: str
    # Place on the route, from 0.
    order: int
    learned_place: "StopPlace"
    planned_arrival_time: int
    planned_departure_time: int
    estimated_arrival_time: str
    estimated_departure_time: str
    # When the van came, as its positions tell; beside the driver's reports, and never in their place.
    noticed_arrival_time: str
    # When it left; absent while it stands there.
    noticed_departure_time: str
    # Metres.
    distance_to_previous_stop: float
    # Metres.
    distance_to_next_stop: float
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_previous_stop: bool
    # True where straight lines are part of that way, because no roads are known there: its metres are an estimate. Absent where all of it is on roads.
    is_straight_to_next_stop: bool
    # The route while assigned.
    chain_id: str
    # Stops of a route are ordered by it.
    chain_position: float
    location_validation_sent_at: str
    location_validated_at: str
    # When all of its goods that were not delivered were back at the depot.
    returned_at: str
    # Since when its goods go back to the sender: it is not tried again.
    return_to_sender_at: str
    # The route whose goods change vehicles here: no customer is at this stop, and counts leave it out.
    meeting_of: str
    van_place: "VanPlace"
    # What is wrong with the phone number, as it was taken: doubtful: its country gives out no such numbers; unusable: it cannot be a number; country_unknown: it has no calling code, and nobody says of which country it is. Messages to the last two are not sent.
    phone_doubt: Literal["doubtful", "unusable", "country_unknown"]
    survey: "Survey"
    location: "Location"
    # Kinds that are never on the same route; with its own kind: no two of them.
    apart_from: List[str]
    # Deletion.
    deleted_at: str
    pickup: "LinkedPickup"


# The last position is within `within_meters` of the next stop, in a straight line.
class StopApproachedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.drivers.2.stop.approached"]
    meta: "EventMeta"
    data: "ApproachedStop"


# The driver says that they are at a stop, or positions show the van there: whichever comes first, once for each visit.
class StopArrivedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.drivers.2.stop.arrived"]
    meta: "EventMeta"
    data: "ArrivedStop"


# A stop is created, alone, in bulk or with its plan.
class StopCreatedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.planner.2.stop.created"]
    meta: "EventMeta"
    data: "BareStop"


# A stop is deleted, alone, in bulk or with its plan.
class StopDeletedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.planner.2.stop.deleted"]
    meta: "EventMeta"
    data: "BareStop"


# Positions show that the van has left a stop.
class StopDepartedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.drivers.2.stop.departed"]
    meta: "EventMeta"
    data: "BareStop"


# The driver is expected at a stop within `expected_within_minutes` of the subscription.
class StopExpectedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.drivers.2.stop.expected"]
    meta: "EventMeta"
    data: "ExpectedStop"


# Some stops.
class StopIds(TypedDict):
    # Ids of the stops.
    stop_ids: List[str]


# A new stop. Every field may be left out.
class StopInput(TypedDict, total=False):
    # A visit has no load and no packages.
    type: Literal["delivery", "pickup", "visit"]
    # Entry of the address book.
    client_id: Optional[str]
    # The pickup stop that must come before this delivery, on the same route.
    pickup_id: Optional[str]
    client_external_id: Optional[str]
    # The caller's own identifier; it can be searched and need not be unique.
    external_id: Optional[str]
    label: Optional[str]
    # Floor, door, gate.
    location_details: Optional[str]
    comments: Optional[str]
    phone: Optional[str]
    email: Optional[str]
    url: Optional[str]
    reference_person: Optional[str]
    # Stops that share it ride on one route.
    cluster: Optional[str]
    # What it is, in a word of your own: glass, stones.
    kind: Optional[str]
    # Time of the service itself.
    duration: Optional[int]
    # Value of serving the stop; when not all fit, the higher goes first.
    reward: Optional[float]
    # Cubic metres.
    volume: Optional[float]
    # Kilograms.
    weight: Optional[float]
    price: Optional[float]
    cash_on_delivery: Optional["CashOnDelivery"]
    # Longest time from leaving the pickup (or the start) to the arrival.
    max_delivery_time: Optional[int]
    # The caller's own fields.
    custom_fields: Optional[Dict[str, Any]]
    # Handover code of the recipient.
    pin: Optional[str]
    # The recipient's own instructions.
    customer_text_field: Optional[str]
    location: Optional["LocationInput"]
    # Skills that the vehicle must provide.
    requires: Optional[List[str]]
    # Kinds that are never on the same route; with its own kind: no two of them.
    apart_from: Optional[List[str]]
    # When the service may begin; any time when empty.
    time_windows: Optional[List[List[int]]]
    # Users who may see the stop, read-only.
    supervisors: Optional[List[str]]
    # Parcels of a delivery.
    packages: Optional[List["PackageInput"]]
    tasks: Optional[List["TaskInput"]]
    pickup: Optional["PickupInput"]


# Required fields of StopMove.
class StopMoveRequired(TypedDict):
    # Ids of the stops.
    stop_ids: List[str]


# Which stops go where.
class StopMove(StopMoveRequired, total=False):
    # The target; without it, here and in the query, the stops leave their plan.
    plan_id: Optional[str]


# One page of a list.
class StopPage(TypedDict):
    # Records in all.
    total: int
    limit: int
    offset: int
    # ceil(total / limit).
    pages: int
    # floor(offset / limit) + 1.
    page: int
    docs: List["Stop"]


# Required fields of StopPlace.
class StopPlaceRequired(TypedDict):
    # Degrees north.
    lat: float
    # Degrees east.
    lng: float
    # parking: where vans park. door: where drivers hand over. by_hand: where somebody said.
    kind: Literal["parking", "door", "by_hand"]


# Where the van goes for a stop: learned of its client or address.
class StopPlace(StopPlaceRequired, total=False):
    door: "Coordinates"


# A report is made on a stop.
class StopReportedEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.planner.2.stop.reported"]
    meta: "EventMeta"
    data: "ReportedStop"


# Conditions that all hold, and the page that is wanted.
class StopSearch(TypedDict, total=False):
    limit: int
    offset: int
    sort_by: Optional[Literal["label", "external_id", "status", "type", "created_at", "updated_at", "plan_execution_date", "order"]]
    sort_direction: Optional[Literal["asc", "desc"]]
    predicates: List["Predicate"]


# What changes in a stop; null clears a field.
class StopUpdate(TypedDict, total=False):
    # A visit has no load and no packages.
    type: Literal["delivery", "pickup", "visit"]
    # Entry of the address book.
    client_id: Optional[str]
    # The pickup stop that must come before this delivery, on the same route.
    pickup_id: Optional[str]
    client_external_id: Optional[str]
    # The caller's own identifier; it can be searched and need not be unique.
    external_id: Optional[str]
    label: Optional[str]
    # Floor, door, gate.
    location_details: Optional[str]
    comments: Optional[str]
    phone: Optional[str]
    email: Optional[str]
    url: Optional[str]
    reference_person: Optional[str]
    # Stops that share it ride on one route.
    cluster: Optional[str]
    # What it is, in a word of your own: glass, stones.
    kind: Optional[str]
    # Time of the service itself.
    duration: Optional[int]
    # Value of serving the stop; when not all fit, the higher goes first.
    reward: Optional[float]
    # Cubic metres.
    volume: Optional[float]
    # Kilograms.
    weight: Optional[float]
    price: Optional[float]
    cash_on_delivery: Optional["CashOnDelivery"]
    # Longest time from leaving the pickup (or the start) to the arrival.
    max_delivery_time: Optional[int]
    # The caller's own fields.
    custom_fields: Optional[Dict[str, Any]]
    # Handover code of the recipient.
    pin: Optional[str]
    # The recipient's own instructions.
    customer_text_field: Optional[str]
    location: Optional["LocationInput"]
    # Skills that the vehicle must provide.
    requires: Optional[List[str]]
    # Kinds that are never on the same route; with its own kind: no two of them.
    apart_from: Optional[List[str]]
    # When the service may begin; any time when empty.
    time_windows: Optional[List[List[int]]]
    # Users who may see the stop, read-only.
    supervisors: Optional[List[str]]
    # Parcels of a delivery.
    packages: Optional[List["PackageInput"]]
    # Assigns the stop to a route of its plan; null takes it off its route.
    route_id: Optional[str]
    # Replaces the list; tasks with an id are kept.
    tasks: Optional[List["TaskReplacement"]]


# The driver is expected at a stop `late_by_minutes` or more after its last window closes.
class StopWindowAtRiskEvent(TypedDict):
    # The moment of the event.
    created_at: str
    project_id: str
    # Type of the event; it does not identify the delivery.
    event_id: Literal["svc.drivers.2.stop.window_at_risk"]
    meta: "EventMeta"
    data: "EndangeredStop"


# Required fields of Survey.
class SurveyRequired(TypedDict):
    stop_id: str
    # 1 (poor) to 5 (excellent).
    rating: int
    created_at: str
    updated_at: str


# The recipient's answer.
class Survey(SurveyRequired, total=False):
    route_id: str
    # What the rating is about: time, condition, driver or info.
    rating_tag: str
    comments: str


# Required fields of Task.
class TaskRequired(TypedDict):
    id: str
    stop_id: str
    # pending until it is completed or canceled.
    status: Literal["pending", "completed", "canceled"]
    # Creation.
    created_at: str
    # Last change.
    updated_at: str


# A task inside a stop: deliver a parcel, collect a signature, scan a code.
class Task(TaskRequired, total=False):
    created_by: str
    # What is to be done.
    label: str
    comments: str
    # Code to be scanned.
    barcode: str
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    # Deletion.
    deleted_at: str


# A new task, or what changes in one.
class TaskInput(TypedDict, total=False):
    # What is to be done.
    label: Optional[str]
    comments: Optional[str]
    # Code to be scanned.
    barcode: Optional[str]
    # The caller's own fields.
    custom_fields: Optional[Dict[str, Any]]
    # pending until it is completed or canceled.
    status: Literal["pending", "completed", "canceled"]


# A task of a replaced list; with an id, the one that is kept.
class TaskReplacement(TypedDict, total=False):
    id: str
    # What is to be done.
    label: Optional[str]
    comments: Optional[str]
    # Code to be scanned.
    barcode: Optional[str]
    # The caller's own fields.
    custom_fields: Optional[Dict[str, Any]]
    # pending until it is completed or canceled.
    status: Literal["pending", "completed", "canceled"]


# Required fields of TooManyRequests.
class TooManyRequestsRequired(TypedDict):
    statusCode: int
    error: str
    message: str


# The rate limit is reached; back off exponentially.
class TooManyRequests(TooManyRequestsRequired, total=False):
    # Never sent with this status; named so that code may ask any refusal for it.
    message_id: str


# By what the stops are reached.
class TrafficOptions(TypedDict, total=False):
    mode: Optional[Literal["car", "van", "truck", "bicycle", "pedestrian", "scooter"]]
    # On travel times.
    multiplier: Optional[float]
    # Roads that are taken only where no other leads; an addition to the specification.
    avoid: Optional[List["AvoidableRoad"]]
    # Whether motor vehicles take longer at some hours of the week: not (the default), by the typical week that ships, by the own week of the project, in place of which the typical one stands until there is one, or by what the routing server of the installation says for each period of the day (Valhalla; where it cannot say, the typical week). `multiplier` counts on top. An addition to the specification.
    hours: Optional[Literal["off", "typical", "own", "server"]]
    # Days with the traffic of a Sunday and what roads say of public holidays, YYYY-MM-DD; of a plan, in place of those of its project. An addition to the specification.
    holidays: Optional[List[str]]
    # Where motor vehicles stop with the place on their side of the road, so that nobody crosses it on foot; an addition to the specification. Never by default.
    curb_approach: Optional[Literal["never", "major_roads", "always"]]
    # Which motor vehicles may turn round at a stop; those that may not stop with the place on their side of every road and go on as they came. By all by default; an addition to the specification.
    turns_at_stops: Optional[Literal["by_all", "not_by_trucks", "by_none"]]


# How a vehicle travels; an addition to the specification.
class Travel(TypedDict, total=False):
    # Instead of the mode of the plan.
    mode: Literal["car", "van", "truck", "bicycle", "pedestrian", "scooter"]
    # Metres. This and the other measures: as usual for the mode where they are left out.
    height: float
    # Metres.
    width: float
    # Metres; with a trailer, of both together.
    length: float
    # Kilograms as it drives, load and trailer included.
    weight: float
    # Kilograms on the heaviest axle.
    axle_load: float
    # It pulls a trailer.
    trailer: bool
    # It carries dangerous goods.
    hazmat: bool
    # False: low-emission zones are closed to it.
    low_emission: bool
    # Whether it may turn round at a stop, instead of what the plan says of its mode.
    turns_at_stops: bool
    # Instead of those of the plan: roads that it takes only where no other leads.
    avoid: List["AvoidableRoad"]


# How a vehicle travels; an addition to the specification. Sent as a whole, null clears it.
class TravelInput(TypedDict, total=False):
    # Instead of the mode of the plan.
    mode: Optional[Literal["car", "van", "truck", "bicycle", "pedestrian", "scooter"]]
    # Metres. This and the other measures: as usual for the mode where they are left out.
    height: Optional[float]
    # Metres.
    width: Optional[float]
    # Metres; with a trailer, of both together.
    length: Optional[float]
    # Kilograms as it drives, load and trailer included.
    weight: Optional[float]
    # Kilograms on the heaviest axle.
    axle_load: Optional[float]
    # It pulls a trailer.
    trailer: Optional[bool]
    # It carries dangerous goods.
    hazmat: Optional[bool]
    # False: low-emission zones are closed to it.
    low_emission: Optional[bool]
    # Whether it may turn round at a stop, instead of what the plan says of its mode.
    turns_at_stops: Optional[bool]
    # Instead of those of the plan: roads that it takes only where no other leads.
    avoid: Optional[List["AvoidableRoad"]]


# Where in the van the goods lie: the driver's word, at least one part of it.
class VanPlace(TypedDict, total=False):
    # front is behind the cab, back at the rear doors.
    depth: Literal["front", "middle", "back"]
    # In driving direction.
    side: Literal["left", "right"]
    level: Literal["floor", "shelf"]
    # The driver's own mark, as 12 or B3.
    mark: str


# Required fields of Vehicle.
class VehicleRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    # Skills that the vehicle offers.
    default_provides: List[str]
    # Zones that the vehicle serves.
    default_geo_fences: List[str]
    # Disabled vehicles get no routes.
    enabled: bool
    # Creation.
    created_at: str
    # Last change.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool


# A driver and vehicle; default_x becomes x of a route built from it.
class Vehicle(VehicleRequired, total=False):
    created_by: str
    # The caller's own identifier; it need not be unique.
    external_id: str
    label: str
    plate: str
    vehicle_model: str
    brand: str
    # Of its paint, in any words; a hex colour, #3366ff, is also that of its routes.
    color: str
    comments: str
    phone: str
    # Where dispatch links go.
    email: str
    avatar_url: str
    fuel_type: str
    # Per 100 km, in the unit of the fuel.
    consumption: float
    # The caller's own fields.
    custom_fields: Dict[str, Any]
    price_per_minute: float
    # Per kilometre.
    price_per_distance: float
    price_per_stop: float
    # Working hours.
    default_time_window: List[int]
    # Days on which the vehicle works; all when empty.
    default_working_days: List["Weekday"]
    # Metres.
    default_min_distance: float
    # Metres.
    default_max_distance: float
    # Shortest working time.
    default_min_time: int
    # Longest working time.
    default_max_time: int
    # Kilograms.
    default_max_weight: float
    # Cubic metres.
    default_max_volume: float
    # Most stops.
    default_max_services: int
    default_break: "Break"
    # The depot at the start: fills the location, unless another one is sent.
    default_start_depot_id: str
    # The depot at the end: fills the location, unless another one is sent.
    default_end_depot_id: str
    default_start_location: "Location"
    default_end_location: "Location"
    default_travel: "Travel"
    default_battery: "Battery"
    default_driving_rules: "DrivingRules"
    default_driving_log: "DrivingLog"
    # Deletion.
    deleted_at: str


# Some vehicles.
class VehicleIds(TypedDict):
    # Vehicles of the project.
    vehicle_ids: List[str]


# A new vehicle, or what changes in one; null clears a field.
class VehicleInput(TypedDict, total=False):
    # The caller's own identifier; it need not be unique.
    external_id: Optional[str]
    label: Optional[str]
    plate: Optional[str]
    vehicle_model: Optional[str]
    brand: Optional[str]
    # Of its paint, in any words; a hex colour, #3366ff, is also that of its routes.
    color: Optional[str]
    comments: Optional[str]
    phone: Optional[str]
    # Where dispatch links go.
    email: Optional[str]
    avatar_url: Optional[str]
    fuel_type: Optional[str]
    # Per 100 km, in the unit of the fuel.
    consumption: Optional[float]
    # The caller's own fields.
    custom_fields: Optional[Dict[str, Any]]
    price_per_minute: Optional[float]
    # Per kilometre.
    price_per_distance: Optional[float]
    price_per_stop: Optional[float]
    # Working hours.
    default_time_window: Optional[List[int]]
    # Days on which the vehicle works; all when empty.
    default_working_days: Optional[List["Weekday"]]
    # Metres.
    default_min_distance: Optional[float]
    # Metres.
    default_max_distance: Optional[float]
    # Shortest working time.
    default_min_time: Optional[int]
    # Longest working time.
    default_max_time: Optional[int]
    # Kilograms.
    default_max_weight: Optional[float]
    # Cubic metres.
    default_max_volume: Optional[float]
    # Most stops.
    default_max_services: Optional[int]
    default_break: Optional["Break"]
    # The depot at the start: fills the location, unless another one is sent.
    default_start_depot_id: Optional[str]
    # The depot at the end: fills the location, unless another one is sent.
    default_end_depot_id: Optional[str]
    # Skills that the vehicle offers.
    default_provides: Optional[List[str]]
    # Zones that the vehicle serves.
    default_geo_fences: Optional[List[str]]
    default_start_location: Optional["LocationInput"]
    default_end_location: Optional["LocationInput"]
    default_travel: Optional["TravelInput"]
    default_battery: Optional["BatteryInput"]
    default_driving_rules: Optional["DrivingRulesInput"]
    default_driving_log: Optional["DrivingLogInput"]
    # Disabled vehicles get no routes.
    enabled: bool


# One page of a list.
class VehiclePage(TypedDict):
    # Records in all.
    total: int
    limit: int
    offset: int
    # ceil(total / limit).
    pages: int
    # floor(offset / limit) + 1.
    page: int
    docs: List["Vehicle"]


# Required fields of VehiclePerformance.
class VehiclePerformanceRequired(TypedDict):
    total_routes: int
    total_stops: int
    completed_stops: int
    incomplete_stops: int
    canceled_stops: int
    report_attempts: int
    on_time_stops: int
    # Metres.
    planned_distance: float
    # Metres.
    distance_traveled: float
    # Seconds.
    planned_time: float
    # Seconds.
    real_time: float


# What one vehicle did in a span of days.
class VehiclePerformance(VehiclePerformanceRequired, total=False):
    # Metres of the distance that are straight lines, because no roads are known there: an estimate. Absent where all of it is on roads, or no roads are known at all.
    straight_distance: float
    # Seconds; negative is early.
    average_delay: float
    # Seconds.
    average_time_in_stop: float
    # 1 to 5.
    average_rating: float


# Which vehicles have a live driver application.
class VehicleSessions(TypedDict):
    # By vehicle id.
    sessions: Dict[str, bool]


# Required fields of Webhook.
class WebhookRequired(TypedDict):
    id: str
    organization_id: str
    url: str
    # Event types that are delivered; when empty, the eight that are not optional.
    events: List["EventType"]
    # Switched off by itself after 50 failures in a row.
    enabled: bool
    # Failed attempts since the last success.
    failure_count: int
    # Whether deliveries carry Standard Webhooks headers.
    signed: bool
    created_at: str
    updated_at: str


# A subscription to events.
class Webhook(WebhookRequired, total=False):
    # All projects when missing.
    project_id: str
    created_by: str
    label: str
    disabled_at: str
    # How deliveries are written: as CloudEvents 1.0, with the envelope as `data`. The plain envelope without it.
    form: Literal["cloudevents"]
    # Minutes to the arrival for `stop.expected`. 10 without it.
    expected_within_minutes: int
    # Metres to the next stop for `stop.approached`. 500 without it.
    within_meters: int
    # Minutes after the last window for `stop.window_at_risk`. 5 without it.
    late_by_minutes: int
    # Minutes after the planned end for `route.delayed`. 15 without it.
    delayed_by_minutes: int
    # Seconds between two `route.positioned` of a route. 60 without it.
    position_every_seconds: int


# Required fields of WebhookAttempt.
class WebhookAttemptRequired(TypedDict):
    id: int
    event_id: str
    resource_id: str
    # Whether the receiver answered 2xx within 10 seconds.
    ok: bool
    duration_ms: int
    # What was sent.
    body: Dict[str, Any]
    created_at: str


# One attempt to deliver one event.
class WebhookAttempt(WebhookAttemptRequired, total=False):
    response_status: int
    error: str
    delivery_id: int


# Required fields of WebhookCreated.
class WebhookCreatedRequired(TypedDict):
    id: str
    organization_id: str
    url: str
    # Event types that are delivered; when empty, the eight that are not optional.
    events: List["EventType"]
    # Switched off by itself after 50 failures in a row.
    enabled: bool
    # Failed attempts since the last success.
    failure_count: int
    # Whether deliveries carry Standard Webhooks headers.
    signed: bool
    created_at: str
    updated_at: str


# A new subscription; its signing secret is shown this once.
class WebhookCreated(WebhookCreatedRequired, total=False):
    # All projects when missing.
    project_id: str
    created_by: str
    label: str
    disabled_at: str
    # How deliveries are written: as CloudEvents 1.0, with the envelope as `data`. The plain envelope without it.
    form: Literal["cloudevents"]
    # Minutes to the arrival for `stop.expected`. 10 without it.
    expected_within_minutes: int
    # Metres to the next stop for `stop.approached`. 500 without it.
    within_meters: int
    # Minutes after the last window for `stop.window_at_risk`. 5 without it.
    late_by_minutes: int
    # Minutes after the planned end for `route.delayed`. 15 without it.
    delayed_by_minutes: int
    # Seconds between two `route.positioned` of a route. 60 without it.
    position_every_seconds: int
    signing_secret: str


# Required fields of WebhookInput.
class WebhookInputRequired(TypedDict):
    # Where events go; https outside development.
    url: str


# A new subscription.
class WebhookInput(WebhookInputRequired, total=False):
    # Event types that are delivered; when empty, the eight that are not optional.
    events: List["EventType"]
    enabled: bool
    label: Optional[str]
    # All projects when null.
    project_id: Optional[str]
    # How deliveries are written: as CloudEvents 1.0, with the envelope as `data`. The plain envelope without it.
    form: Optional[Literal["cloudevents"]]
    # Minutes to the arrival for `stop.expected`. 10 without it.
    expected_within_minutes: Optional[int]
    # Metres to the next stop for `stop.approached`. 500 without it.
    within_meters: Optional[int]
    # Minutes after the last window for `stop.window_at_risk`. 5 without it.
    late_by_minutes: Optional[int]
    # Minutes after the planned end for `route.delayed`. 15 without it.
    delayed_by_minutes: Optional[int]
    # Seconds between two `route.positioned` of a route. 60 without it.
    position_every_seconds: Optional[int]
    # Sign deliveries after Standard Webhooks; off by default.
    signed: bool


# What changes in a subscription; enabling it resets its failures.
class WebhookUpdate(TypedDict, total=False):
    # Where events go; https outside development.
    url: str
    # Event types that are delivered; when empty, the eight that are not optional.
    events: List["EventType"]
    enabled: bool
    label: Optional[str]
    # All projects when null.
    project_id: Optional[str]
    # How deliveries are written: as CloudEvents 1.0, with the envelope as `data`. The plain envelope without it.
    form: Optional[Literal["cloudevents"]]
    # Minutes to the arrival for `stop.expected`. 10 without it.
    expected_within_minutes: Optional[int]
    # Metres to the next stop for `stop.approached`. 500 without it.
    within_meters: Optional[int]
    # Minutes after the last window for `stop.window_at_risk`. 5 without it.
    late_by_minutes: Optional[int]
    # Minutes after the planned end for `route.delayed`. 15 without it.
    delayed_by_minutes: Optional[int]
    # Seconds between two `route.positioned` of a route. 60 without it.
    position_every_seconds: Optional[int]
    # Sign deliveries after Standard Webhooks; off by default.
    signed: bool


# Required fields of Zone.
class ZoneRequired(TypedDict):
    id: str
    organization_id: str
    project_id: str
    # Disabled zones have no effect.
    enabled: bool
    # The ring as [longitude, latitude] pairs; the last point joins the first.
    polygon: List[List[float]]
    # Creation.
    created_at: str
    # Last change.
    updated_at: str
    # Whether the record was deleted.
    deleted: bool


# A polygon; a stop inside is served only by the routes that list it.
class Zone(ZoneRequired, total=False):
    created_by: str
    label: str
    # Hex colour, #3366ff.
    color: str
    # Deletion.
    deleted_at: str


# Required fields of ZoneInput.
class ZoneInputRequired(TypedDict):
    # The ring as [longitude, latitude] pairs; the last point joins the first.
    polygon: List[List[float]]


# A new zone.
class ZoneInput(ZoneInputRequired, total=False):
    label: str
    # Hex colour, #3366ff.
    color: str
    # Disabled zones have no effect.
    enabled: bool


# What changes in a zone.
class ZoneUpdate(TypedDict, total=False):
    label: str
    # Hex colour, #3366ff.
    color: str
    # Disabled zones have no effect.
    enabled: bool
    # The ring as [longitude, latitude] pairs; the last point joins the first.
    polygon: List[List[float]]


AvoidableRoad = Literal["tolls", "ferries", "motorways", "unpaved"]


EventType = Literal["svc.planner.2.plan.created", "svc.planner.2.plan.updated", "svc.planner.2.plan.deleted", "svc.drivers.2.route.started", "svc.drivers.2.route.finished", "svc.planner.2.stop.created", "svc.planner.2.stop.deleted", "svc.planner.2.stop.reported", "svc.drivers.2.stop.arrived", "svc.drivers.2.stop.departed", "svc.drivers.2.report.contradicted", "svc.planner.2.slot.booked", "svc.planner.2.slot.changed", "svc.drivers.2.stop.expected", "svc.drivers.2.stop.approached", "svc.drivers.2.stop.window_at_risk", "svc.drivers.2.route.delayed", "svc.drivers.2.route.positioned"]


StartStep = Literal["project", "map", "depot", "vehicles", "stops"]


Weekday = Literal["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]


# Body of a webhook delivery; "event_id" tells which. Events and fields that are not known may come: pass over them.
WebhookEvent = Union["PlanCreatedEvent", "PlanUpdatedEvent", "PlanDeletedEvent", "RouteStartedEvent", "RouteFinishedEvent", "StopCreatedEvent", "StopDeletedEvent", "StopReportedEvent", "StopArrivedEvent", "StopDepartedEvent", "ReportContradictedEvent", "SlotBookedEvent", "SlotChangedEvent", "StopExpectedEvent", "StopApproachedEvent", "StopWindowAtRiskEvent", "RouteDelayedEvent", "RoutePositionedEvent"]

// Generated from the contract by scripts/generate-operations.ts. Do not edit.
// It is long because it holds every record and operation of the interface, for readers without the contract.

/** Who caused a change. */
export interface Actor {
  /** What kind of actor. */
  type: 'api_key' | 'user' | 'driver' | 'customer' | 'system'
  /** Its id; missing for customers and the system itself. */
  id?: string
}

/** Why a request was refused. Branch on message_id, never on message. */
export interface ApiError {
  /** For people; the wording may change. */
  message: string
  /** Stable code, highway.<context>.error.<reason>. */
  message_id: string
}

/** A pause that begins and ends inside [start, end]. */
export interface Break {
  /** Earliest begin. */
  start: number
  /** Latest end. */
  end: number
  /** Length of the pause. */
  duration: number
}

/** The pause as planned and as taken; it is not counted as a stop. */
export interface BreakStop {
  is_completed: boolean
  /** Number of stops before it. */
  order?: number
  planned_start_time?: number
  planned_end_time?: number
  real_start_time?: string
  real_end_time?: string
}

/** A reason that drivers may give. */
export interface CancelReason {
  id: string
  label?: string
  requires_photo?: boolean
  enabled?: boolean
}

/** An entry of the address book; default_x becomes x of a stop made from it. */
export interface Client {
  id: string
  organization_id: string
  project_id: string
  created_by?: string
  /** The caller's own identifier; it need not be unique. */
  external_id?: string
  label?: string
  phone?: string
  email?: string
  url?: string
  reference_person?: string
  comments?: string
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown>
  default_location_details?: string
  default_duration?: number
  /** When its stops may be served. */
  default_time_windows?: [number, number][]
  /** Skills that its stops need. */
  default_requires?: string[]
  default_type?: 'delivery' | 'pickup' | 'visit'
  default_cluster?: string
  /** Copied to the stops. */
  default_custom_fields?: Record<string, unknown>
  default_location?: Location
  /** Creation. */
  created_at: string
  /** Last change. */
  updated_at: string
  /** Whether the record was deleted. */
  deleted: boolean
  /** Deletion. */
  deleted_at?: string
}

/** A new entry, or what changes in one; null clears a field. */
export interface ClientInput {
  /** The caller's own identifier; it need not be unique. */
  external_id?: string | null
  label?: string | null
  phone?: string | null
  email?: string | null
  url?: string | null
  reference_person?: string | null
  comments?: string | null
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown> | null
  default_location_details?: string | null
  default_duration?: number | null
  /** When its stops may be served. */
  default_time_windows?: [number, number][] | null
  /** Skills that its stops need. */
  default_requires?: string[] | null
  default_type?: 'delivery' | 'pickup' | 'visit' | null
  default_cluster?: string | null
  /** Copied to the stops. */
  default_custom_fields?: Record<string, unknown> | null
  default_location?: LocationInput | null
}

/** One page of a list. */
export interface ClientPage {
  /** Records in all. */
  total: number
  limit: number
  offset: number
  /** ceil(total / limit). */
  pages: number
  /** floor(offset / limit) + 1. */
  page: number
  docs: Client[]
}

/** A custom field that the applications show. */
export interface CustomFieldDefinition {
  /** Key inside custom_fields. */
  name: string
  type: 'string' | 'number' | 'boolean' | 'date'
  applies_to: 'stop' | 'task' | 'report' | 'route'
  label?: string
  /** Reports without it are refused. */
  required?: boolean
}

/** Where the link went. */
export interface Dispatch {
  email: string
  /** Opens the route in the driver application, until the route is finished. */
  public_link: string
}

/** Body of a webhook delivery. */
export interface EventEnvelope {
  /** The moment of the event. */
  created_at: string
  project_id: string
  /** Type of the event; it does not identify the delivery. */
  event_id: 'svc.planner.2.plan.created' | 'svc.planner.2.plan.updated' | 'svc.planner.2.plan.deleted' | 'svc.drivers.2.route.started' | 'svc.drivers.2.route.finished' | 'svc.planner.2.stop.created' | 'svc.planner.2.stop.deleted' | 'svc.planner.2.stop.reported'
  meta: EventMeta
  /** The resource. Receivers drop repeats by (event_id, data.id, data.updated_at). */
  data: {
    id: string
    updated_at: string
  }
}

/** Where an event comes from. */
export interface EventMeta {
  organization_id: string
  actor: Actor
  /** Fields that changed; empty for creations and deletions. */
  changes: string[]
}

/** A stored picture; neither its id nor its address ever changes. */
export interface FileReference {
  id: string
  url: string
}

/** A plan with its stops, its routes and the vehicles of these routes. */
export interface FullPlan {
  id: string
  organization_id: string
  project_id: string
  created_by?: string
  label?: string
  /** The caller's own identifier; it need not be unique. */
  external_id?: string
  optimizer_config?: OptimizerConfig
  traffic_options?: TrafficOptions
  /** The day that is planned. */
  execution_date: string
  status: 'draft' | 'planning' | 'in_progress' | 'finished'
  total_stops: number
  pending_stops: number
  completed_stops: number
  incomplete_stops: number
  canceled_stops: number
  total_routes: number
  /** Creation. */
  created_at: string
  /** Last change. */
  updated_at: string
  /** Whether the record was deleted. */
  deleted: boolean
  /** Deletion. */
  deleted_at?: string
  stops: Stop[]
  /** Each with its stops in driving order. */
  routes: Route[]
  vehicles: Vehicle[]
}

/** A new stop whose place is found from its address. */
export interface GeocodedStopInput {
  /** Free text: street, number, postal code, town. */
  address: string
  /** A visit has no load and no packages. */
  type?: 'delivery' | 'pickup' | 'visit'
  /** Entry of the address book. */
  client_id?: string | null
  /** The pickup stop that must come before this delivery, on the same route. */
  pickup_id?: string | null
  client_external_id?: string | null
  /** The caller's own identifier; it can be searched and need not be unique. */
  external_id?: string | null
  label?: string | null
  /** Floor, door, gate. */
  location_details?: string | null
  comments?: string | null
  phone?: string | null
  email?: string | null
  url?: string | null
  reference_person?: string | null
  /** Stops that share it ride on one route. */
  cluster?: string | null
  /** Time of the service itself. */
  duration?: number | null
  /** Value of serving the stop; when not all fit, the higher goes first. */
  reward?: number | null
  /** Cubic metres. */
  volume?: number | null
  /** Kilograms. */
  weight?: number | null
  price?: number | null
  /** Longest time from leaving the pickup (or the start) to the arrival. */
  max_delivery_time?: number | null
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown> | null
  /** Handover code of the recipient. */
  pin?: string | null
  /** The recipient's own instructions. */
  customer_text_field?: string | null
  /** Skills that the vehicle must provide. */
  requires?: string[] | null
  /** When the service may begin; any time when empty. */
  time_windows?: [number, number][] | null
  /** Users who may see the stop, read-only. */
  supervisors?: string[] | null
  /** Parcels of a delivery. */
  packages?: PackageInput[] | null
  tasks?: TaskInput[] | null
  /** Not allowed here. */
  location?: unknown
}

/** The pickup stop that a delivery is linked to. */
export interface LinkedPickup {
  id: string
  organization_id: string
  project_id: string
  /** The recipient's page; empty for a supervisor, who could act in the recipient's place. */
  tracking_url: string
  /** A visit has no load and no packages. */
  type: 'delivery' | 'pickup' | 'visit'
  /** Entry of the address book. */
  client_id?: string
  /** The pickup stop that must come before this delivery, on the same route. */
  pickup_id?: string
  client_external_id?: string
  /** The caller's own identifier; it can be searched and need not be unique. */
  external_id?: string
  label?: string
  /** Floor, door, gate. */
  location_details?: string
  comments?: string
  phone?: string
  email?: string
  url?: string
  reference_person?: string
  /** Stops that share it ride on one route. */
  cluster?: string
  /** Time of the service itself. */
  duration?: number
  /** Value of serving the stop; when not all fit, the higher goes first. */
  reward?: number
  /** Cubic metres. */
  volume?: number
  /** Kilograms. */
  weight?: number
  price?: number
  /** Longest time from leaving the pickup (or the start) to the arrival. */
  max_delivery_time?: number
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown>
  /** Handover code of the recipient. */
  pin?: string
  /** The recipient's own instructions. */
  customer_text_field?: string
  plan_id?: string
  route_id?: string
  vehicle_id?: string
  created_by?: string
  /** Number within the plan that never changes; drivers write it on parcels. */
  fixed_id?: string
  plan_label?: string
  plan_execution_date?: string
  /** Place on the route, from 0. */
  order?: number
  planned_arrival_time?: number
  planned_departure_time?: number
  estimated_arrival_time?: string
  estimated_departure_time?: string
  /** Metres. */
  distance_to_previous_stop?: number
  /** Metres. */
  distance_to_next_stop?: number
  /** The route while assigned. */
  chain_id?: string
  /** Stops of a route are ordered by it. */
  chain_position?: number
  location_validation_sent_at?: string
  location_validated_at?: string
  survey?: Survey
  location?: Location
  /** Skills that the vehicle must provide. */
  requires: string[]
  /** When the service may begin; any time when empty. */
  time_windows: [number, number][]
  /** Users who may see the stop, read-only. */
  supervisors: string[]
  /** Changed by reports only. */
  status: 'pending' | 'incomplete' | 'completed' | 'canceled'
  /** Whether the present place breaks a rule. */
  optimization_warning: boolean
  /** Which rules, or why the stop is unassigned. */
  optimization_warnings: OptimizationWarning[]
  /** Attempted reports. */
  report_attempts: number
  tasks: Task[]
  reports: Report[]
  packages: Package[]
  location_validation_sent: boolean
  location_validated: boolean
  /** Creation. */
  created_at: string
  /** Last change. */
  updated_at: string
  /** Whether the record was deleted. */
  deleted: boolean
  /** Deletion. */
  deleted_at?: string
}

/** A place: address and coordinates. */
export interface Location {
  location_id?: string
  /** The address in one line. */
  label?: string
  country?: string
  /** Two letters, ISO 3166-1. */
  country_code?: string
  state?: string
  city?: string
  /** Street and house number. */
  street?: string
  postal_code?: string
  comments?: string
  /** First line of an address as shown in a list. */
  main_text?: string
  /** Second line of an address as shown in a list. */
  secondary_text?: string
  /** Degrees north. */
  lat?: number
  /** Degrees east. */
  lng?: number
  /** Trust in a geocoded place, 0 to 1. */
  scoring?: number
  /** Whether the geocoder found only a part of the address. */
  partial_match?: boolean
}

/** A place. Latitude and longitude come together or not at all. */
export interface LocationInput {
  location_id?: string | null
  /** The address in one line. */
  label?: string | null
  country?: string | null
  /** Two letters, ISO 3166-1. */
  country_code?: string | null
  state?: string | null
  city?: string | null
  /** Street and house number. */
  street?: string | null
  postal_code?: string | null
  comments?: string | null
  /** First line of an address as shown in a list. */
  main_text?: string | null
  /** Second line of an address as shown in a list. */
  secondary_text?: string | null
  /** Degrees north. */
  lat?: number | null
  /** Degrees east. */
  lng?: number | null
}

/** The run was accepted and goes on in the background. */
export interface OptimizationAccepted {
  finished: false
  status: 'in progress'
}

/** One rule that is broken, or why no route takes the stop. */
export interface OptimizationWarning {
  code: 'no_location' | 'unreachable' | 'skill_missing' | 'time_window' | 'capacity' | 'max_services' | 'max_distance' | 'max_time' | 'zone' | 'cluster' | 'pickup_unassigned' | 'no_vehicle_available' | 'cheaper_to_drop' | 'working_hours' | 'break' | 'max_wait_time' | 'max_delivery_time' | 'min_time' | 'min_distance' | 'pickup_order'
  /** The same for people. */
  message: string
}

/** How a plan is optimized; every field may be left out. */
export interface OptimizerConfig {
  /** Solver budget; by default 10 s to 200 stops, 30 s to 1,000, 60 s above. */
  time_limit_seconds?: number | null
  /** Minimise distance instead of time. */
  use_distance?: boolean | null
  /** Spread the work evenly over the routes. */
  balance_services?: boolean | null
  /** Longest idle wait before a stop; 3600 by default. */
  max_wait_time?: number | null
  /** For stops without a duration; 300 by default. */
  service_duration?: number | null
  /** Weight on the longest route in time; 0 by default. */
  time_span_coefficient?: number | null
  /** Weight on the longest route in distance; 0 by default. */
  distance_span_coefficient?: number | null
  /** Cost of leaving a stop out; by default a stop is left out only when nobody can serve it. */
  drop_penalty?: number | null
  /** On travel times; 1 by default. */
  matrix_multiplier?: number | null
  /** Place and flag late stops instead of leaving them out. */
  allow_late?: boolean | null
  /** Cost of a second of lateness. */
  late_penalty?: number | null
  /** Use as few routes as possible. */
  minimise_vehicles?: boolean | null
  /** Same seed, same answer. */
  seed?: number | null
  /** Country that the geocoder prefers. */
  operation_country?: string | null
  first_solution_strategy?: unknown | null
  local_search_strategy?: unknown | null
  lns_time_limit?: unknown | null
}

/** A parcel tracked inside a delivery stop. */
export interface Package {
  /** The code on the parcel, unique within its stop. */
  identifier: string
  /** Independent of the status of the stop. */
  status: 'pending' | 'picked' | 'delivered'
  picked_at?: string
  delivered_at?: string
  updated_at: string
}

/** A parcel; nothing but its identifier is accepted. */
export interface PackageInput {
  /** The code on the parcel. */
  identifier: string
}

/** What the vehicles did. */
export interface PerformanceOfVehicles {
  /** By vehicle id. */
  performance: Record<string, VehiclePerformance>
}

/** Vehicles and a span of time. */
export interface PerformanceQuery {
  /** Vehicles of the project. */
  vehicle_ids: string[]
  /** 30 days ago by default. */
  start?: string | null
  /** Now by default. */
  end?: string | null
}

/** A pickup stop that is created and linked with its delivery. */
export interface PickupInput {
  /** A visit has no load and no packages. */
  type?: 'delivery' | 'pickup' | 'visit'
  /** Entry of the address book. */
  client_id?: string | null
  /** The pickup stop that must come before this delivery, on the same route. */
  pickup_id?: string | null
  client_external_id?: string | null
  /** The caller's own identifier; it can be searched and need not be unique. */
  external_id?: string | null
  label?: string | null
  /** Floor, door, gate. */
  location_details?: string | null
  comments?: string | null
  phone?: string | null
  email?: string | null
  url?: string | null
  reference_person?: string | null
  /** Stops that share it ride on one route. */
  cluster?: string | null
  /** Time of the service itself. */
  duration?: number | null
  /** Value of serving the stop; when not all fit, the higher goes first. */
  reward?: number | null
  /** Cubic metres. */
  volume?: number | null
  /** Kilograms. */
  weight?: number | null
  price?: number | null
  /** Longest time from leaving the pickup (or the start) to the arrival. */
  max_delivery_time?: number | null
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown> | null
  /** Handover code of the recipient. */
  pin?: string | null
  /** The recipient's own instructions. */
  customer_text_field?: string | null
  location?: LocationInput | null
  /** Skills that the vehicle must provide. */
  requires?: string[] | null
  /** When the service may begin; any time when empty. */
  time_windows?: [number, number][] | null
  /** Users who may see the stop, read-only. */
  supervisors?: string[] | null
  /** Parcels of a delivery. */
  packages?: PackageInput[] | null
  tasks?: TaskInput[] | null
}

/** The routes and stops executed in one day or shift. */
export interface Plan {
  id: string
  organization_id: string
  project_id: string
  created_by?: string
  label?: string
  /** The caller's own identifier; it need not be unique. */
  external_id?: string
  optimizer_config?: OptimizerConfig
  traffic_options?: TrafficOptions
  /** The day that is planned. */
  execution_date: string
  status: 'draft' | 'planning' | 'in_progress' | 'finished'
  total_stops: number
  pending_stops: number
  completed_stops: number
  incomplete_stops: number
  canceled_stops: number
  total_routes: number
  /** Creation. */
  created_at: string
  /** Last change. */
  updated_at: string
  /** Whether the record was deleted. */
  deleted: boolean
  /** Deletion. */
  deleted_at?: string
}

/** A new plan. {} is a valid one. */
export interface PlanInput {
  label?: string | null
  /** The caller's own identifier; it need not be unique. */
  external_id?: string | null
  optimizer_config?: OptimizerConfig | null
  traffic_options?: TrafficOptions | null
  /** Calendar date, or a timestamp; today by default. */
  execution_date?: string | null
  /** planning by default. */
  status?: 'draft' | 'planning'
  /** Stops created with it. */
  stops?: StopInput[]
  /** Routes created with it. */
  routes?: RouteInput[]
  /** Without effect: a plan has the zones of its project. @deprecated */
  geo_fences?: unknown
}

/** One page of a list. */
export interface PlanPage {
  /** Records in all. */
  total: number
  limit: number
  offset: number
  /** ceil(total / limit). */
  pages: number
  /** floor(offset / limit) + 1. */
  page: number
  docs: Plan[]
}

/** What changes in a plan; null clears a field. Stops and vehicles stay. */
export interface PlanUpdate {
  label?: string | null
  /** The caller's own identifier; it need not be unique. */
  external_id?: string | null
  optimizer_config?: OptimizerConfig | null
  traffic_options?: TrafficOptions | null
  /** Calendar date, or a timestamp; today by default. */
  execution_date?: string
  /** finished closes the plan. */
  status?: 'draft' | 'planning' | 'in_progress' | 'finished'
  /** Without effect: a plan has the zones of its project. @deprecated */
  geo_fences?: unknown
}

/** Where the driver was last seen. */
export interface Position {
  /** Degrees north. */
  lat: number
  /** Degrees east. */
  lng: number
  created_at: string
  /** Degrees clockwise from north. */
  orientation?: number
}

/** One condition on stops. */
export interface Predicate {
  /** A scalar field, custom_fields.x, location.city and the like, packages.identifier or tasks.barcode. */
  field: string
  /** eq is an exact match; eq null means missing. */
  operator: 'eq' | 'ne' | 'gt' | 'gte' | 'lt' | 'lte' | 'in' | 'nin' | 'contains' | 'starts_with' | 'exists'
  /** A value, or a list of values for in and nin. */
  value?: unknown
  /** Of the value; the field's own by default. */
  type?: 'string' | 'number' | 'boolean' | 'date' | 'id' | null
}

/** A workspace: everything lives in one. */
export interface Project {
  id: string
  organization_id: string
  label: string
  /** IANA name, Europe/Madrid. */
  timezone: string
  /** Currency code of prices. */
  currency: string
  created_by?: string
  optimizer_config?: OptimizerConfig
  traffic_options?: TrafficOptions
  cancel_reasons: CancelReason[]
  settings: ProjectSettings
  /** Creation. */
  created_at: string
  /** Last change. */
  updated_at: string
  /** Whether the record was deleted. */
  deleted: boolean
  /** Deletion. */
  deleted_at?: string
}

/** One page of a list. */
export interface ProjectPage {
  /** Records in all. */
  total: number
  limit: number
  offset: number
  /** ceil(total / limit). */
  pages: number
  /** floor(offset / limit) + 1. */
  page: number
  docs: Project[]
}

/** The rules of a project. */
export interface ProjectSettings {
  /** What the applications show; the interface is metric. */
  units?: 'metric' | 'imperial'
  /** Of messages to drivers and recipients. */
  language?: string
  /** Each stop gets a handover code, asked at completion. */
  pin_required?: boolean
  /** A completed report needs a photo. */
  photo_required?: boolean
  /** A completed report needs a signature. */
  signature_required?: boolean
  /** Drivers may choose another next stop. */
  driver_may_reorder?: boolean
  /** Number that drivers call. */
  dispatcher_phone?: string
  /** Dispatchers are told of stops that will be later than this; 10 by default. */
  late_alert_minutes?: number
  /** Dispatchers are told of vehicles under way without a position for longer than this; 5 by default. */
  silent_alert_minutes?: number
  custom_field_definitions?: CustomFieldDefinition[]
}

/** A driver's record of one attempt at a stop (proof of delivery). */
export interface Report {
  id: string
  stop_id: string
  project_id: string
  route_id?: string
  plan_id?: string
  /** attempted leaves the stop pending; completed and canceled end it. */
  type: 'service_report_attempted' | 'service_report_completed' | 'service_report_canceled'
  images: FileReference[]
  tasks: ReportTask[]
  /** The parcels handed over by this report. */
  packages: ReportPackage[]
  comments?: string
  /** Why it was not done. */
  cancel_reason?: string
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown>
  signature?: FileReference
  location?: Location
  /** Metres between the report and the stop. */
  location_distance?: number
  /** Seconds spent at the stop. */
  time_in_stop?: number
  /** The caller's own id of the report. */
  client_id?: string
  /** The moment on the device. */
  created_at: string
}

/** A report about one attempt. */
export interface ReportInput {
  /** attempted leaves the stop pending; completed and canceled end it. */
  type: 'service_report_attempted' | 'service_report_completed' | 'service_report_canceled'
  comments?: string | null
  /** Why it was not done. */
  cancel_reason?: string | null
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown> | null
  location?: LocationInput | null
  /** The moment on the device, at most five minutes ahead of the server. */
  created_at?: string | null
  /** Seconds spent at the stop. */
  time_in_stop?: number | null
  images?: (string | {
    id: string
  })[] | null
  signature?: string | {
    id: string
  } | null
  tasks?: ReportTaskInput[] | null
  packages?: ReportPackageInput[] | null
  /** Handover code of the recipient. */
  pin?: string | null
  /** A UUID of the caller: sent again, the stored report is answered. */
  client_id?: string | null
}

/** A report that names its stop. */
export interface ReportInputWithStop {
  stop_id: string
  /** attempted leaves the stop pending; completed and canceled end it. */
  type: 'service_report_attempted' | 'service_report_completed' | 'service_report_canceled'
  comments?: string | null
  /** Why it was not done. */
  cancel_reason?: string | null
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown> | null
  location?: LocationInput | null
  /** The moment on the device, at most five minutes ahead of the server. */
  created_at?: string | null
  /** Seconds spent at the stop. */
  time_in_stop?: number | null
  images?: (string | {
    id: string
  })[] | null
  signature?: string | {
    id: string
  } | null
  tasks?: ReportTaskInput[] | null
  packages?: ReportPackageInput[] | null
  /** Handover code of the recipient. */
  pin?: string | null
  /** A UUID of the caller: sent again, the stored report is answered. */
  client_id?: string | null
}

/** What a report says of one package. */
export interface ReportPackage {
  identifier: string
  scanned_at?: string
  /** Typed by hand instead of scanned. */
  manual?: boolean
}

/** One delivered parcel. */
export interface ReportPackageInput {
  identifier: string
  scanned_at?: string | null
  /** Typed by hand instead of scanned. */
  manual?: boolean | null
}

/** What a report says of one task. */
export interface ReportTask {
  task_id: string
  status?: 'pending' | 'completed' | 'canceled'
  comments?: string
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown>
}

/** The outcome of one task. */
export interface ReportTaskInput {
  task_id: string
  status?: 'pending' | 'completed' | 'canceled'
  comments?: string | null
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown> | null
}

/** An ordered sequence of stops for one driver and vehicle. */
export interface Route {
  id: string
  organization_id: string
  project_id: string
  plan_id: string
  vehicle_id?: string
  created_by?: string
  external_id?: string
  label?: string
  vehicle_label?: string
  comments?: string
  phone?: string
  /** Where the dispatch link goes. */
  email?: string
  plate?: string
  vehicle_model?: string
  brand?: string
  /** Hex colour, #3366ff. */
  color?: string
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown>
  /** Counted in the cost of the route. */
  toll_price?: number
  /** Currency code. */
  toll_price_currency?: string
  price_per_minute?: number
  /** Per kilometre. */
  price_per_distance?: number
  price_per_stop?: number
  plan_label?: string
  /** Calendar date. */
  plan_execution_date?: string
  start_location?: Location
  end_location?: Location
  vehicle?: RouteVehicle
  /** Working hours, seconds since midnight. */
  time_window?: [number, number]
  /** Metres. */
  min_distance?: number
  /** Metres. */
  max_distance?: number
  /** Shortest working time. */
  min_time?: number
  /** Longest working time, services and waiting included. */
  max_time?: number
  /** Kilograms. */
  max_weight?: number
  /** Cubic metres. */
  max_volume?: number
  /** Most stops. */
  max_services?: number
  /** Encoded polyline of precision 5. */
  planned_track?: string
  /** Metres. */
  planned_distance?: number
  planned_start_time?: number
  planned_end_time?: number
  /** Real start. */
  start_date?: string
  /** Real end. */
  end_date?: string
  estimated_end_time?: string
  last_position?: Position
  /** Metres of the recorded track. */
  distance_traveled?: number
  /** Share of the planned track that was followed, 0 to 100. */
  tracing_percent?: number
  break_stop?: BreakStop
  /** Skills that the route offers. */
  provides: string[]
  /** Zones that the route serves. */
  geo_fences: string[]
  /** A locked route is not optimized and cannot be deleted. */
  is_locked: boolean
  /** Place among the routes of the plan. */
  order: number
  status: 'not_started' | 'in_transit' | 'finished'
  /** In driving order. */
  stops?: Stop[]
  /** Creation. */
  created_at: string
  /** Last change. */
  updated_at: string
  /** Whether the record was deleted. */
  deleted: boolean
  /** Deletion. */
  deleted_at?: string
}

/** A new route; fields left out are copied from its vehicle. */
export interface RouteInput {
  /** Vehicle of the fleet whose defaults are copied. */
  vehicle_id?: string | null
  external_id?: string | null
  label?: string | null
  vehicle_label?: string | null
  comments?: string | null
  phone?: string | null
  /** Where the dispatch link goes. */
  email?: string | null
  plate?: string | null
  vehicle_model?: string | null
  brand?: string | null
  /** Hex colour, #3366ff. */
  color?: string | null
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown> | null
  /** Counted in the cost of the route. */
  toll_price?: number | null
  /** Currency code. */
  toll_price_currency?: string | null
  price_per_minute?: number | null
  /** Per kilometre. */
  price_per_distance?: number | null
  price_per_stop?: number | null
  /** Skills that the route offers. */
  provides?: string[] | null
  /** Zones that the route serves. */
  geo_fences?: string[] | null
  start_location?: LocationInput | null
  end_location?: LocationInput | null
  vehicle?: RouteVehicleInput | null
  /** Working hours, seconds since midnight. */
  time_window?: [number, number] | null
  /** Metres. */
  min_distance?: number | null
  /** Metres. */
  max_distance?: number | null
  /** Shortest working time. */
  min_time?: number | null
  /** Longest working time, services and waiting included. */
  max_time?: number | null
  /** Kilograms. */
  max_weight?: number | null
  /** Cubic metres. */
  max_volume?: number | null
  /** Most stops. */
  max_services?: number | null
  /** A locked route is not optimized and cannot be deleted. */
  is_locked?: boolean
  order?: number
  /** Stops created with it. */
  stops?: StopInput[]
}

/** The route in its new order. */
export interface RouteOptimized {
  route: Route
  /** Stops that no longer fit. */
  unassigned_stops: Stop[]
}

/** The stops of a route. */
export interface RouteStops {
  /** The exact order; stops left out become unassigned. */
  stops: string[]
}

/** What changes in a route; null clears a field. */
export interface RouteUpdate {
  vehicle_id?: string | null
  external_id?: string | null
  label?: string | null
  vehicle_label?: string | null
  comments?: string | null
  phone?: string | null
  /** Where the dispatch link goes. */
  email?: string | null
  plate?: string | null
  vehicle_model?: string | null
  brand?: string | null
  /** Hex colour, #3366ff. */
  color?: string | null
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown> | null
  /** Counted in the cost of the route. */
  toll_price?: number | null
  /** Currency code. */
  toll_price_currency?: string | null
  price_per_minute?: number | null
  /** Per kilometre. */
  price_per_distance?: number | null
  price_per_stop?: number | null
  /** Skills that the route offers. */
  provides?: string[] | null
  /** Zones that the route serves. */
  geo_fences?: string[] | null
  start_location?: LocationInput | null
  end_location?: LocationInput | null
  vehicle?: RouteVehicleInput | null
  /** Working hours, seconds since midnight. */
  time_window?: [number, number] | null
  /** Metres. */
  min_distance?: number | null
  /** Metres. */
  max_distance?: number | null
  /** Shortest working time. */
  min_time?: number | null
  /** Longest working time, services and waiting included. */
  max_time?: number | null
  /** Kilograms. */
  max_weight?: number | null
  /** Cubic metres. */
  max_volume?: number | null
  /** Most stops. */
  max_services?: number | null
  /** A locked route is not optimized and cannot be deleted. */
  is_locked?: boolean
  order?: number
  /** The exact order; stops left out become unassigned. */
  stops?: string[]
}

/** What the route keeps of its vehicle. */
export interface RouteVehicle {
  fuel_type?: string
  /** Per 100 km, in the unit of the fuel. */
  consumption?: number
  break?: Break
}

/** What the route keeps of its vehicle. */
export interface RouteVehicleInput {
  fuel_type?: string | null
  /** Per 100 km, in the unit of the fuel. */
  consumption?: number | null
  break?: Break | null
}

/** The latest optimization of a plan. */
export interface RunningOptimization {
  finished: boolean
  status: 'in progress' | 'success' | 'failed' | 'canceled'
  /** 0 to 1. */
  progress: number
  started_at: string
  /** Cost of the best solution so far. */
  cost?: number
  unassigned_stops?: number
  finished_at?: string
  /** Why it failed. */
  error?: {
    message: string
    message_id: string
  }
}

/** A unit of work: a delivery, a pickup or a visit. */
export interface Stop {
  id: string
  organization_id: string
  project_id: string
  /** The recipient's page; empty for a supervisor, who could act in the recipient's place. */
  tracking_url: string
  /** A visit has no load and no packages. */
  type: 'delivery' | 'pickup' | 'visit'
  /** Entry of the address book. */
  client_id?: string
  /** The pickup stop that must come before this delivery, on the same route. */
  pickup_id?: string
  client_external_id?: string
  /** The caller's own identifier; it can be searched and need not be unique. */
  external_id?: string
  label?: string
  /** Floor, door, gate. */
  location_details?: string
  comments?: string
  phone?: string
  email?: string
  url?: string
  reference_person?: string
  /** Stops that share it ride on one route. */
  cluster?: string
  /** Time of the service itself. */
  duration?: number
  /** Value of serving the stop; when not all fit, the higher goes first. */
  reward?: number
  /** Cubic metres. */
  volume?: number
  /** Kilograms. */
  weight?: number
  price?: number
  /** Longest time from leaving the pickup (or the start) to the arrival. */
  max_delivery_time?: number
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown>
  /** Handover code of the recipient. */
  pin?: string
  /** The recipient's own instructions. */
  customer_text_field?: string
  plan_id?: string
  route_id?: string
  vehicle_id?: string
  created_by?: string
  /** Number within the plan that never changes; drivers write it on parcels. */
  fixed_id?: string
  plan_label?: string
  plan_execution_date?: string
  /** Place on the route, from 0. */
  order?: number
  planned_arrival_time?: number
  planned_departure_time?: number
  estimated_arrival_time?: string
  estimated_departure_time?: string
  /** Metres. */
  distance_to_previous_stop?: number
  /** Metres. */
  distance_to_next_stop?: number
  /** The route while assigned. */
  chain_id?: string
  /** Stops of a route are ordered by it. */
  chain_position?: number
  location_validation_sent_at?: string
  location_validated_at?: string
  survey?: Survey
  location?: Location
  /** Skills that the vehicle must provide. */
  requires: string[]
  /** When the service may begin; any time when empty. */
  time_windows: [number, number][]
  /** Users who may see the stop, read-only. */
  supervisors: string[]
  /** Changed by reports only. */
  status: 'pending' | 'incomplete' | 'completed' | 'canceled'
  /** Whether the present place breaks a rule. */
  optimization_warning: boolean
  /** Which rules, or why the stop is unassigned. */
  optimization_warnings: OptimizationWarning[]
  /** Attempted reports. */
  report_attempts: number
  tasks: Task[]
  reports: Report[]
  packages: Package[]
  location_validation_sent: boolean
  location_validated: boolean
  /** Creation. */
  created_at: string
  /** Last change. */
  updated_at: string
  /** Whether the record was deleted. */
  deleted: boolean
  /** Deletion. */
  deleted_at?: string
  pickup?: LinkedPickup
}

/** Some stops. */
export interface StopIds {
  /** Ids of the stops. */
  stop_ids: string[]
}

/** A new stop. Every field may be left out. */
export interface StopInput {
  /** A visit has no load and no packages. */
  type?: 'delivery' | 'pickup' | 'visit'
  /** Entry of the address book. */
  client_id?: string | null
  /** The pickup stop that must come before this delivery, on the same route. */
  pickup_id?: string | null
  client_external_id?: string | null
  /** The caller's own identifier; it can be searched and need not be unique. */
  external_id?: string | null
  label?: string | null
  /** Floor, door, gate. */
  location_details?: string | null
  comments?: string | null
  phone?: string | null
  email?: string | null
  url?: string | null
  reference_person?: string | null
  /** Stops that share it ride on one route. */
  cluster?: string | null
  /** Time of the service itself. */
  duration?: number | null
  /** Value of serving the stop; when not all fit, the higher goes first. */
  reward?: number | null
  /** Cubic metres. */
  volume?: number | null
  /** Kilograms. */
  weight?: number | null
  price?: number | null
  /** Longest time from leaving the pickup (or the start) to the arrival. */
  max_delivery_time?: number | null
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown> | null
  /** Handover code of the recipient. */
  pin?: string | null
  /** The recipient's own instructions. */
  customer_text_field?: string | null
  location?: LocationInput | null
  /** Skills that the vehicle must provide. */
  requires?: string[] | null
  /** When the service may begin; any time when empty. */
  time_windows?: [number, number][] | null
  /** Users who may see the stop, read-only. */
  supervisors?: string[] | null
  /** Parcels of a delivery. */
  packages?: PackageInput[] | null
  tasks?: TaskInput[] | null
  pickup?: PickupInput | null
}

/** Which stops go where. */
export interface StopMove {
  /** The target; without it, here and in the query, the stops leave their plan. */
  plan_id?: string | null
  /** Ids of the stops. */
  stop_ids: string[]
}

/** One page of a list. */
export interface StopPage {
  /** Records in all. */
  total: number
  limit: number
  offset: number
  /** ceil(total / limit). */
  pages: number
  /** floor(offset / limit) + 1. */
  page: number
  docs: Stop[]
}

/** Conditions that all hold, and the page that is wanted. */
export interface StopSearch {
  limit?: number
  offset?: number
  sort_by?: 'label' | 'external_id' | 'status' | 'type' | 'created_at' | 'updated_at' | 'plan_execution_date' | 'order' | null
  sort_direction?: 'asc' | 'desc' | null
  predicates?: Predicate[]
}

/** What changes in a stop; null clears a field. */
export interface StopUpdate {
  /** A visit has no load and no packages. */
  type?: 'delivery' | 'pickup' | 'visit'
  /** Entry of the address book. */
  client_id?: string | null
  /** The pickup stop that must come before this delivery, on the same route. */
  pickup_id?: string | null
  client_external_id?: string | null
  /** The caller's own identifier; it can be searched and need not be unique. */
  external_id?: string | null
  label?: string | null
  /** Floor, door, gate. */
  location_details?: string | null
  comments?: string | null
  phone?: string | null
  email?: string | null
  url?: string | null
  reference_person?: string | null
  /** Stops that share it ride on one route. */
  cluster?: string | null
  /** Time of the service itself. */
  duration?: number | null
  /** Value of serving the stop; when not all fit, the higher goes first. */
  reward?: number | null
  /** Cubic metres. */
  volume?: number | null
  /** Kilograms. */
  weight?: number | null
  price?: number | null
  /** Longest time from leaving the pickup (or the start) to the arrival. */
  max_delivery_time?: number | null
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown> | null
  /** Handover code of the recipient. */
  pin?: string | null
  /** The recipient's own instructions. */
  customer_text_field?: string | null
  location?: LocationInput | null
  /** Skills that the vehicle must provide. */
  requires?: string[] | null
  /** When the service may begin; any time when empty. */
  time_windows?: [number, number][] | null
  /** Users who may see the stop, read-only. */
  supervisors?: string[] | null
  /** Parcels of a delivery. */
  packages?: PackageInput[] | null
  /** Assigns the stop to a route of its plan; null takes it off its route. */
  route_id?: string | null
  /** Replaces the list; tasks with an id are kept. */
  tasks?: TaskReplacement[] | null
}

/** The recipient's answer. */
export interface Survey {
  stop_id: string
  /** 1 (poor) to 5 (excellent). */
  rating: number
  route_id?: string
  /** What the rating is about: time, condition, driver or info. */
  rating_tag?: string
  comments?: string
  created_at: string
  updated_at: string
}

/** A task inside a stop: deliver a parcel, collect a signature, scan a code. */
export interface Task {
  id: string
  stop_id: string
  /** pending until it is completed or canceled. */
  status: 'pending' | 'completed' | 'canceled'
  created_by?: string
  /** What is to be done. */
  label?: string
  comments?: string
  /** Code to be scanned. */
  barcode?: string
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown>
  /** Creation. */
  created_at: string
  /** Last change. */
  updated_at: string
  /** Deletion. */
  deleted_at?: string
}

/** A new task, or what changes in one. */
export interface TaskInput {
  /** What is to be done. */
  label?: string | null
  comments?: string | null
  /** Code to be scanned. */
  barcode?: string | null
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown> | null
  /** pending until it is completed or canceled. */
  status?: 'pending' | 'completed' | 'canceled'
}

/** A task of a replaced list; with an id, the one that is kept. */
export interface TaskReplacement {
  id?: string
  /** What is to be done. */
  label?: string | null
  comments?: string | null
  /** Code to be scanned. */
  barcode?: string | null
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown> | null
  /** pending until it is completed or canceled. */
  status?: 'pending' | 'completed' | 'canceled'
}

/** The rate limit is reached; back off exponentially. */
export interface TooManyRequests {
  statusCode: number
  error: string
  message: string
}

/** By what the stops are reached. */
export interface TrafficOptions {
  mode?: 'car' | 'truck' | 'bicycle' | 'pedestrian' | 'scooter' | null
  /** On travel times. */
  multiplier?: number | null
}

/** A driver and vehicle; default_x becomes x of a route built from it. */
export interface Vehicle {
  id: string
  organization_id: string
  project_id: string
  created_by?: string
  /** The caller's own identifier; it need not be unique. */
  external_id?: string
  label?: string
  plate?: string
  vehicle_model?: string
  brand?: string
  /** Of its paint, in any words; a hex colour, #3366ff, is also that of its routes. */
  color?: string
  comments?: string
  phone?: string
  /** Where dispatch links go. */
  email?: string
  avatar_url?: string
  fuel_type?: string
  /** Per 100 km, in the unit of the fuel. */
  consumption?: number
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown>
  price_per_minute?: number
  /** Per kilometre. */
  price_per_distance?: number
  price_per_stop?: number
  /** Working hours. */
  default_time_window?: [number, number]
  /** Days on which the vehicle works; all when empty. */
  default_working_days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[]
  /** Metres. */
  default_min_distance?: number
  /** Metres. */
  default_max_distance?: number
  /** Shortest working time. */
  default_min_time?: number
  /** Longest working time. */
  default_max_time?: number
  /** Kilograms. */
  default_max_weight?: number
  /** Cubic metres. */
  default_max_volume?: number
  /** Most stops. */
  default_max_services?: number
  default_break?: Break
  default_start_location?: Location
  default_end_location?: Location
  /** Skills that the vehicle offers. */
  default_provides: string[]
  /** Zones that the vehicle serves. */
  default_geo_fences: string[]
  /** Disabled vehicles get no routes. */
  enabled: boolean
  /** Creation. */
  created_at: string
  /** Last change. */
  updated_at: string
  /** Whether the record was deleted. */
  deleted: boolean
  /** Deletion. */
  deleted_at?: string
}

/** Some vehicles. */
export interface VehicleIds {
  /** Vehicles of the project. */
  vehicle_ids: string[]
}

/** A new vehicle, or what changes in one; null clears a field. */
export interface VehicleInput {
  /** The caller's own identifier; it need not be unique. */
  external_id?: string | null
  label?: string | null
  plate?: string | null
  vehicle_model?: string | null
  brand?: string | null
  /** Of its paint, in any words; a hex colour, #3366ff, is also that of its routes. */
  color?: string | null
  comments?: string | null
  phone?: string | null
  /** Where dispatch links go. */
  email?: string | null
  avatar_url?: string | null
  fuel_type?: string | null
  /** Per 100 km, in the unit of the fuel. */
  consumption?: number | null
  /** The caller's own fields. */
  custom_fields?: Record<string, unknown> | null
  price_per_minute?: number | null
  /** Per kilometre. */
  price_per_distance?: number | null
  price_per_stop?: number | null
  /** Working hours. */
  default_time_window?: [number, number] | null
  /** Days on which the vehicle works; all when empty. */
  default_working_days?: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[] | null
  /** Metres. */
  default_min_distance?: number | null
  /** Metres. */
  default_max_distance?: number | null
  /** Shortest working time. */
  default_min_time?: number | null
  /** Longest working time. */
  default_max_time?: number | null
  /** Kilograms. */
  default_max_weight?: number | null
  /** Cubic metres. */
  default_max_volume?: number | null
  /** Most stops. */
  default_max_services?: number | null
  default_break?: Break | null
  /** Skills that the vehicle offers. */
  default_provides?: string[] | null
  /** Zones that the vehicle serves. */
  default_geo_fences?: string[] | null
  default_start_location?: LocationInput | null
  default_end_location?: LocationInput | null
  /** Disabled vehicles get no routes. */
  enabled?: boolean
}

/** One page of a list. */
export interface VehiclePage {
  /** Records in all. */
  total: number
  limit: number
  offset: number
  /** ceil(total / limit). */
  pages: number
  /** floor(offset / limit) + 1. */
  page: number
  docs: Vehicle[]
}

/** What one vehicle did in a span of days. */
export interface VehiclePerformance {
  total_routes: number
  total_stops: number
  completed_stops: number
  incomplete_stops: number
  canceled_stops: number
  report_attempts: number
  on_time_stops: number
  /** Metres. */
  planned_distance: number
  /** Metres. */
  distance_traveled: number
  /** Seconds. */
  planned_time: number
  /** Seconds. */
  real_time: number
  /** Seconds; negative is early. */
  average_delay?: number
  /** Seconds. */
  average_time_in_stop?: number
  /** 1 to 5. */
  average_rating?: number
}

/** Which vehicles have a live driver application. */
export interface VehicleSessions {
  /** By vehicle id. */
  sessions: Record<string, boolean>
}

/** A polygon; a stop inside is served only by the routes that list it. */
export interface Zone {
  id: string
  organization_id: string
  project_id: string
  created_by?: string
  label?: string
  /** Hex colour, #3366ff. */
  color?: string
  /** Disabled zones have no effect. */
  enabled: boolean
  /** The ring as [longitude, latitude] pairs; the last point joins the first. */
  polygon: [number, number][]
  /** Creation. */
  created_at: string
  /** Last change. */
  updated_at: string
  /** Whether the record was deleted. */
  deleted: boolean
  /** Deletion. */
  deleted_at?: string
}

/** A new zone. */
export interface ZoneInput {
  label?: string
  /** Hex colour, #3366ff. */
  color?: string
  /** Disabled zones have no effect. */
  enabled?: boolean
  /** The ring as [longitude, latitude] pairs; the last point joins the first. */
  polygon: [number, number][]
}

/** What changes in a zone. */
export interface ZoneUpdate {
  label?: string
  /** Hex colour, #3366ff. */
  color?: string
  /** Disabled zones have no effect. */
  enabled?: boolean
  /** The ring as [longitude, latitude] pairs; the last point joins the first. */
  polygon?: [number, number][]
}

/** What each operation takes and answers. */
export interface Operations {
  /** List plans: GET /v2/plans */
  listPlans: {
    input: {
      /** Searches label and external_id. */
      text?: string
      /** <field>:<asc|desc>, several joined by commas. Fields: label, status, execution_date, created_at, updated_at, total_stops, total_routes. */
      sort?: string
      /** Records skipped. */
      offset?: number
      /** Records on a page. */
      limit?: number
      /** Include deleted records. */
      deleted?: boolean
      project_id?: string
      status?: 'draft' | 'planning' | 'in_progress' | 'finished'
      /** First execution date, inclusive. */
      from_date?: string
      /** Last execution date, inclusive. */
      to_date?: string
      /** Same as from_date. */
      fromDate?: string
      /** Same as to_date. */
      toDate?: string
    }
    answer: PlanPage
  }
  /** Create a plan: POST /v2/plan */
  createPlan: {
    input: {
      project_id: string
      body?: PlanInput
    }
    answer: Plan
  }
  /** Retrieve a plan: GET /v2/plan/{id} */
  getPlan: {
    input: {
      id: string
    }
    answer: FullPlan
  }
  /** Update a plan: PUT /v2/plan/{id} */
  updatePlan: {
    input: {
      id: string
      body: PlanUpdate
    }
    answer: FullPlan
  }
  /** Delete a plan: DELETE /v2/plan/{id} */
  deletePlan: {
    input: {
      id: string
    }
    answer: FullPlan
  }
  /** Optimize a plan and wait: POST /v2/plan/{id}/optimize */
  optimizePlan: {
    input: {
      id: string
      /** Stops keep their routes; only the order is improved, and unassigned stops are added where they fit. */
      keep_current_assignment?: boolean
    }
    answer: FullPlan
  }
  /** Optimize a plan in the background: POST /v2/plan/{id}/optimize/async */
  optimizePlanAsync: {
    input: {
      id: string
      /** Stops keep their routes; only the order is improved, and unassigned stops are added where they fit. */
      keep_current_assignment?: boolean
    }
    answer: OptimizationAccepted
  }
  /** Follow an optimization: GET /v2/plan/{id}/running_optimization */
  getRunningOptimization: {
    input: {
      id: string
    }
    answer: RunningOptimization
  }
  /** Cancel an optimization: DELETE /v2/plan/{id}/running_optimization */
  cancelRunningOptimization: {
    input: {
      id: string
      /** Keep the best solution found so far. */
      apply?: boolean
    }
    answer: RunningOptimization
  }
  /** List the routes of a plan: GET /v2/plan/{id}/routes */
  listPlanRoutes: {
    input: {
      id: string
      status?: 'not_started' | 'in_transit' | 'finished'
      /** Routes of this vehicle, or null: routes without one. */
      vehicle_id?: string
    }
    answer: Route[]
  }
  /** List the stops of a plan: GET /v2/plan/{id}/stops */
  listPlanStops: {
    input: {
      id: string
      status?: 'pending' | 'incomplete' | 'completed' | 'canceled'
      /** Stops of this route, or null: unassigned stops. */
      route_id?: string
      /** Stops of this vehicle, or null: stops without one. */
      vehicle_id?: string
    }
    answer: Stop[]
  }
  /** List the routes of a day: GET /v2/plans/routes */
  listDayRoutes: {
    input: {
      project_id: string
      /** The day. */
      date: string
      /** Begin of the window; 00:00 UTC of the day by default. */
      start?: string
      /** End of the window; 23:59:59.999 UTC of the day by default. */
      end?: string
      /** Include the stops of each route. */
      stops?: boolean
    }
    answer: Route[]
  }
  /** List the stops of a day with their proof: GET /v2/plans/stops */
  listDayStops: {
    input: {
      project_id: string
      /** The day. */
      date: string
      /** Begin of the window; 00:00 UTC of the day by default. */
      start?: string
      /** End of the window; 23:59:59.999 UTC of the day by default. */
      end?: string
    }
    answer: Stop[]
  }
  /** Retrieve a route: GET /v2/route/{id} */
  getRoute: {
    input: {
      id: string
    }
    answer: Route
  }
  /** Update a route: PUT /v2/route/{id} */
  updateRoute: {
    input: {
      id: string
      body: RouteUpdate
    }
    answer: Route
  }
  /** Delete a route: DELETE /v2/route/{id} */
  deleteRoute: {
    input: {
      id: string
    }
    answer: Route
  }
  /** Dispatch a route to its driver: POST /v2/route/{id}/dispatch */
  dispatchRoute: {
    input: {
      id: string
    }
    answer: Dispatch
  }
  /** Optimize the order of a route: POST /v2/route/{id}/optimize */
  optimizeRoute: {
    input: {
      id: string
    }
    answer: RouteOptimized
  }
  /** Create several routes in a plan: POST /v2/routes */
  createRoutes: {
    input: {
      plan_id: string
      body: RouteInput[]
    }
    answer: Route[]
  }
  /** Reorder the stops of a route: PUT /v2/route/{id}/stops */
  setRouteStops: {
    input: {
      id: string
      body: RouteStops
    }
    answer: Route
  }
  /** Retrieve a stop: GET /v2/stop/{stop_id} */
  getStop: {
    input: {
      stop_id: string
    }
    answer: Stop
  }
  /** Update a stop: PUT /v2/stop/{stop_id} */
  updateStop: {
    input: {
      stop_id: string
      body: StopUpdate
    }
    answer: Stop
  }
  /** Delete a stop: DELETE /v2/stop/{stop_id} */
  deleteStop: {
    input: {
      stop_id: string
    }
    answer: Stop
  }
  /** Create stops: POST /v2/stops */
  createStops: {
    input: {
      /** The stops join this plan. */
      plan_id?: string
      /** Without plan_id: the stops are created unassigned, in the project. */
      project_id?: string
      body: StopInput[]
    }
    answer: Stop[]
  }
  /** Create stops from addresses: POST /v2/stops/geocode */
  geocodeStops: {
    input: {
      /** The stops join this plan. */
      plan_id?: string
      /** Without plan_id: the stops are created unassigned, in the project. */
      project_id?: string
      body: GeocodedStopInput[]
    }
    answer: Stop[]
  }
  /** Search stops: POST /v2/stops/search */
  searchStops: {
    input: {
      project_id: string
      body?: StopSearch
    }
    answer: StopPage
  }
  /** Search stops by text: GET /v2/stops/search */
  searchStopsByText: {
    input: {
      project_id?: string
      plan_id?: string
      /** Searches label, external_id, address, phone, e-mail and package identifiers. */
      text?: string
      /** <field>:<asc|desc>, several joined by commas. Fields: label, external_id, status, type, created_at, updated_at, plan_execution_date, order. */
      sort?: string
      /** Records skipped. */
      offset?: number
      /** Records on a page. */
      limit?: number
    }
    answer: StopPage
  }
  /** Move stops to another plan: POST /v2/stop/move */
  moveStops: {
    input: {
      /** The target; the body may name it instead. */
      plan_id?: string
      body: StopMove
    }
    answer: Stop[]
  }
  /** Delete several stops: PUT /v2/stops/delete */
  deleteStops: {
    input: {
      body: StopIds
    }
    answer: undefined
  }
  /** Report an attempt at a stop: POST /v3/stop/{stop_id}/report */
  createReport: {
    input: {
      stop_id: string
      body: ReportInput
    }
    answer: Report
  }
  /** Report an attempt at the stop named in the body: POST /v2/report */
  createReportOfStop: {
    input: {
      body: ReportInputWithStop
    }
    answer: Report
  }
  /** Upload a picture for a report: POST /v3/stop/{stop_id}/report/image */
  uploadReportImage: {
    input: {
      stop_id: string
      /** The picture. */
      file: Blob
    }
    answer: FileReference
  }
  /** Attach a task to a stop: POST /v2/task */
  createTask: {
    input: {
      stop_id: string
      body?: TaskInput
    }
    answer: Task
  }
  /** Update a task: PUT /v2/task/{task_id} */
  updateTask: {
    input: {
      task_id: string
      body: TaskInput
    }
    answer: Task
  }
  /** Remove a task from its stop: DELETE /v2/task/{task_id} */
  deleteTask: {
    input: {
      task_id: string
    }
    answer: Task
  }
  /** List vehicles: GET /v2/vehicles */
  listVehicles: {
    input: {
      /** Searches label, external_id, plate and e-mail. */
      text?: string
      /** <field>:<asc|desc>, several joined by commas. Fields: label, external_id, plate, enabled, created_at, updated_at. */
      sort?: string
      /** Records skipped. */
      offset?: number
      /** Records on a page. */
      limit?: number
      /** Include deleted records. */
      deleted?: boolean
      /** Only enabled vehicles. */
      enabled?: boolean
      project_id: string
    }
    answer: VehiclePage
  }
  /** Retrieve a vehicle: GET /v2/vehicle/{vehicle_id} */
  getVehicle: {
    input: {
      vehicle_id: string
    }
    answer: Vehicle
  }
  /** Create a vehicle: POST /v2/vehicle */
  createVehicle: {
    input: {
      project_id: string
      body?: VehicleInput
    }
    answer: Vehicle
  }
  /** Create several vehicles: POST /v3/vehicles */
  createVehicles: {
    input: {
      project_id: string
      body: VehicleInput[]
    }
    answer: Vehicle[]
  }
  /** Create several vehicles: POST /v2/vehicles */
  createVehiclesAlias: {
    input: {
      project_id: string
      body: VehicleInput[]
    }
    answer: Vehicle[]
  }
  /** Update a vehicle: PUT /v2/vehicle/{vehicle_id} */
  updateVehicle: {
    input: {
      vehicle_id: string
      body: VehicleInput
    }
    answer: Vehicle
  }
  /** Delete a vehicle: DELETE /v2/vehicle/{vehicle_id} */
  deleteVehicle: {
    input: {
      vehicle_id: string
    }
    answer: Vehicle
  }
  /** See which drivers are connected: POST /v2/vehicles/sessions */
  getVehicleSessions: {
    input: {
      project_id: string
      body: VehicleIds
    }
    answer: VehicleSessions
  }
  /** See what vehicles did: POST /v2/vehicles/performance */
  getVehiclePerformance: {
    input: {
      project_id: string
      body: PerformanceQuery
    }
    answer: PerformanceOfVehicles
  }
  /** List projects: GET /v2/projects */
  listProjects: {
    input: {
      /** Searches the label. */
      text?: string
      /** <field>:<asc|desc>, several joined by commas. Fields: label, created_at, updated_at. */
      sort?: string
      /** Records skipped. */
      offset?: number
      /** Records on a page. */
      limit?: number
    }
    answer: ProjectPage
  }
  /** Retrieve a project: GET /v2/project/{project_id} */
  getProject: {
    input: {
      project_id: string
    }
    answer: Project
  }
  /** List the zones of a project: GET /v2/project/{project_id}/zones */
  listZones: {
    input: {
      project_id: string
    }
    answer: Zone[]
  }
  /** Create a zone: POST /v2/project/{project_id}/zone */
  createZone: {
    input: {
      project_id: string
      body: ZoneInput
    }
    answer: Zone
  }
  /** Retrieve a zone: GET /v2/project/{project_id}/zone/{zone_id} */
  getZone: {
    input: {
      project_id: string
      zone_id: string
    }
    answer: Zone
  }
  /** Update a zone: PUT /v2/project/{project_id}/zone/{zone_id} */
  updateZone: {
    input: {
      project_id: string
      zone_id: string
      body: ZoneUpdate
    }
    answer: Zone
  }
  /** Delete a zone: DELETE /v2/project/{project_id}/zone/{zone_id} */
  deleteZone: {
    input: {
      project_id: string
      zone_id: string
    }
    answer: Zone
  }
  /** List the address book: GET /v2/clients */
  listClients: {
    input: {
      project_id: string
      /** Searches label, external_id, phone and e-mail. */
      text?: string
      /** <field>:<asc|desc>, several joined by commas. Fields: label, external_id, created_at, updated_at. */
      sort?: string
      /** Records skipped. */
      offset?: number
      /** Records on a page. */
      limit?: number
      /** Include deleted records. */
      deleted?: boolean
    }
    answer: ClientPage
  }
  /** Add an entry to the address book: POST /v2/client */
  createClient: {
    input: {
      project_id: string
      body?: ClientInput
    }
    answer: Client
  }
  /** Retrieve an entry of the address book: GET /v2/client/{client_id} */
  getClient: {
    input: {
      client_id: string
    }
    answer: Client
  }
  /** Update an entry of the address book: PUT /v2/client/{client_id} */
  updateClient: {
    input: {
      client_id: string
      body: ClientInput
    }
    answer: Client
  }
  /** Delete an entry of the address book: DELETE /v2/client/{client_id} */
  deleteClient: {
    input: {
      client_id: string
    }
    answer: Client
  }
}

// The rows of every table as kysely sees them; the columns stand in migrations/. One file, because kysely
// wants all tables in one type, and a column is looked for where its neighbours are.
import type { ColumnType, Generated } from 'kysely'

/** A jsonb column: read as the value, written as JSON text (see `json` in db.ts), so arrays never become SQL arrays. */
export type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null | undefined, string | null>
type JsonDefault<T> = ColumnType<T, string | undefined, string>
type Time = ColumnType<Date, Date, Date>
type TimeOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>
/** A bigint column: the drivers read it as a number (values stay below 2^53). */
type BigId = ColumnType<number, never, never>

export type JsonObject = Record<string, unknown>
/** Seconds since midnight of the project's time zone. */
export type TimeWindow = [number, number]

export interface LocationValue {
  location_id?: string
  label?: string
  country?: string
  country_code?: string
  state?: string
  city?: string
  street?: string
  postal_code?: string
  comments?: string
  main_text?: string
  secondary_text?: string
  lat?: number
  lng?: number
  scoring?: number
  partial_match?: boolean
}

export interface WarningValue {
  code: string
  message: string
}

export interface BreakValue {
  start: number
  end: number
  duration: number
}

export interface RouteVehicleValue {
  fuel_type?: string
  consumption?: number
  break?: BreakValue
}

export interface BreakStopValue {
  is_completed: boolean
  order?: number
  planned_start_time?: number
  planned_end_time?: number
  real_start_time?: string
  real_end_time?: string
}

export interface PositionValue {
  lat: number
  lng: number
  created_at: string
  orientation?: number
}

export interface Actor {
  type: 'api_key' | 'user' | 'driver' | 'customer' | 'system'
  id?: string
}

interface SoftDeletable {
  created_at: Time
  updated_at: Time
  deleted: Generated<boolean>
  deleted_at: TimeOrNull
}

export interface OrganizationsTable {
  id: string
  name: string
  created_at: Time
  updated_at: Time
}

export type Language = 'en' | 'es' | 'fr' | 'de' | 'pt'
export type UserRole = 'organization_administrator' | 'organization_manager' | 'organization_user'
export type ProjectRole = 'project_manager' | 'project_user' | 'supervisor'

export interface UsersTable {
  id: string
  organization_id: string
  email: string
  name: Generated<string>
  password_hash: string | null
  role: UserRole
  active: Generated<boolean>
  language: Generated<Language>
  created_at: Time
  updated_at: Time
}

export interface MembershipValue {
  project_id: string
  role: ProjectRole
}

export interface InvitationsTable {
  id: string
  organization_id: string
  email: string
  name: string | null
  role: UserRole
  memberships: JsonDefault<MembershipValue[]>
  language: Generated<Language>
  token_digest: Buffer
  invited_by: string | null
  sent_at: Time
  expires_at: Time
  accepted_at: TimeOrNull
  withdrawn_at: TimeOrNull
  created_at: Time
}

export interface PasswordResetsTable {
  id: string
  user_id: string
  token_digest: Buffer
  expires_at: Time
  used_at: TimeOrNull
  created_at: Time
}

export interface SetupLinksTable {
  id: string
  token_digest: Buffer
  created_at: Time
  used_at: TimeOrNull
}

export interface UserSessionsTable {
  id: string
  user_id: string
  token_digest: Buffer
  user_agent: string | null
  created_at: Time
  last_seen_at: Time
  expires_at: Time
}

export interface ProjectsTable extends SoftDeletable {
  id: string
  organization_id: string
  created_by: string | null
  label: Generated<string>
  timezone: Generated<string>
  currency: Generated<string>
  optimizer_config: JsonDefault<JsonObject>
  traffic_options: JsonDefault<JsonObject>
  cancel_reasons: JsonDefault<JsonObject[]>
  settings: JsonDefault<JsonObject>
  /** What was set of MessageSettings, Branding and RecipientPage; the rest are defaults (resources/recipients.ts). */
  messages: JsonDefault<JsonObject>
  branding: JsonDefault<JsonObject>
  recipient_page: JsonDefault<JsonObject>
  /** Whether any message follows from what happens on the road; says so without a look into `messages`. */
  sends_messages: Generated<boolean>
}

export interface ProjectMembersTable {
  project_id: string
  user_id: string
  role: ProjectRole
  created_at: Time
}

export interface ApiKeysTable {
  id: string
  organization_id: string
  user_id: string
  label: Generated<string>
  active: Generated<boolean>
  digest: Buffer
  hint: string
  created_at: Time
}

export interface VehiclesTable extends SoftDeletable {
  id: string
  organization_id: string
  project_id: string
  created_by: string | null
  external_id: string | null
  label: string | null
  plate: string | null
  vehicle_model: string | null
  brand: string | null
  color: string | null
  comments: string | null
  phone: string | null
  email: string | null
  avatar_url: string | null
  fuel_type: string | null
  consumption: number | null
  custom_fields: JsonOrNull<JsonObject>
  enabled: Generated<boolean>
  price_per_minute: number | null
  price_per_distance: number | null
  price_per_stop: number | null
  default_time_window: JsonOrNull<TimeWindow>
  default_working_days: JsonOrNull<string[]>
  default_min_distance: number | null
  default_max_distance: number | null
  default_min_time: number | null
  default_max_time: number | null
  default_max_weight: number | null
  default_max_volume: number | null
  default_max_services: number | null
  default_start_location: JsonOrNull<LocationValue>
  default_end_location: JsonOrNull<LocationValue>
  default_provides: JsonDefault<string[]>
  default_geo_fences: JsonDefault<string[]>
  default_break: JsonOrNull<BreakValue>
  session_seen_at: TimeOrNull
}

export interface ClientsTable extends SoftDeletable {
  id: string
  organization_id: string
  project_id: string
  created_by: string | null
  external_id: string | null
  label: string | null
  phone: string | null
  email: string | null
  url: string | null
  reference_person: string | null
  comments: string | null
  custom_fields: JsonOrNull<JsonObject>
  default_location: JsonOrNull<LocationValue>
  default_location_details: string | null
  default_duration: number | null
  default_time_windows: JsonOrNull<TimeWindow[]>
  default_requires: JsonOrNull<string[]>
  default_type: string | null
  default_cluster: string | null
  default_custom_fields: JsonOrNull<JsonObject>
}

export interface ZonesTable extends SoftDeletable {
  id: string
  organization_id: string
  project_id: string
  created_by: string | null
  label: string | null
  color: string | null
  enabled: Generated<boolean>
  /** A closed ring of [lng, lat] pairs, degrees. */
  polygon: Json<[number, number][]>
}

export type PlanStatus = 'draft' | 'planning' | 'in_progress' | 'finished'
export type RouteStatus = 'not_started' | 'in_transit' | 'finished'
export type StopStatus = 'pending' | 'incomplete' | 'completed' | 'canceled'
export type StopType = 'delivery' | 'pickup' | 'visit'
export type TaskStatus = 'pending' | 'completed' | 'canceled'
export type PackageStatus = 'pending' | 'picked' | 'delivered'
export type ReportType = 'service_report_attempted' | 'service_report_completed' | 'service_report_canceled'

export interface PlansTable extends SoftDeletable {
  id: string
  organization_id: string
  project_id: string
  created_by: string | null
  external_id: string | null
  label: string | null
  execution_date: Time
  status: Generated<PlanStatus>
  optimizer_config: JsonOrNull<JsonObject>
  traffic_options: JsonOrNull<JsonObject>
  total_stops: Generated<number>
  completed_stops: Generated<number>
  canceled_stops: Generated<number>
  incomplete_stops: Generated<number>
  pending_stops: Generated<number>
  total_routes: Generated<number>
  next_fixed_id: Generated<number>
  /** Goes up with every change of the plan's stops, routes or settings; a solution is applied only to the revision it was made for. */
  revision: Generated<number>
}

export interface RoutesTable extends SoftDeletable {
  id: string
  organization_id: string
  project_id: string
  plan_id: string
  vehicle_id: string | null
  created_by: string | null
  external_id: string | null
  label: string | null
  vehicle_label: string | null
  comments: string | null
  phone: string | null
  email: string | null
  plate: string | null
  vehicle_model: string | null
  brand: string | null
  color: string | null
  start_location: JsonOrNull<LocationValue>
  end_location: JsonOrNull<LocationValue>
  vehicle: JsonOrNull<RouteVehicleValue>
  planned_track: string | null
  planned_distance: number | null
  is_locked: Generated<boolean>
  geo_fences: JsonDefault<string[]>
  time_window: JsonOrNull<TimeWindow>
  max_distance: number | null
  min_distance: number | null
  max_time: number | null
  min_time: number | null
  max_weight: number | null
  max_volume: number | null
  max_services: number | null
  provides: JsonDefault<string[]>
  order: Generated<number>
  start_date: TimeOrNull
  end_date: TimeOrNull
  estimated_end_time: TimeOrNull
  last_position: JsonOrNull<PositionValue>
  planned_start_time: number | null
  planned_end_time: number | null
  custom_fields: JsonOrNull<JsonObject>
  distance_traveled: number | null
  tracing_percent: number | null
  price_per_minute: number | null
  price_per_distance: number | null
  price_per_stop: number | null
  toll_price: number | null
  toll_price_currency: string | null
  status: Generated<RouteStatus>
  break_stop: JsonOrNull<BreakStopValue>
}

export interface StopsTable extends SoftDeletable {
  id: string
  organization_id: string
  project_id: string
  plan_id: string | null
  route_id: string | null
  vehicle_id: string | null
  client_id: string | null
  pickup_id: string | null
  created_by: string | null
  fixed_id: string | null
  external_id: string | null
  client_external_id: string | null
  tracking_token: string
  type: Generated<StopType>
  location: JsonOrNull<LocationValue>
  location_details: string | null
  label: string | null
  comments: string | null
  phone: string | null
  email: string | null
  url: string | null
  reference_person: string | null
  cluster: string | null
  duration: number | null
  requires: JsonDefault<string[]>
  reward: number | null
  time_windows: JsonDefault<TimeWindow[]>
  volume: number | null
  weight: number | null
  price: number | null
  max_delivery_time: number | null
  status: Generated<StopStatus>
  order: number | null
  planned_arrival_time: number | null
  planned_departure_time: number | null
  estimated_arrival_time: TimeOrNull
  estimated_departure_time: TimeOrNull
  distance_to_previous_stop: number | null
  distance_to_next_stop: number | null
  optimization_warnings: JsonDefault<WarningValue[]>
  custom_fields: JsonOrNull<JsonObject>
  report_attempts: Generated<number>
  /** Reports made before it (a move to another plan) no longer count as terminal. */
  reports_valid_from: TimeOrNull
  finished_at: TimeOrNull
  arrived_at: TimeOrNull
  pin: string | null
  pin_attempts: Generated<number>
  customer_text_field: string | null
  supervisors: JsonDefault<string[]>
  location_validation_sent: Generated<boolean>
  location_validation_sent_at: TimeOrNull
  location_validated: Generated<boolean>
  location_validated_at: TimeOrNull
}

export interface TasksTable extends SoftDeletable {
  id: string
  organization_id: string
  stop_id: string
  created_by: string | null
  position: Generated<number>
  label: string | null
  comments: string | null
  barcode: string | null
  status: Generated<TaskStatus>
  custom_fields: JsonOrNull<JsonObject>
}

export interface PackagesTable {
  id: string
  organization_id: string
  stop_id: string
  position: Generated<number>
  identifier: string
  status: Generated<PackageStatus>
  picked_at: TimeOrNull
  delivered_at: TimeOrNull
  created_at: Time
  updated_at: Time
}

export interface FileReference {
  id: string
  url: string
}

export interface ReportsTable {
  id: string
  organization_id: string
  project_id: string
  plan_id: string | null
  route_id: string | null
  stop_id: string
  created_by: string | null
  type: ReportType
  comments: string | null
  cancel_reason: string | null
  images: JsonDefault<FileReference[]>
  signature: JsonOrNull<FileReference>
  tasks: JsonDefault<JsonObject[]>
  packages: JsonDefault<JsonObject[]>
  location: JsonOrNull<LocationValue>
  location_distance: number | null
  time_in_stop: number | null
  custom_fields: JsonOrNull<JsonObject>
  client_id: string | null
  /** The device's time; `received_at` is the server's. */
  created_at: Time
  received_at: Time
}

export interface ReportImagesTable {
  id: string
  organization_id: string
  stop_id: string
  /** Null, like what describes the bytes, while the picture is still on the phone. */
  storage_key: string | null
  content_type: string | null
  bytes: number | null
  sha256: string | null
  access_token: string
  client_id: string | null
  created_at: Time
}

export interface SurveysTable {
  stop_id: string
  organization_id: string
  route_id: string | null
  rating: number
  rating_tag: string | null
  comments: string | null
  created_at: Time
  updated_at: Time
}

export interface DriverLinksTable {
  id: string
  organization_id: string
  route_id: string
  token_digest: Buffer
  sent_to: string | null
  created_at: Time
  opened_at: TimeOrNull
  revoked_at: TimeOrNull
  /** What was handed out, in driving order. */
  stop_ids: JsonOrNull<string[]>
}

export interface DriverCallsTable {
  route_id: string
  client_id: string
  created_at: Time
}

export interface DriverNotesTable {
  id: string
  organization_id: string
  project_id: string
  plan_id: string
  route_id: string
  stop_id: string | null
  kind: 'problem' | 'survey'
  category: string | null
  rating: number | null
  comments: string | null
  location: JsonOrNull<{ lat: number; lng: number }>
  client_id: string | null
  created_at: Time
  received_at: Time
}

export interface PositionsTable {
  route_id: string
  organization_id: string
  recorded_at: Time
  received_at: Time
  lat: number
  lng: number
  orientation: number | null
  speed: number | null
  accuracy: number | null
}

export type RunStatus = 'in progress' | 'success' | 'failed' | 'canceled'

export interface OptimizationRunsTable {
  id: string
  organization_id: string
  project_id: string
  plan_id: string
  route_id: string | null
  status: RunStatus
  keep_current_assignment: Generated<boolean>
  actor: Json<Actor>
  progress: Generated<number>
  cost: number | null
  unassigned_stops: number | null
  error: JsonOrNull<{ message: string; message_id: string }>
  cancel_requested: Generated<boolean>
  apply_on_cancel: Generated<boolean>
  attempts: Generated<number>
  started_at: Time
  heartbeat_at: Time
  finished_at: TimeOrNull
  mode: Generated<'from_scratch' | 'keep_assignment' | 'insert_only'>
  /** The result waits in optimization_results until somebody applies or discards it. */
  hold: Generated<boolean>
  /** Settings of this run only, over those of the plan. */
  config: JsonOrNull<JsonObject>
  applied_at: TimeOrNull
  discarded_at: TimeOrNull
}

export interface OptimizationResultsTable {
  run_id: string
  organization_id: string
  plan_id: string
  curve: JsonDefault<{ seconds: number; cost: number; unassigned: number }[]>
  tracks: JsonOrNull<{ route_id: string; stop_ids: string[] }[]>
  result: JsonOrNull<JsonObject>
  comparison: JsonOrNull<JsonObject>
}

export interface StopPinsTable {
  stop_id: string
  organization_id: string
  plan_id: string
  pin: 'route' | 'place'
  created_by: string | null
  created_at: Time
}

export interface PlanCopiesTable {
  plan_id: string
  organization_id: string
  origin_plan_id: string
  origin_label: string | null
  copied_at: Time
}

export interface WebhooksTable {
  id: string
  organization_id: string
  project_id: string | null
  created_by: string | null
  label: string | null
  url: string
  events: JsonDefault<string[]>
  enabled: Generated<boolean>
  failure_count: Generated<number>
  signing_secret: string | null
  disabled_at: TimeOrNull
  created_at: Time
  updated_at: Time
}

export interface EventsTable {
  id: BigId
  organization_id: string
  project_id: string
  event_id: string
  resource_id: string
  body: Json<JsonObject>
  created_at: Time
  fanned_out_at: TimeOrNull
}

export interface WebhookDeliveriesTable {
  id: BigId
  webhook_id: string
  event_key: number | null
  event_id: string
  resource_id: string
  body: Json<JsonObject>
  status: Generated<'waiting' | 'delivered' | 'failed'>
  attempts: Generated<number>
  next_attempt_at: Time
  leased_until: TimeOrNull
  created_at: Time
}

export interface WebhookAttemptsTable {
  id: BigId
  webhook_id: string
  delivery_id: number | null
  event_id: string
  resource_id: string
  body: Json<JsonObject>
  ok: boolean
  response_status: number | null
  error: string | null
  duration_ms: number
  created_at: Time
}

export interface ProjectLogosTable {
  project_id: string
  organization_id: string
  content_type: string
  bytes: Buffer
  digest: string
  created_at: Time
}

export type MessageNote = 'route_dispatched' | 'route_started' | 'route_estimated' | 'stop_reported' | 'stop_deleted'

export interface MessageNotesTable {
  id: BigId
  organization_id: string
  project_id: string
  note: MessageNote
  resource_id: string
  created_at: Time
  due_at: Time
}

export interface MessagesTable {
  id: string
  organization_id: string
  project_id: string
  plan_id: string | null
  route_id: string | null
  stop_id: string
  kind: string
  channel: 'email' | 'sms'
  /** With stop, kind and channel it names the message: the same occasion never sends twice. */
  occasion: string
  status: 'queued' | 'held' | 'sent' | 'failed' | 'suppressed'
  recipient: string
  language: string
  subject: string | null
  body: string | null
  reason_code: string | null
  reason: string | null
  attempts: Generated<number>
  /** The arrival that it spoke of, and the window around it. */
  told_at: TimeOrNull
  told_from: TimeOrNull
  told_to: TimeOrNull
  next_attempt_at: TimeOrNull
  leased_until: TimeOrNull
  sent_at: TimeOrNull
  created_at: Time
  updated_at: Time
}

export interface MessageRefusalsTable {
  project_id: string
  organization_id: string
  contact: string
  created_at: Time
}

export interface AuditLogTable {
  id: string
  organization_id: string
  project_id: string | null
  actor: Json<Actor>
  action: string
  resource_type: string
  resource_id: string
  changes: JsonOrNull<JsonObject>
  created_at: Time
}

export interface Database {
  organizations: OrganizationsTable
  users: UsersTable
  user_sessions: UserSessionsTable
  invitations: InvitationsTable
  password_resets: PasswordResetsTable
  setup_links: SetupLinksTable
  projects: ProjectsTable
  project_members: ProjectMembersTable
  api_keys: ApiKeysTable
  vehicles: VehiclesTable
  clients: ClientsTable
  zones: ZonesTable
  plans: PlansTable
  routes: RoutesTable
  stops: StopsTable
  tasks: TasksTable
  packages: PackagesTable
  reports: ReportsTable
  report_images: ReportImagesTable
  surveys: SurveysTable
  driver_links: DriverLinksTable
  driver_calls: DriverCallsTable
  driver_notes: DriverNotesTable
  positions: PositionsTable
  optimization_runs: OptimizationRunsTable
  optimization_results: OptimizationResultsTable
  stop_pins: StopPinsTable
  plan_copies: PlanCopiesTable
  events: EventsTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  webhook_attempts: WebhookAttemptsTable
  audit_log: AuditLogTable
  project_logos: ProjectLogosTable
  message_notes: MessageNotesTable
  messages: MessagesTable
  message_refusals: MessageRefusalsTable
}

-- The tables of the service. Column names are the wire names of the contract, so rows need almost no mapping; what each
-- column is for stands in src/data/*-table.ts, and a test holds the two against each other. Every statement runs in one
-- transaction, on PostgreSQL 15 and on the embedded database alike.

-- --- what indexes look things up by ---------------------------------------------------------------------------------

-- Numbers are written with and without country, spaces and zeros; their ends are the same.
create function phone_from_end(phone text) returns text
language sql immutable parallel safe
as $$ select reverse(regexp_replace(phone, '[^0-9]', '', 'g')) $$;

create function name_words(label text, person text) returns tsvector
language sql immutable parallel safe
as $$ select to_tsvector('simple'::regconfig, coalesce(label, '') || ' ' || coalesce(person, '')) $$;

-- --- organizations, people, keys ------------------------------------------------------------------------------------

create table organizations (
  id text primary key,
  name text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table users (
  id text primary key,
  organization_id text not null references organizations (id),
  email text not null,
  name text not null default '',
  password_hash text,
  role text not null check (role in ('organization_administrator', 'organization_manager', 'organization_user')),
  active boolean not null default true,
  language text not null default 'en' check (language in ('en', 'es', 'fr', 'de', 'pt')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email on users (lower(email));
create index users_organization on users (organization_id, id);

create table user_sessions (
  id text primary key,
  user_id text not null references users (id),
  token_digest bytea not null unique,
  user_agent text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index user_sessions_user on user_sessions (user_id);

-- Only digests of links are kept. A user comes to be when the invitation is accepted.
create table invitations (
  id text primary key,
  organization_id text not null references organizations (id),
  email text not null,
  name text,
  role text not null check (role in ('organization_administrator', 'organization_manager', 'organization_user')),
  memberships jsonb not null default '[]',
  language text not null default 'en' check (language in ('en', 'es', 'fr', 'de', 'pt')),
  token_digest bytea not null unique,
  invited_by text,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null
);
create index invitations_organization on invitations (organization_id, id);
-- One open invitation for an address in an organization.
create unique index invitations_open on invitations (organization_id, lower(email))
where accepted_at is null and withdrawn_at is null;

create table password_resets (
  id text primary key,
  user_id text not null references users (id),
  token_digest bytea not null unique,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);

create table setup_links (
  id text primary key,
  token_digest bytea not null unique,
  created_at timestamptz not null,
  used_at timestamptz
);

create table projects (
  id text primary key,
  organization_id text not null references organizations (id),
  created_by text,
  label text not null default '',
  timezone text not null default 'UTC',
  currency text not null default 'EUR',
  optimizer_config jsonb not null default '{}',
  traffic_options jsonb not null default '{}',
  cancel_reasons jsonb not null default '[]',
  settings jsonb not null default '{}',
  messages jsonb not null default '{}',
  branding jsonb not null default '{}',
  recipient_page jsonb not null default '{}',
  sends_messages boolean not null default false,
  
created_at timestamptz not null,
updated_at timestamptz not null,
deleted boolean not null default false,
deleted_at timestamptz
);
create index projects_organization on projects (organization_id, id);

create table project_members (
  project_id text not null references projects (id),
  user_id text not null references users (id),
  role text not null check (role in ('project_manager', 'project_user', 'supervisor')),
  created_at timestamptz not null,
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

create table project_logos (
  project_id text primary key references projects (id),
  organization_id text not null references organizations (id),
  content_type text not null,
  bytes bytea not null,
  digest text not null,
  created_at timestamptz not null
);

create table api_keys (
  id text primary key,
  organization_id text not null references organizations (id),
  user_id text not null references users (id),
  label text not null default '',
  active boolean not null default true,
  digest bytea not null unique,
  hint text not null,
  created_at timestamptz not null
);
create index api_keys_organization on api_keys (organization_id, id);

-- --- fleet, address book, zones -------------------------------------------------------------------------------------

create table vehicles (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  external_id text,
  label text,
  plate text,
  vehicle_model text,
  brand text,
  color text,
  comments text,
  phone text,
  email text,
  avatar_url text,
  fuel_type text,
  consumption double precision,
  custom_fields jsonb,
  enabled boolean not null default true,
  price_per_minute double precision,
  price_per_distance double precision,
  price_per_stop double precision,
  default_time_window jsonb,
  default_working_days jsonb,
  default_min_distance double precision,
  default_max_distance double precision,
  default_min_time integer,
  default_max_time integer,
  default_max_weight double precision,
  default_max_volume double precision,
  default_max_services integer,
  default_start_location jsonb,
  default_end_location jsonb,
  default_provides jsonb not null default '[]',
  default_geo_fences jsonb not null default '[]',
  default_break jsonb,
  session_seen_at timestamptz,
  
created_at timestamptz not null,
updated_at timestamptz not null,
deleted boolean not null default false,
deleted_at timestamptz
);
create index vehicles_project on vehicles (project_id, created_at, id);
create index vehicles_external_id on vehicles (organization_id, external_id);

create table clients (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  external_id text,
  label text,
  phone text,
  email text,
  url text,
  reference_person text,
  comments text,
  custom_fields jsonb,
  default_location jsonb,
  default_location_details text,
  default_duration integer,
  default_time_windows jsonb,
  default_requires jsonb,
  default_type text check (default_type in ('delivery', 'pickup', 'visit')),
  default_cluster text,
  default_custom_fields jsonb,
  
created_at timestamptz not null,
updated_at timestamptz not null,
deleted boolean not null default false,
deleted_at timestamptz
);
create index clients_project on clients (project_id, created_at, id);
create index clients_external_id on clients (organization_id, external_id);
create index clients_phone on clients (project_id, phone_from_end(phone) text_pattern_ops) where phone is not null;
create index clients_words on clients using gin (name_words(label, reference_person)) where deleted = false;

create table zones (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  label text,
  color text,
  enabled boolean not null default true,
  polygon jsonb not null,
  
created_at timestamptz not null,
updated_at timestamptz not null,
deleted boolean not null default false,
deleted_at timestamptz
);
create index zones_project on zones (project_id, id);

-- --- plans, routes, stops -------------------------------------------------------------------------------------------

create table plans (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  external_id text,
  label text,
  execution_date timestamptz not null,
  status text not null default 'planning' check (status in ('draft', 'planning', 'in_progress', 'finished')),
  optimizer_config jsonb,
  traffic_options jsonb,
  total_stops integer not null default 0,
  completed_stops integer not null default 0,
  canceled_stops integer not null default 0,
  incomplete_stops integer not null default 0,
  pending_stops integer not null default 0,
  total_routes integer not null default 0,
  next_fixed_id integer not null default 1,
  revision bigint not null default 0,
  
created_at timestamptz not null,
updated_at timestamptz not null,
deleted boolean not null default false,
deleted_at timestamptz
);
create index plans_project on plans (project_id, created_at, id);
create index plans_organization on plans (organization_id, created_at, id);
create index plans_execution_date on plans (project_id, execution_date);

create table routes (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  plan_id text not null references plans (id),
  vehicle_id text references vehicles (id),
  created_by text,
  external_id text,
  label text,
  vehicle_label text,
  comments text,
  phone text,
  email text,
  plate text,
  vehicle_model text,
  brand text,
  color text,
  start_location jsonb,
  end_location jsonb,
  vehicle jsonb,
  planned_track text,
  planned_distance double precision,
  is_locked boolean not null default false,
  geo_fences jsonb not null default '[]',
  time_window jsonb,
  max_distance double precision,
  min_distance double precision,
  max_time integer,
  min_time integer,
  max_weight double precision,
  max_volume double precision,
  max_services integer,
  provides jsonb not null default '[]',
  "order" integer not null default 0,
  start_date timestamptz,
  end_date timestamptz,
  estimated_end_time timestamptz,
  last_position jsonb,
  planned_start_time integer,
  planned_end_time integer,
  custom_fields jsonb,
  distance_traveled double precision,
  tracing_percent double precision,
  price_per_minute double precision,
  price_per_distance double precision,
  price_per_stop double precision,
  toll_price double precision,
  toll_price_currency text,
  status text not null default 'not_started' check (status in ('not_started', 'in_transit', 'finished')),
  break_stop jsonb,
  
created_at timestamptz not null,
updated_at timestamptz not null,
deleted boolean not null default false,
deleted_at timestamptz,
  constraint routes_of_plan unique (plan_id, id)
);
create index routes_plan on routes (plan_id, "order", id);
create index routes_vehicle on routes (vehicle_id);
create index routes_external_id on routes (organization_id, external_id);

create table stops (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  plan_id text references plans (id),
  route_id text,
  vehicle_id text references vehicles (id),
  client_id text references clients (id),
  pickup_id text references stops (id),
  created_by text,
  fixed_id text,
  external_id text,
  client_external_id text,
  tracking_token text not null unique,
  tracking_ended_at timestamptz,
  type text not null default 'delivery' check (type in ('delivery', 'pickup', 'visit')),
  location jsonb,
  location_details text,
  label text,
  comments text,
  phone text,
  email text,
  url text,
  reference_person text,
  cluster text,
  duration integer,
  requires jsonb not null default '[]',
  reward double precision,
  time_windows jsonb not null default '[]',
  volume double precision,
  weight double precision,
  price double precision,
  max_delivery_time integer,
  status text not null default 'pending' check (status in ('pending', 'incomplete', 'completed', 'canceled')),
  "order" integer,
  planned_arrival_time integer,
  planned_departure_time integer,
  estimated_arrival_time timestamptz,
  estimated_departure_time timestamptz,
  distance_to_previous_stop double precision,
  distance_to_next_stop double precision,
  optimization_warnings jsonb not null default '[]',
  custom_fields jsonb,
  report_attempts integer not null default 0,
  -- How often it was moved to another plan, or out of one, and when last: reports made before count no longer.
  moves integer not null default 0,
  moved_at timestamptz,
  finished_at timestamptz,
  arrived_at timestamptz,
  pin text,
  pin_attempts integer not null default 0,
  customer_text_field text,
  supervisors jsonb not null default '[]',
  location_validation_sent boolean not null default false,
  location_validation_sent_at timestamptz,
  location_validated boolean not null default false,
  location_validated_at timestamptz,
  
created_at timestamptz not null,
updated_at timestamptz not null,
deleted boolean not null default false,
deleted_at timestamptz,
  -- A stop is on routes of its own plan only, and on none while it is in no plan.
  constraint stops_route_of_plan foreign key (plan_id, route_id) references routes (plan_id, id),
  constraint stops_route_needs_plan check (route_id is null or plan_id is not null)
);
create index stops_plan on stops (plan_id, created_at, id);
create index stops_route on stops (route_id, "order");
create index stops_project on stops (project_id, created_at, id);
create index stops_external_id on stops (project_id, external_id);
create index stops_client_external_id on stops (project_id, client_external_id);
create index stops_pickup on stops (pickup_id);
create index stops_client on stops (client_id);
create index stops_phone on stops (project_id, phone_from_end(phone) text_pattern_ops) where phone is not null;
create index stops_external_start on stops (project_id, lower(external_id) text_pattern_ops) where external_id is not null;
create index stops_words on stops using gin (name_words(label, reference_person)) where deleted = false;
-- Earlier visits of the same door are found by its place (stops_client finds them by the address book).
create index stops_place on stops (project_id, (location->>'lat'), (location->>'lng')) where location is not null;

create table tasks (
  id text primary key,
  organization_id text not null references organizations (id),
  stop_id text not null references stops (id),
  created_by text,
  position integer not null,
  label text,
  comments text,
  barcode text,
  status text not null default 'pending' check (status in ('pending', 'completed', 'canceled')),
  custom_fields jsonb,
  
created_at timestamptz not null,
updated_at timestamptz not null,
deleted boolean not null default false,
deleted_at timestamptz
);
create index tasks_stop on tasks (stop_id, position, id);
create index tasks_barcode on tasks (organization_id, barcode);

create table packages (
  id text primary key,
  organization_id text not null references organizations (id),
  stop_id text not null references stops (id),
  position integer not null,
  identifier text not null,
  status text not null default 'pending' check (status in ('pending', 'picked', 'delivered')),
  picked_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (stop_id, identifier)
);
create index packages_identifier on packages (organization_id, identifier);
create index packages_start on packages (organization_id, lower(identifier) text_pattern_ops);

-- --- proof ----------------------------------------------------------------------------------------------------------

create table reports (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  plan_id text,
  route_id text,
  stop_id text not null references stops (id),
  -- The `moves` of the stop when it came.
  stop_moves integer not null,
  created_by text,
  type text not null check (type in ('service_report_attempted', 'service_report_completed', 'service_report_canceled')),
  comments text,
  cancel_reason text,
  images jsonb not null default '[]',
  signature jsonb,
  tasks jsonb not null default '[]',
  packages jsonb not null default '[]',
  location jsonb,
  location_distance double precision,
  time_in_stop double precision,
  custom_fields jsonb,
  client_id text,
  created_at timestamptz not null,
  received_at timestamptz not null
);
create unique index reports_client_id on reports (stop_id, client_id) where client_id is not null;
-- What reports say of a stop is told without reading them.
create index reports_stop on reports (stop_id, created_at, id) include (type, time_in_stop);
create index reports_reasons on reports (plan_id) where cancel_reason is not null;
-- One report ends a stop; another may once it was moved.
create unique index reports_ending on reports (stop_id, stop_moves) where type <> 'service_report_attempted';

-- A report may name pictures that are still on the phone: their row and address exist, their bytes come later.
create table report_images (
  id text primary key,
  organization_id text not null references organizations (id),
  stop_id text not null references stops (id),
  storage_key text,
  content_type text,
  bytes integer,
  sha256 text,
  access_token text not null,
  client_id text,
  created_at timestamptz not null
);
create index report_images_stop on report_images (stop_id, id);
create unique index report_images_client_id on report_images (stop_id, client_id) where client_id is not null;

create table surveys (
  stop_id text primary key references stops (id),
  organization_id text not null references organizations (id),
  route_id text,
  rating integer not null check (rating between 1 and 5),
  rating_tag text,
  comments text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- --- drivers --------------------------------------------------------------------------------------------------------

create table driver_links (
  id text primary key,
  organization_id text not null references organizations (id),
  route_id text not null references routes (id),
  token_digest bytea not null unique,
  sent_to text,
  created_at timestamptz not null,
  opened_at timestamptz,
  revoked_at timestamptz,
  -- What was handed out, in driving order.
  stop_ids jsonb
);
create index driver_links_route on driver_links (route_id);

-- What was done under an id of the caller is not done again.
create table driver_calls (
  route_id text not null references routes (id),
  client_id text not null,
  created_at timestamptz not null,
  primary key (route_id, client_id)
);

create table driver_notes (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  plan_id text not null,
  route_id text not null references routes (id),
  stop_id text,
  kind text not null check (kind in ('problem', 'survey')),
  category text,
  rating integer check (rating between 1 and 5),
  comments text,
  location jsonb,
  client_id text,
  created_at timestamptz not null,
  received_at timestamptz not null
);
create unique index driver_notes_client_id on driver_notes (route_id, client_id) where client_id is not null;
create index driver_notes_plan on driver_notes (plan_id, created_at, id);

create table positions (
  route_id text not null references routes (id),
  organization_id text not null,
  recorded_at timestamptz not null,
  received_at timestamptz not null,
  lat double precision not null,
  lng double precision not null,
  orientation double precision,
  speed double precision,
  accuracy double precision,
  primary key (route_id, recorded_at)
);

-- --- recurring orders -----------------------------------------------------------------------------------------------

create table recurring_orders (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  label text,
  weekdays jsonb not null,
  every_weeks integer not null default 1 check (every_weeks between 1 and 52),
  starts_on text not null,
  ends_on text,
  exceptions jsonb not null default '[]',
  paused boolean not null default false,
  stop jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted boolean not null default false,
  deleted_at timestamptz
);
create index recurring_orders_project on recurring_orders (project_id, created_at, id);

-- One row for an order and a day: whoever comes second waits for the first, and sees that it is done.
create table recurring_fills (
  recurring_order_id text not null references recurring_orders (id),
  organization_id text not null,
  day text not null,
  plan_id text not null,
  stop_id text not null,
  created_at timestamptz not null,
  primary key (recurring_order_id, day)
);
create index recurring_fills_plan on recurring_fills (plan_id);

-- --- the plan editor and optimization -------------------------------------------------------------------------------

create table stop_pins (
  stop_id text primary key references stops (id),
  organization_id text not null references organizations (id),
  plan_id text not null references plans (id),
  pin text not null check (pin in ('route', 'place')),
  created_by text,
  created_at timestamptz not null
);
create index stop_pins_plan on stop_pins (plan_id);

create table plan_copies (
  plan_id text primary key references plans (id),
  organization_id text not null references organizations (id),
  origin_plan_id text not null references plans (id),
  origin_label text,
  copied_at timestamptz not null
);
create index plan_copies_origin on plan_copies (origin_plan_id);

create table optimization_runs (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  plan_id text not null references plans (id),
  route_id text,
  status text not null check (status in ('in progress', 'success', 'failed', 'canceled')),
  keep_current_assignment boolean not null default false,
  actor jsonb not null,
  progress double precision not null default 0,
  cost double precision,
  unassigned_stops integer,
  error jsonb,
  cancel_requested boolean not null default false,
  apply_on_cancel boolean not null default false,
  attempts integer not null default 0,
  started_at timestamptz not null,
  heartbeat_at timestamptz not null,
  finished_at timestamptz,
  mode text not null default 'from_scratch' check (mode in ('from_scratch', 'keep_assignment', 'insert_only')),
  hold boolean not null default false,
  config jsonb,
  applied_at timestamptz,
  discarded_at timestamptz
);
-- The lease: a second run of the same plan, from any node, breaks this index.
create unique index optimization_runs_lease on optimization_runs (plan_id) where status = 'in progress';
create index optimization_runs_plan on optimization_runs (plan_id, started_at desc);

-- Large, so apart from the rows that beat every second.
create table optimization_results (
  run_id text primary key references optimization_runs (id) on delete cascade,
  organization_id text not null references organizations (id),
  plan_id text not null,
  curve jsonb not null default '[]',
  tracks jsonb,
  result jsonb,
  comparison jsonb
);

-- --- events and webhooks --------------------------------------------------------------------------------------------

create table webhooks (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text references projects (id),
  created_by text,
  label text,
  url text not null,
  events jsonb not null default '[]',
  enabled boolean not null default true,
  failure_count integer not null default 0,
  signing_secret text,
  disabled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_organization on webhooks (organization_id, id);

create table events (
  id bigint generated always as identity primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  event_id text not null,
  resource_id text not null,
  body json not null,
  created_at timestamptz not null,
  fanned_out_at timestamptz
);
create index events_waiting on events (id) where fanned_out_at is null;
create index events_created_at on events (created_at);

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id text not null references webhooks (id) on delete cascade,
  event_key bigint references events (id) on delete cascade,
  event_id text not null,
  resource_id text not null,
  body json not null,
  status text not null default 'waiting' check (status in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  leased_until timestamptz,
  created_at timestamptz not null,
  unique (webhook_id, event_key)
);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at, id) where status = 'waiting';

create table webhook_attempts (
  id bigint generated always as identity primary key,
  webhook_id text not null references webhooks (id) on delete cascade,
  delivery_id bigint,
  event_id text not null,
  resource_id text not null,
  body json not null,
  ok boolean not null,
  response_status integer,
  error text,
  duration_ms integer not null,
  created_at timestamptz not null
);
create index webhook_attempts_webhook on webhook_attempts (webhook_id, id desc);

-- --- messages to recipients -----------------------------------------------------------------------------------------

-- Written by the transaction that it tells of; gone once it was worked off.
create table message_notes (
  id bigint generated always as identity primary key,
  organization_id text not null references organizations (id),
  project_id text not null,
  note text not null
    check (note in ('route_dispatched', 'route_started', 'route_estimated', 'stop_reported', 'stop_deleted')),
  resource_id text not null,
  created_at timestamptz not null,
  due_at timestamptz not null
);
create index message_notes_due on message_notes (due_at, id);
-- Estimates change with every position: one note for each route is enough until it was worked off.
create unique index message_notes_estimates on message_notes (resource_id) where note = 'route_estimated';

create table messages (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null,
  plan_id text,
  route_id text,
  -- No reference: checking it would wait for drivers' locks on their stops, which may wait for this transaction.
  stop_id text not null,
  kind text not null,
  channel text not null check (channel in ('email', 'sms')),
  occasion text not null,
  status text not null check (status in ('queued', 'held', 'sent', 'failed', 'suppressed')),
  recipient text not null,
  language text not null,
  subject text,
  body text,
  reason_code text,
  reason text,
  attempts integer not null default 0,
  told_at timestamptz,
  told_from timestamptz,
  told_to timestamptz,
  next_attempt_at timestamptz,
  leased_until timestamptz,
  sent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (stop_id, kind, channel, occasion)
);
create index messages_waiting on messages (next_attempt_at, id) where status in ('queued', 'held');
create index messages_log on messages (project_id, created_at desc, id desc);

create table message_refusals (
  project_id text not null,
  organization_id text not null references organizations (id),
  contact text not null,
  created_at timestamptz not null,
  primary key (project_id, contact)
);

-- --- who changed what, limits, open pages ---------------------------------------------------------------------------

create table audit_log (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text,
  actor jsonb not null,
  action text not null,
  resource_type text not null,
  resource_id text not null,
  changes jsonb,
  created_at timestamptz not null
);
create index audit_log_organization on audit_log (organization_id, id desc);

-- Shared by all nodes; unlogged, because a window is worth a minute. `hits` holds the milliseconds of the admitted calls of the
-- last minute, ascending.
create unlogged table rate_limits (
  bucket text primary key,
  hits bigint[] not null default '{}'
) with (fillfactor = 50);

-- Worth an hour, so unlogged. `xid` is the transaction: its notification names it, and readers ask for its rows.
create unlogged table live_changes (
  id bigint generated always as identity primary key,
  xid bigint not null,
  organization_id text not null,
  project_id text not null,
  plan_id text not null,
  kind text not null,
  ids jsonb,
  fields jsonb,
  actor jsonb,
  created_at timestamptz not null default clock_timestamp()
);
create index live_changes_plan on live_changes (plan_id, id);
create index live_changes_project on live_changes (project_id, id);
create index live_changes_created on live_changes (created_at);

-- --- functions and triggers -----------------------------------------------------------------------------------------

-- Admits one call into all buckets or into none; returns 0, or the place of the bucket that is full. Rows are locked in the
-- order of their names, so that two calls never wait for each other in a circle. The time is the database's, taken after the
-- lock: calls that waited are counted when they are admitted, and nodes need not agree on the time.
create function take_rate_limit(buckets text[], limits integer[], at_ms bigint default null) returns integer
language plpgsql as $$
declare
  at bigint;
  i integer;
  held bigint[];
  size integer;
begin
  insert into rate_limits (bucket) select b from unnest(buckets) as b order by b on conflict do nothing;
  perform 1 from rate_limits where bucket = any (buckets) order by bucket for update;
  at := coalesce(at_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  for i in 1 .. cardinality(buckets) loop
    select hits into held from rate_limits where bucket = buckets[i];
    size := cardinality(held);
    -- Ascending: fewer than the limit lie within the minute if the limit-th from the end is older.
    if size >= limits[i] and held[size - limits[i] + 1] > at - 60000 then
      return i;
    end if;
  end loop;
  update rate_limits
    set hits = hits[width_bucket(at - 60000, hits) + 1 :] || greatest(at, hits[cardinality(hits)])
    where bucket = any (buckets);
  return 0;
end $$;

-- Whoever remembers principals forgets them when a credential or its rights change, before the change is answered.
create function notify_principals() returns trigger language plpgsql as $$
begin
  perform pg_notify('principals', '');
  return null;
end $$;

-- Without ids: too many. Who acts is set by the rules' first lock of the plan.
create function note_live(organization text, project text, plan text, what text, changed text[], names text[])
returns void language plpgsql as $$
declare
  transaction_id bigint := pg_current_xact_id()::text::bigint;
begin
  insert into live_changes (xid, organization_id, project_id, plan_id, kind, ids, fields, actor)
    values (transaction_id, organization, project, plan, what,
      case when cardinality(changed) <= 500 then to_jsonb(changed) end, to_jsonb(names),
      nullif(current_setting('routewright.actor', true), '')::jsonb);
  perform pg_notify('live',
    json_build_object('plan_id', plan, 'project_id', project, 'xid', transaction_id::text)::text);
end $$;

create function live_stops_inserted() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select organization_id, project_id, plan_id, array_agg(id) as ids
    from new_rows where plan_id is not null group by 1, 2, 3
  loop
    perform note_live(one.organization_id, one.project_id, one.plan_id, 'stops', one.ids, null);
  end loop;
  return null;
end $$;

-- A stop that moves is told to both plans. Estimates alone come often and are told apart. Names of changed columns are worth
-- their cost for the few rows that a person changes, and only where a reader of conflicts asks for them: estimates leave
-- `updated_at` as it is, and come with every position.
create function live_stops_updated() returns trigger language plpgsql as $$
declare
  one record;
  names text[];
  is_few boolean := (select count(*) <= 20 from (select 1 from new_rows limit 21) few);
begin
  if is_few then
    names := (select array_agg(distinct name)
      from new_rows n join old_rows o using (id), unnest(changed_names(to_jsonb(o), to_jsonb(n))) name
      where n.updated_at is distinct from o.updated_at and name not in ('updated_at', 'optimization_warnings'));
  end if;
  for one in
    select organization_id, project_id, plan_id, what, array_agg(id) as ids from (
      select n.organization_id, n.project_id, n.plan_id, n.id,
        case when n.updated_at = o.updated_at and (n."order", n.planned_arrival_time, n.planned_departure_time,
          n.distance_to_previous_stop, n.distance_to_next_stop, n.optimization_warnings) is not distinct from (o."order",
          o.planned_arrival_time, o.planned_departure_time, o.distance_to_previous_stop, o.distance_to_next_stop,
          o.optimization_warnings) then 'estimates' else 'stops' end as what
      from new_rows n join old_rows o using (id)
      where n.plan_id is not null and n.* is distinct from o.*
      union all
      select o.organization_id, o.project_id, o.plan_id, o.id, 'stops'
      from new_rows n join old_rows o using (id)
      where o.plan_id is not null and n.plan_id is distinct from o.plan_id
    ) changed group by 1, 2, 3, 4
  loop
    perform note_live(one.organization_id, one.project_id, one.plan_id, one.what, one.ids, names);
  end loop;
  return null;
end $$;

create function live_routes_inserted() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in select organization_id, project_id, plan_id, array_agg(id) as ids from new_rows group by 1, 2, 3 loop
    perform note_live(one.organization_id, one.project_id, one.plan_id, 'routes', one.ids, null);
  end loop;
  return null;
end $$;

-- Positions of vehicles come often and are told apart.
create function live_routes_updated() returns trigger language plpgsql as $$
declare
  one record;
  names text[] := (select array_agg(distinct name)
    from new_rows n join old_rows o using (id), unnest(changed_names(to_jsonb(o), to_jsonb(n))) name
    where name <> 'planned_track');
begin
  for one in
    select n.organization_id, n.project_id, n.plan_id, array_agg(n.id) as ids
    from new_rows n join old_rows o using (id) where n.* is distinct from o.* group by 1, 2, 3
  loop
    perform note_live(one.organization_id, one.project_id, one.plan_id,
      case when names <@ array['last_position', 'distance_traveled', 'tracing_percent', 'estimated_end_time']
        then 'positions' else 'routes' end,
      one.ids, array_remove(names, 'updated_at'));
  end loop;
  return null;
end $$;

create function live_plans_changed() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in select organization_id, project_id, id from new_rows loop
    perform note_live(one.organization_id, one.project_id, one.id, 'plan', array[one.id], null);
  end loop;
  return null;
end $$;

create function live_reports_inserted() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select organization_id, project_id, plan_id, array_agg(id) as ids
    from new_rows where plan_id is not null group by 1, 2, 3
  loop
    perform note_live(one.organization_id, one.project_id, one.plan_id, 'reports', one.ids, null);
  end loop;
  return null;
end $$;

-- What hangs on a stop is part of its record.
create function live_children_changed() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in
    select s.organization_id, s.project_id, s.plan_id, array_agg(distinct s.id) as ids
    from changed_rows c join stops s on s.id = c.stop_id where s.plan_id is not null group by 1, 2, 3
  loop
    perform note_live(one.organization_id, one.project_id, one.plan_id, 'stops', one.ids, null);
  end loop;
  return null;
end $$;

create function live_runs_changed() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in select organization_id, project_id, plan_id, id from new_rows loop
    perform note_live(one.organization_id, one.project_id, one.plan_id, 'optimization', array[one.id], null);
  end loop;
  return null;
end $$;

create function live_notes_inserted() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in select organization_id, project_id, plan_id, array_agg(id) as ids from new_rows group by 1, 2, 3 loop
    perform note_live(one.organization_id, one.project_id, one.plan_id, 'notes', one.ids, null);
  end loop;
  return null;
end $$;

-- Which columns a change touched. A function, so that each row is written as JSON once: inside a query it would be once for
-- each column.
create function changed_names(before jsonb, after jsonb) returns text[] language sql immutable as $$
select array_agg(e.key) from jsonb_each(after) e where e.value is distinct from before -> e.key $$;

create trigger api_keys_principals after update or delete on api_keys execute function notify_principals();
create trigger users_principals after update of role, active, organization_id or delete on users execute function notify_principals();
create trigger project_members_principals after insert or update or delete on project_members execute function notify_principals();
create trigger user_sessions_principals after update of expires_at or delete on user_sessions execute function notify_principals();
create trigger driver_links_principals after update of revoked_at or delete on driver_links execute function notify_principals();
create trigger stops_live_insert after insert on stops referencing new table as new_rows for each statement execute function live_stops_inserted();
create trigger stops_live_update after update on stops referencing old table as old_rows new table as new_rows for each statement execute function live_stops_updated();
create trigger routes_live_insert after insert on routes referencing new table as new_rows for each statement execute function live_routes_inserted();
create trigger routes_live_update after update on routes referencing old table as old_rows new table as new_rows for each statement execute function live_routes_updated();
create trigger plans_live_insert after insert on plans referencing new table as new_rows for each statement execute function live_plans_changed();
create trigger plans_live_update after update on plans referencing old table as old_rows new table as new_rows for each statement execute function live_plans_changed();
create trigger reports_live_insert after insert on reports referencing new table as new_rows for each statement execute function live_reports_inserted();
create trigger optimization_runs_live_insert after insert on optimization_runs referencing new table as new_rows for each statement execute function live_runs_changed();
create trigger optimization_runs_live_update after update on optimization_runs referencing old table as old_rows new table as new_rows for each statement execute function live_runs_changed();
create trigger tasks_live_insert after insert on tasks referencing new table as changed_rows for each statement execute function live_children_changed();
create trigger tasks_live_update after update on tasks referencing new table as changed_rows for each statement execute function live_children_changed();
create trigger tasks_live_delete after delete on tasks referencing old table as changed_rows for each statement execute function live_children_changed();
create trigger packages_live_insert after insert on packages referencing new table as changed_rows for each statement execute function live_children_changed();
create trigger packages_live_update after update on packages referencing new table as changed_rows for each statement execute function live_children_changed();
create trigger packages_live_delete after delete on packages referencing old table as changed_rows for each statement execute function live_children_changed();
create trigger surveys_live_insert after insert on surveys referencing new table as changed_rows for each statement execute function live_children_changed();
create trigger surveys_live_update after update on surveys referencing new table as changed_rows for each statement execute function live_children_changed();
create trigger surveys_live_delete after delete on surveys referencing old table as changed_rows for each statement execute function live_children_changed();
create trigger driver_notes_live_insert after insert on driver_notes referencing new table as new_rows for each statement execute function live_notes_inserted();

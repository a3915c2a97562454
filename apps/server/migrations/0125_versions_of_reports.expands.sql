-- What reports said before they were corrected or taken back: every version is kept beside its stop.
alter table reports add column amended_at timestamptz;

create table report_versions (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  plan_id text,
  route_id text,
  stop_id text not null references stops (id),
  report_id text not null,
  created_at timestamptz not null,
  ended_as text not null check (ended_as in ('amended', 'taken_back')),
  ended_at timestamptz not null,
  ended_by text check (ended_by in ('driver', 'dispatcher', 'program')),
  ended_within integer,
  ended_by_user text,
  -- The caller's id of the correction: sent again, it changes nothing.
  amendment_id text,
  recorded_at timestamptz not null,
  type text not null check (type in ('service_report_attempted', 'service_report_completed', 'service_report_canceled')),
  comments text,
  cancel_reason text,
  taken_by text check (taken_by in ('recipient', 'household', 'neighbour', 'left')),
  taker_name text,
  images jsonb not null default '[]',
  signature jsonb,
  tasks jsonb not null default '[]',
  packages jsonb not null default '[]',
  location jsonb,
  location_distance double precision,
  time_in_stop double precision,
  moment_within integer,
  custom_fields jsonb,
  client_id text,
  reporter text check (reporter in ('driver', 'dispatcher', 'program'))
);
create unique index report_versions_amendment on report_versions (stop_id, amendment_id) where amendment_id is not null;
create index report_versions_stop on report_versions (stop_id, recorded_at, id);
create index report_versions_organization on report_versions (organization_id);

-- A correction that comes too late contradicts what the service knows, and stands beside the stop like any such report.
alter table report_conflicts add column amends text;
alter table report_conflicts drop constraint report_conflicts_reason_check;
alter table report_conflicts add constraint report_conflicts_reason_check check (
  reason in ('ended', 'begun_elsewhere', 'route_deleted', 'stop_deleted', 'left_plan', 'no_code', 'refused', 'replaced', 'amended', 'taken_back')
);

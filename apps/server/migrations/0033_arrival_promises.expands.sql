-- Windows of arrival that recipients were told: when, by what, made of which estimate, and how it came out.
create table arrival_promises (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  plan_id text not null,
  route_id text,
  vehicle_id text,
  stop_id text not null,
  told_at timestamptz not null,
  told_by text not null check (told_by in ('page', 'email', 'sms', 'slot')),
  window_from timestamptz not null,
  window_to timestamptz not null,
  estimated_at timestamptz,
  share double precision,
  is_started boolean not null,
  stops_ahead integer,
  minutes_ahead integer not null,
  hour integer not null,
  came_at timestamptz,
  outcome text check (outcome in ('kept', 'early', 'late', 'void')),
  seconds_off integer
);
create index arrival_promises_of_stop on arrival_promises (stop_id, told_at);
create index arrival_promises_of_project on arrival_promises (project_id, window_from);
create index arrival_promises_open on arrival_promises (window_from) where outcome is null;
create index arrival_promises_of_organization on arrival_promises (organization_id, id);

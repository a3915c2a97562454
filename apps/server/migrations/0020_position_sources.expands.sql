-- Positions that come in by themselves: where trackers send to, and which of their devices is in which vehicle. No place is kept
-- here: what belongs to a route goes to its positions, and anything else is nobody's business.
create table position_sources (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  label text not null,
  enabled boolean not null default true,
  token_digest bytea not null
);
create unique index position_sources_token on position_sources (token_digest);
create index position_sources_of_organization on position_sources (organization_id, id);
create table position_devices (
  id text primary key,
  organization_id text not null references organizations (id),
  source_id text not null references position_sources (id) on delete cascade,
  device_id text not null,
  name text,
  vehicle_id text references vehicles (id),
  created_at timestamptz not null,
  seen_at timestamptz not null,
  result text not null check (result in ('stored', 'repeated', 'no_vehicle', 'no_route', 'wrong_time'))
);
create unique index position_devices_key on position_devices (source_id, device_id);
create index position_devices_of_organization on position_devices (organization_id, seen_at);
create index position_devices_of_vehicle on position_devices (vehicle_id) where vehicle_id is not null;

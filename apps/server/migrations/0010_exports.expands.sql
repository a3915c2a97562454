-- Tables that are written into files in the background.
create table exports (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  what text not null constraint exports_what check (what in ('stops', 'routes', 'reports')),
  format text not null constraint exports_format check (format in ('csv', 'xlsx')),
  state text not null default 'waiting'
    constraint exports_state check (state in ('waiting', 'running', 'finished', 'failed')),
  percent integer not null default 0,
  rows integer,
  size_bytes bigint,
  file_name text,
  reason text,
  expires_at timestamptz not null,
  query jsonb not null,
  attempt integer not null default 0,
  parts integer not null default 0
);
create index exports_organization on exports (organization_id, created_at);
create index exports_expiry on exports (expires_at);

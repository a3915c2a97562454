-- Days that are planned together: what was asked, what was found, and what of it was applied. Kept for some days.
create table week_plans (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  from_on text not null,
  days integer not null,
  stability double precision not null,
  seconds integer not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  percent integer not null default 0,
  reason text,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  found jsonb,
  applied jsonb not null default '{}'
);
create index week_plans_of_organization on week_plans (organization_id, expires_at);

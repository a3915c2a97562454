-- Days that are tried otherwise than planned: what was asked, how far the search is, and what was found. Kept for some days.
create table what_ifs (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  kind text not null,
  plan_id text,
  expires_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  percent integer not null default 0,
  reason text,
  attempts integer not null default 0,
  asked jsonb not null,
  found jsonb
);
create index what_ifs_of_project on what_ifs (project_id, kind, created_at);
create index what_ifs_by_expiry on what_ifs (expires_at);

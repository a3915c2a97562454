-- Assistants that sign in by OAuth: the programs that registered, the connections that people allowed, and their codes and tokens.

create table assistant_clients (
  id text primary key,
  name text not null,
  redirect_uris jsonb not null default '[]',
  created_at timestamptz not null,
  -- When somebody let it in for the first time; others are forgotten after a day.
  used_at timestamptz
);

create index assistant_clients_unused on assistant_clients (created_at) where used_at is null;

create table assistant_connections (
  id text primary key,
  organization_id text not null references organizations (id),
  user_id text not null references users (id) on delete cascade,
  client_id text not null references assistant_clients (id) on delete cascade,
  client_name text not null,
  redirect_host text not null,
  scope jsonb not null default '[]',
  project_ids jsonb,
  last_used_at timestamptz,
  created_at timestamptz not null
);

create index assistant_connections_user on assistant_connections (organization_id, user_id);

create table assistant_tokens (
  digest bytea primary key,
  connection_id text not null references assistant_connections (id) on delete cascade,
  kind text not null check (kind in ('code', 'access', 'refresh')),
  scope jsonb not null default '[]',
  redirect_uri text,
  code_challenge text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

create index assistant_tokens_connection on assistant_tokens (connection_id);
create index assistant_tokens_expires_at on assistant_tokens (expires_at);

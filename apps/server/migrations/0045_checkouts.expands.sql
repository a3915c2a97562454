-- Customers of shops who choose a window before there is a stop: what they are about to order, and what they hold.
create table checkouts (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  origins jsonb not null default '[]',
  hold_minutes integer not null,
  first_day text not null,
  last_day text not null,
  language text check (language in ('en', 'es', 'fr', 'de', 'pt')),
  customer_class text,
  expires_at timestamptz not null,
  ended_at timestamptz,
  slot_promise_id text,
  holds integer not null default 0,
  token_digest bytea not null,
  customer text,
  stop jsonb
);
create unique index checkouts_token on checkouts (token_digest);
create index checkouts_of_organization on checkouts (organization_id, id);
create index checkouts_expiry on checkouts (expires_at);

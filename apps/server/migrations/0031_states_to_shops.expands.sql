-- Shops are told what becomes of their orders: where they are reached, what each order's shop knows, and a log of the last days.
alter table order_sources add column telling jsonb;
alter table order_sources add column tell_secret text;
alter table source_orders add column told_state text check (told_state in ('planned', 'under_way', 'done', 'failed'));
alter table source_orders add column settled_at timestamptz;
alter table source_orders add column tell_state text check (tell_state in ('planned', 'under_way', 'done', 'failed'));
alter table source_orders add column tell_attempts integer not null default 0;
alter table source_orders add column tell_at timestamptz;
alter table source_orders add column tell_leased_until timestamptz;
create index source_orders_to_tell on source_orders (source_id, settled_at) where stop_id is not null;
create table told_states (
  id text primary key,
  organization_id text not null references organizations (id),
  source_id text not null references order_sources (id) on delete cascade,
  created_at timestamptz not null,
  order_id text not null,
  state text not null check (state in ('planned', 'under_way', 'done', 'failed')),
  ok boolean not null,
  duration_ms integer not null,
  detail text,
  stop_id text
);
create index told_states_of_source on told_states (source_id, created_at desc, id desc);
create index told_states_of_organization on told_states (organization_id, created_at);

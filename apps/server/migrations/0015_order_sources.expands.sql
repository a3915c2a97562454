-- Orders that come in by themselves: their sources, each order with its stop, and the messages of the last days.
create table order_sources (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  kind text not null check (kind in ('woocommerce', 'shopify', 'odoo', 'erpnext', 'prestashop', 'custom')),
  label text not null,
  enabled boolean not null default true,
  mapping jsonb not null,
  signature jsonb,
  token_digest bytea not null,
  secret text
);
create unique index order_sources_token on order_sources (token_digest);
create index order_sources_of_organization on order_sources (organization_id, id);
create table source_orders (
  id text primary key,
  organization_id text not null references organizations (id),
  source_id text not null references order_sources (id) on delete cascade,
  order_id text not null,
  stop_id text,
  changed_at timestamptz,
  received_at timestamptz,
  prints jsonb not null default '{}',
  touched_at timestamptz not null
);
create unique index source_orders_key on source_orders (source_id, order_id);
create index source_orders_of_organization on source_orders (organization_id, touched_at);
create table source_messages (
  id text primary key,
  organization_id text not null references organizations (id),
  source_id text not null references order_sources (id) on delete cascade,
  received_at timestamptz not null,
  result text not null check (result in (
    'waiting', 'created', 'changed', 'unchanged', 'canceled', 'outdated', 'ignored', 'too_late', 'refused')),
  order_id text,
  detail text,
  stop_id text,
  headers jsonb not null,
  body json not null
);
create index source_messages_of_source on source_messages (source_id, received_at desc, id desc);
create index source_messages_of_organization on source_messages (organization_id, received_at);

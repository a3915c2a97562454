-- Files of orders are fetched by SFTP and from mailboxes: where, when the next time, and what came of each file.
alter table order_sources add column fetching jsonb;
alter table order_sources add column fetch_secret text;
alter table order_sources add column fetch_at timestamptz;
alter table order_sources add column fetched_at timestamptz;
alter table order_sources add column fetch_problem text;
create index order_sources_to_fetch on order_sources (fetch_at) where fetch_at is not null;
create table order_files (
  id text primary key,
  organization_id text not null references organizations (id),
  source_id text not null references order_sources (id) on delete cascade,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  print text not null,
  name text not null,
  size bigint not null,
  sender text,
  result text not null check (result in ('taken', 'refused')),
  rows integer,
  detail text
);
create unique index order_files_print on order_files (source_id, print);
create index order_files_of_source on order_files (source_id, created_at desc, id desc);
create index order_files_of_organization on order_files (organization_id, seen_at);

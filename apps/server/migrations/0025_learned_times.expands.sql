-- What was learned of service times: a row for the project, each kind of stop, band of load, client and place, with its evidence.
alter table projects add column learning jsonb not null default '{}';
create table learned_times (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  kind text not null check (kind in ('project', 'type', 'load', 'first', 'client', 'place')),
  subject text not null,
  learned_at timestamptz not null,
  label text,
  factor double precision not null,
  visits integer not null,
  from_quantity double precision,
  seconds integer,
  given_seconds integer,
  spread_seconds integer,
  last_seen text,
  given_error double precision,
  learned_error double precision,
  is_better boolean not null,
  is_off boolean not null default false,
  fixed_seconds integer,
  forgotten_at timestamptz
);
create unique index learned_times_subject on learned_times (project_id, kind, subject);
create index learned_times_of_organization on learned_times (organization_id, id);

-- Depots and loading places, and which vehicles and routes begin and end at them.
create table depots (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  external_id text,
  label text not null,
  phone text,
  comments text,
  custom_fields jsonb,
  location jsonb not null,
  hours jsonb not null default '[]',
  loading_time integer,
  deleted boolean not null default false,
  deleted_at timestamptz
);
create index depots_of_project on depots (project_id, id) where not deleted;
create index depots_of_organization on depots (organization_id, id);
alter table vehicles add column default_start_depot_id text;
alter table vehicles add column default_end_depot_id text;
alter table routes add column start_depot_id text;
alter table routes add column end_depot_id text;
alter table routes add column planned_loading_time integer;
create index routes_of_start_depot on routes (start_depot_id) where start_depot_id is not null and not deleted;
create index routes_of_end_depot on routes (end_depot_id) where end_depot_id is not null and not deleted;

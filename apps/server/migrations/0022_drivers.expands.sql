-- Drivers as people, and who drives which vehicle or route on a day that is not as usual.
create table drivers (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  external_id text,
  label text not null,
  phone text,
  email text,
  comments text,
  custom_fields jsonb,
  languages jsonb not null default '[]',
  licence_classes jsonb not null default '[]',
  provides jsonb not null default '[]',
  shifts jsonb not null default '[]',
  absences jsonb not null default '[]',
  home jsonb,
  usual_vehicle_id text,
  cost_per_hour double precision,
  cost_per_day double precision,
  archived boolean not null default false,
  deleted boolean not null default false,
  deleted_at timestamptz
);
create index drivers_of_project on drivers (project_id, id) where not deleted;
create index drivers_of_organization on drivers (organization_id, id);
create table driver_assignments (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  day text not null,
  vehicle_id text references vehicles (id),
  route_id text references routes (id),
  driver_id text references drivers (id),
  created_by text,
  created_at timestamptz not null,
  check ((vehicle_id is null) <> (route_id is null))
);
create unique index driver_assignments_vehicle on driver_assignments (vehicle_id, day) where vehicle_id is not null;
create unique index driver_assignments_route on driver_assignments (route_id) where route_id is not null;
create index driver_assignments_day on driver_assignments (project_id, day);
create index driver_assignments_driver on driver_assignments (driver_id, day) where driver_id is not null;
create index driver_assignments_of_organization on driver_assignments (organization_id, id);

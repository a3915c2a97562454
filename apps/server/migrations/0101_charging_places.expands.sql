-- Charging places: where electric vehicles may charge between two stops.
create table charging_places (
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
  power double precision not null,
  points integer,
  hours jsonb not null default '[]',
  price_per_kwh double precision,
  deleted boolean not null default false,
  deleted_at timestamptz
);
create index charging_places_of_project on charging_places (project_id, id) where not deleted;
create index charging_places_of_organization on charging_places (organization_id, id);

-- What the running day is like for all routes of a project, as it was seen last.
create table day_paces (
  project_id text not null references projects (id),
  organization_id text not null references organizations (id),
  day text not null,
  driving_factor double precision not null,
  driving_parts integer not null,
  driving_routes integer not null,
  work_factor double precision not null,
  work_parts integer not null,
  work_routes integer not null,
  seen_at timestamptz not null,
  primary key (project_id, day)
);
create index day_paces_of_organization on day_paces (organization_id);

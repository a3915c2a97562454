-- The font of a sender, for the recipients' page of his project.
create table project_fonts (
  project_id text primary key references projects (id),
  organization_id text not null references organizations (id),
  bytes bytea not null,
  digest text not null,
  created_at timestamptz not null
);

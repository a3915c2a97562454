-- Who gets the figures of a project each Monday, and the Monday of the week in which that was last settled.
create table weekly_readers (
  project_id text not null references projects (id),
  user_id text not null references users (id),
  organization_id text not null references organizations (id),
  created_at timestamptz not null,
  sent_week text not null,
  primary key (project_id, user_id)
);
create index weekly_readers_of_organization on weekly_readers (organization_id);
create index weekly_readers_of_user on weekly_readers (user_id);

-- What is known of when an order may be served: it waits without a day, or was given one. The order itself is a stop.
create table backlog_terms (
  stop_id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  earliest_on text,
  latest_on text,
  previous_visit_on text,
  min_days_between integer,
  priority integer not null default 0
);
create index backlog_terms_of_organization on backlog_terms (organization_id, stop_id);
create index stops_without_plan on stops (project_id, created_at, id) where plan_id is null and not deleted;

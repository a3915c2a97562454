-- Messages between dispatchers and the driver of a route. Their pictures lie with those of reports, and hang on the route.
create table route_messages (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  plan_id text not null,
  route_id text not null references routes (id),
  stop_id text,
  sender text not null check (sender in ('dispatcher', 'driver')),
  kind text not null check (kind in ('text', 'ping')),
  text text,
  image jsonb,
  awaits_image boolean not null default false,
  author text,
  created_by text,
  client_id text,
  created_at timestamptz not null,
  received_at timestamptz not null,
  delivered_at timestamptz,
  read_at timestamptz,
  updated_at timestamptz not null
);
create unique index route_messages_client_id on route_messages (route_id, client_id) where client_id is not null;
create index route_messages_route on route_messages (route_id, received_at, id);
create index route_messages_plan on route_messages (plan_id);
create index route_messages_stop on route_messages (stop_id) where stop_id is not null;
create index route_messages_organization on route_messages (organization_id);

alter table report_images alter column stop_id drop not null, add column route_id text references routes (id);
create unique index report_images_route_client_id on report_images (route_id, client_id)
  where route_id is not null and client_id is not null;

create function live_messages_changed() returns trigger language plpgsql as $$
declare
  one record;
begin
  for one in select organization_id, project_id, plan_id, array_agg(id) as ids from new_rows group by 1, 2, 3 loop
    perform note_live(one.organization_id, one.project_id, one.plan_id, 'messages', one.ids, null);
  end loop;
  return null;
end $$;
create trigger route_messages_live_insert after insert on route_messages
  referencing new table as new_rows for each statement execute function live_messages_changed();
create trigger route_messages_live_update after update on route_messages
  referencing new table as new_rows for each statement execute function live_messages_changed();

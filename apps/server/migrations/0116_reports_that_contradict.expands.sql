-- Drivers' reports that contradict what the service knows: kept whole beside their stop until a dispatcher decides.
create table report_conflicts (
  id text primary key,
  organization_id text not null references organizations (id),
  project_id text not null references projects (id),
  plan_id text not null,
  route_id text not null,
  stop_id text not null references stops (id),
  reason text not null check (reason in ('ended', 'begun_elsewhere', 'route_deleted', 'stop_deleted', 'left_plan', 'no_code', 'refused', 'replaced')),
  state text not null default 'open' check (state in ('open', 'taken', 'kept', 'dismissed')),
  type text not null check (type in ('service_report_attempted', 'service_report_completed', 'service_report_canceled')),
  comments text,
  cancel_reason text,
  images jsonb not null default '[]',
  signature jsonb,
  tasks jsonb not null default '[]',
  packages jsonb not null default '[]',
  location jsonb,
  location_distance double precision,
  time_in_stop double precision,
  custom_fields jsonb,
  client_id text,
  reporter text check (reporter in ('driver', 'dispatcher', 'program')),
  refusal text,
  device text,
  report_id text,
  decided_by text,
  decided_at timestamptz,
  created_at timestamptz not null,
  received_at timestamptz not null
);
create unique index report_conflicts_client_id on report_conflicts (stop_id, client_id) where client_id is not null;
create index report_conflicts_plan on report_conflicts (plan_id);
create index report_conflicts_organization on report_conflicts (organization_id);

create function live_conflicts_changed() returns trigger language plpgsql as $$
declare
  one record;
begin
  -- The plan of the driver's route, and the one in which the stop is now.
  for one in
    select organization_id, project_id, plan_id, array_agg(id order by id) as ids from (
      select organization_id, project_id, plan_id, id from new_rows
      union
      select n.organization_id, n.project_id, s.plan_id, n.id from new_rows n join stops s on s.id = n.stop_id where s.plan_id is not null
    ) told group by 1, 2, 3
  loop
    perform note_live(one.organization_id, one.project_id, one.plan_id, 'conflicts', one.ids, null);
  end loop;
  return null;
end $$;
create trigger report_conflicts_live_insert after insert on report_conflicts
  referencing new table as new_rows for each statement execute function live_conflicts_changed();
create trigger report_conflicts_live_update after update on report_conflicts
  referencing new table as new_rows for each statement execute function live_conflicts_changed();

-- From which routes with a driver's link stops were taken, and when: the phone that was shown a stop may report on it afterwards.
create table routes_left (
  stop_id text not null references stops (id) on delete cascade,
  route_id text not null,
  organization_id text not null references organizations (id),
  left_at timestamptz not null,
  primary key (stop_id, route_id)
);
create index routes_left_organization on routes_left (organization_id);

create function note_route_left() returns trigger language plpgsql as $$
begin
  insert into routes_left (stop_id, route_id, organization_id, left_at)
    select old.id, old.route_id, old.organization_id, new.updated_at
    where exists (select from driver_links where route_id = old.route_id)
    on conflict (stop_id, route_id) do update set left_at = excluded.left_at;
  return null;
end $$;
create trigger stops_left_route after update of route_id on stops for each row
  when (old.route_id is not null and old.route_id is distinct from new.route_id) execute function note_route_left();

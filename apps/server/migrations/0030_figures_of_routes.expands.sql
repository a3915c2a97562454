-- Figures of plans by route, with promises, costs, load, and what emissions are worked out from; and by client and by zone.

-- Rows of an older version say less: whoever reads them counts the plan anew, as long as it finds no 2 here.
alter table plan_figures
  add column revision integer not null default 1,
  add column route_id text,
  add column fuel_type text,
  add column consumption double precision,
  add column travel_mode text,
  add column promised_stops integer not null default 0,
  add column kept_promises integer not null default 0,
  add column agreed_stops integer not null default 0,
  add column kept_agreed_stops integer not null default 0,
  add column priced_routes integer not null default 0,
  add column priced_stops integer not null default 0,
  add column priced_distance double precision not null default 0,
  add column planned_cost double precision not null default 0,
  add column driven_cost double precision not null default 0,
  add column available_time double precision not null default 0,
  add column used_time double precision not null default 0,
  add column carried_weight double precision not null default 0,
  add column weight_capacity double precision not null default 0;

alter table plan_words drop constraint plan_words_kind_check;
alter table plan_words add constraint plan_words_kind_check
  check (kind in ('cancel_reason', 'rating_tag', 'time_in_stop', 'planned_time_in_stop'));

-- What is counted of the stops of a plan by client and by zone; without a group what is of no client, or in no zone.
create table plan_group_figures (
  plan_id text not null references plans (id) on delete cascade,
  organization_id text not null,
  kind text not null check (kind in ('client', 'area')),
  group_id text,
  total_stops integer not null,
  completed_stops integer not null,
  incomplete_stops integer not null,
  canceled_stops integer not null,
  pending_stops integer not null,
  timed_stops integer not null,
  on_time_stops integer not null,
  promised_stops integer not null default 0,
  kept_promises integer not null default 0,
  agreed_stops integer not null default 0,
  kept_agreed_stops integer not null default 0,
  attempted_stops integer not null,
  first_attempt_stops integer not null,
  delayed_stops integer not null,
  sum_of_delays double precision not null,
  measured_stops integer not null,
  sum_of_times_in_stop double precision not null,
  ratings integer not null,
  sum_of_ratings integer not null
);
create index plan_group_figures_plan on plan_group_figures (plan_id);

-- See 0004 for its lock and 0013 for the single plan.
create or replace function forget_plan_figures(changed text[]) returns void language plpgsql as $$
declare
  single text := changed[1];
begin
  if cardinality(changed) = 1 then
    perform pg_advisory_xact_lock_shared(71, hashtext(single) & 1023);
    delete from plan_words where plan_id = single;
    delete from plan_group_figures where plan_id = single;
    delete from plan_figures where plan_id = single;
    return;
  end if;
  perform pg_advisory_xact_lock_shared(71, lock) from (
    select distinct hashtext(p) & 1023 as lock from unnest(changed) as p where p is not null
  ) locks;
  delete from plan_words where plan_id = any (changed);
  delete from plan_group_figures where plan_id = any (changed);
  delete from plan_figures where plan_id = any (changed);
end $$;

-- A zone that is drawn anew holds other stops, on the days before as well.
create function figures_zones_changed() returns trigger language plpgsql as $$
begin
  perform forget_plan_figures(array(select p.id from plans p where p.project_id in (select project_id from changed_rows)));
  return null;
end $$;

create function figures_zones_updated() returns trigger language plpgsql as $$
begin
  perform forget_plan_figures(array(select p.id from plans p where p.project_id in (
    select n.project_id from new_rows n join old_rows o using (id)
    where (n.polygon, n.deleted) is distinct from (o.polygon, o.deleted))));
  return null;
end $$;

create trigger zones_figures_insert after insert on zones referencing new table as changed_rows for each statement execute function figures_zones_changed();
create trigger zones_figures_update after update on zones referencing old table as old_rows new table as new_rows for each statement execute function figures_zones_updated();
create trigger zones_figures_delete after delete on zones referencing old table as changed_rows for each statement execute function figures_zones_changed();

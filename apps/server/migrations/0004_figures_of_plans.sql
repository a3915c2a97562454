-- What analytics count, summed up for each plan whose day has passed: a year is then read in its plans, not in its stops. Whatever
-- changes something that is counted deletes the sums of its plan in the same transaction; a job makes them anew.

create table plan_figures (
  plan_id text not null references plans (id) on delete cascade,
  organization_id text not null,
  vehicle_id text,
  -- When the day of the plan began in its project: windows and planned times count from it.
  midnight timestamptz not null,
  total_stops integer not null,
  completed_stops integer not null,
  incomplete_stops integer not null,
  canceled_stops integer not null,
  pending_stops integer not null,
  timed_stops integer not null,
  on_time_stops integer not null,
  attempted_stops integer not null,
  first_attempt_stops integer not null,
  delayed_stops integer not null,
  sum_of_delays double precision not null,
  measured_stops integer not null,
  sum_of_times_in_stop double precision not null,
  ratings integer not null,
  sum_of_ratings integer not null,
  total_routes integer not null,
  finished_routes integer not null,
  planned_distance double precision not null,
  driven_distance double precision not null,
  planned_time double precision not null,
  driven_time double precision not null
);
create index plan_figures_plan on plan_figures (plan_id);

-- How often something was said of the stops of a plan that has figures: reasons of failures, and tags of ratings.
create table plan_words (
  plan_id text not null references plans (id) on delete cascade,
  organization_id text not null,
  kind text not null check (kind in ('cancel_reason', 'rating_tag')),
  word text not null,
  count integer not null
);
create index plan_words_plan on plan_words (plan_id);

-- Whoever makes figures of a plan holds its lock alone and reads after that; whoever changes what they count shares it until the
-- commit. So figures never miss a change that was under way, and changes do not wait for each other. Plans share 1,024 locks:
-- the database holds only some thousands at a time, and a large deletion touches all plans at once.
create function forget_plan_figures(changed text[]) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(71, lock) from (
    select distinct hashtext(p) & 1023 as lock from unnest(changed) as p where p is not null
  ) locks;
  delete from plan_words where plan_id = any (changed);
  delete from plan_figures where plan_id = any (changed);
end $$;

create function figures_rows_added_or_removed() returns trigger language plpgsql as $$
begin
  perform forget_plan_figures(array(select distinct plan_id from added_or_removed));
  return null;
end $$;

create function figures_rows_changed() returns trigger language plpgsql as $$
begin
  perform forget_plan_figures(array(select plan_id from new_rows union select plan_id from old_rows));
  return null;
end $$;

create function figures_surveys_changed() returns trigger language plpgsql as $$
begin
  perform forget_plan_figures(array(select distinct s.plan_id from changed_rows c join stops s on s.id = c.stop_id));
  return null;
end $$;

create trigger stops_figures_insert after insert on stops referencing new table as added_or_removed for each statement execute function figures_rows_added_or_removed();
create trigger stops_figures_update after update on stops referencing old table as old_rows new table as new_rows for each statement execute function figures_rows_changed();
create trigger stops_figures_delete after delete on stops referencing old table as added_or_removed for each statement execute function figures_rows_added_or_removed();
create trigger routes_figures_insert after insert on routes referencing new table as added_or_removed for each statement execute function figures_rows_added_or_removed();
create trigger routes_figures_update after update on routes referencing old table as old_rows new table as new_rows for each statement execute function figures_rows_changed();
create trigger routes_figures_delete after delete on routes referencing old table as added_or_removed for each statement execute function figures_rows_added_or_removed();
create trigger reports_figures_insert after insert on reports referencing new table as added_or_removed for each statement execute function figures_rows_added_or_removed();
create trigger reports_figures_update after update on reports referencing old table as old_rows new table as new_rows for each statement execute function figures_rows_changed();
create trigger reports_figures_delete after delete on reports referencing old table as added_or_removed for each statement execute function figures_rows_added_or_removed();
create trigger surveys_figures_insert after insert on surveys referencing new table as changed_rows for each statement execute function figures_surveys_changed();
create trigger surveys_figures_update after update on surveys referencing new table as changed_rows for each statement execute function figures_surveys_changed();
create trigger surveys_figures_delete after delete on surveys referencing old table as changed_rows for each statement execute function figures_surveys_changed();

-- What every change of a stop or a route runs does less. What open pages are told, and which figures are forgotten, stays the same.

-- The columns in which two versions of a row differ, in the order of their names: written out for each column, which takes a tenth of
-- the time of comparing the rows as JSON. Each migration writes it anew (platform/migrate.ts), so that it knows all columns.
create function write_changed_columns() returns void language plpgsql as $$
declare
  name text;
begin
  foreach name in array array['stops', 'routes'] loop
    execute format(
      'create or replace function changed_columns(was %1$I, became %1$I) returns text[] language sql immutable as %2$L', name,
      (select 'select array_remove(array[' || string_agg(
          format('case when became.%1$I is distinct from was.%1$I then %1$L end', attname), ', ' order by attname collate "C")
        || '], null)'
      from pg_attribute where attrelid = name::regclass and attnum > 0 and not attisdropped));
  end loop;
end $$;

select write_changed_columns();

-- Words and groups of a plan are only kept together with its figures (data/plan-figures.sql.ts).
create or replace function forget_plan_figures(changed text[]) returns void language plpgsql as $$
declare
  single text := changed[1];
  forgotten text;
begin
  if cardinality(changed) = 1 then
    forgotten := coalesce(current_setting('routewright.forgotten', true), '');
    if position(single in forgotten) > 0 then
      return;
    end if;
    perform pg_advisory_xact_lock_shared(71, hashtext(single) & 1023);
    delete from plan_figures where plan_id = single;
    if found then
      delete from plan_words where plan_id = single;
      delete from plan_group_figures where plan_id = single;
    end if;
    perform set_config('routewright.forgotten', forgotten || single || ' ', true);
    return;
  end if;
  perform pg_advisory_xact_lock_shared(71, lock) from (
    select distinct hashtext(p) & 1023 as lock from unnest(changed) as p where p is not null
  ) locks;
  delete from plan_words where plan_id = any (changed);
  delete from plan_group_figures where plan_id = any (changed);
  delete from plan_figures where plan_id = any (changed);
end $$;

-- Forgets the figures as well, so that one look at a changed stop is enough.
create or replace function live_stops_updated() returns trigger language plpgsql as $$
declare
  one record;
  names text[];
  has_moved boolean := false;
  few integer := (select count(*) from (select 1 from new_rows limit 21) few);
begin
  if few = 1 then
    select n.organization_id, n.project_id, n.plan_id, n.id, changed_columns(o::stops, n::stops) as changed into one
      from new_rows n, old_rows o;
    if one.changed = '{}' then
      return null;
    end if;
    if 'updated_at' = any (one.changed) and not 'plan_id' = any (one.changed) then
      if one.plan_id is not null then
        perform forget_plan_figures(array[one.plan_id]);
        perform note_live(one.organization_id, one.project_id, one.plan_id, 'stops', array[one.id],
          nullif(array_remove(array_remove(one.changed, 'updated_at'), 'optimization_warnings'), '{}'));
      end if;
      return null;
    end if;
  end if;
  perform forget_plan_figures(array(select plan_id from new_rows union select plan_id from old_rows));
  for one in
    select n.organization_id, n.project_id, n.plan_id, array_agg(n.id) as ids,
      case when n.updated_at = o.updated_at and (n."order", n.planned_arrival_time, n.planned_departure_time,
        n.distance_to_previous_stop, n.distance_to_next_stop, n.optimization_warnings) is not distinct from (o."order",
        o.planned_arrival_time, o.planned_departure_time, o.distance_to_previous_stop, o.distance_to_next_stop,
        o.optimization_warnings) then 'estimates' else 'stops' end as what,
      n.updated_at is distinct from o.updated_at as is_touched,
      bool_or(n.plan_id is distinct from o.plan_id) as has_moved
    from new_rows n join old_rows o using (id) where n.* is distinct from o.* group by 1, 2, 3, 5, 6
  loop
    has_moved := has_moved or one.has_moved;
    if one.is_touched and few <= 20 and names is null then
      names := (select array_agg(distinct name)
        from new_rows n join old_rows o using (id), unnest(changed_columns(o::stops, n::stops)) name
        where n.updated_at is distinct from o.updated_at and name not in ('updated_at', 'optimization_warnings'));
    end if;
    if one.plan_id is not null then
      perform note_live(one.organization_id, one.project_id, one.plan_id, one.what, one.ids,
        case when one.is_touched then names end);
    end if;
  end loop;
  if has_moved then
    for one in
      select o.organization_id, o.project_id, o.plan_id, array_agg(o.id) as ids from new_rows n join old_rows o using (id)
      where o.plan_id is not null and n.plan_id is distinct from o.plan_id group by 1, 2, 3
    loop
      perform note_live(one.organization_id, one.project_id, one.plan_id, 'stops', one.ids, names);
    end loop;
  end if;
  return null;
end $$;

-- The same for routes.
create or replace function live_routes_updated() returns trigger language plpgsql as $$
declare
  one record;
  names text[];
  derived constant text[] := array['last_position', 'distance_traveled', 'tracing_percent', 'estimated_end_time'];
begin
  if (select count(*) from (select 1 from new_rows limit 2) few) = 1 then
    select n.organization_id, n.project_id, n.plan_id, n.id, o.plan_id as plan_before, changed_columns(o::routes, n::routes) as changed
      into one from new_rows n, old_rows o;
    if one.changed <> '{}' then
      perform forget_plan_figures(case when one.plan_id = one.plan_before then array[one.plan_id]
        else array[one.plan_id, one.plan_before] end);
      names := nullif(array_remove(one.changed, 'planned_track'), '{}');
      perform note_live(one.organization_id, one.project_id, one.plan_id,
        case when names <@ derived then 'positions' else 'routes' end, array[one.id], array_remove(names, 'updated_at'));
    end if;
    return null;
  end if;
  perform forget_plan_figures(array(select plan_id from new_rows union select plan_id from old_rows));
  names := (select array_agg(distinct name)
    from new_rows n join old_rows o using (id), unnest(changed_columns(o::routes, n::routes)) name
    where name <> 'planned_track');
  for one in
    select n.organization_id, n.project_id, n.plan_id, array_agg(n.id) as ids
    from new_rows n join old_rows o using (id) where n.* is distinct from o.* group by 1, 2, 3
  loop
    perform note_live(one.organization_id, one.project_id, one.plan_id,
      case when names <@ derived then 'positions' else 'routes' end, one.ids, array_remove(names, 'updated_at'));
  end loop;
  return null;
end $$;

drop trigger stops_figures_update on stops;
drop trigger routes_figures_update on routes;

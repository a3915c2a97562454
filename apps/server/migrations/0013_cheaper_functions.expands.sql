-- Functions that every call or every change runs, with the common case first: one credential, one plan, one look at the changed
-- rows. A condition on one value is planned once for a session; one on a list is weighed anew with each use.

-- See 0003 for what it admits. A caller that is counted in one bucket, as nearly all are, locks the row by its name.
create or replace function take_rate_limit(buckets text[], limits integer[], at_ms bigint default null) returns integer
language plpgsql as $$
declare
  at bigint;
  single text := buckets[1];
  heads rate_limits[];
  head rate_limits;
begin
  if cardinality(buckets) = 1 then
    select * into head from rate_limits where bucket = single for update;
    if found then
      at := coalesce(at_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint);
      if head.total >= limits[1] and is_rate_full(head, limits[1], at) then
        return 1;
      end if;
      perform count_call(head, at);
      return 0;
    end if;
  end if;
  -- Locks all or nothing: who held some of them while it added others could hold up somebody who holds up him.
  heads := array(select r from rate_limits r where bucket = any (buckets)
    and (select count(*) from rate_limits where bucket = any (buckets)) = cardinality(buckets) order by bucket for update);
  if cardinality(heads) = 0 and cardinality(buckets) > 0 then
    insert into rate_limits (bucket) select b from unnest(buckets) as b order by b on conflict do nothing;
    heads := array(select r from rate_limits r where bucket = any (buckets) order by bucket for update);
  end if;
  at := coalesce(at_ms, (extract(epoch from clock_timestamp()) * 1000)::bigint);
  for place in 1 .. cardinality(buckets) loop
    foreach head in array heads loop
      if head.bucket = buckets[place] and is_rate_full(head, limits[place], at) then
        return place;
      end if;
    end loop;
  end loop;
  foreach head in array heads loop
    perform count_call(head, at);
  end loop;
  return 0;
end $$;

-- Fewer than the limit lie within the minute if the limit-th from the end is older; what is gone is older.
create function is_rate_full(head rate_limits, allowed integer, at bigint) returns boolean language plpgsql as $$
declare
  kept integer := cardinality(head.hits);
  place bigint := head.total - allowed;
  hit bigint;
begin
  if place < 0 then
    return false;
  end if;
  if allowed <= kept then
    hit := head.hits[kept - allowed + 1];
  else
    select hits[place % 64 + 1] into hit from rate_limit_pieces where bucket = head.bucket and number = place / 64;
  end if;
  return coalesce(hit > at - 60000, false);
end $$;

create function count_call(head rate_limits, at bigint) returns void language plpgsql as $$
begin
  if cardinality(head.hits) < 64 then
    update rate_limits set total = total + 1, hits = hits || greatest(at, hits[cardinality(hits)])
      where bucket = head.bucket;
  else
    insert into rate_limit_pieces values (head.bucket, (head.total - 1) / 64, head.hits)
      on conflict (bucket, number) do update set hits = excluded.hits;
    delete from rate_limit_pieces where bucket = head.bucket and hits[64] <= at - 60000;
    update rate_limits set total = total + 1, hits = array[greatest(at, head.hits[64])] where bucket = head.bucket;
  end if;
end $$;

-- See 0004 for its lock.
create or replace function forget_plan_figures(changed text[]) returns void language plpgsql as $$
declare
  single text := changed[1];
begin
  if cardinality(changed) = 1 then
    perform pg_advisory_xact_lock_shared(71, hashtext(single) & 1023);
    delete from plan_words where plan_id = single;
    delete from plan_figures where plan_id = single;
    return;
  end if;
  perform pg_advisory_xact_lock_shared(71, lock) from (
    select distinct hashtext(p) & 1023 as lock from unnest(changed) as p where p is not null
  ) locks;
  delete from plan_words where plan_id = any (changed);
  delete from plan_figures where plan_id = any (changed);
end $$;

-- One changed stop is looked at by itself. Of several, one look tells plans and kinds of changes apart; names of columns are asked
-- for where few were changed by somebody, and old plans where a stop left one.
create or replace function live_stops_updated() returns trigger language plpgsql as $$
declare
  one record;
  was stops;
  became stops;
  before jsonb;
  names text[];
  has_moved boolean := false;
  few integer := (select count(*) from (select 1 from new_rows limit 21) few);
begin
  if few = 1 then
    select * into was from old_rows;
    select * into became from new_rows;
    if became is not distinct from was then
      return null;
    end if;
  end if;
  if few = 1 and became.updated_at is distinct from was.updated_at and became.plan_id is not distinct from was.plan_id then
    if became.plan_id is not null then
      before := to_jsonb(was);
      names := array(select e.key from jsonb_each(to_jsonb(became)) e
        where e.value is distinct from before -> e.key and e.key not in ('updated_at', 'optimization_warnings') order by e.key);
      perform note_live(became.organization_id, became.project_id, became.plan_id, 'stops', array[became.id],
        nullif(names, '{}'));
    end if;
    return null;
  end if;
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
        from new_rows n join old_rows o using (id), unnest(changed_names(to_jsonb(o), to_jsonb(n))) name
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

-- The same for routes: a report or a position changes one.
create or replace function live_routes_updated() returns trigger language plpgsql as $$
declare
  one record;
  was routes;
  became routes;
  before jsonb;
  names text[];
  derived constant text[] := array['last_position', 'distance_traveled', 'tracing_percent', 'estimated_end_time'];
begin
  if (select count(*) from (select 1 from new_rows limit 2) few) = 1 then
    select * into was from old_rows;
    select * into became from new_rows;
    if became is distinct from was then
      before := to_jsonb(was);
      names := nullif(array(select e.key from jsonb_each(to_jsonb(became)) e
        where e.value is distinct from before -> e.key and e.key <> 'planned_track' order by e.key), '{}');
      perform note_live(became.organization_id, became.project_id, became.plan_id,
        case when names <@ derived then 'positions' else 'routes' end, array[became.id], array_remove(names, 'updated_at'));
    end if;
    return null;
  end if;
  names := (select array_agg(distinct name)
    from new_rows n join old_rows o using (id), unnest(changed_names(to_jsonb(o), to_jsonb(n))) name
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

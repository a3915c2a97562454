-- A transaction that notifies holds a lock of the whole server until its commit is on the disk, so that such commits come one
-- after the other. Notices are therefore noted, read by the process that commits, and sent when the commit is through
-- (apps/server/src/frame/platform/session.ts). What a process that dies in between could not send is looked for by the readers.

-- A channel of lower-case letters and a payload of one line.
create function notice(channel text, payload text) returns text language sql as $$
select set_config('routewright.notices',
  coalesce(current_setting('routewright.notices', true), '') || channel || ' ' || payload || E'\n', true) $$;

create or replace function note_live(organization text, project text, plan text, what text, changed text[], names text[])
returns void language plpgsql as $$
declare
  transaction_id text := pg_current_xact_id()::text;
begin
  insert into live_changes (xid, organization_id, project_id, plan_id, kind, ids, fields, actor)
    values (transaction_id::bigint, organization, project, plan, what,
      case when cardinality(changed) <= 500 then to_jsonb(changed) end, to_jsonb(names),
      nullif(current_setting('routewright.actor', true), '')::jsonb);
  perform notice('live', json_build_object('plan_id', plan, 'project_id', project, 'xid', transaction_id)::text);
end $$;

-- One changed stop is the rule: it is looked at by itself, without joins and groups. Where many changed, names of columns are not
-- asked for; see the description of the first version in 0001_schema.sql for the rest.
create or replace function live_stops_updated() returns trigger language plpgsql as $$
declare
  one record;
  was stops;
  became stops;
  before jsonb;
  names text[];
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
      names := (select array_agg(e.key order by e.key) from jsonb_each(to_jsonb(became)) e
        where e.value is distinct from before -> e.key and e.key not in ('updated_at', 'optimization_warnings'));
      perform note_live(became.organization_id, became.project_id, became.plan_id, 'stops', array[became.id], names);
    end if;
    return null;
  end if;
  if few <= 20 then
    names := (select array_agg(distinct name)
      from new_rows n join old_rows o using (id), unnest(changed_names(to_jsonb(o), to_jsonb(n))) name
      where n.updated_at is distinct from o.updated_at and name not in ('updated_at', 'optimization_warnings'));
  end if;
  for one in
    select organization_id, project_id, plan_id, what, array_agg(id) as ids from (
      select n.organization_id, n.project_id, n.plan_id, n.id,
        case when n.updated_at = o.updated_at and (n."order", n.planned_arrival_time, n.planned_departure_time,
          n.distance_to_previous_stop, n.distance_to_next_stop, n.optimization_warnings) is not distinct from (o."order",
          o.planned_arrival_time, o.planned_departure_time, o.distance_to_previous_stop, o.distance_to_next_stop,
          o.optimization_warnings) then 'estimates' else 'stops' end as what
      from new_rows n join old_rows o using (id)
      where n.plan_id is not null and n.* is distinct from o.*
      union all
      select o.organization_id, o.project_id, o.plan_id, o.id, 'stops'
      from new_rows n join old_rows o using (id)
      where o.plan_id is not null and n.plan_id is distinct from o.plan_id
    ) changed group by 1, 2, 3, 4
  loop
    perform note_live(one.organization_id, one.project_id, one.plan_id, one.what, one.ids, names);
  end loop;
  return null;
end $$;

-- A changed stop, route or plan finds room beside its old row, so that no index needs a new entry.
alter table stops set (fillfactor = 70);
alter table routes set (fillfactor = 50);
alter table plans set (fillfactor = 50);

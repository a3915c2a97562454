// Which columns a live update changed, told from two JSON texts of a row instead of from one for each column.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Names of changed columns are worth their cost for the few rows that a person changes. */
const mostRowsWithFields = 20

const statements = [
  // A function, so that each row is written as JSON once: inside the query below it would be once for each column.
  `create function changed_names(before jsonb, after jsonb) returns text[] language sql immutable as $$
    select array_agg(e.key) from jsonb_each(after) e where e.value is distinct from before -> e.key $$`,
  // Names only where a reader of conflicts asks for them: estimates leave `updated_at` as it is, and come with every position.
  `create or replace function live_stops_updated() returns trigger language plpgsql as $$
  declare
    one record;
    names text[];
    is_few boolean := (select count(*) <= ${mostRowsWithFields} from (select 1 from new_rows limit ${mostRowsWithFields + 1}) few);
  begin
    if is_few then
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
  end $$`,
  `create or replace function live_routes_updated() returns trigger language plpgsql as $$
  declare
    one record;
    names text[] := (select array_agg(distinct name)
      from new_rows n join old_rows o using (id), unnest(changed_names(to_jsonb(o), to_jsonb(n))) name
      where name <> 'planned_track');
  begin
    for one in
      select n.organization_id, n.project_id, n.plan_id, array_agg(n.id) as ids
      from new_rows n join old_rows o using (id) where n.* is distinct from o.* group by 1, 2, 3
    loop
      perform note_live(one.organization_id, one.project_id, one.plan_id,
        case when names <@ array['last_position', 'distance_traveled', 'tracing_percent', 'estimated_end_time']
          then 'positions' else 'routes' end,
        one.ids, array_remove(names, 'updated_at'));
    end loop;
    return null;
  end $$`,
]

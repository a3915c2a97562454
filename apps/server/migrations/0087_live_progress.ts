// With every position a route is expected to end at another time: told with the position, not by the whole route.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create or replace function live_routes_updated() returns trigger language plpgsql as $$
    declare
      one record;
      names text[] := (select array_agg(distinct e.key) from new_rows n join old_rows o using (id), jsonb_each(to_jsonb(n)) e
        where e.key <> 'planned_track' and e.value is distinct from to_jsonb(o) -> e.key);
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
    end $$`)
    .execute(db)
}

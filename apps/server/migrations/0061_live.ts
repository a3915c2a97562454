// What changed in plans, for pages that stay open: triggers write one short row per statement and notify with the commit.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** More ids than this are not told one by one. */
const mostIds = 500
/** Names of changed columns are worth their cost for the few rows that a person changes. */
const mostRowsWithFields = 20

const statements = [
  // Worth an hour, so unlogged. `xid` is the transaction: its notification names it, and readers ask for its rows.
  `create unlogged table live_changes (
    id bigint generated always as identity primary key,
    xid bigint not null,
    organization_id text not null,
    project_id text not null,
    plan_id text not null,
    kind text not null,
    ids jsonb,
    fields jsonb,
    actor jsonb,
    created_at timestamptz not null default clock_timestamp()
  )`,
  'create index live_changes_plan on live_changes (plan_id, id)',
  'create index live_changes_project on live_changes (project_id, id)',
  'create index live_changes_created on live_changes (created_at)',
  // Without ids: too many. Who acts is set by the rules' first lock of the plan.
  `create function note_live(organization text, project text, plan text, what text, changed text[], names text[])
  returns void language plpgsql as $$
  declare
    transaction_id bigint := pg_current_xact_id()::text::bigint;
  begin
    insert into live_changes (xid, organization_id, project_id, plan_id, kind, ids, fields, actor)
      values (transaction_id, organization, project, plan, what,
        case when cardinality(changed) <= ${mostIds} then to_jsonb(changed) end, to_jsonb(names),
        nullif(current_setting('routewright.actor', true), '')::jsonb);
    perform pg_notify('live',
      json_build_object('plan_id', plan, 'project_id', project, 'xid', transaction_id::text)::text);
  end $$`,
  `create function live_stops_inserted() returns trigger language plpgsql as $$
  declare
    one record;
  begin
    for one in
      select organization_id, project_id, plan_id, array_agg(id) as ids
      from new_rows where plan_id is not null group by 1, 2, 3
    loop
      perform note_live(one.organization_id, one.project_id, one.plan_id, 'stops', one.ids, null);
    end loop;
    return null;
  end $$`,
  // A stop that moves is told to both plans. Estimates alone come often and are told apart.
  `create function live_stops_updated() returns trigger language plpgsql as $$
  declare
    one record;
    names text[];
    is_few boolean := (select count(*) <= ${mostRowsWithFields} from (select 1 from new_rows limit ${mostRowsWithFields + 1}) few);
  begin
    if is_few then
      names := (select array_agg(distinct e.key) from new_rows n join old_rows o using (id), jsonb_each(to_jsonb(n)) e
        where e.value is distinct from to_jsonb(o) -> e.key and e.key not in ('updated_at', 'optimization_warnings'));
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
  `create function live_routes_inserted() returns trigger language plpgsql as $$
  declare
    one record;
  begin
    for one in select organization_id, project_id, plan_id, array_agg(id) as ids from new_rows group by 1, 2, 3 loop
      perform note_live(one.organization_id, one.project_id, one.plan_id, 'routes', one.ids, null);
    end loop;
    return null;
  end $$`,
  // Positions of vehicles come often and are told apart.
  `create function live_routes_updated() returns trigger language plpgsql as $$
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
        case when names <@ array['last_position', 'distance_traveled', 'tracing_percent'] then 'positions' else 'routes' end,
        one.ids, array_remove(names, 'updated_at'));
    end loop;
    return null;
  end $$`,
  `create function live_plans_changed() returns trigger language plpgsql as $$
  declare
    one record;
  begin
    for one in select organization_id, project_id, id from new_rows loop
      perform note_live(one.organization_id, one.project_id, one.id, 'plan', array[one.id], null);
    end loop;
    return null;
  end $$`,
  `create function live_reports_inserted() returns trigger language plpgsql as $$
  declare
    one record;
  begin
    for one in
      select organization_id, project_id, plan_id, array_agg(id) as ids
      from new_rows where plan_id is not null group by 1, 2, 3
    loop
      perform note_live(one.organization_id, one.project_id, one.plan_id, 'reports', one.ids, null);
    end loop;
    return null;
  end $$`,
  // What hangs on a stop is part of its record.
  `create function live_children_changed() returns trigger language plpgsql as $$
  declare
    one record;
  begin
    for one in
      select s.organization_id, s.project_id, s.plan_id, array_agg(distinct s.id) as ids
      from changed_rows c join stops s on s.id = c.stop_id where s.plan_id is not null group by 1, 2, 3
    loop
      perform note_live(one.organization_id, one.project_id, one.plan_id, 'stops', one.ids, null);
    end loop;
    return null;
  end $$`,
  `create function live_runs_changed() returns trigger language plpgsql as $$
  declare
    one record;
  begin
    for one in select organization_id, project_id, plan_id, id from new_rows loop
      perform note_live(one.organization_id, one.project_id, one.plan_id, 'optimization', array[one.id], null);
    end loop;
    return null;
  end $$`,
  ...triggersOf('stops', { insert: 'live_stops_inserted', update: 'live_stops_updated' }),
  ...triggersOf('routes', { insert: 'live_routes_inserted', update: 'live_routes_updated' }),
  ...triggersOf('plans', { insert: 'live_plans_changed', update: 'live_plans_changed' }),
  ...triggersOf('reports', { insert: 'live_reports_inserted' }),
  ...triggersOf('optimization_runs', { insert: 'live_runs_changed', update: 'live_runs_changed' }),
  ...['tasks', 'packages', 'surveys'].flatMap((table) => [
    `create trigger ${table}_live_insert after insert on ${table} referencing new table as changed_rows
      for each statement execute function live_children_changed()`,
    `create trigger ${table}_live_update after update on ${table} referencing new table as changed_rows
      for each statement execute function live_children_changed()`,
    `create trigger ${table}_live_delete after delete on ${table} referencing old table as changed_rows
      for each statement execute function live_children_changed()`,
  ]),
]

function triggersOf(table: string, functions: { insert: string; update?: string }): string[] {
  const { insert, update } = functions
  const triggers = [
    `create trigger ${table}_live_insert after insert on ${table} referencing new table as new_rows
      for each statement execute function ${insert}()`,
  ]
  if (update) {
    triggers.push(`create trigger ${table}_live_update after update on ${table}
      referencing old table as old_rows new table as new_rows for each statement execute function ${update}()`)
  }
  return triggers
}

// What a dispatch handed out, so that the next one can say what changed; and drivers' notes for pages that stay open.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // In driving order; null for links that were made before.
  'alter table driver_links add column stop_ids jsonb',
  `create function live_notes_inserted() returns trigger language plpgsql as $$
  declare
    one record;
  begin
    for one in select organization_id, project_id, plan_id, array_agg(id) as ids from new_rows group by 1, 2, 3 loop
      perform note_live(one.organization_id, one.project_id, one.plan_id, 'notes', one.ids, null);
    end loop;
    return null;
  end $$`,
  `create trigger driver_notes_live_insert after insert on driver_notes referencing new table as new_rows
    for each statement execute function live_notes_inserted()`,
]

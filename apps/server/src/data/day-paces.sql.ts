// Every statement on the effects of running days.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope } from '../frame/platform/scope.ts'
import { type DayPaceRow, dayPaceTable } from './day-pace-table.ts'
import { addRows, findRecord, removeRows } from './record-statements.ts'

/** SQL for whether the estimates of these projects use effects of the day, as `dayHabitsOf` decides for one. */
export function followsDays(projects: string) {
  const learning = sql.ref(`${projects}.learning`)
  return sql`(${learning} -> 'uses_windows' = 'true'::jsonb and ${learning} -> 'habits' -> 'days' is not null
    and ${learning} -> 'uses_days' is distinct from 'false'::jsonb)`
}

/** Stores the effect of a day, replacing the earlier one. */
export async function saveDayPace(scope: Scope, row: DayPaceRow): Promise<void> {
  await addRows(
    scope,
    dayPaceTable,
    [row],
    sql`on conflict (project_id, day) do update set seen_at = excluded.seen_at,
      driving_factor = excluded.driving_factor, driving_parts = excluded.driving_parts, driving_routes = excluded.driving_routes,
      work_factor = excluded.work_factor, work_parts = excluded.work_parts, work_routes = excluded.work_routes`,
  )
}

export async function findDayPace(scope: Scope, projectId: string, day: string): Promise<DayPaceRow | undefined> {
  return findRecord(scope, dayPaceTable, { project_id: projectId, day })
}

export async function removeDayPaces(scope: Scope, projectId: string): Promise<void> {
  await removeRows(scope, dayPaceTable, { project_id: projectId })
}

export async function removeOldDayPaces(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('day_paces').where('seen_at', '<', before).execute()
}

// Every statement on the figures of plans alone. Triggers delete those of a plan when something that they count changes.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope } from '../frame/platform/scope.ts'
import {
  type PlanFigureRow,
  type PlanGroupFigureRow,
  type PlanWordRow,
  planFigureTable,
  planGroupFigureTable,
  planWordTable,
} from './plan-figure-tables.ts'
import { addRows, removeRows } from './record-statements.ts'

/** Two numbers name the lock of a plan's figures: this one, and ten bits of a digest of the plan's id (migration 0004). */
const lockClass = 71

/**
 * Those of the plans whose figures nobody changes meanwhile: until the end of the transaction whoever would change them waits.
 * What is read by later statements holds every change before.
 */
export async function lockPlanFigures(scope: Scope, planIds: readonly string[]): Promise<string[]> {
  // What the transaction changes from here on makes it forget the figures again (`forget_plan_figures`, migration 0100).
  const { rows } = await sql<{ id: string; is_locked: boolean }>`
    select set_config('routewright.forgotten', '', true), id, pg_try_advisory_xact_lock(${sql.lit(lockClass)}, hashtext(id) & 1023) as is_locked
    from unnest(${[...planIds].sort()}::text[]) as id`.execute(scope.tx)
  return rows.flatMap(({ id, is_locked }) => (is_locked ? [id] : []))
}

/** A statement takes 65,535 values: of rows with some forty columns, so many fit for certain. */
const rowsPerStatement = 1_000

function parts<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / rowsPerStatement)
  return Array.from({ length: count }, (_, part) => rows.slice(part * rowsPerStatement, (part + 1) * rowsPerStatement))
}

/** Writes the figures of the locked plans in place of those that they had. */
export async function replacePlanFigures(
  scope: Scope,
  planIds: readonly string[],
  kept: { figures: readonly PlanFigureRow[]; groups: readonly PlanGroupFigureRow[]; words: readonly PlanWordRow[] },
): Promise<void> {
  await removeRows(scope, planFigureTable, { plan_id: planIds })
  await removeRows(scope, planGroupFigureTable, { plan_id: planIds })
  await removeRows(scope, planWordTable, { plan_id: planIds })
  for (const rows of parts(kept.figures)) await addRows(scope, planFigureTable, rows)
  for (const rows of parts(kept.groups)) await addRows(scope, planGroupFigureTable, rows)
  for (const rows of parts(kept.words)) await addRows(scope, planWordTable, rows)
}

/**
 * Tells the planner of the database how many figures there are. It does so by itself sooner or later; until then it would take
 * thousands of new ones for a few, and read them once for each plan.
 */
export async function countFiguresForPlanner(db: Db): Promise<void> {
  await sql`analyze plan_figures, plan_group_figures, plan_words`.execute(db)
}

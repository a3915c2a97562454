// Every statement on the figures of plans alone. Triggers delete a plan's figures when something changes that they count.
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

/** First of two numbers of the advisory lock on a plan's figures; the second is ten bits of a digest of the plan's id (migration 0004). */
const lockClass = 71

/**
 * Returns those of the plans whose figures could be locked until the end of the transaction; concurrent changes wait. Later
 * statements of the transaction see every earlier change.
 */
export async function lockPlanFigures(scope: Scope, planIds: readonly string[]): Promise<string[]> {
  // Later changes in this transaction delete the figures again (`forget_plan_figures`, migration 0100).
  const { rows } = await sql<{ id: string; is_locked: boolean }>`
    select set_config('routewright.forgotten', '', true), id, pg_try_advisory_xact_lock(${sql.lit(lockClass)}, hashtext(id) & 1023) as is_locked
    from unnest(${[...planIds].sort()}::text[]) as id`.execute(scope.tx)
  return rows.flatMap(({ id, is_locked }) => (is_locked ? [id] : []))
}

/** A statement takes 65,535 values: with some forty columns, this many rows certainly fit. */
const rowsPerStatement = 1_000

function parts<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / rowsPerStatement)
  return Array.from({ length: count }, (_, part) => rows.slice(part * rowsPerStatement, (part + 1) * rowsPerStatement))
}

/** Replaces the figures of the locked plans. */
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
 * Runs ANALYZE on the tables of figures. PostgreSQL does so by itself sooner or later; until then its planner would take
 * thousands of new rows for a few, and read them once for each plan.
 */
export async function countFiguresForPlanner(db: Db): Promise<void> {
  await sql`analyze plan_figures, plan_group_figures, plan_words`.execute(db)
}

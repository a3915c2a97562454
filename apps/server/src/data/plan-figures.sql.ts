// Every statement on the figures of plans alone. Triggers delete those of a plan when something that they count changes.
import { sql } from 'kysely'
import type { Db } from '../platform/db.ts'
import type { Scope } from '../platform/scope.ts'
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
  const { rows } = await sql<{ id: string; is_locked: boolean }>`
    select id, pg_try_advisory_xact_lock(${sql.lit(lockClass)}, hashtext(id) & 1023) as is_locked
    from unnest(${[...planIds].sort()}::text[]) as id`.execute(scope.tx)
  return rows.flatMap(({ id, is_locked }) => (is_locked ? [id] : []))
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
  await addRows(scope, planFigureTable, kept.figures)
  await addRows(scope, planGroupFigureTable, kept.groups)
  await addRows(scope, planWordTable, kept.words)
}

/**
 * Tells the planner of the database how many figures there are. It does so by itself sooner or later; until then it would take
 * thousands of new ones for a few, and read them once for each plan.
 */
export async function countFiguresForPlanner(db: Db): Promise<void> {
  await sql`analyze plan_figures, plan_group_figures, plan_words`.execute(db)
}

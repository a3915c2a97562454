// Every statement on week plans.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope } from '../frame/platform/scope.ts'
import {
  countUnderLock,
  findRecord,
  insertRecord,
  removeRows,
  setColumns,
  updateRecord,
  type Written,
} from './record-statements.ts'
import type { NewRow } from './records.ts'
import { type WeekPlanRow, weekPlanTable } from './week-plan-table.ts'

const isUnfinished = { state: ['waiting', 'running'] } as const

/** Counts waiting and running week plans; concurrent requests wait for the end of the transaction. */
export async function countUnfinishedWeekPlans(scope: Scope): Promise<number> {
  return countUnderLock(scope, weekPlanTable, isUnfinished)
}

export async function insertWeekPlan(scope: Scope, row: NewRow<typeof weekPlanTable>): Promise<WeekPlanRow> {
  return insertRecord(scope, weekPlanTable, row)
}

/** Returns the week plan; undefined for an expired one. */
export async function findWeekPlan(scope: Scope, id: string): Promise<WeekPlanRow | undefined> {
  return findRecord(scope, weekPlanTable, [{ id }, sql`expires_at > ${scope.now}`])
}

export async function lockWeekPlan(scope: Scope, id: string): Promise<WeekPlanRow | undefined> {
  return findRecord(scope, weekPlanTable, [{ id }, sql`expires_at > ${scope.now}`], sql`for no key update`)
}

export async function updateWeekPlan(
  scope: Scope,
  id: string,
  values: Written<typeof weekPlanTable>,
): Promise<WeekPlanRow> {
  return updateRecord(scope, weekPlanTable, id, values)
}

/** Claims it for a worker; returns undefined where it was discarded or is finished. */
export async function beginWeekPlan(scope: Scope, id: string): Promise<WeekPlanRow | undefined> {
  const row = await findRecord(scope, weekPlanTable, { id, ...isUnfinished }, sql`for no key update`)
  return row && updateRecord(scope, weekPlanTable, id, { state: 'running', attempts: row.attempts + 1 })
}

/** Stores a worker's progress; returns false where it was discarded or restarted meanwhile. */
export async function noteWeekPlan(
  scope: Scope,
  { id, attempts }: Pick<WeekPlanRow, 'id' | 'attempts'>,
  values: Written<typeof weekPlanTable>,
): Promise<boolean> {
  const written = { ...values, updated_at: scope.now }
  return (await setColumns(scope, weekPlanTable, { id, attempts, state: 'running' }, written)) > 0
}

export async function removeWeekPlan(scope: Scope, id: string): Promise<void> {
  await removeRows(scope, weekPlanTable, { id })
}

/** Deletes expired week plans. */
export async function removeOldWeekPlans(db: Db, now: Date): Promise<void> {
  await sql`delete from week_plans where expires_at <= ${now}`.execute(db)
}

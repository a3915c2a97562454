// Every statement on what-if computations.
import { sql } from 'kysely'
import type { Db } from '../frame/platform/db.ts'
import type { Scope } from '../frame/platform/scope.ts'
import {
  countUnderLock,
  findRecord,
  insertRecord,
  listRecords,
  removeRows,
  setColumns,
  updateRecord,
  type Written,
} from './record-statements.ts'
import type { NewRow } from './records.ts'
import { type WhatIfKind, type WhatIfRow, whatIfTable } from './what-if-table.ts'

const unfinished = ['waiting', 'running'] as const

export async function insertWhatIf(scope: Scope, row: NewRow<typeof whatIfTable>): Promise<WhatIfRow> {
  return insertRecord(scope, whatIfTable, row)
}

/** Returns the computation; undefined for other kinds, and for an expired one. */
export async function findWhatIf(
  scope: Scope,
  kind: readonly WhatIfKind[],
  id: string,
): Promise<WhatIfRow | undefined> {
  return findRecord(scope, whatIfTable, [{ id, kind }, sql`expires_at > ${scope.now}`])
}

/** Returns the computations, latest first. */
export async function listWhatIfs(
  scope: Scope,
  which: { kind: readonly WhatIfKind[]; project_id: string; plan_id?: string },
  most: number,
): Promise<WhatIfRow[]> {
  const rest = sql`order by created_at desc, id desc limit ${most}`
  return listRecords(scope, whatIfTable, [which, sql`expires_at > ${scope.now}`], rest)
}

/** Counts the organization's unfinished computations of any kind; concurrent requests wait for the end of the transaction. */
export async function countUnfinishedWhatIfs(scope: Scope): Promise<number> {
  return countUnderLock(scope, whatIfTable, { state: unfinished })
}

/** Claims it for a worker; returns undefined where it was discarded or is finished. */
export async function beginWhatIf(scope: Scope, id: string): Promise<WhatIfRow | undefined> {
  const row = await findRecord(scope, whatIfTable, { id, state: unfinished }, sql`for no key update`)
  return row && updateRecord(scope, whatIfTable, id, { state: 'running', attempts: row.attempts + 1 })
}

/** Stores a worker's progress; returns false where it was discarded or restarted meanwhile. */
export async function noteWhatIf(
  scope: Scope,
  { id, attempts }: Pick<WhatIfRow, 'id' | 'attempts'>,
  values: Written<typeof whatIfTable>,
): Promise<boolean> {
  const written = { ...values, updated_at: scope.now }
  return (await setColumns(scope, whatIfTable, { id, attempts, state: 'running' }, written)) > 0
}

export async function removeWhatIf(scope: Scope, id: string): Promise<void> {
  await removeRows(scope, whatIfTable, { id })
}

/** Deletes expired computations. */
export async function removeOldWhatIfs(db: Db, now: Date): Promise<void> {
  await sql`delete from what_ifs where expires_at <= ${now}`.execute(db)
}

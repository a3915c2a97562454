// Every statement on requests to recipients to choose a window.
import { sql } from 'kysely'
import type { Scope, Tx } from '../frame/platform/scope.ts'
import { findRecord, insertRecord, updateRecord, type Written } from './record-statements.ts'
import type { NewRow } from './records.ts'
import { type SlotChoiceRow, slotChoiceTable } from './slot-choice-table.ts'

/** Returns the request; with `lock`, locks its row for a change. */
export async function findChoice(scope: Scope, stopId: string, lock?: 'lock'): Promise<SlotChoiceRow | undefined> {
  return findRecord(scope, slotChoiceTable, { stop_id: stopId }, lock && sql`for update`)
}

export async function insertChoice(scope: Scope, row: NewRow<typeof slotChoiceTable>): Promise<SlotChoiceRow> {
  return insertRecord(scope, slotChoiceTable, row)
}

export async function updateChoice(
  scope: Scope,
  id: string,
  values: Written<typeof slotChoiceTable>,
): Promise<SlotChoiceRow> {
  return updateRecord(scope, slotChoiceTable, id, values)
}

/** Returns stops of all organizations whose recipients did not respond and are to be reminded, longest due first. */
export async function listDueReminders(
  { tx }: { tx: Tx },
  now: Date,
  most: number,
): Promise<{ stop_id: string; organization_id: string }[]> {
  const { rows } = await sql<{ stop_id: string; organization_id: string }>`
    select stop_id, organization_id from slot_choices
    where state = 'asked' and remind_at <= ${now} and closes_at > ${now}
    order by remind_at, id limit ${most}`.execute(tx)
  return rows
}

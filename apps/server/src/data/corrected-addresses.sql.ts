// Every statement on places that people corrected.
import { sql } from 'kysely'
import type { Scope } from '../frame/platform/scope.ts'
import { type CorrectedAddressRow, correctedAddressTable } from './corrected-address-table.ts'
import { findRecord, insertRecords, listPage, listRecords, removeRows } from './record-statements.ts'
import type { NewRow } from './records.ts'
import type { PointValue } from './values.ts'

/** Stores a correction, replacing an earlier one of the same address. */
export async function keepCorrection(
  scope: Scope,
  row: NewRow<typeof correctedAddressTable>,
): Promise<CorrectedAddressRow> {
  const replaced = sql`on conflict (organization_id, address_key) do update set address = excluded.address,
    location = excluded.location, corrected_by = excluded.corrected_by, corrected_at = excluded.corrected_at`
  return (await insertRecords(scope, correctedAddressTable, [row], replaced))[0]!
}

export async function findCorrections(scope: Scope, keys: readonly string[]): Promise<CorrectedAddressRow[]> {
  return listRecords(scope, correctedAddressTable, { address_key: keys })
}

export async function findCorrection(scope: Scope, id: string): Promise<CorrectedAddressRow | undefined> {
  return findRecord(scope, correctedAddressTable, { id })
}

/** Returns a page of corrections, newest first. */
export async function listCorrectionPage(scope: Scope, page: { limit: number; offset: number }) {
  return listPage(scope, correctedAddressTable, [], sql`corrected_at desc, id desc`, page)
}

/** Returns the coordinates of all corrections. */
export async function listCorrectedPoints({ tx, organizationId }: Scope): Promise<PointValue[]> {
  const { rows } = await sql<PointValue>`
    select (location ->> 'lat')::double precision as lat, (location ->> 'lng')::double precision as lng
    from corrected_addresses where organization_id = ${organizationId} and location ->> 'lat' is not null`.execute(tx)
  return rows
}

export async function removeCorrections(scope: Scope, ids: readonly string[]): Promise<number> {
  return removeRows(scope, correctedAddressTable, { id: ids })
}

export async function removeCorrectionsFor(scope: Scope, keys: readonly string[]): Promise<void> {
  await removeRows(scope, correctedAddressTable, { address_key: keys })
}

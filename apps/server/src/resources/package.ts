// The wire record of a package inside its stop.
import type { Selectable } from 'kysely'
import type { PackagesTable } from '../platform/schema.ts'
import { pickColumns } from './compact.ts'

export type PackageRow = Selectable<PackagesTable>

const columns = ['identifier', 'status', 'picked_at', 'delivered_at', 'updated_at'] as const

export function packageResource(row: PackageRow) {
  return pickColumns(row, columns)
}

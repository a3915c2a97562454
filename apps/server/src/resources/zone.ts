// The wire record of a zone of a project.
import type { Selectable } from 'kysely'
import type { ZonesTable } from '../platform/schema.ts'
import { pickColumns } from './compact.ts'

export type ZoneRow = Selectable<ZonesTable>

const columns = [
  'id',
  'organization_id',
  'project_id',
  'created_by',
  'label',
  'color',
  'enabled',
  'polygon',
  'created_at',
  'updated_at',
  'deleted',
  'deleted_at',
] as const

export function zoneResource(row: ZoneRow) {
  return pickColumns(row, columns)
}

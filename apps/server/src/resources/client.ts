// The wire record of an address book entry.
import type { Selectable } from 'kysely'
import type { ClientsTable } from '../platform/schema.ts'
import { pickColumns } from './compact.ts'

export type ClientRow = Selectable<ClientsTable>

const columns = [
  'id',
  'organization_id',
  'project_id',
  'created_by',
  'external_id',
  'label',
  'phone',
  'email',
  'url',
  'reference_person',
  'comments',
  'custom_fields',
  'default_location',
  'default_location_details',
  'default_duration',
  'default_time_windows',
  'default_requires',
  'default_type',
  'default_cluster',
  'default_custom_fields',
  'created_at',
  'updated_at',
  'deleted',
  'deleted_at',
] as const

export function clientResource(row: ClientRow) {
  return pickColumns(row, columns)
}

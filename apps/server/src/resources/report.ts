// The wire record of a service report.
import type { Selectable } from 'kysely'
import type { ReportsTable } from '../platform/schema.ts'
import { pickColumns } from './compact.ts'

export type ReportRow = Selectable<ReportsTable>

const columns = [
  'id',
  'stop_id',
  'route_id',
  'project_id',
  'plan_id',
  'type',
  'comments',
  'images',
  'signature',
  'tasks',
  'packages',
  'cancel_reason',
  'location',
  'location_distance',
  'time_in_stop',
  'custom_fields',
  'client_id',
  'created_at',
] as const

/** File references are stored with paths of this service and answered as absolute addresses. */
export function reportResource(row: ReportRow, publicBase: string) {
  const record = pickColumns(row, columns)
  const absolute = (file: { id: string; url: string }) => ({ id: file.id, url: publicBase + file.url })
  if (row.images.length > 0) record.images = row.images.map(absolute)
  if (row.signature) record.signature = absolute(row.signature)
  return record
}

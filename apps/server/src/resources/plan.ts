// The wire record of a plan, without its nested arrays.
import type { Selectable } from 'kysely'
import type { PlansTable } from '../platform/schema.ts'
import { pickColumns } from './compact.ts'

export type PlanRow = Selectable<PlansTable>

const columns = [
  'id',
  'organization_id',
  'project_id',
  'created_by',
  'external_id',
  'label',
  'execution_date',
  'status',
  'completed_stops',
  'canceled_stops',
  'pending_stops',
  'incomplete_stops',
  'total_stops',
  'total_routes',
  'optimizer_config',
  'traffic_options',
  'created_at',
  'updated_at',
  'deleted',
  'deleted_at',
] as const

export function planResource(row: PlanRow) {
  return pickColumns(row, columns)
}

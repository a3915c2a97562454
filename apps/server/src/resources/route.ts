// The wire record of a route.
import type { Selectable } from 'kysely'
import type { RoutesTable } from '../platform/schema.ts'
import { pickColumns } from './compact.ts'
import type { PlanRow } from './plan.ts'

export type RouteRow = Selectable<RoutesTable>

const columns = [
  'id',
  'organization_id',
  'project_id',
  'plan_id',
  'vehicle_id',
  'created_by',
  'external_id',
  'label',
  'vehicle_label',
  'comments',
  'phone',
  'email',
  'plate',
  'vehicle_model',
  'brand',
  'color',
  'start_location',
  'end_location',
  'vehicle',
  'planned_track',
  'planned_distance',
  'is_locked',
  'geo_fences',
  'time_window',
  'max_distance',
  'min_distance',
  'max_time',
  'min_time',
  'max_weight',
  'max_volume',
  'max_services',
  'provides',
  'order',
  'start_date',
  'end_date',
  'estimated_end_time',
  'last_position',
  'planned_start_time',
  'planned_end_time',
  'custom_fields',
  'distance_traveled',
  'tracing_percent',
  'price_per_minute',
  'price_per_distance',
  'price_per_stop',
  'toll_price',
  'toll_price_currency',
  'status',
  'break_stop',
  'created_at',
  'updated_at',
  'deleted',
  'deleted_at',
] as const

/** The route's own fields, without its stops: what events carry. */
export function routeResource(row: RouteRow, plan: Pick<PlanRow, 'label' | 'execution_date'> | undefined) {
  return {
    ...pickColumns(row, columns),
    ...(plan?.label ? { plan_label: plan.label } : {}),
    ...(plan ? { plan_execution_date: plan.execution_date.toISOString().slice(0, 10) } : {}),
  }
}

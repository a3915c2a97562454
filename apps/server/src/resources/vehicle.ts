// The wire record of a vehicle of the fleet.
import type { Selectable } from 'kysely'
import type { VehiclesTable } from '../platform/schema.ts'
import { pickColumns } from './compact.ts'

export type VehicleRow = Selectable<VehiclesTable>

const columns = [
  'id',
  'organization_id',
  'project_id',
  'created_by',
  'external_id',
  'label',
  'plate',
  'vehicle_model',
  'brand',
  'color',
  'comments',
  'phone',
  'email',
  'avatar_url',
  'fuel_type',
  'consumption',
  'custom_fields',
  'enabled',
  'price_per_minute',
  'price_per_distance',
  'price_per_stop',
  'default_time_window',
  'default_working_days',
  'default_min_distance',
  'default_max_distance',
  'default_min_time',
  'default_max_time',
  'default_max_weight',
  'default_max_volume',
  'default_max_services',
  'default_start_location',
  'default_end_location',
  'default_provides',
  'default_geo_fences',
  'default_break',
  'created_at',
  'updated_at',
  'deleted',
  'deleted_at',
] as const

export function vehicleResource(row: VehicleRow) {
  return pickColumns(row, columns)
}

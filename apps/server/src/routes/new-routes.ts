// Turns what callers send for new routes into rows: the vehicle's defaults, and over them what was sent.
import { HEX_COLOR_PATTERN, type RouteInput } from '@routewright/contract'
import { createId } from '../platform/ids.ts'
import type { LocationValue, RouteVehicleValue } from '../platform/schema.ts'
import type { Scope } from '../platform/scope.ts'
import type { PlanRow } from '../resources/plan.ts'
import type { RouteRow } from '../resources/route.ts'
import type { VehicleRow } from '../resources/vehicle.ts'

/** What a client may set on a route, besides its vehicle, stops and order. */
export type RouteFields = Omit<RouteInput, 'vehicle_id' | 'stops' | 'order' | 'is_locked'>

/** A row for the route; nothing is written. A field sent as null stays empty, whatever the vehicle says. */
export function newRoute(
  scope: Scope,
  plan: PlanRow,
  vehicle: VehicleRow | undefined,
  input: RouteInput,
  order: number,
): RouteRow {
  const copied = vehicle ? copiedFields(vehicle) : {}
  return {
    ...emptyRoute,
    ...copied,
    ...routeValues(input, copied.vehicle ?? null),
    id: createId(scope.now),
    organization_id: scope.organizationId,
    project_id: plan.project_id,
    plan_id: plan.id,
    vehicle_id: vehicle?.id ?? null,
    created_by: scope.userId ?? null,
    is_locked: input.is_locked ?? false,
    order: input.order ?? order,
    created_at: scope.now,
    updated_at: scope.now,
  }
}

const isHexColor = new RegExp(HEX_COLOR_PATTERN)

/** `default_x` becomes `x`; the driver's data come along, so that the route can be dispatched. */
function copiedFields(vehicle: VehicleRow): Partial<RouteRow> {
  return {
    label: vehicle.label,
    vehicle_label: vehicle.label,
    phone: vehicle.phone,
    email: vehicle.email,
    plate: vehicle.plate,
    vehicle_model: vehicle.vehicle_model,
    brand: vehicle.brand,
    // A route is drawn in its colour; what people wrote of a van's paint may be none that can be drawn.
    color: vehicle.color && isHexColor.test(vehicle.color) ? vehicle.color : null,
    start_location: vehicle.default_start_location,
    end_location: vehicle.default_end_location,
    vehicle: withoutNulls<RouteVehicleValue>({
      fuel_type: vehicle.fuel_type,
      consumption: vehicle.consumption,
      break: vehicle.default_break,
    }),
    geo_fences: vehicle.default_geo_fences,
    time_window: vehicle.default_time_window,
    max_distance: vehicle.default_max_distance,
    min_distance: vehicle.default_min_distance,
    max_time: vehicle.default_max_time,
    min_time: vehicle.default_min_time,
    max_weight: vehicle.default_max_weight,
    max_volume: vehicle.default_max_volume,
    max_services: vehicle.default_max_services,
    provides: vehicle.default_provides,
    price_per_minute: vehicle.price_per_minute,
    price_per_distance: vehicle.price_per_distance,
    price_per_stop: vehicle.price_per_stop,
  }
}

export const plainColumns = [
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
  'max_distance',
  'min_distance',
  'max_time',
  'min_time',
  'max_weight',
  'max_volume',
  'max_services',
  'price_per_minute',
  'price_per_distance',
  'price_per_stop',
  'toll_price',
  'toll_price_currency',
] as const
const jsonColumns = ['custom_fields', 'time_window'] as const
const placeColumns = ['start_location', 'end_location'] as const
/** Cleared they are empty, never missing. */
const listColumns = ['provides', 'geo_fences'] as const

export const storedAsJson: ReadonlySet<string> = new Set([...jsonColumns, ...placeColumns, ...listColumns, 'vehicle'])

/** The values of the fields that were sent; of `vehicle`, parts that were not sent stay as they are in `present`. */
export function routeValues(input: RouteFields, present: RouteVehicleValue | null): Partial<RouteRow> {
  const values: Record<string, unknown> = {}
  for (const column of [...plainColumns, ...jsonColumns]) {
    if (input[column] !== undefined) values[column] = input[column]
  }
  for (const column of placeColumns) {
    if (input[column] !== undefined) values[column] = withoutNulls<LocationValue>(input[column])
  }
  for (const column of listColumns) if (input[column] !== undefined) values[column] = input[column] ?? []
  if (input.vehicle !== undefined) {
    values.vehicle = input.vehicle === null ? null : withoutNulls({ ...present, ...input.vehicle })
  }
  return values as Partial<RouteRow>
}

/** The parts that have a value; null when none has. */
function withoutNulls<T extends object>(parts: object | null): T | null {
  const entries = Object.entries(parts ?? {}).filter(([, value]) => value !== null && value !== undefined)
  return entries.length === 0 ? null : (Object.fromEntries(entries) as T)
}

const emptyRoute = {
  external_id: null,
  label: null,
  vehicle_label: null,
  comments: null,
  phone: null,
  email: null,
  plate: null,
  vehicle_model: null,
  brand: null,
  color: null,
  start_location: null,
  end_location: null,
  vehicle: null,
  planned_track: null,
  planned_distance: null,
  geo_fences: [],
  time_window: null,
  max_distance: null,
  min_distance: null,
  max_time: null,
  min_time: null,
  max_weight: null,
  max_volume: null,
  max_services: null,
  provides: [],
  start_date: null,
  end_date: null,
  estimated_end_time: null,
  last_position: null,
  planned_start_time: null,
  planned_end_time: null,
  custom_fields: null,
  distance_traveled: null,
  tracing_percent: null,
  price_per_minute: null,
  price_per_distance: null,
  price_per_stop: null,
  toll_price: null,
  toll_price_currency: null,
  status: 'not_started',
  break_stop: null,
  deleted: false,
  deleted_at: null,
} satisfies Partial<RouteRow>

// Turns inputs of new routes into rows: the vehicle's defaults, overridden by the fields sent.
import { HEX_COLOR_PATTERN, type RouteInput } from '@routewright/contract'
import type { PlanRow } from '../../data/plan-table.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { collectDefaults, emptyRow, sentValues, setParts } from '../../data/records.ts'
import { type RouteRow, routeTable } from '../../data/route-table.ts'
import type { RouteVehicleValue } from '../../data/values.ts'
import type { VehicleRow } from '../../data/vehicle-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'

/** Fields that a client may set on a route, besides its stops. */
export type RouteFields = Omit<RouteInput, 'stops'>

/** Returns the row of a route; writes nothing. A field sent as null stays empty, whatever the vehicle has. */
export function newRoute(
  scope: Scope,
  plan: PlanRow,
  vehicle: VehicleRow | undefined,
  input: RouteInput,
  order: number,
): RouteRow {
  const copied = vehicle ? copiedFields(vehicle) : {}
  return {
    ...emptyRow(routeTable),
    ...copied,
    ...routeValues(input, copied.vehicle ?? null),
    ...beginRecord(scope, plan.project_id),
    plan_id: plan.id,
    vehicle_id: vehicle?.id ?? null,
    order: input.order ?? order,
  }
}

const isHexColor = new RegExp(HEX_COLOR_PATTERN)

/** Fields that routes copy from their vehicle under the same name, including the driver's contact, so that they can be dispatched. */
const sameFields = ['label', 'phone', 'email', 'plate', 'vehicle_model', 'brand'] as const
const samePrices = ['price_per_minute', 'price_per_distance', 'price_per_stop'] as const

/** Returns the fields that a route copies from its vehicle: those of the same name, and `x` from each `default_x`. */
function copiedFields(vehicle: VehicleRow): Partial<RouteRow> {
  const same = [...sameFields, ...samePrices].map((name) => [name, vehicle[name]])
  return {
    ...Object.fromEntries(same),
    ...sentValues(routeTable, collectDefaults(vehicle)),
    vehicle_label: vehicle.label,
    // A route is drawn in its colour, and free text about a van's paint may be no colour that can be drawn.
    color: vehicle.color && isHexColor.test(vehicle.color) ? vehicle.color : null,
    vehicle: setParts<RouteVehicleValue>({
      fuel_type: vehicle.fuel_type ?? undefined,
      consumption: vehicle.consumption ?? undefined,
      break: vehicle.default_break ?? undefined,
    }),
  }
}

/** Returns the values of the fields sent; parts of `vehicle` that were not sent stay as in `present`. */
export function routeValues(input: RouteFields, present: RouteVehicleValue | null): Partial<RouteRow> {
  const values: Partial<RouteRow> = sentValues(routeTable, input)
  if (values.vehicle) values.vehicle = setParts({ ...present, ...values.vehicle })
  return values
}

// Turns what callers send for new routes into rows: the vehicle's defaults, and over them what was sent.
import { HEX_COLOR_PATTERN, type RouteInput } from '@routewright/contract'
import type { PlanRow } from '../../data/plan-table.ts'
import { beginRecord } from '../../data/record-statements.ts'
import { defaultsOf, emptyRow, sentValues, setParts } from '../../data/records.ts'
import { type RouteRow, routeTable } from '../../data/route-table.ts'
import type { RouteVehicleValue } from '../../data/values.ts'
import type { VehicleRow } from '../../data/vehicle-table.ts'
import type { Scope } from '../../frame/platform/scope.ts'

/** What a client may set on a route, besides its stops. */
export type RouteFields = Omit<RouteInput, 'stops'>

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

/** Fields of a vehicle that its routes have under the same name: the driver's data too, so that they can be dispatched. */
const sameFields = ['label', 'phone', 'email', 'plate', 'vehicle_model', 'brand'] as const
const samePrices = ['price_per_minute', 'price_per_distance', 'price_per_stop'] as const

/** What a route has from its vehicle: the same fields, and of each `default_x` the `x`. */
function copiedFields(vehicle: VehicleRow): Partial<RouteRow> {
  const same = [...sameFields, ...samePrices].map((name) => [name, vehicle[name]])
  return {
    ...Object.fromEntries(same),
    ...sentValues(routeTable, defaultsOf(vehicle)),
    vehicle_label: vehicle.label,
    // A route is drawn in its colour; what people wrote of a van's paint may be none that can be drawn.
    color: vehicle.color && isHexColor.test(vehicle.color) ? vehicle.color : null,
    vehicle: setParts<RouteVehicleValue>({
      fuel_type: vehicle.fuel_type ?? undefined,
      consumption: vehicle.consumption ?? undefined,
      break: vehicle.default_break ?? undefined,
    }),
  }
}

/** The values of the fields that were sent; of `vehicle`, parts that were not sent stay as they are in `present`. */
export function routeValues(input: RouteFields, present: RouteVehicleValue | null): Partial<RouteRow> {
  const values: Partial<RouteRow> = sentValues(routeTable, input)
  if (values.vehicle) values.vehicle = setParts({ ...present, ...values.vehicle })
  return values
}

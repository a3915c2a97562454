// What a driver tells of charging on the way, as service and phone keep it: pure.
import type { ChargingVisit } from './schemas/battery.ts'

/** What is told when the driver leaves the place. */
interface Told {
  charging_place_id: string
  /** In the battery then, as a share of its capacity. */
  charge: number
  /** The moment. */
  at: string
  /** Stops that were executed by then, where it is known: whoever charges earlier than planned does it before the stop that comes next. */
  passed?: number
}

/** Told by the driver, so that nothing of it is a plan any more. */
export function isChargingTold({ real_end_time }: ChargingVisit): boolean {
  return real_end_time !== undefined
}

/**
 * The same visits once the first one at that place that was not told of is told: its energy and its price follow from the battery of
 * `capacityWh`. Undefined where there is none.
 */
export function tellCharging(
  visits: readonly ChargingVisit[],
  { charging_place_id, charge, at, passed }: Told,
  capacityWh: number,
): ChargingVisit[] | undefined {
  const first = visits.findIndex((one) => one.charging_place_id === charging_place_id && !isChargingTold(one))
  if (first < 0) return undefined
  const begun = visits[first]!
  // What was charged up to some moment and what was still planned then are one stay.
  const others = visits.slice(first + 1)
  const apart = others.findIndex((one) => one.charging_place_id !== charging_place_id || one.order !== begun.order)
  const stay = [begun, ...others.slice(0, apart < 0 ? others.length : apart)]
  const planned = stay.reduce((sum, one) => sum + one.energy, 0)
  const energy = Math.max(0, Math.round((charge - begun.arrival) * capacityWh))
  const cost = stay.reduce((sum, one) => sum + (one.cost ?? 0), 0)
  const told: ChargingVisit = {
    ...begun,
    planned_end_time: stay.at(-1)!.planned_end_time,
    order: Math.min(begun.order, passed ?? begun.order),
    departure: charge,
    energy,
    real_end_time: at,
    ...(begun.cost !== undefined && planned > 0 && { cost: Math.round((100 * cost * energy) / planned) / 100 }),
  }
  return [...visits.slice(0, first), told, ...others.slice(stay.length - 1)]
}

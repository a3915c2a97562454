// A driver's reports of charging on the way, as service and phone store them: pure functions.
import type { ChargingVisit } from './schemas/battery.ts'

/** Report when the driver leaves the place. */
interface Told {
  charging_place_id: string
  /** Charge of the battery at that time, as a share of its capacity. */
  charge: number
  /** Time of leaving. */
  at: string
  /** Number of stops executed by then, if known: a driver who charges earlier than planned does so before the next stop. */
  passed?: number
}

/** Whether the driver has reported the visit, so that it is no longer a plan. */
export function isChargingTold({ real_end_time }: ChargingVisit): boolean {
  return real_end_time !== undefined
}

/**
 * The visits after the first unreported one at that place is reported: its energy and its price follow from the battery of `capacityWh`.
 * Undefined when there is none.
 */
export function tellCharging(
  visits: readonly ChargingVisit[],
  { charging_place_id, charge, at, passed }: Told,
  capacityWh: number,
): ChargingVisit[] | undefined {
  const first = visits.findIndex((visit) => visit.charging_place_id === charging_place_id && !isChargingTold(visit))
  if (first < 0) return undefined
  const begun = visits[first]!
  // Energy charged before a time and energy still planned then belong to one stay.
  const others = visits.slice(first + 1)
  const apart = others.findIndex(
    (other) => other.charging_place_id !== charging_place_id || other.order !== begun.order,
  )
  const stay = [begun, ...others.slice(0, apart < 0 ? others.length : apart)]
  const planned = stay.reduce((sum, entry) => sum + entry.energy, 0)
  const energy = Math.max(0, Math.round((charge - begun.arrival) * capacityWh))
  const cost = stay.reduce((sum, entry) => sum + (entry.cost ?? 0), 0)
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

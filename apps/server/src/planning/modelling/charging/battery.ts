// The battery of a route in the optimizer's form, and the planned charge along the way in the interface's form.
import {
  type Battery,
  type Route,
  useFactorAt,
  usualReserveShare,
  usualWhPerKm,
  usualWhPerKmOf100Kg,
  type Vehicle,
} from '@routewright/solver'
import type { RouteRow } from '../../../data/route-table.ts'
import type { StopRow } from '../../../data/stop-table.ts'
import type { ChargingVisitValue, PlannedChargeValue } from '../../../data/values.ts'
import { chargedWh } from './charged-so-far.ts'

/**
 * Returns the battery of a route; empty without a capacity. `unitsOfKilogram`: units of weight in the problem. `spentMeters`:
 * metres driven already, counted without load because their load is unknown. `charged`: charging done so far on a route under
 * way.
 */
export function getBattery(
  { route: { battery }, stops }: { route: Pick<RouteRow, 'battery'>; stops: readonly Pick<StopRow, 'status'>[] },
  unitsOfKilogram: number,
  spentMeters = 0,
  charged: readonly ChargingVisitValue[] = [],
): Pick<Vehicle, 'battery'> {
  if (!battery?.capacity) return {}
  const { capacity, charge = 1, reserve = usualReserveShare, consumption = usualWhPerKm, temperature } = battery
  const { consumption_per_100_kg: ofLoad = usualWhPerKmOf100Kg } = battery
  const useFactor = temperature === undefined ? 1 : useFactorAt(temperature)
  const spentWh = (spentMeters / 1000) * consumption * useFactor
  return {
    battery: {
      capacityWh: capacity,
      startWh: chargedWh(charged, stops, { startWh: charge * capacity, spentWh, capacityWh: capacity }),
      reserveWh: reserve * capacity,
      whPerKm: consumption,
      useFactor,
      ...(ofLoad > 0 && { whPerKmOfLoad: [ofLoad / 100 / unitsOfKilogram, 0] }),
    } satisfies Battery,
  }
}

/**
 * Returns the planned charge of an evaluated route; null without a battery. `stops` are its stops by index of the problem;
 * `charging` is the charging on its way.
 */
export function findPlannedCharge(
  { steps }: Route,
  { battery }: Pick<Vehicle, 'battery'>,
  stops: readonly Pick<StopRow, 'id'>[],
  charging: readonly ChargingVisitValue[],
): PlannedChargeValue | null {
  if (!battery || steps.length === 0) return null
  const share = (wattHours: number) => Math.round((wattHours / battery.capacityWh) * 1000) / 1000
  const arrivals = steps.map(({ energy }) => share(energy!.arrivalWh))
  return {
    start: arrivals[0]!,
    lowest: Math.min(...arrivals),
    end: arrivals.at(-1)!,
    stops: steps.flatMap(({ stop }, index) =>
      stop === null ? [] : [{ stop_id: stops[stop]!.id, arrival: arrivals[index]! }],
    ),
    ...(charging.length > 0 && { charging: [...charging] }),
  }
}

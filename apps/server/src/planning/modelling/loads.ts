// Weights and volumes as the optimizer counts them: whole numbers, scaled as finely as 32 bits allow.
import type { RouteRow } from '../../data/route-table.ts'
import type { StopRow } from '../../data/stop-table.ts'

type Load = Pick<StopRow, 'weight' | 'volume'>

const scales = [1_000_000, 1_000, 100, 10, 1]
/** Sums of loads stay below this, so that no addition overflows. */
const highestSum = 2 ** 29

/** Scales loads. Rounds amounts up and capacities down, so that rounding never hides an overload. */
export class LoadScale {
  /** Weight, volume. */
  static readonly dimensions = 2
  private readonly factors: readonly [number, number]
  /** Loads of the pending deliveries from each pickup. */
  private readonly shippedFrom = new Map<string, { weight: number; volume: number }>()

  constructor(stops: readonly StopRow[], routes: readonly RouteRow[]) {
    this.factors = [
      bestScale(
        stops.map((stop) => stop.weight),
        routes.map((route) => route.max_weight),
      ),
      bestScale(
        stops.map((stop) => stop.volume),
        routes.map((route) => route.max_volume),
      ),
    ]
    for (const { pickup_id, weight, volume } of stops) {
      if (pickup_id === null) continue
      const sum = this.shippedFrom.get(pickup_id) ?? { weight: 0, volume: 0 }
      sum.weight += weight ?? 0
      sum.volume += volume ?? 0
      this.shippedFrom.set(pickup_id, sum)
    }
  }

  /** Units of the problem per kilogram. */
  get unitsOfKilogram(): number {
    return this.factors[0]
  }

  amountsOf({ weight, volume }: Load): number[] {
    return [this.up(weight ?? 0, 0), this.up(volume ?? 0, 1)]
  }

  /** Load that stays aboard after a pickup: its own load beyond that of the deliveries it supplies. */
  collectedOf(pickup: StopRow): number[] {
    const shipped = this.shippedFrom.get(pickup.id) ?? { weight: 0, volume: 0 }
    return this.amountsOf({
      weight: Math.max(0, (pickup.weight ?? 0) - shipped.weight),
      volume: Math.max(0, (pickup.volume ?? 0) - shipped.volume),
    })
  }

  capacityOf({ max_weight, max_volume }: Pick<RouteRow, 'max_weight' | 'max_volume'>): number[] {
    const down = (limit: number | null, dimension: 0 | 1) =>
      limit === null ? Number.POSITIVE_INFINITY : Math.floor(limit * this.factors[dimension] + 1e-6)
    return [down(max_weight, 0), down(max_volume, 1)]
  }

  /** Goods of executed stops that are still aboard: pickups to be brought home, and failed deliveries. */
  aboardOf(stops: readonly StopRow[]): number[] | undefined {
    const executed = stops.filter((stop) => stop.status !== 'pending')
    if (executed.length === 0) return undefined
    const sum = { weight: 0, volume: 0 }
    for (const stop of executed) {
      const isBroughtHome =
        stop.type === 'pickup'
          ? stop.status === 'completed' && !stops.some((other) => other.pickup_id === stop.id)
          : stop.type === 'delivery' && stop.status !== 'completed'
      if (!isBroughtHome) continue
      sum.weight += stop.weight ?? 0
      sum.volume += stop.volume ?? 0
    }
    return this.amountsOf(sum)
  }

  private up(amount: number, dimension: 0 | 1): number {
    return Math.ceil(amount * this.factors[dimension] - 1e-6)
  }
}

/** Returns the finest scale at which neither the sum of the amounts nor a limit overflows. */
function bestScale(amounts: readonly (number | null)[], limits: readonly (number | null)[]): number {
  const sum = amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)
  const largest = limits.reduce<number>((most, limit) => Math.max(most, Math.min(limit ?? 0, sum)), sum)
  return scales.find((scale) => largest * scale < highestSum) ?? highestSum / Math.max(largest, 1)
}

/** Deals vehicles out to parts of a plan: to each as many as it asks for, from the depots nearest to it. */
import type { Random } from '../model/random.ts'
import type { WideProblem } from '../wide-problem.ts'

/** Where a part lies, and its share of all vehicles. */
export interface Need {
  x: number
  y: number
  /** Any unit; vehicles are dealt out in proportion. */
  weight: number
}

/** Vehicles that start at one place, in random order of their kinds. */
interface Pool {
  x: number
  y: number
  hasPlace: boolean
  vehicles: number[]
}

/**
 * Vehicles of each part. Parts whose nearest depot is nearer by much than the next choose first. A vehicle without a starting place is
 * equally near to all.
 */
export function dealVehicles(
  problem: WideProblem,
  vehicles: readonly number[],
  needs: Need[],
  random: Random,
): number[][] {
  const pools = listPools(problem, vehicles, random)
  const dealt: number[][] = needs.map(() => [])
  const counts = shareOut(vehicles.length, needs, random)
  const choices = needs.map((need, part) => {
    const sorted = pools.map((pool) => ({ pool, way: wayTo(pool, need) })).sort((a, b) => a.way - b.way)
    const [first, second] = sorted
    return { part, sorted, regret: (second?.way ?? 0) - (first?.way ?? 0) }
  })
  choices.sort((a, b) => b.regret - a.regret || a.part - b.part)
  for (const { part, sorted } of choices) {
    let left = counts[part] ?? 0
    for (const { pool } of sorted) {
      const taken = pool.vehicles.splice(-left, left)
      dealt[part]?.push(...taken)
      left -= taken.length
      if (left <= 0) break
    }
  }
  return dealt
}

function listPools({ vehicles, points }: WideProblem, members: readonly number[], random: Random): Pool[] {
  const pools = new Map<number, Pool>()
  for (const member of members) {
    const place = vehicles[member]?.startLocation ?? -1
    const pool = pools.get(place) ?? {
      x: points.x[place] ?? 0,
      y: points.y[place] ?? 0,
      hasPlace: place >= 0,
      vehicles: [],
    }
    pool.vehicles.push(member)
    pools.set(place, pool)
  }
  for (const { vehicles } of pools.values()) shuffle(vehicles, random)
  return [...pools.values()]
}

function wayTo({ x, y, hasPlace }: Pool, need: Need): number {
  return hasPlace ? Math.hypot(x - need.x, y - need.y) : 0
}

/** Whole numbers in proportion to the weights, whose sum is `total`; rounding favours other parts each time. */
function shareOut(total: number, needs: Need[], random: Random): number[] {
  const sum = needs.reduce((all, { weight }) => all + weight, 0)
  let reached = random.unit()
  let given = 0
  return needs.map(({ weight }, part) => {
    reached += (total * weight) / (sum || 1)
    const upTo = part === needs.length - 1 ? total : Math.min(total, Math.floor(reached))
    const count = Math.max(0, upTo - given)
    given += count
    return count
  })
}

function shuffle(list: number[], random: Random): void {
  for (let last = list.length - 1; last > 0; last--) {
    const other = random.below(last + 1)
    const [a, b] = [list[last], list[other]]
    if (a === undefined || b === undefined) continue
    list[last] = b
    list[other] = a
  }
}

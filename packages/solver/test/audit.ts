/** Debugging: recomputes all incremental data of a search and throws at the first difference. */
import { RouteEvaluator } from '../src/schedule/route-evaluator.ts'
import type { Annealer } from '../src/search/anneal.ts'

/** Throws an Error that names the first link, count or cost that differs from its recomputation. O(stops). */
export function auditPlan(annealer: Annealer): void {
  const { kernel, model } = annealer
  const { stopCount, vehicleCount } = model
  const evaluator = new RouteEvaluator(model)
  const seen = new Uint8Array(stopCount)
  let routesCost = 0
  let dropCost = 0
  for (let v = 0; v < vehicleCount; v++) {
    const sentinel = stopCount + v
    const elements: number[] = []
    let stops = 0
    for (let link = kernel.next[sentinel]!, before = sentinel; ; before = link, link = kernel.next[link]!) {
      if (kernel.prev[link] !== before) throw new Error(`link ${link} of route ${v} does not lead back to ${before}`)
      if (link === sentinel) break
      if (kernel.routeOf[link] !== v) throw new Error(`link ${link} lies on ${v} but says ${kernel.routeOf[link]}`)
      if (link < stopCount) {
        if (seen[link] === 1) throw new Error(`stop ${link} lies on two routes`)
        seen[link] = 1
        stops++
      }
      elements.push(link)
    }
    if (stops !== kernel.count[v]) throw new Error(`route ${v} has ${stops} stops but counts ${kernel.count[v]}`)
    const recomputed = stops === 0 ? 0 : recompute(annealer, evaluator, v, elements)
    expectClose(`cost of route ${v}`, kernel.routeCost[v]!, recomputed)
    routesCost += recomputed
  }
  for (let stop = 0; stop < stopCount; stop++) {
    const isAbsent = kernel.isAbsent(stop)
    // A visit on a day that was not chosen is neither on a route nor absent.
    if (isAbsent ? seen[stop] === 1 : seen[stop] === 0 && !annealer.days)
      throw new Error(`stop ${stop} is ${isAbsent ? 'both' : 'neither'} routed and absent`)
    if (isAbsent) dropCost += model.dropCost[stop]!
  }
  expectClose('sum of route costs', kernel.routesCost, routesCost)
  expectClose('sum of drop costs', kernel.dropCost, dropCost)
}

function recompute(annealer: Annealer, evaluator: RouteEvaluator, v: number, elements: number[]): number {
  const { kernel, model } = annealer
  const cost = evaluator.evaluate(v, elements, elements.length, false)
  const isFree =
    model.prefixFrom[v + 1] === model.prefixFrom[v] && !model.pinnedTo.includes(v) && model.isLocked[v] === 0
  if (isFree && evaluator.excess > 0) throw new Error(`route ${v} breaks a rule by ${evaluator.excess}`)
  return kernel.priceRoute(cost, evaluator)
}

function expectClose(what: string, kept: number, recomputed: number): void {
  if (Math.abs(kept - recomputed) <= 1e-6 * Math.max(1, Math.abs(recomputed))) return
  throw new Error(`${what}: kept ${kept}, recomputed ${recomputed}`)
}

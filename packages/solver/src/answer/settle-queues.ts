/**
 * Resolves queues at charging places after the search, which plans every route as if it were alone. In the order of the vehicles, each gets
 * the points that those before it have left, and waits, or charges elsewhere. When that is not enough, stops are removed from the route.
 */
import type { Model } from '../model/model.ts'
import type { Problem } from '../problem.ts'
import { RouteEvaluator } from '../schedule/route-evaluator.ts'
import { buildRoute, type Sequence } from './build-solution.ts'
import { PlugBookings } from './plug-bookings.ts'

/** The sequences with as few stops removed as the queues require; unchanged when no place is limited. */
export function settleQueues(problem: Problem, model: Model, sequences: readonly Sequence[]): Sequence[] {
  if (!model.chargingPoints.some((points) => points < Number.POSITIVE_INFINITY)) return [...sequences]
  const evaluator = new RouteEvaluator(model)
  const bookings = new PlugBookings(model)
  return sequences.map((sequence, v) => {
    const most = measure(model, evaluator, v, sequence, model.chargingWindows).broken
    let kept = Array.from(sequence)
    while (measure(model, evaluator, v, kept, bookings.slots).broken > most) {
      const fewer = dropOne(model, evaluator, v, kept, bookings.slots)
      if (!fewer) break
      kept = fewer
    }
    evaluator.slots = bookings.slots
    bookings.add(buildRoute(problem, model, evaluator, v, kept))
    return kept.length === sequence.length ? sequence : kept
  })
}

type Slots = Readonly<RouteEvaluator['slots']>

/** Amount by which a route breaks its rules, minima included, and its cost. */
function measure(model: Model, evaluator: RouteEvaluator, v: number, sequence: Sequence, slots: Slots) {
  evaluator.slots = [...slots]
  const elements = Array.from(sequence, (stop) => (stop < 0 ? model.stopCount : stop))
  const cost = evaluator.evaluate(v, elements, elements.length, false)
  return { broken: elements.length === 0 ? 0 : evaluator.excess + evaluator.shortfall, cost }
}

/**
 * The route without the stop, or shipment, whose removal leaves the fewest violations, then costs least; undefined when nothing may be
 * removed.
 */
function dropOne(
  model: Model,
  evaluator: RouteEvaluator,
  v: number,
  kept: readonly number[],
  slots: Slots,
): number[] | undefined {
  let best: number[] | undefined
  let least = { broken: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY }
  for (const stop of kept) {
    if (stop < 0) continue
    const group = getShipment(model, stop)
    if (group.some((member) => model.pinnedTo[member]! >= 0)) continue
    const rest = tidy(kept.filter((element) => !group.includes(element)))
    const { broken, cost } = measure(model, evaluator, v, rest, slots)
    const lost = group.reduce((sum, member) => sum + model.dropCost[member]!, cost)
    if (broken > least.broken || (broken === least.broken && lost >= least.cost)) continue
    best = rest
    least = { broken, cost: lost }
  }
  return best
}

/** The stop with its pickup and all deliveries of that pickup. */
function getShipment({ pickupOf, shipmentFrom, shipmentDelivery }: Model, stop: number): number[] {
  const pickup = pickupOf[stop]! >= 0 ? pickupOf[stop]! : stop
  return [pickup, ...shipmentDelivery.subarray(shipmentFrom[pickup]!, shipmentFrom[pickup + 1]!)]
}

/** Elements without reloads that begin or end the route or follow one another. */
function tidy(elements: readonly number[]): number[] {
  const last = elements.findLastIndex((element) => element >= 0)
  return elements.filter((element, at) => element >= 0 || (at > 0 && at < last && elements[at - 1]! >= 0))
}

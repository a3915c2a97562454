/** One route under every rule, with the charging on the way that its battery needs: the evaluation used by the search and for solutions. */
import { firstCharge, type Model } from '../model/model.ts'
import { type ChargingPlan, ChargingStops, mostCharges } from './charging-stops.ts'
import { OrderEvaluator } from './order-evaluator.ts'

/** Cost differences below this are rounding. */
const tie = 1e-9

/** Best charging plan so far. */
interface Choice {
  plan: ChargingPlan
  excess: number
  cost: number
  endSeconds: number
}

/** A route with its charging on the way. */
interface ChargedOrder {
  elements: Int32Array
  length: number
}

/**
 * Evaluates sequences of stops and reloads like `OrderEvaluator`. A route beyond its battery's range visits charging places: as few as keep
 * its rules, then the cheapest plan, then the one that ends first.
 */
export class RouteEvaluator extends OrderEvaluator {
  /** The last evaluated route with its charging on the way; undefined without any. */
  charged: ChargedOrder | undefined
  private readonly chargingStops: ChargingStops | undefined

  constructor(model: Model, longest = model.stopCount * 2 + 2) {
    const hasPlaces = model.batteries.some((battery) => (battery?.piecesAtPlace.length ?? 0) > 0)
    super(model, hasPlaces ? longest + mostCharges : longest)
    this.chargingStops = hasPlaces ? new ChargingStops(model) : undefined
  }

  override evaluate(v: number, sequence: ArrayLike<number>, length: number, isStrict: boolean): number {
    this.charged = undefined
    if (!this.chargingStops || !this.model.batteries[v]?.piecesAtPlace.length) {
      return super.evaluate(v, sequence, length, isStrict)
    }
    const { report } = this
    this.report = null
    const cost = super.evaluate(v, sequence, length, isStrict)
    const isShort = this.isShort
    if (isShort) this.charged = this.findCharging(v, sequence, length, isStrict, this.chargingStops)
    this.report = report
    if (this.charged) return this.evaluateCharged(v, this.charged, isStrict)
    if (isStrict || (report === null && !isShort)) return cost
    return super.evaluate(v, sequence, length, false)
  }

  private evaluateCharged(v: number, { elements, length }: ChargedOrder, isStrict: boolean): number {
    const { report } = this
    if (report) {
      // Report by elements of the order that was evaluated.
      this.report = (rule, e, amount) => {
        const isVisit = e >= 0 && elements[e]! >= firstCharge
        report(rule, isVisit || e < 0 ? -1 : e - countVisits(elements, e), amount)
      }
    }
    const cost = super.evaluate(v, elements, length, isStrict)
    this.report = report
    return cost
  }

  private findCharging(
    v: number,
    sequence: ArrayLike<number>,
    length: number,
    isStrict: boolean,
    stops: ChargingStops,
  ): ChargedOrder | undefined {
    stops.begin(v, sequence, length, this.node, this.energy!)
    let best: Choice | undefined
    for (let visits = 1; visits <= mostCharges; visits++) {
      const found = this.tryPlans(v, sequence, length, isStrict, stops, visits)
      if (found && (!best || found.excess < best.excess)) best = found
      if (best?.excess === 0) break
    }
    return best && chargedOrder(sequence, length, best.plan)
  }

  /**
   * Evaluates plans with this many visits and keeps the best; once a plan breaks no rule, only those that may cost less than the best so
   * far.
   */
  private tryPlans(
    v: number,
    sequence: ArrayLike<number>,
    length: number,
    isStrict: boolean,
    stops: ChargingStops,
    visits: number,
  ): Choice | undefined {
    let best: Choice | undefined
    let base = Number.NEGATIVE_INFINITY
    for (const plan of stops.list(visits)) {
      if (best?.excess === 0 && base + this.leastCost(v, plan, stops) > best.cost + tie) continue
      const order = chargedOrder(sequence, length, plan)
      const cost = super.evaluate(v, order.elements, order.length, isStrict)
      if (cost === Number.POSITIVE_INFINITY || this.isShort || !this.hasPlugs(v, order.elements, order.length)) continue
      const { excess, endSeconds } = this
      if (excess === 0) base = Math.max(base, this.plainCost(v, plan))
      const isBetter =
        !best ||
        excess < best.excess ||
        (excess === best.excess && (cost < best.cost - tie || (cost < best.cost + tie && endSeconds < best.endSeconds)))
      if (isBetter) best = { plan, excess, cost, endSeconds }
    }
    return best
  }

  /** Cost of the last evaluated route without its charging and its time. */
  private plainCost(v: number, plan: ChargingPlan): number {
    const { costPerSecond, balanceTimeWeight } = this.model
    const duration = this.endSeconds - this.startSeconds
    const timed = costPerSecond[v]! * duration + balanceTimeWeight * (duration / 3600) ** 2
    return this.cost - timed - this.lateCost - this.slackCost - this.chargeCost - plan.detourCost
  }

  /** Lower bound on the cost of a plan's charging and time. */
  private leastCost(v: number, plan: ChargingPlan, stops: ChargingStops): number {
    const { costPerSecond, breakFrom, breakDuration, drivingRules } = this.model
    let pauses = drivingRules[v] === undefined ? 0 : Number.POSITIVE_INFINITY
    for (let k = breakFrom[v]!; k < breakFrom[v + 1]!; k++) pauses += breakDuration[k]!
    const seconds = stops.workSeconds + plan.detourSeconds + Math.max(0, plan.chargeSeconds - pauses)
    return plan.detourCost + plan.price + costPerSecond[v]! * seconds
  }
}

function chargedOrder(sequence: ArrayLike<number>, length: number, { visits }: ChargingPlan): ChargedOrder {
  const elements = new Int32Array(length + visits.length)
  let at = 0
  for (let gap = 0; gap <= length; gap++) {
    for (const visit of visits) if (visit.gap === gap) elements[at++] = visit.element
    if (gap < length) elements[at++] = sequence[gap]!
  }
  return { elements, length: at }
}

/** Number of charging places before element e. */
function countVisits(elements: Int32Array, e: number): number {
  let count = 0
  for (let at = 0; at < e; at++) if (elements[at]! >= firstCharge) count++
  return count
}

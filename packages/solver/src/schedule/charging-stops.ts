/**
 * Where a route may charge on its way: the fixed-route vehicle-charging problem of Montoya, Guéret, Mendoza, Villegas (Transportation Research
 * Part B 103, 2017), for at most two visits. Lists what the battery lasts for, best guess first; times are the evaluator's matter.
 */
import { type CompiledBattery, roundingWh } from '../model/compile-battery.ts'
import { firstCharge, type Model, unreachableTravel } from '../model/model.ts'
import { chargeAfter, secondsToCharge, wholeSeconds } from './charging.ts'
import { piecesAt, type RouteEnergy } from './route-energy.ts'

/** Visits of charging places on one route at most. */
export const mostCharges = 2
/** Of all places, those of the shortest ways round are looked at in each gap. */
const mostPlacesOfGap = 6
/** The best guesses are evaluated in full, of one visit and of two. */
const mostTrials = [16, 40]

/** One visit: before element `gap` of the order, at an element of a charging place. */
interface Visit {
  gap: number
  element: number
}

export interface ChargingPlan {
  visits: readonly Visit[]
  /** What the ways round cost and take more than the order without charging; waits left out. */
  detourCost: number
  detourSeconds: number
  /** At the charging places, breaks there left out, and the price of it. */
  chargeSeconds: number
  price: number
}

interface Detour extends Visit {
  seconds: number
  meters: number
  compact: number
}

/** Ways to charge on one route. */
export class ChargingStops {
  private readonly model: Model
  /** Driving and work of the order without charging. */
  workSeconds = 0
  private v = 0
  private length = 0
  private sequence: readonly number[] = []
  /** From the start over the elements to the end. */
  private nodes: readonly number[] = []
  private whPerMeter: readonly number[] = []
  private detours: Detour[] = []

  constructor(model: Model) {
    this.model = model
  }

  /** Takes on the order of vehicle v, which `energy` has measured over `node`. */
  begin(v: number, sequence: ArrayLike<number>, length: number, node: Int32Array, energy: RouteEnergy): void {
    this.v = v
    this.length = length
    this.sequence = Array.from({ length }, (_, e) => sequence[e]!)
    this.nodes = [this.model.startNode[v]!, ...node.subarray(0, length + 1)]
    this.whPerMeter = [...energy.whPerMeter.subarray(0, length + 1)]
    this.workSeconds = this.sumWork()
    this.detours = []
    for (let gap = 0; gap <= length; gap++) this.detours.push(...this.detoursOf(gap))
  }

  /** Plans of so many visits that the battery lasts for: what costs least first, without waits and breaks. */
  list(visits: number): ChargingPlan[] {
    const plans: ChargingPlan[] = []
    for (const [index, first] of this.detours.entries()) {
      if (visits === 1) this.add(plans, [first])
      else {
        for (const second of this.detours.slice(index + 1)) {
          if (second.gap > first.gap) this.add(plans, [first, second])
        }
      }
    }
    plans.sort((a, b) => this.guess(a) - this.guess(b) || secondsOf(a) - secondsOf(b))
    return plans.slice(0, mostTrials[visits - 1]!)
  }

  private guess(plan: ChargingPlan): number {
    return plan.detourCost + plan.price + secondsOf(plan) * this.model.costPerSecond[this.v]!
  }

  private sumWork(): number {
    const { seconds, classOf, nodeCount, stopCount, reloadSeconds } = this.model
    const ways = seconds[classOf[this.v]!]!
    const serviceSeconds = this.model.serviceSeconds[classOf[this.v]!]!
    let sum = 0
    for (let gap = 0; gap <= this.length; gap++) sum += ways[this.nodes[gap]! * nodeCount + this.nodes[gap + 1]!]!
    for (const element of this.sequence) {
      sum += element < stopCount ? serviceSeconds[element]! : reloadSeconds[this.v]!
    }
    return sum
  }

  /** The places of the shortest ways round before element `gap`. */
  private detoursOf(gap: number): Detour[] {
    const { model, v } = this
    const { nodeCount, stopCount, chargingNode } = model
    const from = this.nodes[gap]!
    const to = this.nodes[gap + 1]!
    const nowhere = nodeCount - 1
    if (from === nowhere || to === nowhere) return []
    const seconds = model.seconds[model.classOf[v]!]!
    const meters = model.meters[model.classOf[v]!]!
    const direct = seconds[from * nodeCount + to]!
    const detours: Detour[] = []
    chargingNode.forEach((node, place) => {
      const out = seconds[from * nodeCount + node]!
      const on = seconds[node * nodeCount + to]!
      if (out >= unreachableTravel || on >= unreachableTravel) return
      detours.push({
        gap,
        element: firstCharge + place,
        seconds: out + on - direct,
        meters: meters[from * nodeCount + node]! + meters[node * nodeCount + to]! - meters[from * nodeCount + to]!,
        compact: from < stopCount && to < stopCount ? -direct : 0,
      })
    })
    return detours.sort((a, b) => a.seconds - b.seconds || a.element - b.element).slice(0, mostPlacesOfGap)
  }

  private add(plans: ChargingPlan[], visits: Detour[]): void {
    const charged = this.charge(visits)
    if (!charged) return
    const { costPerTravelSecond, costPerMeter, compactnessWeight } = this.model
    let detourCost = 0
    let detourSeconds = 0
    for (const visit of visits) {
      detourCost += visit.seconds * costPerTravelSecond[this.v]! + visit.meters * costPerMeter[this.v]!
      detourCost += visit.compact * compactnessWeight
      detourSeconds += visit.seconds
    }
    plans.push({ visits, detourCost, detourSeconds, chargeSeconds: charged.seconds, price: charged.price })
  }

  /** What the visits have to charge; undefined where the battery does not last. */
  private charge(visits: readonly Visit[]): { seconds: number; price: number } | undefined {
    const { model, v } = this
    const battery = model.batteries[v]!
    const { legs, chargers } = this.listLegs(battery, visits)
    let left = battery.startWh
    let seconds = 0
    let price = 0
    for (const [index, wh] of legs.entries()) {
      left -= wh
      if (left < battery.reserveWh - roundingWh) return undefined
      const element = chargers[index]
      if (element === undefined) continue
      const pieces = piecesAt(battery, element)
      const needed = legs.slice(index + 1, nextCharger(chargers, index) + 1).reduce((sum, leg) => sum + leg, 0)
      const least = element < firstCharge ? model.reloadSeconds[v]! : 0
      const stay = Math.max(least, wholeSeconds(secondsToCharge(pieces, left, needed + battery.reserveWh)))
      const before = left
      left = chargeAfter(pieces, left, stay)
      if (element < firstCharge) continue
      seconds += stay
      price += (left - before) * model.chargingPrice[element - firstCharge]!
    }
    return { seconds, price }
  }

  /** What every leg takes, and the element at its end where the vehicle charges there. */
  private listLegs(battery: CompiledBattery, visits: readonly Visit[]) {
    const { model, nodes, sequence, length } = this
    const meters = model.meters[model.classOf[this.v]!]!
    const legs: number[] = []
    const chargers: (number | undefined)[] = []
    for (let gap = 0; gap <= length; gap++) {
      let from = nodes[gap]!
      for (const visit of visits) {
        if (visit.gap !== gap) continue
        const node = model.chargingNode[visit.element - firstCharge]!
        legs.push(meters[from * model.nodeCount + node]! * this.whPerMeter[gap]!)
        chargers.push(visit.element)
        from = node
      }
      legs.push(meters[from * model.nodeCount + nodes[gap + 1]!]! * this.whPerMeter[gap]!)
      const isCharger = gap < length && sequence[gap]! >= model.stopCount && battery.pieces.length > 0
      chargers.push(isCharger ? model.stopCount : undefined)
    }
    return { legs, chargers }
  }
}

function secondsOf({ detourSeconds, chargeSeconds }: ChargingPlan): number {
  return detourSeconds + chargeSeconds
}

function nextCharger(chargers: readonly (number | undefined)[], index: number): number {
  const next = chargers.findIndex((element, at) => at > index && element !== undefined)
  return next < 0 ? chargers.length - 1 : next
}

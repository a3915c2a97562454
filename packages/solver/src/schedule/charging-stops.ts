/**
 * Charging stops on a route: the fixed-route vehicle-charging problem of Montoya, Guéret, Mendoza, Villegas (Transportation Research Part B
 * 103, 2017), for at most two visits. Lists plans for which the battery suffices, best guess first; the evaluator computes their times.
 */
import { roundingWh } from '../model/compile-battery.ts'
import { firstCharge, type Model, unreachableTravel } from '../model/model.ts'
import { chargeAfter, secondsToCharge, wholeSeconds } from './charging.ts'
import { piecesAt, type RouteEnergy } from './route-energy.ts'

/** Most visits to charging places on one route. */
export const mostCharges = 2
/** Number of places considered in each gap: those with the shortest detours. */
const mostPlacesOfGap = 6
/** Number of best guesses that are evaluated in full, with one visit and with two. */
const mostTrials = [16, 40]

/** One visit: before element `gap` of the order, at an element that is a charging place. */
interface Visit {
  gap: number
  element: number
}

export interface ChargingPlan {
  visits: readonly Visit[]
  /** Extra cost and seconds of the detours compared with the order without charging; without waits. */
  detourCost: number
  detourSeconds: number
  /** Seconds at the charging places without breaks there, and the price of charging. */
  chargeSeconds: number
  price: number
}

interface Detour extends Visit {
  seconds: number
  meters: number
  compact: number
  /** Energy used on the way to the place and on from it. */
  inWh: number
  outWh: number
}

/** A charging stop of one plan: consumption of the legs since the previous one, and its element. */
interface Station {
  legsWh: number
  element: number
}

/** Charging plans for one route. */
export class ChargingStops {
  private readonly model: Model
  /** Driving and work of the order without charging. */
  workSeconds = 0
  private v = 0
  private length = 0
  private sequence: readonly number[] = []
  /** Nodes from the start over the elements to the end. */
  private nodes: readonly number[] = []
  private whPerMeter: readonly number[] = []
  /** Energy used on the legs before each gap, without charging on the way. */
  private usedWh: readonly number[] = []
  /** Gaps that end at a reload with charging. */
  private reloads: readonly number[] = []
  private detours: Detour[] = []

  constructor(model: Model) {
    this.model = model
  }

  /** Loads the order of vehicle v, which `energy` has measured over `node`. */
  begin(v: number, sequence: ArrayLike<number>, length: number, node: Int32Array, energy: RouteEnergy): void {
    this.v = v
    this.length = length
    this.sequence = Array.from({ length }, (_, e) => sequence[e]!)
    this.nodes = [this.model.startNode[v]!, ...node.subarray(0, length + 1)]
    this.whPerMeter = [...energy.whPerMeter.subarray(0, length + 1)]
    this.fillUse()
    this.workSeconds = this.sumWork()
    this.detours = []
    for (let gap = 0; gap <= length; gap++) this.detours.push(...this.detoursOf(gap))
  }

  private fillUse(): void {
    const { model, v, nodes, length, sequence } = this
    const meters = model.meters[model.classOf[v]!]!
    const usedWh = [0]
    const reloads: number[] = []
    const charges = model.batteries[v]!.pieces.length > 0
    for (let gap = 0; gap <= length; gap++) {
      usedWh.push(usedWh[gap]! + meters[nodes[gap]! * model.nodeCount + nodes[gap + 1]!]! * this.whPerMeter[gap]!)
      if (charges && gap < length && sequence[gap]! >= model.stopCount) reloads.push(gap)
    }
    this.usedWh = usedWh
    this.reloads = reloads
  }

  /** Plans with the given number of visits for which the battery suffices, cheapest first; without waits and breaks. */
  list(visits: number): ChargingPlan[] {
    const plans: Guess[] = []
    const most = mostTrials[visits - 1]!
    for (const [index, first] of this.detours.entries()) {
      if (visits === 1) this.add(plans, [first], most)
      else {
        for (let other = index + 1; other < this.detours.length; other++) {
          const second = this.detours[other]!
          if (second.gap > first.gap) this.add(plans, [first, second], most)
        }
      }
    }
    return plans.map(({ plan }) => plan)
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

  /** Places with the shortest detours before element `gap`. */
  private detoursOf(gap: number): Detour[] {
    const { model, v } = this
    const { nodeCount, stopCount, chargingNode, chargingVehicles } = model
    const from = this.nodes[gap]!
    const to = this.nodes[gap + 1]!
    const nowhere = nodeCount - 1
    if (from === nowhere || to === nowhere) return []
    const seconds = model.seconds[model.classOf[v]!]!
    const meters = model.meters[model.classOf[v]!]!
    const direct = seconds[from * nodeCount + to]!
    const detours: Detour[] = []
    chargingNode.forEach((node, place) => {
      if (chargingVehicles[place]?.has(v) === false) return
      const out = seconds[from * nodeCount + node]!
      const on = seconds[node * nodeCount + to]!
      if (out >= unreachableTravel || on >= unreachableTravel) return
      detours.push({
        gap,
        element: firstCharge + place,
        seconds: out + on - direct,
        meters: meters[from * nodeCount + node]! + meters[node * nodeCount + to]! - meters[from * nodeCount + to]!,
        compact: from < stopCount && to < stopCount ? -direct : 0,
        inWh: meters[from * nodeCount + node]! * this.whPerMeter[gap]!,
        outWh: meters[node * nodeCount + to]! * this.whPerMeter[gap]!,
      })
    })
    return detours.sort((a, b) => a.seconds - b.seconds || a.element - b.element).slice(0, mostPlacesOfGap)
  }

  /** Keeps the plan if it is among the `most` best; among equal ones the earliest. */
  private add(plans: Guess[], visits: readonly Detour[], most: number): void {
    const charged = this.charge(visits)
    if (!charged) return
    const { costPerTravelSecond, costPerMeter, compactnessWeight, costPerSecond } = this.model
    let detourCost = 0
    let detourSeconds = 0
    for (const visit of visits) {
      detourCost += visit.seconds * costPerTravelSecond[this.v]! + visit.meters * costPerMeter[this.v]!
      detourCost += visit.compact * compactnessWeight
      detourSeconds += visit.seconds
    }
    const seconds = detourSeconds + charged.seconds
    const cost = detourCost + charged.price + seconds * costPerSecond[this.v]!
    let at = plans.length
    while (at > 0 && isDearer(plans[at - 1]!, cost, seconds)) at -= 1
    if (at >= most) return
    const plan = { visits, detourCost, detourSeconds, chargeSeconds: charged.seconds, price: charged.price }
    plans.splice(at, 0, { plan, cost, seconds })
    if (plans.length > most) plans.pop()
  }

  /** Charging needed at the visits; undefined when the battery does not suffice. Between two chargers the battery only empties. */
  private charge(visits: readonly Detour[]): { seconds: number; price: number } | undefined {
    const { model, v } = this
    const battery = model.batteries[v]!
    const { stations, restWh } = this.listStations(visits)
    let left = battery.startWh
    let seconds = 0
    let price = 0
    for (const [index, { legsWh, element }] of stations.entries()) {
      left -= legsWh
      if (left < battery.reserveWh - roundingWh) return undefined
      const pieces = piecesAt(battery, element)
      const needed = stations[index + 1]?.legsWh ?? restWh
      const least = element < firstCharge ? model.reloadSeconds[v]! : 0
      const stay = Math.max(least, wholeSeconds(secondsToCharge(pieces, left, needed + battery.reserveWh)))
      const before = left
      left = chargeAfter(pieces, left, stay)
      if (element < firstCharge) continue
      seconds += stay
      price += (left - before) * model.chargingPrice[element - firstCharge]!
    }
    return left - restWh < battery.reserveWh - roundingWh ? undefined : { seconds, price }
  }

  /** Visits and reloads in order, each with the energy used since the one before, and the energy used to the end. */
  private listStations(visits: readonly Detour[]): { stations: Station[]; restWh: number } {
    const { usedWh, reloads, length, model } = this
    const stations: Station[] = []
    let from = 0
    let carriedWh = 0
    let reload = 0
    const passReloads = (gap: number) => {
      for (; reload < reloads.length && reloads[reload]! < gap; reload++) {
        const to = reloads[reload]! + 1
        stations.push({ legsWh: carriedWh + usedWh[to]! - usedWh[from]!, element: model.stopCount })
        carriedWh = 0
        from = to
      }
    }
    for (const { gap, element, inWh, outWh } of visits) {
      passReloads(gap)
      stations.push({ legsWh: carriedWh + usedWh[gap]! - usedWh[from]! + inWh, element })
      carriedWh = outWh
      from = gap + 1
    }
    passReloads(length + 1)
    return { stations, restWh: carriedWh + usedWh[length + 1]! - usedWh[from]! }
  }
}

interface Guess {
  plan: ChargingPlan
  /** Cost without waits and breaks. */
  cost: number
  seconds: number
}

function isDearer(one: Guess, cost: number, seconds: number): boolean {
  return one.cost > cost || (one.cost === cost && one.seconds > seconds)
}

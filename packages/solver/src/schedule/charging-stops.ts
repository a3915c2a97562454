/**
 * Where a route may charge on its way: the fixed-route vehicle-charging problem of Montoya, Guéret, Mendoza, Villegas (Transportation Research
 * Part B 103, 2017), for at most two visits. Lists what the battery lasts for, best guess first; times are the evaluator's matter.
 */
import { roundingWh } from '../model/compile-battery.ts'
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
  /** What the ways there and on take from the battery. */
  inWh: number
  outWh: number
}

/** Where the vehicle charges on one plan: the legs before it since the last such place, and its element. */
interface Station {
  legsWh: number
  element: number
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
  /** What the ways before each gap take, charging on the way left out. */
  private usedWh: readonly number[] = []
  /** Gaps that end where the vehicle reloads and charges. */
  private reloads: readonly number[] = []
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

  /** Plans of so many visits that the battery lasts for: what costs least first, without waits and breaks. */
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

  /** The places of the shortest ways round before element `gap`. */
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

  /** Keeps the plan if it is among the `most` best; of equal ones those that came first. */
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

  /** What the visits have to charge; undefined where the battery does not last. On the way from one charger to the next it only gets emptier. */
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

  /** Visits and reloads in their order, each with what the legs since the one before take, and what those to the end do. */
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
  /** Without waits and breaks. */
  cost: number
  seconds: number
}

function isDearer(one: Guess, cost: number, seconds: number): boolean {
  return one.cost > cost || (one.cost === cost && one.seconds > seconds)
}

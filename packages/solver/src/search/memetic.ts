/**
 * Small plans: a population of annealed plans whose routes are crossed and annealed again, cooler. The crossover takes the
 * neighbouring routes of one parent out and puts in those of the other that cover them best (after the selective route
 * exchange of Nagata, Bräysy & Dullaert 2010); stops left over go back in greedily.
 */
import type { Annealer } from './anneal.ts'
import { runLeg } from './run.ts'

interface Member {
  /** Elements per vehicle. */
  routes: Int32Array[]
  cost: number
}

/** How long, in steps of the annealer and in milliseconds of the clock. */
export interface MemeticBudget {
  iterations: number
  clock: () => number
  milliseconds: number
  cancel: Int32Array
}

const founders = +(process.env.F ?? 8)
const mostMembers = 16
/** Steps per stop of a founder's cooling, and of a child's. */
const founderSteps = +(process.env.FS ?? 400)
const childSteps = +(process.env.C ?? 120)
/** A child starts at this part of a founder's temperature; drawn between these bounds. */
const coolest = 0.02
const warmest = +(process.env.W ?? 0.2)

export class Memetic {
  best: Member | undefined
  private readonly annealer: Annealer
  private readonly members: Member[] = []
  private readonly vehicles: number[]
  private hot = 0
  private cold = 0

  constructor(annealer: Annealer) {
    this.annealer = annealer
    this.vehicles = Array.from({ length: annealer.model.vehicleCount }, (_, v) => v)
  }

  /** Temperatures of a founder's cooling. */
  setCooling(hot: number, cold: number): void {
    this.hot = hot
    this.cold = cold
  }

  /** Takes a plan from elsewhere into the population. */
  welcome(routes: Int32Array[]): void {
    this.loadRoutes(routes)
    this.annealer.kernel.begin()
    this.annealer.start()
    this.keep()
  }

  /** Breeds until the budget is used up. */
  run(budget: MemeticBudget): void {
    const { annealer } = this
    const startedAt = budget.clock()
    const first = annealer.iterations
    const left = (): number => budget.milliseconds - (budget.clock() - startedAt)
    const stepsLeft = (): number => budget.iterations - (annealer.iterations - first)
    const cool = (hot: number, steps: number): void => {
      runLeg(annealer, {
        hot,
        cold: this.cold,
        fromFraction: 0,
        toFraction: 1,
        iterations: Math.max(1, Math.min(steps, stepsLeft())),
        clock: budget.clock,
        // By steps, not by time: a run that time cuts short is warmer than it should be, so the last one may be.
        milliseconds: Number.POSITIVE_INFINITY,
        cancel: budget.cancel,
        isOver: () => left() <= 0,
      })
    }
    const stopCount = annealer.model.stopCount
    while (left() > 0 && stepsLeft() > 0 && Atomics.load(budget.cancel, 0) === 0) {
      if (this.members.length < founders && left() > 0.6 * budget.milliseconds) {
        this.found()
        cool(this.hot, founderSteps * stopCount)
      } else {
        this.cross()
        const { random } = annealer
        cool(this.hot * (coolest * (warmest / coolest) ** random.unit()), childSteps * stopCount)
      }
      this.keep()
    }
  }

  /** A new plan from nothing, in random order. */
  private found(): void {
    const { annealer } = this
    annealer.kernel.clear()
    annealer.construct()
    annealer.start()
  }

  private keep(): void {
    const { annealer, members } = this
    const cost = annealer.bestCost
    if (members.some((member) => Math.abs(member.cost - cost) < 1e-6)) return
    const routes = this.vehicles.map(() => new Int32Array(0) as Int32Array)
    annealer.readBest((v, elements) => {
      routes[v] = elements
    })
    const member = { routes, cost }
    members.push(member)
    members.sort((a, b) => a.cost - b.cost)
    if (members.length > mostMembers) members.pop()
    if (!this.best || cost < this.best.cost) this.best = member
  }

  private loadRoutes(routes: Int32Array[]): void {
    const { kernel } = this.annealer
    kernel.clear()
    routes.forEach((route, v) => {
      if (route.length > 0) kernel.setRoute(v, route, route.length)
    })
  }

  private pick(): Member {
    const { random } = this.annealer
    const a = random.below(this.members.length)
    const b = random.below(this.members.length)
    return this.members[Math.min(a, b)]!
  }

  /** Leaves a child of two parents in the annealer. */
  private cross(): void {
    const { annealer } = this
    const { model, random } = annealer
    const a = this.pick()
    let b = this.pick()
    for (let i = 0; i < 4 && b === a; i++) b = this.pick()
    if (b === a) {
      this.loadRoutes(a.routes)
      annealer.start()
      return
    }
    const removed = new Uint8Array(model.stopCount)
    const child = this.removeNeighbours(a.routes, removed)
    // Routes of the other parent that lie mostly in the gap, best covered first.
    const cover = (route: Int32Array): number => {
      let inside = 0
      for (const stop of route) inside += removed[stop]!
      return inside
    }
    const given = b.routes
      .map((route) => ({ route, share: route.length === 0 ? 0 : cover(route) / route.length }))
      .filter(({ share }) => share > 0.4 + 0.2 * random.unit())
      .sort((x, y) => y.share - x.share)
    for (const { route } of given) {
      const kept = route.filter((stop) => removed[stop] === 1)
      const v = this.findVehicle(child, b.routes.indexOf(route), kept)
      if (v < 0) continue
      child[v] = kept
      for (const stop of kept) removed[stop] = 0
    }
    this.loadRoutes(child)
    annealer.construct()
    annealer.start()
  }

  /** Copies the parent without some neighbouring routes; marks their stops. */
  private removeNeighbours(routes: Int32Array[], removed: Uint8Array): Int32Array[] {
    const { model, random, neighbours } = this.annealer
    const routeOf = new Int32Array(model.stopCount).fill(-1)
    routes.forEach((route, v) => {
      for (const stop of route) routeOf[stop] = v
    })
    const used = routes.filter((route) => route.length > 0).length
    const goal = 1 + random.below(Math.max(1, Math.ceil(used / 2)))
    const child = [...routes]
    const seed = random.below(model.stopCount)
    let count = 0
    for (let k = -1; k < neighbours.ruinSize && count < goal; k++) {
      const stop = k < 0 ? seed : neighbours.ruin[seed * neighbours.ruinSize + k]!
      if (stop < 0) break
      const v = routeOf[stop]!
      if (v < 0 || child[v]!.length === 0) continue
      for (const member of child[v]!) removed[member] = 1
      child[v] = new Int32Array(0)
      count++
    }
    for (let stop = 0; stop < model.stopCount; stop++) if (routeOf[stop]! < 0) removed[stop] = 1
    return child
  }

  /** A vehicle without a route that can drive the sequence: the parent's own, or one of its type, or any. */
  private findVehicle(child: Int32Array[], preferred: number, sequence: Int32Array): number {
    const { model, evaluator } = this.annealer
    if (sequence.length === 0) return -1
    const tried = new Uint8Array(model.typeCount)
    for (let i = -1; i < child.length; i++) {
      const v = i < 0 ? preferred : i
      if (child[v]!.length > 0 || tried[model.typeOf[v]!] === 1) continue
      tried[model.typeOf[v]!] = 1
      if (evaluator.evaluate(v, sequence, sequence.length, true) < Number.POSITIVE_INFINITY) return v
    }
    return -1
  }
}

/**
 * Windows held by stops that come before or after others. Whenever two linked stops are on routes, their windows are narrowed so that any
 * times within them keep the order and the gaps: each route can then be changed and priced by itself, as if there were no links.
 */
import { holdWindow } from '../model/links.ts'
import { type Link, type Model, unlimited } from '../model/model.ts'
import type { Random } from '../model/random.ts'

/** Probability that linked stops are put in in any order, not the earlier ones first. */
const shuffleRate = 0.5
/** Probability that a stop is put in before its linked ones with a window narrowed at random, at its beginning or its end. */
const narrowRate = 0.6

/** The routes whose stops hold windows. */
export interface HeldRoutes {
  readonly routeOf: Int32Array
  /** Cost of leaving a stop out. */
  readonly worth: Float64Array
  isAbsent(stop: number): boolean
  isBroken(v: number): boolean
  unlink(stop: number): void
  touch(v: number): void
  refresh(v: number): void
  /** Second at which the service of a stop on a route begins. */
  findBegin(stop: number): number
}

/** A stop, and the second at which its service begins. */
type Placed = readonly [stop: number, begin: number]

export class LinkHolds {
  private readonly model: Model
  private readonly random: Random
  private readonly routes: HeldRoutes
  private readonly linked: Int32Array
  private readonly base: Int32Array
  /** Windows at the beginning of the step, and of the best plan. */
  private readonly saved: Int32Array
  private readonly best: Int32Array
  /** Links of the stop that is being put in, to stops on routes, and the windows of these. */
  private placed: readonly Link[] = []
  private before: readonly [opens: number, closes: number][] = []
  private readonly shortest: Float64Array
  private readonly longest: Float64Array
  /** Latest second that any stop can begin at. */
  private readonly horizon: number

  constructor(routes: HeldRoutes, model: Model, random: Random) {
    this.routes = routes
    this.model = model
    this.random = random
    this.linked = Int32Array.from(model.links.keys()).filter((stop) => this.listLinks(stop).length > 0)
    this.base = new Int32Array(this.linked.length * 2)
    this.write(this.base)
    this.saved = this.base.slice()
    this.best = this.base.slice()
    const setup = (stop: number): number => model.setupSeconds[stop] ?? 0
    const times = (stop: number): number[] => model.serviceSeconds.map((seconds) => seconds[stop] ?? 0)
    this.shortest = Float64Array.from(model.opensSeconds, (_, stop) => Math.min(...times(stop)))
    this.longest = Float64Array.from(model.opensSeconds, (_, stop) => Math.max(...times(stop)) + setup(stop))
    this.horizon = Math.max(...model.shiftEnd)
  }

  listLinks(stop: number): readonly Link[] {
    return this.model.links[stop] ?? []
  }

  isLinked(stop: number): boolean {
    return this.listLinks(stop).length > 0
  }

  /** Inserts a linked stop with the absent ones that come before or after it, each by `insertAlone`. Returns whether it is in. */
  insert(stop: number, insertAlone: (member: number) => boolean): boolean {
    const members = this.listTogether(stop).filter((member) => this.routes.isAbsent(member))
    for (const member of members) {
      const isIn = this.open(member) && this.insertWorthily(member, insertAlone)
      if (isIn) this.close(member)
      // What is held may have to wait longer than allowed.
      if (isIn && !this.listRoutes(member).some((v) => this.routes.isBroken(v))) continue
      this.takeOut(member)
      this.cancel(member)
    }
    for (let left = members; left.length > 0; ) {
      left = members.filter((member) => !this.routes.isAbsent(member) && !this.isPreceded(member))
      for (const member of left) this.takeOut(member)
    }
    return !this.routes.isAbsent(stop)
  }

  /** Routes of the stop and of those that were held for it. */
  private listRoutes(stop: number): number[] {
    return [stop, ...this.placed.map(({ other }) => other)].flatMap((member) =>
      this.routes.isAbsent(member) ? [] : (this.routes.routeOf[member] ?? []),
    )
  }

  /** Takes the stop off its route again, if it is on one. */
  private takeOut(stop: number): void {
    if (this.routes.isAbsent(stop)) return
    const v = this.routes.routeOf[stop] ?? 0
    this.routes.unlink(stop)
    this.freeStop(stop)
    this.routes.refresh(v)
  }

  /** Inserts the stop at up to what it is worth together with the absent stops that cannot be served without it. */
  private insertWorthily(stop: number, insertAlone: (member: number) => boolean): boolean {
    const { worth } = this.routes
    const own = worth[stop] ?? 0
    const later = [stop]
    for (const member of later) {
      for (const { other, isBefore } of this.listLinks(member)) {
        if (isBefore && this.routes.isAbsent(other) && !later.includes(other)) later.push(other)
      }
    }
    worth[stop] = later.reduce((sum, member) => sum + (worth[member] ?? 0), 0)
    const isIn = insertAlone(stop)
    worth[stop] = own
    return isIn
  }

  /** Whether all stops that come before this one are on routes. */
  private isPreceded(stop: number): boolean {
    return this.listLinks(stop).every(({ other, isBefore }) => isBefore || !this.routes.isAbsent(other))
  }

  /** The stop and all that are linked to it, directly or by others: earlier ones first, or in an order drawn at random. */
  private listTogether(stop: number): number[] {
    const found = [stop]
    for (const member of found) {
      for (const { other } of this.listLinks(member)) if (!found.includes(other)) found.push(other)
    }
    if (this.random.unit() < shuffleRate) {
      for (let i = found.length - 1; i > 0; i--) {
        const j = this.random.below(i + 1)
        const swap = found[i] ?? 0
        found[i] = found[j] ?? 0
        found[j] = swap
      }
      return found
    }
    return found.sort((a, b) => this.measureDepth(a) - this.measureDepth(b))
  }

  /** Number of stops that must come before it, one after another. */
  private measureDepth(stop: number): number {
    return this.listLinks(stop).reduce(
      (most, { other, isBefore }) => (isBefore ? most : Math.max(most, 1 + this.measureDepth(other))),
      0,
    )
  }

  save(): void {
    this.write(this.saved)
  }

  restore(): void {
    this.read(this.saved)
  }

  keepBest(): void {
    this.write(this.best)
  }

  takeBest(): void {
    this.read(this.best)
  }

  /** Gives every stop its own window back. */
  free(): void {
    this.read(this.base)
  }

  /** Gives the stop its own window back. */
  freeStop(stop: number): void {
    const at = this.linked.indexOf(stop)
    if (at >= 0) this.hold(stop, this.base[2 * at] ?? 0, this.base[2 * at + 1] ?? 0)
  }

  /**
   * Narrows the window of an absent stop to what the linked stops on routes leave it, and holds those where they are; false when that is
   * nothing. `close` or `cancel` follows.
   */
  private open(stop: number): boolean {
    this.freeStop(stop)
    let [opens, closes] = this.getWindow(stop)
    this.placed = this.listLinks(stop).filter(({ other }) => (this.routes.routeOf[other] ?? -1) >= 0)
    this.before = this.placed.map(({ other }) => this.getWindow(other))
    const begins = this.placed.map(({ other }) => this.routes.findBegin(other))
    this.placed.forEach(({ other, isBefore, least, most }, at) => {
      const begin = begins[at] ?? 0
      opens = Math.max(opens, isBefore ? begin - most - this.getShortest(stop) : begin + this.getLongest(other) + least)
      closes = Math.min(
        closes,
        isBefore ? begin - least - this.getLongest(stop) : begin + this.getShortest(other) + most,
      )
      const [otherOpens, otherCloses] = this.getWindow(other)
      const isClose = most < unlimited
      this.hold(other, isBefore || isClose ? begin : otherOpens, !isBefore || isClose ? begin : otherCloses)
    })
    const isFirst = this.listLinks(stop).some((link) => !this.placed.includes(link))
    if (isFirst && closes > opens && this.random.unit() < narrowRate) {
      const at = opens + Math.floor(this.random.unit() * Math.max(0, Math.min(closes, this.horizon) - opens))
      if (this.random.unit() < 0.5) opens = at
      else closes = at
    }
    this.hold(stop, Math.ceil(opens), Math.floor(closes))
    this.refreshPlaced()
    return Math.ceil(opens) <= Math.floor(closes)
  }

  /** Gives the stop its own window back, and those that were held for it the windows that they had. */
  private cancel(stop: number): void {
    this.freeStop(stop)
    this.release()
    this.refreshPlaced()
  }

  /** Divides the time between a stop that was put in and its linked stops on routes, so that each may move on its side. */
  private close(stop: number): void {
    const { placed } = this
    const begin = this.routes.findBegin(stop)
    const begins = placed.map(({ other }) => this.routes.findBegin(other))
    this.release()
    placed.forEach((link, at) => {
      const { other } = link
      const begun = begins[at] ?? 0
      if (link.isBefore) this.divide([stop, begin], [other, begun], link)
      else this.divide([other, begun], [stop, begin], link)
    })
    this.refreshPlaced()
    this.routes.refresh(this.routes.routeOf[stop] ?? 0)
  }

  private release(): void {
    this.placed.forEach(({ other }, at) => {
      const [opens, closes] = this.before[at] ?? [0, 0]
      this.hold(other, opens, closes)
    })
  }

  private refreshPlaced(): void {
    for (const { other } of this.placed) {
      const v = this.routes.routeOf[other] ?? 0
      this.routes.touch(v)
      this.routes.refresh(v)
    }
  }

  private divide([first, begin]: Placed, [then, end]: Placed, { least, most }: Link): void {
    const earliest = begin + this.getLongest(first) + least
    const draw = this.random.unit()
    const border =
      draw < 0.3 ? earliest : draw < 0.6 ? end : Math.floor(earliest + this.random.unit() * (end - earliest))
    const [firstOpens, firstCloses] = this.getWindow(first)
    const [thenOpens, thenCloses] = this.getWindow(then)
    const isClose = most < unlimited
    const latest = begin + this.getShortest(first) + most
    this.hold(
      first,
      isClose ? Math.max(firstOpens, begin) : firstOpens,
      Math.min(firstCloses, border - least - this.getLongest(first)),
    )
    this.hold(then, Math.max(thenOpens, border), isClose ? Math.min(thenCloses, latest) : thenCloses)
  }

  private getShortest(stop: number): number {
    return this.shortest[stop] ?? 0
  }

  private getLongest(stop: number): number {
    return this.longest[stop] ?? 0
  }

  private getWindow(stop: number): [opens: number, closes: number] {
    return [this.model.opensSeconds[stop] ?? 0, this.model.closesSeconds[stop] ?? 0]
  }

  private hold(stop: number, opens: number, closes: number): void {
    holdWindow(this.model, stop, opens, closes)
  }

  private write(target: Int32Array): void {
    this.linked.forEach((stop, at) => {
      target.set(this.getWindow(stop), 2 * at)
    })
  }

  private read(source: Int32Array): void {
    this.linked.forEach((stop, at) => {
      this.hold(stop, source[2 * at] ?? 0, source[2 * at + 1] ?? 0)
    })
  }
}

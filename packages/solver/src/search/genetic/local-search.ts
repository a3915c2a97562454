/**
 * Local search over penalised routes and granular neighbours: relocate and swap of one or two stops, 2-opt and 2-opt* (Vidal et al.
 * 2013; Vidal 2022). A move is first judged by its legs alone: no route can save more beyond them than its present slack.
 * One long file, because every move reads and writes the same lists and the optimizer inlines them into one loop.
 */
import type { Neighbours } from '../../model/neighbours.ts'
import type { Random } from '../../model/random.ts'
import { epsilon, RouteState } from './route-state.ts'
import { SwapStar } from './swap-star.ts'
import type { GeneticTerms } from './terms.ts'

/** Neighbours tried for each stop. */
const granularStops = 20
const granularStopsWithTimes = 32
/** A guard against moves that rounding makes go in circles. */
const mostRounds = 60

export class LocalSearch extends RouteState {
  /** Debugging: every applied move must change the cost by what its evaluation said. */
  isAudited = false
  private readonly near: Int32Array
  private readonly nearSize: number
  private readonly nearWidth: number
  private readonly order: Int32Array
  /** Value of `moves` when the stop was last tried with all its neighbours. */
  private readonly tested: Int32Array
  private tries = 0
  private readonly chainU: Float64Array
  private readonly chainV: Float64Array
  private readonly random: Random
  private readonly swapStar: SwapStar | undefined
  private readonly hasTypes: boolean
  /** Vehicles by type: those of type t at typeFrom[t] .. typeFrom[t + 1] - 1. */
  private readonly typeFrom: Int32Array
  private readonly typeVehicle: Int32Array

  constructor(terms: GeneticTerms, neighbours: Neighbours, random: Random) {
    super(terms)
    this.near = neighbours.insert
    this.nearWidth = neighbours.insertSize
    this.nearSize = Math.min(neighbours.insertSize, terms.hasTimes ? granularStopsWithTimes : granularStops)
    this.order = Int32Array.from({ length: this.n }, (_, stop) => stop)
    this.tested = new Int32Array(this.n)
    this.chainU = new Float64Array(this.dimensions)
    this.chainV = new Float64Array(this.dimensions)
    this.random = random
    const { typeOf, typeCount } = terms.model
    this.hasTypes = typeCount > 1
    this.typeVehicle = Int32Array.from(typeOf, (_, v) => v).sort((a, b) => typeOf[a]! - typeOf[b]! || a - b)
    this.typeFrom = new Int32Array(typeCount + 1)
    for (let v = 0; v < this.vehicles; v++) this.typeFrom[typeOf[v]! + 1]!++
    for (let type = 0; type < typeCount; type++) this.typeFrom[type + 1]! += this.typeFrom[type]!
    this.swapStar = !terms.hasTimes && SwapStar.fits(terms) ? new SwapStar(this, neighbours) : undefined
  }

  /**
   * Improves until no move does. Stops early when `isOver` says so (asked every few hundred stops): then the result is partial.
   * Routes whose last change is not after `settledAt` (a value of `moves`) are known to need no move among themselves.
   */
  run(isOver: () => boolean, settledAt = -1): void {
    const { n, order, random } = this
    for (let i = n - 1; i > 0; i--) {
      const j = random.below(i + 1)
      const swap = order[i]!
      order[i] = order[j]!
      order[j] = swap
    }
    this.tested.fill(settledAt)
    this.swapStar?.reset(settledAt)
    for (let round = 0; ; round++) {
      const before = this.moves
      for (let i = 0; i < n; i++) {
        if ((++this.tries & 511) === 0 && isOver()) return
        this.improveStop(order[i]!, round > 0)
      }
      if (round > mostRounds) break
      if (round === 0 || this.moves !== before) continue
      if (this.swapStar?.improve() === true) continue
      if (this.hasTypes && this.improveVehicles()) continue
      break
    }
    this.resum()
  }

  /** Every move of u with its neighbours that may have changed since the last time. */
  private improveStop(u: number, mayOpen: boolean): void {
    const { near, nearSize, nearWidth, routeOf, modified, prev, n } = this
    const testedAt = this.tested[u]!
    this.tested[u] = this.moves
    for (let k = 0; k < nearSize; k++) {
      const v = near[u * nearWidth + k]!
      if (v < 0) break
      const ru = routeOf[u]!
      const rv = routeOf[v]!
      if (modified[ru]! <= testedAt && modified[rv]! <= testedAt) continue
      if (this.improvePair(u, v)) continue
      if (prev[v]! >= n && this.improvePair(u, prev[v]!)) continue
    }
    if (mayOpen) this.tryEmptyRoutes(u, testedAt)
  }

  private tryEmptyRoutes(u: number, testedAt: number): void {
    const { typeCount } = this.terms.model
    if (this.modified[this.routeOf[u]!]! <= testedAt) return
    for (let type = 0; type < typeCount; type++) {
      const v = this.findEmpty(type)
      if (v >= 0 && this.improvePair(u, this.n + v)) return
    }
  }

  /** An unused vehicle of the type, or -1. */
  findEmpty(type: number): number {
    const { typeFrom, typeVehicle, count } = this
    for (let i = typeFrom[type]!; i < typeFrom[type + 1]!; i++) if (count[typeVehicle[i]!] === 0) return typeVehicle[i]!
    return -1
  }

  /** Tries the moves of stop u behind or with link v (a stop or a sentinel); applies the first that improves. */
  private improvePair(u: number, v: number): boolean {
    const { next, prev, routeOf, nodeOut, nodeIn, nodes, n, terms, routeSlack } = this
    if (u === v) return false
    const ru = routeOf[u]!
    const rv = routeOf[v]!
    const isSame = ru === rv
    const cu = terms.arcs[terms.arcOf[ru]!]!
    const cv = terms.arcs[terms.arcOf[rv]!]!
    const slack = routeSlack[ru]! + (isSame ? 0 : routeSlack[rv]!)
    const p = prev[u]!
    const x = next[u]!
    const y = next[v]!
    const np = nodeOut[p]!
    const nx = nodeIn[x]!
    const nv = nodeOut[v]!
    const ny = nodeIn[y]!
    const pu = cu[np * nodes + u]!
    const ux = cu[u * nodes + nx]!
    const vy = cv[nv * nodes + ny]!
    const opening = !isSame && this.count[rv] === 0 ? terms.fixed[rv]! : 0
    const countU = this.count[ru]!

    // u behind v.
    const vu = cv[nv * nodes + u]!
    if (v !== p) {
      const closing = !isSame && countU === 1 ? terms.fixed[ru]! : 0
      const d = cu[np * nodes + nx]! - pu - ux + vu + cv[u * nodes + ny]! - vy + opening - closing
      if (d < slack - epsilon && this.relocate(u, u, 1, v, false, d)) return true
    }
    // u and x behind v, in either order.
    if (x < n && v !== p && v !== x) {
      const s = next[x]!
      const ns = nodeIn[s]!
      const xs = cu[x * nodes + ns]!
      const closing = !isSame && countU === 2 ? terms.fixed[ru]! : 0
      const taken = cu[np * nodes + ns]! - pu - ux - xs - vy + opening - closing
      const forward = taken + vu + cv[u * nodes + x]! + cv[x * nodes + ny]!
      if (forward < slack - epsilon && this.relocate(u, x, 2, v, false, forward)) return true
      const backward = taken + cv[nv * nodes + x]! + cv[x * nodes + u]! + cv[u * nodes + ny]!
      if (backward < slack - epsilon && this.relocate(u, x, 2, v, true, backward)) return true
    }
    if (v < n) {
      const q = prev[v]!
      const nq = nodeOut[q]!
      const qv = cv[nq * nodes + v]!
      if (x !== v && y !== u) {
        // u for v.
        if (u < v || terms.hasTimes) {
          const d =
            cu[np * nodes + v]! + cu[v * nodes + nx]! - pu - ux + cv[nq * nodes + u]! + cv[u * nodes + ny]! - qv - vy
          if (d < slack - epsilon && this.swap(u, u, 1, v, v, 1, d)) return true
        }
        // u and x for v, and u and x for v and y.
        if (x < n && next[x] !== v) {
          const ns = nodeIn[next[x]!]!
          const out = pu + ux + cu[x * nodes + ns]! + qv
          const d =
            cu[np * nodes + v]! +
            cu[v * nodes + ns]! +
            cv[nq * nodes + u]! +
            cv[u * nodes + x]! +
            cv[x * nodes + ny]! -
            out -
            vy
          if (d < slack - epsilon && this.swap(u, x, 2, v, v, 1, d)) return true
          if (y < n && next[y] !== u && y !== u && u < v) {
            const nt = nodeIn[next[y]!]!
            const e =
              cu[np * nodes + v]! +
              cu[v * nodes + y]! +
              cu[y * nodes + ns]! +
              cv[nq * nodes + u]! +
              cv[u * nodes + x]! +
              cv[x * nodes + nt]! -
              out -
              vy -
              cv[y * nodes + nt]!
            if (e < slack - epsilon && this.swap(u, x, 2, v, y, 2, e)) return true
          }
        }
      }
    }
    if (isSame) return terms.isSymmetric && this.tryReverse(u, v, slack)
    if (this.trySwapTails(u, v, slack)) return true
    return terms.isSymmetric && !this.hasTimes && this.tryCrossTails(u, v, slack)
  }

  // Moves: `legs` is the change of legs and fixed prices; each adds the rest, and applies itself when the sum improves.

  private readChain(first: number, count: number, target: Float64Array): void {
    const { dimensions } = this
    const { load } = this.terms
    for (let k = 0; k < dimensions; k++) {
      target[k] = load[first * dimensions + k]!
      if (count === 2) target[k]! += load[this.next[first]! * dimensions + k]!
    }
  }

  /** Moves the `count` stops from u to e behind v. */
  private relocate(u: number, e: number, count: number, v: number, isReversed: boolean, legs: number): boolean {
    const { routeOf, next, prev, routeSlack, chainU } = this
    const ru = routeOf[u]!
    const rv = routeOf[v]!
    const p = prev[u]!
    const s = next[e]!
    const y = next[v]!
    let delta = legs - routeSlack[ru]!
    if (ru !== rv) {
      if (!this.mayServe(u, rv) || (count === 2 && !this.mayServe(e, rv))) return false
      this.readChain(u, count, chainU)
      delta += this.priceChange(rv, chainU, 1) - routeSlack[rv]!
      if (this.count[ru]! > count) delta += this.priceChange(ru, chainU, -1)
      if (delta >= -epsilon) return false
      if (this.hasTimes) {
        if (this.count[ru]! > count) {
          this.open(p)
          delta += this.close(s, ru)
          if (delta >= -epsilon) return false
        }
        this.open(v)
        if (isReversed) this.append(e)
        this.append(u)
        if (count === 2 && !isReversed) this.append(e)
        delta += this.close(y, rv)
      }
    } else {
      delta += this.priceLoad(ru, 0, -1)
      if (delta >= -epsilon) return false
      if (this.hasTimes) {
        const isBefore = this.position[v]! < this.position[u]!
        if (isBefore) this.open(v)
        else {
          this.open(p)
          this.appendWalk(s, v)
        }
        if (isReversed) this.append(e)
        this.append(u)
        if (count === 2 && !isReversed) this.append(e)
        if (isBefore) {
          this.appendWalk(y, p)
          delta += this.close(s, ru)
        } else delta += this.close(y, ru)
      }
    }
    if (delta >= -epsilon) return false
    const before = this.cost
    this.tie(p, s)
    if (isReversed) {
      this.tie(v, e)
      this.tie(e, u)
      this.tie(u, y)
    } else {
      this.tie(v, u)
      this.tie(e, y)
    }
    this.finish(ru, rv, before, delta)
    return true
  }

  /** Exchanges the stops from u to eu with those from v to ev; the chains neither overlap nor touch. */
  private swap(u: number, eu: number, countU: number, v: number, ev: number, countV: number, legs: number): boolean {
    const { routeOf, next, prev, routeSlack, chainU, chainV } = this
    const ru = routeOf[u]!
    const rv = routeOf[v]!
    const p = prev[u]!
    const s = next[eu]!
    const q = prev[v]!
    const t = next[ev]!
    let delta = legs - routeSlack[ru]!
    if (ru !== rv) {
      if (!this.mayServe(u, rv) || (countU === 2 && !this.mayServe(eu, rv))) return false
      if (!this.mayServe(v, ru) || (countV === 2 && !this.mayServe(ev, ru))) return false
      this.readChain(u, countU, chainU)
      this.readChain(v, countV, chainV)
      for (let k = 0; k < this.dimensions; k++) chainU[k]! -= chainV[k]!
      delta += this.priceChange(ru, chainU, -1) + this.priceChange(rv, chainU, 1) - routeSlack[rv]!
      if (delta >= -epsilon) return false
      if (this.hasTimes) {
        this.open(p)
        this.appendWalk(v, ev)
        delta += this.close(s, ru)
        if (delta >= -epsilon) return false
        this.open(q)
        this.appendWalk(u, eu)
        delta += this.close(t, rv)
      }
    } else {
      delta += this.priceLoad(ru, 0, -1)
      if (delta >= -epsilon) return false
      if (this.hasTimes) {
        if (this.position[u]! < this.position[v]!) {
          this.open(p)
          this.appendWalk(v, ev)
          this.appendWalk(s, q)
          this.appendWalk(u, eu)
          delta += this.close(t, ru)
        } else {
          this.open(q)
          this.appendWalk(u, eu)
          this.appendWalk(t, p)
          this.appendWalk(v, ev)
          delta += this.close(s, ru)
        }
      }
    }
    if (delta >= -epsilon) return false
    const before = this.cost
    this.tie(p, v)
    this.tie(ev, s)
    this.tie(q, u)
    this.tie(eu, t)
    this.finish(ru, rv, before, delta)
    return true
  }

  /** 2-opt: with u before v on one route, drives from u to v and back to what followed u. Symmetric legs only. */
  private tryReverse(u: number, v: number, slack: number): boolean {
    const { position, next, nodes, nodeOut, nodeIn, n, terms } = this
    const isForward = v >= n || position[u]! > position[v]!
    // With v first the reversed part lies behind v and ends with u.
    const a = isForward ? v : u
    const b = isForward ? u : v
    const x = next[a]!
    if (x === b) return false
    const y = next[b]!
    const r = this.routeOf[u]!
    const c = terms.arcs[terms.arcOf[r]!]!
    const legs =
      c[nodeOut[a]! * nodes + b]! +
      c[x * nodes + nodeIn[y]!]! -
      c[nodeOut[a]! * nodes + x]! -
      c[b * nodes + nodeIn[y]!]!
    if (legs >= slack - epsilon) return false
    let delta = legs - slack + this.priceLoad(r, 0, -1)
    if (delta >= -epsilon) return false
    if (this.hasTimes) {
      this.open(a)
      this.appendBack(b, x)
      delta += this.close(y, r)
      if (delta >= -epsilon) return false
    }
    const before = this.cost
    this.turn(x, b)
    this.tie(a, b)
    this.tie(x, y)
    this.finish(r, r, before, delta)
    return true
  }

  /** Reverses the links from first to last among themselves. */
  private turn(first: number, last: number): void {
    let link = first
    while (true) {
      const after = this.next[link]!
      this.next[link] = this.prev[link]!
      this.prev[link] = after
      if (link === last) break
      link = after
    }
  }

  /** 2-opt*: what follows u and what follows v change places. */
  private trySwapTails(u: number, v: number, slack: number): boolean {
    const { next, prev, routeOf, nodes, nodeOut, nodeIn, n, terms, headLoad, routeLoad, dimensions, chainU } = this
    const { model } = terms
    const ru = routeOf[u]!
    const rv = routeOf[v]!
    if (terms.arcOf[ru] !== terms.arcOf[rv]) return false
    const c = terms.arcs[terms.arcOf[ru]!]!
    const x = next[u]!
    const y = next[v]!
    const endU = nodeIn[n + ru]!
    const endV = nodeIn[n + rv]!
    const lastU = nodeOut[prev[n + ru]!]!
    const lastV = nodeOut[prev[n + rv]!]!
    const nv = nodeOut[v]!
    if (x >= n && y >= n) return false
    let legs = -c[u * nodes + nodeIn[x]!]! - c[nv * nodes + nodeIn[y]!]!
    if (y < n) legs += c[u * nodes + y]! + c[lastV * nodes + endU]! - c[lastV * nodes + endV]!
    else legs += c[u * nodes + endU]!
    if (x < n) legs += c[nv * nodes + x]! + c[lastU * nodes + endV]! - c[lastU * nodes + endU]!
    else legs += c[nv * nodes + endV]!
    // An empty route is opened, or the whole of v's goes to u.
    const isOpening = y === v
    const isClosing = v >= n && x >= n
    if (isOpening) legs += terms.fixed[rv]!
    if (isClosing) legs -= terms.fixed[rv]!
    if (legs >= slack - epsilon) return false
    let delta = legs - slack
    // Load that goes from u's route to v's.
    for (let k = 0; k < dimensions; k++) {
      chainU[k] =
        routeLoad[ru * dimensions + k]! -
        headLoad[u * dimensions + k]! -
        (routeLoad[rv * dimensions + k]! - headLoad[v * dimensions + k]!)
    }
    delta += this.priceChange(ru, chainU, -1)
    if (!isClosing) delta += this.priceChange(rv, chainU, 1)
    if (delta >= -epsilon) return false
    if (terms.hasTypeRules && model.typeOf[ru] !== model.typeOf[rv]) {
      for (let link = x; link < n; link = next[link]!) if (!this.mayServe(link, rv)) return false
      for (let link = y; link < n; link = next[link]!) if (!this.mayServe(link, ru)) return false
    }
    if (this.hasTimes) {
      const isSameEnd =
        endU === endV && model.shiftEnd[ru] === model.shiftEnd[rv] && model.shiftStart[ru] === model.shiftStart[rv]
      this.open(u)
      delta += isSameEnd ? this.close(y, ru) : this.closeElsewhere(y, ru)
      if (delta >= -epsilon) return false
      if (!isClosing) {
        this.open(v)
        delta += isSameEnd ? this.close(x, rv) : this.closeElsewhere(x, rv)
        if (delta >= -epsilon) return false
      }
    }
    const before = this.cost
    const tailU = prev[n + ru]!
    const tailV = prev[n + rv]!
    if (y < n) {
      this.tie(u, y)
      this.tie(tailV, n + ru)
    } else this.tie(u, n + ru)
    if (x < n) {
      this.tie(v, x)
      this.tie(tailU, n + rv)
    } else this.tie(v, n + rv)
    this.finish(ru, rv, before, delta)
    return true
  }

  /** 2-opt* with both halves turned: u is followed by v and what came before it. Without times, between equal ends only. */
  private tryCrossTails(u: number, v: number, slack: number): boolean {
    const { next, prev, routeOf, nodes, nodeIn, n, terms, headLoad, routeLoad, dimensions, chainU } = this
    const { model } = terms
    const ru = routeOf[u]!
    const rv = routeOf[v]!
    if (terms.arcOf[ru] !== terms.arcOf[rv] || v >= n) return false
    const depot = model.startNode[ru]!
    if (model.endNode[ru] !== depot || model.startNode[rv] !== depot || model.endNode[rv] !== depot) return false
    if (terms.hasTypeRules && model.typeOf[ru] !== model.typeOf[rv]) return false
    const c = terms.arcs[terms.arcOf[ru]!]!
    const x = next[u]!
    const y = next[v]!
    const isClosing = x >= n && y >= n
    let legs =
      c[u * nodes + v]! + c[nodeIn[x]! * nodes + nodeIn[y]!]! - c[u * nodes + nodeIn[x]!]! - c[v * nodes + nodeIn[y]!]!
    if (isClosing) legs -= terms.fixed[rv]!
    if (legs >= slack - epsilon) return false
    for (let k = 0; k < dimensions; k++) {
      chainU[k] = routeLoad[ru * dimensions + k]! - headLoad[u * dimensions + k]! - headLoad[v * dimensions + k]!
    }
    let delta = legs - slack + this.priceChange(ru, chainU, -1)
    if (!isClosing) delta += this.priceChange(rv, chainU, 1)
    if (delta >= -epsilon) return false
    const before = this.cost
    const firstV = next[n + rv]!
    const lastU = prev[n + ru]!
    this.turn(firstV, v)
    if (x < n) this.turn(x, lastU)
    this.tie(u, v)
    this.tie(firstV, n + ru)
    if (x < n) {
      this.tie(n + rv, lastU)
      this.tie(x, y < n ? y : n + rv)
    } else this.tie(n + rv, y < n ? y : n + rv)
    this.finish(ru, rv, before, delta)
    return true
  }

  /** Links two links. */
  tie(before: number, after: number): void {
    this.next[before] = after
    this.prev[after] = before
  }

  /** Refreshes both routes after a move that was to change the cost by `delta`. */
  finish(a: number, b: number, before: number, delta: number): void {
    this.moves++
    this.refresh(a)
    if (b !== a) this.refresh(b)
    if (this.isAudited && Math.abs(this.cost - before - delta) > 1e-4 * Math.max(1, Math.abs(before) * 1e-6)) {
      throw new Error(
        `a move on routes ${a} and ${b} was to change the cost by ${delta}, but it did by ${this.cost - before}`,
      )
    }
  }

  // Vehicles of several types.

  /** Gives routes to other vehicles where that is cheaper: to an unused one of another type, or in exchange with another route. */
  private improveVehicles(): boolean {
    const { typeCount, typeOf } = this.terms.model
    let hasImproved = false
    for (let v = 0; v < this.vehicles; v++) {
      for (let type = 0; type < typeCount && this.count[v]! > 0; type++) {
        if (type === typeOf[v]) continue
        const u = this.findEmpty(type)
        if (u >= 0 && this.tryExchangeVehicles(v, u)) {
          hasImproved = true
          break
        }
      }
      if (this.count[v] === 0) continue
      for (let u = v + 1; u < this.vehicles; u++) {
        if (typeOf[u] !== typeOf[v] && this.count[u]! > 0 && this.tryExchangeVehicles(v, u)) hasImproved = true
      }
    }
    return hasImproved
  }

  private tryExchangeVehicles(v: number, u: number): boolean {
    const delta = this.priceOn(v, u) + this.priceOn(u, v) - this.routeCost[v]! - this.routeCost[u]!
    if (!(delta < -epsilon)) return false
    const { n, next, prev } = this
    const before = this.cost
    const firstV = next[n + v]!
    const lastV = prev[n + v]!
    const firstU = next[n + u]!
    const lastU = prev[n + u]!
    if (firstU < n) {
      this.tie(n + v, firstU)
      this.tie(lastU, n + v)
    } else this.tie(n + v, n + v)
    this.tie(n + u, firstV)
    this.tie(lastV, n + u)
    this.finish(v, u, before, delta)
    return true
  }

  /** Cost of the route of v when vehicle u drives it; Infinity when it may not. O(stops of the route). */
  priceOn(v: number, u: number): number {
    const { n, next, nodes, nodeOut, nodeIn, terms, dimensions, routeLoad, loadPenalty } = this
    if (this.count[v] === 0) return 0
    const c = terms.arcs[terms.arcOf[u]!]!
    let sum = terms.fixed[u]!
    let node = nodeOut[n + u]!
    for (let link = next[n + v]!; link < n; link = next[link]!) {
      if (!this.mayServe(link, u)) return Number.POSITIVE_INFINITY
      sum += c[node * nodes + link]!
      node = link
    }
    sum += c[node * nodes + nodeIn[n + u]!]!
    for (let k = 0; k < dimensions; k++) {
      const over = routeLoad[v * dimensions + k]! - terms.capacity[u * dimensions + k]!
      if (over > 0) sum += loadPenalty[k]! * over
    }
    if (!this.hasTimes) return sum
    this.open(n + u)
    this.appendWalk(next[n + v]!, this.prev[n + v]!)
    return sum + this.close(n + u, u)
  }

  // Building.

  /** Puts an unplaced stop where it costs least, penalties included: beside its neighbours, into an unused vehicle, or anywhere. */
  insert(stop: number): void {
    const { near, nearWidth, routeOf, prev, n } = this
    const { typeCount } = this.terms.model
    this.bestPrice = Number.POSITIVE_INFINITY
    this.bestBefore = -1
    for (let k = 0; k < this.nearSize; k++) {
      const other = near[stop * nearWidth + k]!
      if (other < 0) break
      if (routeOf[other]! < 0) continue
      this.priceInsertion(stop, other)
      this.priceInsertion(stop, prev[other]!)
    }
    for (let type = 0; type < typeCount; type++) {
      const v = this.findEmpty(type)
      if (v >= 0) this.priceInsertion(stop, n + v)
    }
    if (this.bestBefore < 0) {
      for (let link = 0; link < this.next.length; link++) {
        if (link !== stop && routeOf[link]! >= 0) this.priceInsertion(stop, link)
      }
    }
    const before = this.bestBefore
    if (before < 0) throw new Error(`no vehicle may serve stop ${stop}`)
    const after = this.next[before]!
    this.tie(before, stop)
    this.tie(stop, after)
    this.moves++
    this.refresh(routeOf[before]!)
  }

  private bestPrice = 0
  private bestBefore = -1

  private priceInsertion(stop: number, before: number): void {
    const { next, nodes, nodeOut, nodeIn, terms, routeOf, routeSlack } = this
    const v = routeOf[before]!
    if (!this.mayServe(stop, v)) return
    const after = next[before]!
    const c = terms.arcs[terms.arcOf[v]!]!
    const from = nodeOut[before]! * nodes
    let price =
      c[from + stop]! +
      c[stop * nodes + nodeIn[after]!]! -
      c[from + nodeIn[after]!]! +
      this.priceLoad(v, 1, stop) -
      routeSlack[v]! +
      (this.count[v] === 0 ? terms.fixed[v]! : 0)
    if (price >= this.bestPrice) return
    if (this.hasTimes) {
      this.open(before)
      this.append(stop)
      price += this.close(after, v)
      if (price >= this.bestPrice) return
    }
    this.bestPrice = price
    this.bestBefore = before
  }

  /** Takes a stop off its route. */
  remove(stop: number): void {
    const v = this.routeOf[stop]!
    this.tie(this.prev[stop]!, this.next[stop]!)
    this.routeOf[stop] = -1
    this.moves++
    this.refresh(v)
  }
}

/**
 * The moves of the local search on routes that may break rules at a price (Vidal et al. 2013; Vidal 2022). Each is given the
 * change of legs and fixed prices, adds the rest, and applies itself when the sum improves the plan.
 */
import { createAudit } from '../move-audit.ts'
import type { MoveName } from '../moves.ts'
import { epsilon, RouteState } from './route-state.ts'
import type { GeneticTerms } from './terms.ts'

/** `slack` is what a move can save beyond the legs of its routes: their penalties and waiting. */
export abstract class LocalMoves extends RouteState {
  readonly audit = createAudit()
  private readonly chainU: Float64Array
  private readonly chainV: Float64Array

  constructor(terms: GeneticTerms) {
    super(terms)
    this.chainU = new Float64Array(this.dimensions)
    this.chainV = new Float64Array(this.dimensions)
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
  protected relocate(u: number, e: number, count: number, v: number, isReversed: boolean, legs: number): boolean {
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
    this.finish('relocate', ru, rv, before, delta)
    return true
  }

  /** Exchanges the stops from u to eu with those from v to ev; the chains neither overlap nor touch. */
  protected swap(u: number, eu: number, countU: number, v: number, ev: number, countV: number, legs: number): boolean {
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
    this.finish('swap', ru, rv, before, delta)
    return true
  }

  /** 2-opt: with u before v on one route, drives from u to v and back to what followed u. Symmetric legs only. */
  protected tryReverse(u: number, v: number, slack: number): boolean {
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
    this.finish('reverse', r, r, before, delta)
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
  protected trySwapTails(u: number, v: number, slack: number): boolean {
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
    this.finish('swap tails', ru, rv, before, delta)
    return true
  }

  /** 2-opt* with both halves turned: u is followed by v and what came before it. Without times, between equal ends only. */
  protected tryCrossTails(u: number, v: number, slack: number): boolean {
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
    this.finish('cross tails', ru, rv, before, delta)
    return true
  }

  /** Links two links. */
  tie(before: number, after: number): void {
    this.next[before] = after
    this.prev[after] = before
  }

  /** Refreshes both routes after a move that was to change the cost by `delta`. */
  finish(move: MoveName, a: number, b: number, before: number, delta: number): void {
    this.moves++
    this.refresh(a)
    if (b !== a) this.refresh(b)
    this.audit?.record(move, this.cost - before, delta, before)
  }

  protected tryExchangeVehicles(v: number, u: number): boolean {
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
    this.finish('exchange vehicles', v, u, before, delta)
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
}

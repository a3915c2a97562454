/** Changes whole routes and tails: moves a route to another vehicle, exchanges the routes or tails of two vehicles. */
import { Plan } from './plan.ts'

/** Every change touches both routes first, so that the step can be undone. */
export abstract class RouteExchange extends Plan {
  /** Moves the whole route of v to the unused vehicle u and refreshes both. */
  moveRoute(v: number, u: number): void {
    const { stopCount } = this.model
    this.touch(v)
    this.touch(u)
    const from = stopCount + v
    const to = stopCount + u
    const first = this.next[from]!
    const last = this.prev[from]!
    for (let link = first; link !== from; link = this.next[link]!) {
      this.routeOf[link] = u
      if (link >= stopCount) this.locateReload(link, u)
    }
    this.next[to] = first
    this.prev[first] = to
    this.prev[to] = last
    this.next[last] = to
    this.next[from] = this.prev[from] = from
    this.count[u] = this.count[v]!
    this.count[v] = 0
    this.removeFree(u)
    if (this.isActive[v] === 1) this.addFree(v)
    this.refresh(v)
    this.refresh(u)
  }

  /** Exchanges the routes of two used vehicles and refreshes both. */
  private swapRoutes(v: number, u: number): void {
    const { stopCount } = this.model
    this.touch(v)
    this.touch(u)
    const rename = (from: number, to: number): void => {
      for (let link = this.next[stopCount + from]!; link !== stopCount + from; link = this.next[link]!) {
        this.routeOf[link] = to
        if (link >= stopCount) this.locateReload(link, to)
      }
    }
    rename(v, u)
    rename(u, v)
    const a = stopCount + v
    const b = stopCount + u
    const [firstA, lastA, firstB, lastB] = [this.next[a]!, this.prev[a]!, this.next[b]!, this.prev[b]!]
    this.next[a] = firstB
    this.prev[firstB] = a
    this.prev[a] = lastB
    this.next[lastB] = a
    this.next[b] = firstA
    this.prev[firstA] = b
    this.prev[b] = lastA
    this.next[lastA] = b
    const count = this.count[v]!
    this.count[v] = this.count[u]!
    this.count[u] = count
    this.refresh(v)
    this.refresh(u)
  }

  /** Exchanges what follows link `a` on its route with what follows link `b` on another and refreshes both. */
  protected exchangeTails(a: number, b: number): void {
    const { stopCount } = this.model
    const v = this.routeOf[a]!
    const u = this.routeOf[b]!
    const endOfV = stopCount + v
    const endOfU = stopCount + u
    const afterA = this.next[a]!
    const afterB = this.next[b]!
    const lastOfV = this.prev[endOfV]!
    const lastOfU = this.prev[endOfU]!
    let moved = 0
    for (let link = afterA; link !== endOfV; link = this.next[link]!) {
      this.routeOf[link] = u
      moved--
    }
    for (let link = afterB; link !== endOfU; link = this.next[link]!) {
      this.routeOf[link] = v
      moved++
    }
    this.next[a] = afterB === endOfU ? endOfV : afterB
    this.prev[this.next[a]!] = a
    this.next[b] = afterA === endOfV ? endOfU : afterA
    this.prev[this.next[b]!] = b
    if (afterB !== endOfU) {
      this.prev[endOfV] = lastOfU
      this.next[lastOfU] = endOfV
    }
    if (afterA !== endOfV) {
      this.prev[endOfU] = lastOfV
      this.next[lastOfV] = endOfU
    }
    const wasEmptyV = this.count[v] === 0
    const wasEmptyU = this.count[u] === 0
    this.count[v]! += moved
    this.count[u]! -= moved
    if (this.count[v] === 0) this.addFree(v)
    else if (wasEmptyV) this.removeFree(v)
    if (this.count[u] === 0) this.addFree(u)
    else if (wasEmptyU) this.removeFree(u)
    this.refresh(v)
    this.refresh(u)
  }

  /** Exchanges the vehicles of two routes when that is allowed and cheaper. */
  trySwapVehicles(v: number, u: number): void {
    const { typeOf, isLocked } = this.model
    if (v === u || typeOf[v] === typeOf[u] || isLocked[u] === 1 || this.isActive[u] === 0) return
    if (this.count[v] === 0 || this.count[u] === 0) return
    const sum = this.routeCost[v]! + this.routeCost[u]! - 1e-7
    const first = this.priceOn(v, u)
    if (first >= sum) return
    const both = first + this.priceOn(u, v)
    if (both >= sum) return
    const before = this.routeCost[v]! + this.routeCost[u]!
    this.swapRoutes(v, u)
    this.audit?.record('swap vehicles', this.routeCost[v]! + this.routeCost[u]! - before, both - before, both)
  }

  /** Cost of vehicle u driving the route of v; Infinity when a rule forbids it. */
  abstract priceOn(v: number, u: number): number

  /** Moves a route to the unused vehicle that drives it cheapest, when that is not its own. Returns the route's vehicle. */
  retype(v: number): number {
    const { typeCount, typeOf } = this.model
    let best = this.routeCost[v]! - 1e-7
    let bestVehicle = v
    for (let type = 0; type < typeCount; type++) {
      if (type === typeOf[v]) continue
      const u = this.findFree(type)
      if (u < 0) continue
      const cost = this.priceOn(v, u)
      if (cost < best) {
        best = cost
        bestVehicle = u
      }
    }
    if (bestVehicle === v) return v
    const before = this.routeCost[v]!
    this.moveRoute(v, bestVehicle)
    this.audit?.record('change vehicle', this.routeCost[bestVehicle]! - before, best - before, before)
    return bestVehicle
  }
}

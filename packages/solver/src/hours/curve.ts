/**
 * Non-decreasing piecewise-linear functions as points, and their composition along a route (Hashimoto, Yagiura, Ibaraki, Discrete
 * Optimization 5, 2008; Visser, Spliet, Transportation Science 54, 2020).
 */

/**
 * Points (x[k], y[k]), k below `count`, linear in between. Two equal x are a jump, at which the lower y holds. The user defines the meaning
 * of the two numbers: a route's start and its departure from a stop, or the arrival at a stop and the route's end.
 */
export class Curve {
  x = new Float64Array(8)
  y = new Float64Array(8)
  count = 0

  /** Appends a point; never lets rounding make the curve decrease. */
  add(x: number, y: number): void {
    let at = this.count
    if (at > 0) {
      const lastX = this.x[at - 1]!
      const lastY = this.y[at - 1]!
      if (x < lastX) x = lastX
      if (y < lastY) y = lastY
      if (x === lastX && y === lastY) return
      // Keep only the end points of a level stretch and of a jump.
      if (at > 1 && ((y === lastY && this.y[at - 2]! === lastY) || (x === lastX && this.x[at - 2]! === lastX))) at--
    }
    if (at === this.x.length) this.grow()
    this.x[at] = x
    this.y[at] = y
    this.count = at + 1
  }

  private grow(): void {
    const x = new Float64Array(this.x.length * 2)
    const y = new Float64Array(this.x.length * 2)
    x.set(this.x)
    y.set(this.y)
    this.x = x
    this.y = y
  }
}

/** Value at t between two points; exact on whole numbers where the slope is 0 or 1, so that rounding never crosses a jump. */
export function between(t: number, x0: number, x1: number, y0: number, y1: number): number {
  if (y1 === y0) return y0
  if (y1 - y0 === x1 - x0) return t - x0 < x1 - t ? y0 + (t - x0) : y1 - (x1 - t)
  return y0 + ((t - x0) / (x1 - x0)) * (y1 - y0)
}

/** First of the points from .. to - 1 whose x is at least t; `to` when there is none. O(log points). */
export function findPoint(x: Float64Array, from: number, to: number, t: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    if (x[middle]! < t) low = middle + 1
    else high = middle
  }
  return low
}

/** Value of the points from .. to - 1 at t, which must not be after the last; before the first, its value. */
export function valueAt(x: Float64Array, y: Float64Array, from: number, to: number, t: number): number {
  const k = findPoint(x, from, to, t)
  if (k === from || x[k] === t) return y[k]!
  return between(t, x[k - 1]!, x[k]!, y[k - 1]!, y[k]!)
}

/**
 * Appends the curve outer(inner(x)) to `out`, as far as inner is before the last of the outer points from .. to - 1; before the first outer
 * point the curve is level. O(points of inner + points of outer passed).
 */
export function through(
  inner: Curve,
  outerX: Float64Array,
  outerY: Float64Array,
  from: number,
  to: number,
  out: Curve,
): void {
  const { x, y, count } = inner
  const last = outerX[to - 1]!
  if (count === 0 || y[0]! > last) return
  let k = findPoint(outerX, from, to, y[0]!)
  for (let i = 0; i < count; i++) {
    const y1 = y[i]!
    const x1 = x[i]!
    if (i > 0 && y1 > y[i - 1]!) {
      const x0 = x[i - 1]!
      const y0 = y[i - 1]!
      // The outer points passed from y0 to y1, including one at y0 itself, because a jump may begin there.
      while (k < to && outerX[k]! < y1) {
        out.add(outerX[k]! <= y0 ? x0 : between(outerX[k]!, y0, y1, x0, x1), outerY[k]!)
        k++
      }
      if (k === to) return
    }
    if (y1 > last) return
    const atPoint = k === from || outerX[k] === y1
    out.add(x1, atPoint ? outerY[k]! : between(y1, outerX[k - 1]!, outerX[k]!, outerY[k - 1]!, outerY[k]!))
  }
}

/**
 * Minimum of outer(inner(x)) - x, with its x in `bestStart`: the duration of the best route composed of the two. Infinity when there is
 * none.
 */
export class ShortestSpan {
  bestStart = 0
  bestEnd = 0

  /** Like `through`, without keeping the curve. */
  find(inner: Curve, outer: Curve): number {
    const { x, y, count } = inner
    const { x: outerX, y: outerY, count: to } = outer
    let best = Number.POSITIVE_INFINITY
    if (to === 0 || count === 0 || y[0]! > outerX[to - 1]!) return best
    let k = findPoint(outerX, 0, to, y[0]!)
    for (let i = 0; i < count; i++) {
      const y1 = y[i]!
      const x1 = x[i]!
      if (i > 0 && y1 > y[i - 1]!) {
        const x0 = x[i - 1]!
        const y0 = y[i - 1]!
        while (k < to && outerX[k]! < y1) {
          const start = outerX[k]! <= y0 ? x0 : between(outerX[k]!, y0, y1, x0, x1)
          const span = outerY[k]! - start
          if (span < best) {
            best = span
            this.bestStart = start
            this.bestEnd = outerY[k]!
          }
          k++
        }
        if (k === to) return best
      }
      const atPoint = k === 0 || outerX[k] === y1
      const end = atPoint ? outerY[k]! : between(y1, outerX[k - 1]!, outerX[k]!, outerY[k - 1]!, outerY[k]!)
      if (end - x1 < best) {
        best = end - x1
        this.bestStart = x1
        this.bestEnd = end
      }
    }
    return best
  }
}

/**
 * Appends to `out` the departure from a stop with the given windows (entries from .. to - 1) as a function of `arrive`, as far as a window
 * is still open. Leaves out a level beginning, because a later start departs as soon.
 */
export function serve(
  arrive: Curve,
  opens: ArrayLike<number>,
  closes: ArrayLike<number>,
  from: number,
  to: number,
  serviceSeconds: number,
  out: Curve,
): void {
  const { x, y, count } = arrive
  let w = from
  while (w < to && count > 0 && y[0]! > closes[w]!) w++
  if (count === 0 || w === to) return
  let isLevel = y[0]! < opens[w]!
  let x0 = x[0]!
  let y0 = y[0]!
  if (!isLevel) out.add(x0, y0 + serviceSeconds)
  for (let i = 1; i < count; i++) {
    const x1 = x[i]!
    const y1 = y[i]!
    while (true) {
      if (isLevel) {
        if (y1 < opens[w]!) break
        // The window opens between y0 and y1.
        const at = y1 === opens[w]! ? x1 : between(opens[w]!, y0, y1, x0, x1)
        out.add(at, opens[w]! + serviceSeconds)
        isLevel = false
      }
      if (y1 <= closes[w]!) {
        out.add(x1, y1 + serviceSeconds)
        break
      }
      out.add(between(closes[w]!, y0, y1, x0, x1), closes[w]! + serviceSeconds)
      if (++w === to) return
      // After the close, service waits for the next opening: a jump.
      out.add(out.x[out.count - 1]!, opens[w]! + serviceSeconds)
      isLevel = true
    }
    x0 = x1
    y0 = y1
  }
  if (isLevel) out.add(x0, opens[w]! + serviceSeconds)
}

/** Appends to `out` the part of a curve that is at or below `limit`. */
export function cut(curve: Curve, limit: number, out: Curve): void {
  const { x, y, count } = curve
  for (let k = 0; k < count; k++) {
    if (y[k]! > limit) {
      if (k > 0 && y[k - 1]! < limit) out.add(between(limit, y[k - 1]!, y[k]!, x[k - 1]!, x[k]!), limit)
      return
    }
    out.add(x[k]!, y[k]!)
  }
}

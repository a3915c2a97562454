/** Stops that never share a route, as classes of stops that are kept apart alike: a route is asked by the bits of its classes. */
import { areApart, type Kinds, type Problem } from '../problem.ts'
import type { Model } from './model.ts'

/** The fields of the model; all empty when no two stops are kept apart. */
export function compileApart({
  stops,
  vehicles,
}: Problem): Pick<Model, 'apartClass' | 'apartFrom' | 'apartWords' | 'apartBefore'> {
  const before = vehicles.map(({ servedBefore = [] }) => servedBefore)
  const all = [...stops, ...before.flat()]
  const named = new Set(all.flatMap(({ apartFrom = [] }) => apartFrom))
  const classes = new Map<string, { number: number; example: Kinds }>()
  const getClass = (stop: Kinds): number => {
    const kind = stop.kind !== undefined && named.has(stop.kind) ? stop.kind : null
    if (kind === null && !stop.apartFrom?.length) return -1
    const key = JSON.stringify([kind, ...new Set(stop.apartFrom?.toSorted())])
    const known = classes.get(key) ?? { number: classes.size, example: stop }
    classes.set(key, known)
    return known.number
  }
  const apartClass = Int32Array.from(stops, getClass)
  const classesBefore = before.map((done) => done.map(getClass))
  const apartWords = Math.ceil(classes.size / 32)
  const apartFrom = new Int32Array(classes.size * apartWords)
  for (const { number: row, example } of classes.values()) {
    for (const { number, example: other } of classes.values()) {
      if (areApart(example, other)) setBit(apartFrom, row * apartWords, number)
    }
  }
  const none = new Int32Array(0)
  if (apartFrom.every((bits) => bits === 0))
    return { apartClass: none, apartFrom: none, apartWords: 0, apartBefore: none }
  const apartBefore = new Int32Array(vehicles.length * apartWords)
  classesBefore.forEach((done, v) => {
    for (const number of done) setBit(apartBefore, v * apartWords, number)
  })
  return { apartClass, apartFrom, apartWords, apartBefore }
}

function setBit(bits: Int32Array, from: number, number: number): void {
  const at = from + (number >> 5)
  if (number >= 0) bits[at] = (bits[at] ?? 0) | (1 << (number & 31))
}

/** Whether the stop may not join a route with the classes in `taken`, whose bits begin at `from`. */
export function isApart(
  { apartClass, apartFrom, apartWords }: Model,
  stop: number,
  taken: Int32Array,
  from: number,
): boolean {
  const own = apartClass[stop] ?? -1
  if (own < 0) return false
  for (let word = 0; word < apartWords; word++) {
    if (((apartFrom[own * apartWords + word] ?? 0) & (taken[from + word] ?? 0)) !== 0) return true
  }
  return false
}

/** Sets the classes of a route to those of the stops that its vehicle has served before. */
export function startApart({ apartBefore, apartWords }: Model, v: number, taken: Int32Array, from: number): void {
  for (let word = 0; word < apartWords; word++) taken[from + word] = apartBefore[v * apartWords + word] ?? 0
}

/** Adds the class of the stop to those of a route. */
export function addApart({ apartClass }: Model, stop: number, taken: Int32Array, from: number): void {
  setBit(taken, from, apartClass[stop] ?? -1)
}

/** The first element from `from` on that is to be kept apart from one before it; `length` without any. Adds what it passes to `taken`. */
export function findApart(
  model: Model,
  sequence: ArrayLike<number>,
  from: number,
  length: number,
  taken: Int32Array,
): number {
  for (let e = from; e < length; e++) {
    const stop = sequence[e] ?? model.stopCount
    if (stop >= model.stopCount) continue
    const isBroken = isApart(model, stop, taken, 0)
    addApart(model, stop, taken, 0)
    if (isBroken) return e
  }
  return length
}

// Lengths and durations of edges in 16 bits each; the few longer ones are in a list.

import { findId } from '../foundation/sorted-ids.ts'
import { NOT_ALLOWED } from '../graph/network.ts'

export interface EdgeValues {
  /** Decimetres by edge; `LONG`: see the list. */
  edgeLength: Uint16Array
  /** Centiseconds by directed edge; `CLOSED` when driving is not allowed, `LONG`: see the list. */
  edgeDuration: Uint16Array
  /** Edges, ascending, and their decimetres. */
  longLengthOf: Int32Array
  longLengthDm: Int32Array
  /** Directed edges, ascending, and their centiseconds. */
  longDurationOf: Int32Array
  longDurationCs: Int32Array
}

const LONG = 2 ** 16 - 1
const CLOSED = 2 ** 16 - 2

/** Length of an edge, decimetres. */
export function measureLength(values: EdgeValues, edge: number): number {
  const length = values.edgeLength[edge]!
  return length === LONG ? values.longLengthDm[findId(values.longLengthOf, edge)]! : length
}

/** Driving time on a directed edge, centiseconds; NOT_ALLOWED when it is closed. */
export function computeDuration(values: EdgeValues, directed: number): number {
  const duration = values.edgeDuration[directed]!
  if (duration < CLOSED) return duration
  return duration === CLOSED ? NOT_ALLOWED : values.longDurationCs[findId(values.longDurationOf, directed)]!
}

export function packEdgeValues(lengthDm: Int32Array, durationCs: Int32Array): EdgeValues {
  const isLong = (value: number) => value >= CLOSED
  const listLong = (values: Int32Array) => {
    const of: number[] = []
    for (const [at, value] of values.entries()) if (isLong(value)) of.push(at)
    return Int32Array.from(of)
  }
  const code = (value: number) => (value === NOT_ALLOWED ? CLOSED : isLong(value) ? LONG : value)
  const [longLengthOf, longDurationOf] = [listLong(lengthDm), listLong(durationCs)]
  return {
    edgeLength: Uint16Array.from(lengthDm, code),
    edgeDuration: Uint16Array.from(durationCs, code),
    longLengthOf,
    longLengthDm: longLengthOf.map((edge) => lengthDm[edge]!),
    longDurationOf,
    longDurationCs: longDurationOf.map((directed) => durationCs[directed]!),
  }
}

// Kinds of roads that the time of a way is spent on: motorways, main roads and others. Traffic slows each of these groups differently, so
// with the mix of a way one search gives its time at every hour (docs/decisions/0275).

import { EDGE_FERRY, EDGE_MAJOR, EDGE_MOTORWAY } from '../graph/network.ts'

/** Motorways and roads built like them; secondary roads and above; all others, with ferries and the cost of turns at junctions. */
export const ROAD_GROUPS = ['motorway', 'main', 'other'] as const
export type RoadGroup = (typeof ROAD_GROUPS)[number]

/** Shares of a time, each 0..1, with a sum of 1. */
export type MixShares = Readonly<Record<RoadGroup, number>>

/** Shares are rounded to twentieths, so that the mix of a way fits in one byte. */
const steps = 20

/** Shares of every mix, by its number: 231 of them, those with less of motorways first. */
export const MIX_SHARES: readonly MixShares[] = Array.from({ length: steps + 1 }, (_, motorway) =>
  Array.from({ length: steps - motorway + 1 }, (_, main) => ({
    motorway: motorway / steps,
    main: main / steps,
    other: (steps - motorway - main) / steps,
  })),
).flat()

/**
 * Mix of a way: its time, and the parts spent on motorways and on main roads, all in one unit. A way that takes no time counts as other
 * roads.
 */
export function getMix(time: number, motorway: number, main: number): number {
  if (time <= 0) return 0
  const motorwaySteps = Math.min(steps, Math.max(0, Math.round((steps * motorway) / time)))
  const bothSteps = Math.min(steps, Math.max(motorwaySteps, Math.round((steps * (motorway + main)) / time)))
  // Mixes with fewer steps of motorways come first: steps + 1, steps, … of them.
  const before = motorwaySteps * (steps + 1) - (motorwaySteps * (motorwaySteps - 1)) / 2
  return before + bothSteps - motorwaySteps
}

/** Group of an edge by its EDGE_* bits. */
export function getGroup(edgeFlags: number): RoadGroup {
  if (edgeFlags & EDGE_FERRY) return 'other'
  if (edgeFlags & EDGE_MOTORWAY) return 'motorway'
  return edgeFlags & EDGE_MAJOR ? 'main' : 'other'
}

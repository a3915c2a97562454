// How much longer roads usually take at each hour of a week, as defaults. The evidence is thin and comes only from big cities of two
// countries; docs/decisions/0275 gives the source of each number.

import type { WeekTraffic } from './week-traffic.ts'

/** Factors by hour of a workday. The means of 7 to 10 and of 16 to 19 on main roads were measured in outer London, relative to 10 to 16. */
const workday = {
  motorway: hours(
    [0.95, 6],
    [1, 1],
    [1.15, 1],
    [1.2, 1],
    [1.08, 1],
    [1, 5],
    [1.05, 1],
    [1.18, 1],
    [1.25, 1],
    [1.12, 1],
    [1, 1],
    [0.97, 1],
    [0.95, 3],
  ),
  main: hours(
    [0.85, 6],
    [0.95, 1],
    [1.12, 1],
    [1.2, 1],
    [1.12, 1],
    [1, 5],
    [1.08, 1],
    [1.2, 1],
    [1.28, 1],
    [1.2, 1],
    [1.02, 1],
    [0.93, 1],
    [0.88, 3],
  ),
  other: hours(
    [0.92, 6],
    [0.97, 1],
    [1.06, 1],
    [1.1, 1],
    [1.05, 1],
    [1, 5],
    [1.04, 1],
    [1.1, 1],
    [1.13, 1],
    [1.08, 1],
    [1, 1],
    [0.95, 1],
    [0.93, 3],
  ),
}
const saturday = {
  motorway: hours([0.95, 9], [1, 10], [0.95, 5]),
  main: hours([0.85, 7], [0.92, 2], [1, 10], [0.92, 2], [0.88, 3]),
  other: hours([0.92, 8], [1, 10], [0.95, 6]),
}
const sunday = {
  motorway: hours([0.95, 10], [0.98, 10], [0.95, 4]),
  main: hours([0.85, 9], [0.92, 11], [0.88, 4]),
  other: hours([0.92, 9], [0.96, 11], [0.93, 4]),
}

export const TYPICAL_WEEK: WeekTraffic = {
  motorway: getWeek('motorway'),
  main: getWeek('main'),
  other: getWeek('other'),
}

function getWeek(group: keyof typeof workday): number[] {
  return [...Array(5).fill(workday[group]), saturday[group], sunday[group]].flat()
}

/** Factors by hour, from runs of hours with one factor. */
function hours(...runs: readonly (readonly [number, number])[]): number[] {
  return runs.flatMap(([factor, count]) => Array<number>(count).fill(factor))
}

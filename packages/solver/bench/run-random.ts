/** Solves many random rich problems and checks every solution. */

import { solve } from '../src/solve.ts'
import { addHours } from '../test/random-hours.ts'
import { makeRandomProblem } from '../test/random-problem.ts'
import { listComplaints } from '../test/sound.ts'

/**
 * Solves seeds 1..count with 5 to 60 stops each, `byHour` with travel times that change. Returns one sentence with the number of wrong
 * solutions and the first complaints.
 */
export function runRandomProblems(count: number, byHour: boolean): string {
  const complaints: string[] = []
  let unsound = 0
  let unassigned = 0
  let stops = 0
  for (let seed = 1; seed <= count; seed++) {
    const plain = makeRandomProblem(seed, { leastStops: 5, mostStops: 60, kind: 'rich' })
    const problem = byHour ? addHours(plain, seed) : plain
    const { solution } = solve(problem, { seed, iterations: 300 })
    const found = listComplaints(problem, solution)
    if (found.length > 0) unsound++
    complaints.push(...found.map((complaint) => `seed ${seed}: ${complaint}`))
    unassigned += solution.unassigned.length
    stops += problem.stops.length
  }
  const share = ((100 * unassigned) / stops).toFixed(1)
  const detail = complaints.length === 0 ? '' : ` First complaints: ${complaints.slice(0, 5).join('; ')}.`
  return `Random rich problems${byHour ? ' by the hour' : ''}: ${count} solved (${stops} stops, ${share} % unassigned), ${unsound} unsound.${detail}`
}

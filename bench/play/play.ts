// How long it takes to play a plan on many days: 1,000 stops on 200 of them, with and without travel times by the hour. `npm run bench -- play`.
import { makeRichDay } from '../../packages/solver/bench/rich-day.ts'
import { type Problem, playPlan, type Route, solve, usualSpreads } from '../../packages/solver/src/index.ts'

const quick = process.argv.includes('--quick')
const [stopCount, vehicleCount] = quick ? [200, 12] : [1000, 55]
const days = 200
const rounds = 5

for (const feature of ['plain', 'all'] as const) {
  const problem = makeRichDay(stopCount, vehicleCount, feature)
  const { routes } = solve(problem, { seed: 1, iterations: quick ? 2_000 : 10_000 }).solution
  report(`${feature}, without hours`, problem, routes)
  report(`${feature}, by the hour`, byHour(problem), routes)
}

/** The fastest round; one thread. */
function report(name: string, problem: Problem, routes: readonly Route[]): void {
  let best = Number.POSITIVE_INFINITY
  let played = playPlan(problem, routes, usualSpreads, { days: 2 })
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    played = playPlan(problem, routes, usualSpreads, { days })
    best = Math.min(best, performance.now() - began)
  }
  const stops = routes.reduce((sum, route) => sum + route.stops.length, 0)
  const late = `${played.lateStops.toFixed(1)} late, ${(100 * played.keptShare).toFixed(1)} % of windows kept`
  console.log(`${name}: ${stops} stops × ${days} days in ${best.toFixed(0)} ms on one thread; ${late}`)
}

/** The same ways with a rush hour in the morning and one in the evening. */
function byHour(problem: Problem): Problem {
  const profiles = problem.profiles.map(({ seconds, meters }) => ({
    seconds,
    meters,
    hours: {
      kind: 'speeds' as const,
      periodStarts: [0, 25_200, 32_400, 57_600, 66_600],
      speeds: [[1, 0.75, 1, 0.7, 1]],
      classes: new Uint8Array(seconds.length),
      distances: seconds,
    },
  }))
  return { ...problem, profiles }
}

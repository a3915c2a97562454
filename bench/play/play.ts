// How long it takes to play a plan on many days: 1,000 stops on 200 of them, with and without travel times by the hour. Then what slack costs:
// plans that are made with a price on each second of a margin that is missing (docs/decisions/0345). `npm run bench -- play`.
import { makeRichDay } from '../../packages/solver/bench/rich-day.ts'
import { type Problem, playPlan, type Route, solve, usualSpreads } from '../../packages/solver/src/index.ts'

const quick = process.argv.includes('--quick')
const [stopCount, vehicleCount] = quick ? [200, 12] : [1000, 55]
const days = 200
const rounds = 5

if (!process.argv.includes('--slack'))
  for (const feature of ['plain', 'all'] as const) {
    const problem = makeRichDay(stopCount, vehicleCount, feature)
    const { routes } = solve(problem, { seed: 1, iterations: quick ? 2_000 : 10_000 }).solution
    report(`${feature}, without hours`, problem, routes)
    report(`${feature}, by the hour`, byHour(problem), routes)
  }

for (const [count, vans] of quick ? [[100, 7] as const] : [[100, 7] as const, [200, 12] as const]) {
  for (const seed of [1, 2]) compareSlack(makeRichDay(count, vans, 'plain'), seed)
}

/** Plans of the same day with dearer and dearer slack, all played on the same days. A part of 1: a second missing costs as much as one of a driver. */
function compareSlack(problem: Problem, seed: number): void {
  for (const part of [0, 0.5, 1, 2]) {
    const slack = { pricePerSecond: part * problem.vehicles[0]!.cost.perSecond!, spreads: usualSpreads }
    const began = performance.now()
    const { routes, unassigned } = solve(
      { ...problem, options: { ...problem.options, slack } },
      { seed, iterations: quick ? 2_000 : 4_000 },
    ).solution
    const seconds = (performance.now() - began) / 1_000
    const used = routes.filter(({ stops }) => stops.length > 0)
    const played = playPlan(problem, used, usualSpreads)
    const km = used.reduce((sum, { meters }) => sum + meters, 0) / 1_000
    const hours = used.reduce((sum, { startSeconds, endSeconds }) => sum + endSeconds - startSeconds, 0) / 3_600
    const late = `${played.lateStops.toFixed(1)} late, ${(played.overtimeSeconds / 60).toFixed(0)} min overtime`
    const way = `${km.toFixed(0)} km, ${hours.toFixed(1)} h, ${used.length} routes, ${unassigned.length} left out`
    console.log(
      `slack ${part}, ${problem.stops.length} stops, seed ${seed}: ${late}, ${way}; found in ${seconds.toFixed(1)} s`,
    )
  }
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

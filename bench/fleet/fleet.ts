// How much nearer learned times come to what really happens than the given ones: twenty vans, ten days to learn from and five to be tried on.
// `npm run bench -- fleet`; --streets porto (liechtenstein, heidelberg, queens) plays on an extract where there is one, --seeds 3 how often.
import { parseArgs } from 'node:util'
import { learnService } from '../../apps/server/src/annexes/learning/learn-service.ts'
import { learnSpeeds } from '../../apps/server/src/annexes/learning/learn-speeds.ts'
import { predictSeconds } from '../../apps/server/src/annexes/learning/service-model.ts'
import { expectedSeconds } from '../../apps/server/src/annexes/learning/speed-model.ts'
import { TYPICAL_WEEK } from '../../packages/roads/src/traffic/typical-week.ts'
import type { WeekTraffic } from '../../packages/roads/src/traffic/week-traffic.ts'
import { findSharedExtract } from '../../packages/roads/test/shared-extracts.ts'
import { scoreLateness } from './late.ts'
import { scoreOracle } from './oracle.ts'
import { scorePlaces } from './places.ts'
import { countedLegs, hourOfWeek, listVisits } from './seen.ts'
import { madeUpStreets, openStreets } from './streets.ts'
import { learnTimes } from './taught.ts'
import { type PlayedDay, playFleet } from './truth.ts'
import { scoreWindows } from './windows.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    streets: { type: 'string' },
    seeds: { type: 'string' },
  },
  strict: false,
})
const seeds = Number(options.seeds ?? (options.quick ? 1 : 3))
const daysToLearn = 10
const daysLeftOut = 5
const size = { vans: 20, days: 3 * daysToLearn, stopsPerRoute: 28, clientsPerVan: 70 }
const asked = (['porto', 'liechtenstein', 'heidelberg', 'queens'] as const).find((name) => name === options.streets)
const extract = asked && findSharedExtract(asked)
if (options.streets && !extract) console.log(`There is no extract "${options.streets}": a made-up town it is.`)
const streets = extract ? openStreets(asked!, extract) : madeUpStreets

console.log(`${size.vans} vans on ${streets.name}, ${daysToLearn} days to learn from, ${daysLeftOut} left out`)
for (let seed = 1; seed <= seeds; seed++) {
  const days = playFleet(streets, size, seed)
  const known = days.slice(0, daysToLearn)
  const held = days.slice(daysToLearn, daysToLearn + daysLeftOut)
  scoreService(seed, known, held)
  scorePaces(known, held)
  scoreTravel(known, held)
  scoreDriving(known, held)
  scorePlaces(seed, known, held)
  scoreLateness(seed, streets, known, options.quick ? held.slice(0, 1) : held)
  const [told, last] = [days.slice(daysToLearn, 2 * daysToLearn), days.slice(2 * daysToLearn)]
  scoreWindows(known, told, last)
  scoreOracle(known, told, last)
}

function scoreService(seed: number, known: readonly PlayedDay[], held: readonly PlayedDay[]): void {
  const begin = process.cpuUsage()
  const learned = learnService(known.flatMap(({ routes }) => routes.flatMap(listVisits)))
  const cpu = process.cpuUsage(begin)
  const better = new Map(learned.clients.map((client) => [client.clientId, client.isBetter]))
  const errors = { given: 0, learned: 0, withDriver: 0 }
  const byDriver = new Map<string, { given: number; learned: number }>()
  for (const { routes, truth } of held) {
    for (const [at, route] of routes.entries()) {
      const own = byDriver.get(route.driverId) ?? { given: 0, learned: 0 }
      for (const [index, stop] of route.stops.entries()) {
        const truly = truth[at]![index]!.serviceSeconds
        const facts = { ...stop, driverId: route.driverId }
        const isUsed = learned.state === 'learned' && better.get(stop.clientId) !== false
        const predicted = isUsed ? predictSeconds(learned.model, facts, ['driver']) : stop.givenSeconds
        const personal = isUsed ? predictSeconds(learned.model, facts) : stop.givenSeconds
        errors.given += Math.abs(truly - stop.givenSeconds)
        errors.learned += Math.abs(truly - predicted)
        errors.withDriver += Math.abs(truly - personal)
        own.given += Math.abs(truly - stop.givenSeconds)
        own.learned += Math.abs(truly - predicted)
      }
      byDriver.set(route.driverId, own)
    }
  }
  const worse = [...byDriver].filter(([, own]) => own.learned > own.given).map(([driver]) => driver)
  const leftOut = Object.entries(learned.leftOut).map(([reason, count]) => `${reason} ${count}`)
  console.log(
    `seed ${seed}: service times, ${learned.visits} visits (left out: ${leftOut.join(', ')}), ${learned.state}`,
  )
  console.log(
    `  error on days left out: ${change(errors.given, errors.learned)}; knowing the driver, too: ${change(errors.given, errors.withDriver)}`,
  )
  console.log(
    `  the learner's own trial says ${change(learned.trial.given, learned.trial.learned)}; vans that are worse off: ${worse.join(', ') || 'none'}`,
  )
  console.log(`  ${((cpu.user + cpu.system) / 1_000).toFixed(0)} ms of processor time`)
}

/** Mean errors of service times without paces; with them for known drivers, and where nobody is known to drive. */
function scorePaces(known: readonly PlayedDay[], held: readonly PlayedDay[]): void {
  const [without, withPaces] = [learnTimes(known, false), learnTimes(known, true)]
  const errors = { without: 0, known: 0, usual: 0, nobody: 0 }
  let visits = 0
  for (const { routes, truth } of held) {
    for (const [at, { driverId, stops }] of routes.entries()) {
      for (const [index, stop] of stops.entries()) {
        const truly = truth[at]![index]!.serviceSeconds
        const usual = withPaces.workSeconds(stop)
        visits += 1
        errors.without += Math.abs(truly - without.workSeconds(stop))
        errors.known += Math.abs(truly - withPaces.paceOf(driverId) * usual)
        errors.usual += Math.abs(truly - usual)
        errors.nobody += Math.abs(truly - withPaces.comersOf(stop) * usual)
      }
    }
  }
  const seconds = (sum: number) => `${(sum / visits).toFixed(1)} s`
  console.log(
    `  error without paces ${seconds(errors.without)}; with them, who drives is known ${seconds(errors.known)}, nobody is ${seconds(errors.nobody)} (as a usual driver would ${seconds(errors.usual)})`,
  )
}

function scoreTravel(known: readonly PlayedDay[], held: readonly PlayedDay[]): void {
  const legs = countedLegs(known.flatMap((day) => day.routes))
  const begin = process.cpuUsage()
  const learned = learnSpeeds(legs, TYPICAL_WEEK)
  const cpu = process.cpuUsage(begin)
  const plain = Array<number>(168).fill(1)
  const off = getError(held, { motorway: plain, main: plain, other: plain })
  const typical = getError(held, TYPICAL_WEEK)
  const own = getError(held, learned.state === 'learned' ? learned.week : TYPICAL_WEEK)
  console.log(
    `  travel times, ${learned.legs} legs, ${learned.state}: against the typical week ${change(typical.sum, own.sum)}, against no hours ${change(off.sum, own.sum)}`,
  )
  const worse = [...own.byDriver]
    .filter(([driver, error]) => error > typical.byDriver.get(driver)!)
    .map(([driver]) => driver)
  console.log(
    `  the learner's own trial says ${change(learned.trial.given, learned.trial.learned)}; vans that are worse off: ${worse.join(', ') || 'none'}; ${((cpu.user + cpu.system) / 1_000).toFixed(0)} ms of processor time`,
  )
}

/** Scores the paces of driving: errors of ways, and the vans that are worse off. */
function scoreDriving(known: readonly PlayedDay[], held: readonly PlayedDay[]): void {
  const { week, driveOf } = learnTimes(known, true)
  const names = held[0]!.routes.map(({ driverId }) => driverId)
  const tell = (name: string, factorOf: (at: number) => number) =>
    console.log(`    ${name}: ${names.map((driver, at) => `${driver.slice(7)} ${factorOf(at).toFixed(2)}`).join(', ')}`)
  console.log('  paces of driving')
  tell('as learned', (at) => driveOf(names[at]!))
  tell('in truth', (at) => held[0]!.oracle.driveOf(at))
  const [before, after] = [getError(held, week), getError(held, week, driveOf)]
  const worse = names.filter((driver) => after.byDriver.get(driver)! > 1.001 * before.byDriver.get(driver)!)
  const most = Math.max(...names.map((driver) => after.byDriver.get(driver)! / before.byDriver.get(driver)! - 1))
  console.log(
    `    travel times against those without: ${change(before.sum, after.sum)}; vans that are worse off: ${worse.join(', ') || 'none'} (at most ${(100 * most).toFixed(1)} %)`,
  )
}

/** Absolute errors of all ways of the days. */
function getError(
  days: readonly PlayedDay[],
  week: WeekTraffic,
  driveOf: (driverId: string) => number = () => 1,
): { sum: number; byDriver: Map<string, number> } {
  const byDriver = new Map<string, number>()
  let sum = 0
  for (const { routes, truth } of days) {
    for (const [at, { driverId, stops, day }] of routes.entries()) {
      for (const [index, { way }] of stops.entries()) {
        const { travelSeconds, departedAt } = truth[at]![index]!
        const hour = hourOfWeek(departedAt + way.seconds * 500)
        const leg = { day, vehicleId: driverId, hour, plainSeconds: way.seconds, mix: way.mix, seconds: travelSeconds }
        const error = Math.abs(travelSeconds - driveOf(driverId) * expectedSeconds(week, leg))
        sum += error
        byDriver.set(driverId, (byDriver.get(driverId) ?? 0) + error)
      }
    }
  }
  return { sum, byDriver }
}

function change(before: number, after: number): string {
  return `${(100 * (after / before - 1)).toFixed(1)} %`
}

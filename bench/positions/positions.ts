// Measures what the service makes of positions, against a hidden truth: days on real roads, seen by phones and trackers of every quality.
// `npm run bench -- positions`; --quick a few days, --seed 7 others, --streets porto (heidelberg, queens) elsewhere.
import { parseArgs } from 'node:util'
import { createRandom } from '../../packages/roads/test/random.ts'
import { findSharedExtract } from '../../packages/roads/test/shared-extracts.ts'
import { driveRound, openGraph, standStill } from './drives.ts'
import { judge } from './judge.ts'
import { type Receiver, receive } from './receivers.ts'
import { type Score, score } from './score.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    seed: { type: 'string' },
    streets: { type: 'string' },
    only: { type: 'string' },
  },
  strict: false,
})
const name = (['porto', 'heidelberg', 'queens'] as const).find((text) => text === options.streets) ?? 'liechtenstein'
const extract = findSharedExtract(name)
if (!extract) throw new Error(`There is no extract of ${name}`)
const seed = Number(options.seed ?? 1)
const days = options.quick ? 3 : 12
const isAsked = (receiver: Receiver) => receiver.name.includes(String(options.only ?? ''))
const stopsPerDay = 25

const phone: Receiver = {
  name: 'phone, 5 m',
  everySeconds: 'phone',
  noiseMeters: 5,
  accuracy: 'true',
  speed: 'true',
  trouble: [],
}
const tracker: Receiver = { ...phone, name: 'tracker, 10 s, 8 m', everySeconds: 10, noiseMeters: 8, accuracy: 'absent' }
const doubtful = { accuracy: 'always 5', speed: 'absent' } as const
const receivers: Receiver[] = [
  phone,
  { ...phone, name: 'phone, 15 m', noiseMeters: 15 },
  { ...phone, name: 'phone, 30 m', noiseMeters: 30 },
  { ...phone, name: 'phone, 50 m', noiseMeters: 50 },
  { ...phone, name: 'phone, 15 m, no speed, claims 5 m', noiseMeters: 15, ...doubtful },
  tracker,
  { ...tracker, name: 'tracker, 30 s, 15 m, no speed', everySeconds: 30, noiseMeters: 15, speed: 'absent' },
  { ...tracker, name: 'tracker, 30 s, 50 m, no speed', everySeconds: 30, noiseMeters: 50, speed: 'absent' },
  { ...phone, name: 'phone, canyons', noiseMeters: 10, trouble: ['canyons'] },
  { ...phone, name: 'phone, tunnels', trouble: ['tunnels'] },
  { ...phone, name: 'phone, single jumps, claims 5 m', accuracy: 'always 5', trouble: ['single jumps'] },
  { ...tracker, name: 'tracker, single jumps, no speed', ...doubtful, trouble: ['single jumps'] },
  { ...phone, name: 'phone, jumps in runs, claims 5 m', accuracy: 'always 5', trouble: ['jumps in runs'] },
  { ...tracker, name: 'tracker, jumps in runs, no speed', ...doubtful, trouble: ['jumps in runs'] },
  { ...tracker, name: 'tracker, doubled and disordered', trouble: ['duplicates', 'disorder'] },
  { ...phone, name: 'phone, gaps of 5 to 15 min', trouble: ['gaps'] },
  {
    ...phone,
    name: 'phone, 15 m, everything at once',
    noiseMeters: 15,
    trouble: ['canyons', 'tunnels', 'single jumps', 'jumps in runs', 'duplicates', 'disorder'],
  },
]
const standing: Receiver[] = [
  ...[15, 30, 50].map((noiseMeters): Receiver => {
    return {
      name: `standing, 30 s, ${noiseMeters} m, no speed`,
      everySeconds: 30,
      noiseMeters,
      accuracy: 'absent',
      speed: 'absent',
      trouble: [],
    }
  }),
  { name: 'standing, 30 s, 50 m, claims 5 m', everySeconds: 30, noiseMeters: 50, ...doubtful, trouble: [] },
  { ...phone, name: 'standing phone, 30 m', noiseMeters: 30 },
  {
    ...tracker,
    name: 'standing, every tenth 300 m off',
    everySeconds: 30,
    ...doubtful,
    trouble: ['every tenth 300 m off'],
  },
  {
    ...tracker,
    name: 'standing, two in a row 30 km off',
    everySeconds: 30,
    ...doubtful,
    trouble: ['two in a row 30 km off'],
  },
]

const graph = openGraph(extract)
const startedAt = performance.now()
const rows: Score[] = []
print(`${days} days of ${stopsPerDay} stops on the roads of ${name}, seed ${seed}\n`)
print(line('', ['km off: median', 'worst', 'straight', 'arrivals', 'departures', 'false', 'told moved']))
for (const receiver of receivers.filter(isAsked)) {
  const scores = Array.from({ length: days }, (_, day) => {
    const random = createRandom(1_000 * seed + day)
    const drive = driveRound(graph, stopsPerDay, random)
    return score(graph, drive, receive(drive, receiver, random), judge)
  })
  rows.push(...scores)
  print(line(receiver.name, describe(scores)))
}
print(line('all', describe(rows)))
print('')
for (const receiver of standing.filter(isAsked)) {
  const random = createRandom(seed)
  const drives = Array.from({ length: days }, () => standStill({ lat: 47.1411, lng: 9.5215 }, 3_300))
  const scores = drives.map((drive) => score(graph, drive, receive(drive, receiver, random), judge))
  const most = (meters: readonly number[]) => `${(Math.max(...meters) / 1_000).toFixed(2)} km`
  print(
    line(receiver.name, [most(scores.map(({ meters }) => meters)), most(scores.map((score) => score.straightMeters))]),
  )
}
print(`\n${Math.round((performance.now() - startedAt) / 1_000)} s`)

function describe(scores: readonly Score[]): string[] {
  const off = (meters: (one: Score) => number) =>
    scores.map((score) => meters(score) / score.trueMeters - 1).sort((a, b) => Math.abs(a) - Math.abs(b))
  const byRoad = off(({ meters }) => meters)
  const sum = (value: (one: Score) => number) => scores.reduce((total, score) => total + value(score), 0)
  const stops = sum((score) => score.stops)
  return [
    percent(byRoad[byRoad.length >> 1]!),
    percent(byRoad.at(-1)!),
    percent(off((score) => score.straightMeters)[scores.length >> 1]!),
    percent(sum(({ arrivals }) => arrivals) / stops),
    percent(sum(({ departures }) => departures) / stops),
    String(sum(({ falseArrivals }) => falseArrivals)),
    `${(Math.max(...scores.map(({ movedSeconds }) => movedSeconds)) / 60).toFixed(1)} min`,
  ]
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function line(first: string, cells: readonly string[]): string {
  return first.padEnd(36) + cells.map((cell) => cell.padStart(15)).join('')
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

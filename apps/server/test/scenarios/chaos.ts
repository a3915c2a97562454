// The command `npm run chaos`: kills and other troubles, many of each, reported one by one, with the figures at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEmptyPostgres, type TestDatabase } from '../template.ts'
import { type ChaosResult, runChaos } from './chaos-run.ts'
import { sellLastPlaces } from './last-places.ts'
import { causeTroubles, type TroubleKind } from './trouble-places.ts'
import type { TroubleResult } from './trouble-run.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    /** Number of each kind of trouble, such as restarts of the database and failures of the network. */
    troubles: { type: 'string', default: '20' },
    /** Kinds to run, separated by commas: kills, bookings, restarts, network, disk, disk-postgres, clock. */
    only: { type: 'string', default: 'kills,bookings,restarts,network,disk,disk-postgres,clock' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'pglite,postgres' },
  },
})

/** Slowest start that is no fault. */
const longestStartSeconds = 5
/** How long a network is stalled, and a disk full. */
const troubleSeconds = 8
const usesPostgres = values.database.split(',').includes('postgres')
const seed = Number(values.seed)
const say = (line: string) => process.stdout.write(`  ${line}\n`)

async function main(): Promise<void> {
  for (const what of values.only.split(',')) {
    if ((await getFaults(what)) > 0) process.exitCode = 1
  }
}

async function getFaults(what: string): Promise<number> {
  if (what === 'kills') return shootAtAll()
  if (what !== 'bookings') return trouble(what as TroubleKind)
  return usesPostgres ? (await sell(false)) + (await sell(true)) : 0
}

/** 500 callers for 50 last places at two processes over PostgreSQL. */
async function sell(isKilled: boolean): Promise<number> {
  const [callers, vans, placesPerVan] = [500, 10, 5]
  const kill = isKilled ? ', kill -9 of one process in the middle' : ''
  process.stdout.write(`${callers} callers for ${vans * placesPerVan} last places at two processes${kill}\n`)
  const { booked, refused, askedAgain, faults } = await sellLastPlaces({ callers, vans, placesPerVan, isKilled })
  const reasons = [...refused].map(([text, count]) => `refused        ${count}: ${text}`)
  const told = `asked again    ${askedAgain} who heard nothing`
  process.stdout.write(lines([`booked         ${booked}`, ...reasons, told, ...faultLines(faults)]))
  return faults.length
}

async function shootAtAll(): Promise<number> {
  let faults = 0
  for (const database of values.database.split(','))
    faults += database === 'postgres' ? await onPostgres() : await shoot('the embedded database')
  return faults
}

async function onPostgres(): Promise<number> {
  const database: TestDatabase = await createEmptyPostgres()
  try {
    return await shoot('PostgreSQL', database.databaseUrl)
  } finally {
    await database.drop()
  }
}

async function shoot(name: string, databaseUrl?: string): Promise<number> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-chaos-'))
  const kills = Number(values.kills)
  process.stdout.write(`${kills} kills on ${name}, seed ${seed}\n`)
  try {
    const result = await runChaos({ settings: { dataDirectory, databaseUrl }, kills, seed, say })
    process.stdout.write(summary(result))
    return result.faults.length
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

async function trouble(kind: TroubleKind): Promise<number> {
  if (kind !== 'disk' && !usesPostgres) return 0
  const count = Number(values.troubles)
  process.stdout.write(`${count} times: ${kind}, seed ${seed}\n`)
  const result = await causeTroubles(kind, { count, seconds: troubleSeconds, seed, say })
  if ('why' in result) {
    process.stdout.write(`  LEFT OUT: ${result.why}\n\n`)
    return 0
  }
  process.stdout.write(troubleSummary(result))
  return result.faults.length
}

function summary({ faults, acknowledged, cutOff, events, startSeconds, endings, settledSeconds }: ChaosResult): string {
  const starts = startSeconds.toSorted((a, b) => a - b)
  const slow = starts.filter((seconds) => seconds > longestStartSeconds).length
  return lines([
    acknowledgedText(acknowledged),
    `cut off        ${cutOff.bulks} bulks, of which ${cutOff.kept} are there whole and the others not at all`,
    `events         ${events.distinct} distinct in ${events.deliveries} deliveries`,
    `serving again  after ${middle(starts).toFixed(2)} s (median), ${starts.at(-1)!.toFixed(2)} s (worst); ${slow} starts took more than ${longestStartSeconds} s`,
    `optimizations  ${Object.entries(endings)
      .map(([status, count]) => `${count} ${status}`)
      .join(', ')}`,
    `settled        ${settledSeconds.toFixed(1)} s after the last start: every event delivered, no plan in progress`,
    ...faultLines(faults),
  ])
}

function troubleSummary(result: TroubleResult): string {
  const { faults, acknowledged, cutOff, events, recoverySeconds, failedCalls, ended, settledSeconds } = result
  const recoveries = recoverySeconds.toSorted((a, b) => a - b)
  return lines([
    acknowledgedText(acknowledged),
    `cut off        ${cutOff.bulks} bulks, of which ${cutOff.kept} are there whole and the others not at all; ${failedCalls} calls failed`,
    `events         ${events.distinct} distinct, ${events.twice} of them delivered twice`,
    `written again  after ${middle(recoveries).toFixed(1)} s (median), ${recoveries.at(-1)!.toFixed(1)} s (worst); the service had to be started ${ended} times`,
    `settled        ${settledSeconds.toFixed(1)} s after the last one`,
    ...faultLines(faults),
  ])
}

function acknowledgedText({ bulks, labels, reports, optimizations }: ChaosResult['acknowledged']): string {
  return `acknowledged   ${bulks} bulks of 40 stops, ${labels} changes, ${reports} reports, ${optimizations} optimizations`
}

/** Median of sorted numbers. */
function middle(numbers: readonly number[]): number {
  return numbers[Math.floor(numbers.length / 2)]!
}

function faultLines(faults: readonly string[]): string[] {
  return [
    faults.length === 0 ? 'no faults' : `${faults.length} FAULTS`,
    ...faults.slice(0, 30).map((fault) => `  ${fault}`),
  ]
}

function lines(texts: readonly string[]): string {
  return `\n${texts.map((text) => `  ${text}\n`).join('')}\n`
}

await main()

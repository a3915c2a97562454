// What `npm run chaos` runs: many kills on each database, told one by one, with the figures at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEmptyPostgres, type TestDatabase } from '../template.ts'
import { type ChaosResult, runChaos } from './chaos-run.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'pglite,postgres' },
  },
})

/** A start slower than this counts as a fault: the service must be serving again in so many seconds. */
const longestStartSeconds = 5

async function main(): Promise<void> {
  for (const database of values.database.split(',')) {
    const faults = database === 'postgres' ? await onPostgres() : await shoot('the embedded database')
    if (faults > 0) process.exitCode = 1
  }
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
  process.stdout.write(`${kills} kills on ${name}, seed ${values.seed}\n`)
  try {
    const say = (line: string) => process.stdout.write(`  ${line}\n`)
    const result = await runChaos({ settings: { dataDirectory, databaseUrl }, kills, seed: Number(values.seed), say })
    process.stdout.write(summary(result))
    return result.faults.length
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

function summary({ faults, acknowledged, cutOff, events, startSeconds, endings, settledSeconds }: ChaosResult): string {
  const starts = startSeconds.toSorted((a, b) => a - b)
  const slow = starts.filter((seconds) => seconds > longestStartSeconds).length
  const median = starts[Math.floor(starts.length / 2)]!
  return [
    '',
    `  acknowledged   ${acknowledged.bulks} bulks of 40 stops, ${acknowledged.labels} changes, ${acknowledged.reports} reports, ${acknowledged.optimizations} optimizations`,
    `  cut off        ${cutOff.bulks} bulks, of which ${cutOff.kept} are there whole and the others not at all`,
    `  events         ${events.distinct} distinct in ${events.deliveries} deliveries`,
    `  serving again  after ${median.toFixed(2)} s (median), ${starts.at(-1)!.toFixed(2)} s (worst); ${slow} starts took more than ${longestStartSeconds} s`,
    `  optimizations  ${Object.entries(endings)
      .map(([status, count]) => `${count} ${status}`)
      .join(', ')}`,
    `  settled        ${settledSeconds.toFixed(1)} s after the last start: every event delivered, no plan in progress`,
    faults.length === 0 ? '  no faults' : `  ${faults.length} FAULTS`,
    ...faults.slice(0, 30).map((fault) => `    ${fault}`),
    '',
  ]
    .map((line) => `${line}\n`)
    .join('')
}

await main()

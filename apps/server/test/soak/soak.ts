// The command `npm run soak`: two hours of mixed load on a service of its own, reported as it goes on, with a table at the end.
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEmptyPostgres } from '../template.ts'
import type { SoakSize } from './soak-ground.ts'
import { runSoak, type SoakResult } from './soak-run.ts'
import { flatShare, type Sample } from './soak-samples.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '120' },
    drivers: { type: 'string', default: '100' },
    pages: { type: 'string', default: '50' },
    /** Seconds in which a crew drives its plan. */
    shift: { type: 'string', default: '720' },
    seed: { type: 'string', default: '1' },
    database: { type: 'string', default: 'postgres' },
    /** A file that every sample is added to, a line of JSON each. */
    samples: { type: 'string' },
  },
})

const size: SoakSize = {
  minutes: Number(values.minutes),
  drivers: Number(values.drivers),
  pages: Number(values.pages),
  shiftSeconds: Number(values.shift),
  stopsPerDriver: 6,
  positionSeconds: 10,
  changesSeconds: 20,
  officeMilliseconds: 1_000,
  pageSeconds: 240,
  sampleSeconds: 30,
}
/** One of this many samples is reported. */
const toldEvery = 10

async function main(): Promise<void> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-soak-'))
  const database = values.database === 'postgres' ? await createEmptyPostgres() : undefined
  let told = 0
  try {
    say(`${size.minutes} min, ${size.drivers} drivers, ${size.pages} pages on ${values.database}, seed ${values.seed}`)
    const result = await runSoak({
      settings: { dataDirectory, databaseUrl: database?.databaseUrl },
      size,
      seed: Number(values.seed),
      say,
      onSample(sample) {
        if (values.samples) appendFileSync(values.samples, `${JSON.stringify(sample)}\n`)
        if (told++ % toldEvery === 0) say(writeLine(sample))
      },
    })
    process.stdout.write(summary(result))
    process.exitCode = isWell(result) ? 0 : 1
  } finally {
    await database?.drop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

function say(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
}

function writeLine(sample: Sample): string {
  return [
    `minute ${sample.minute.toFixed(0)}`,
    `memory ${megabytes(sample.rss)} MB`,
    `heap ${megabytes(sample.heapUsed)} MB`,
    `external ${megabytes(sample.external)} MB`,
    `${sample.handles} handles`,
    `${sample.connections} connections (${sample.waitingForConnection} wait)`,
    `${sample.jobsDue} jobs and ${sample.webhooksDue} deliveries due`,
    `${sample.processorPercent.toFixed(0)} % of a core`,
  ].join(', ')
}

function isWell({ faults, levels }: SoakResult): boolean {
  return faults.count === 0 && levels.length > 0 && levels.every(({ isFlat, isJudged }) => isFlat || !isJudged)
}

function summary(result: SoakResult): string {
  const { faults, levels, counts, events, mails, injected, failedAttempts, logLines, samples } = result
  const isBytes = (what: string) => ['rss', 'heapUsed', 'external', 'arrayBuffers'].includes(what)
  const show = (what: string, value: number) => (isBytes(what) ? `${megabytes(value)} MB` : value.toFixed(1))
  return [
    '',
    `${samples.length} samples; medians of the second and of the last quarter (at most ${100 * flatShare} % more)`,
    ...levels.map(({ what, before, after, isFlat, isJudged }) => {
      const change = before === 0 ? '' : `${(100 * (after / before - 1)).toFixed(1)} %`
      const verdict = isJudged ? (isFlat ? 'flat' : 'GROWS') : ''
      return `  ${what.padEnd(18)} ${show(what, before).padStart(10)} ${show(what, after).padStart(10)} ${change.padStart(9)}  ${verdict}`
    }),
    '',
    ...[...counts].sort().map(([what, count]) => `  ${what.padEnd(28)} ${count.toFixed(0).padStart(10)}`),
    `  ${'mails'.padEnd(28)} ${String(mails).padStart(10)}`,
    '',
    `  reports told of by webhooks  ${events.arrived}, the longest after ${(events.longestMilliseconds / 1_000).toFixed(1)} s`,
    `  the moody receiver took      ${injected.accepted}, refused ${injected.refused} and was slow for ${injected.slowSeconds.toFixed(0)} s, on purpose`,
    `  attempts at the steady one   ${failedAttempts.length} counted as failed${failedAttempts.length > 0 ? `, the first: ${failedAttempts[0]}` : ''}`,
    `  lines of the log             ${[...logLines].map(([level, count]) => `${count} ${level}`).join(', ') || 'none'}`,
    faults.count === 0 ? '  no faults' : `  ${faults.count} FAULTS`,
    ...faults.list.slice(0, 50).map((fault) => `    ${fault}`),
    isWell(result) ? '  WELL' : '  NOT WELL',
    '',
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}

await main()

// The command `npm run rehearse`: three api and two worker processes, restarted one after the other under load, with figures.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createEmptyPostgres, poolerSettings } from '../template.ts'
import { type RehearsalResult, runRehearsal } from './rehearsal-run.ts'

const { values } = parseArgs({
  options: {
    apis: { type: 'string', default: '3' },
    workers: { type: 'string', default: '2' },
    clients: { type: 'string', default: '12' },
    calm: { type: 'string', default: '5' },
    drain: { type: 'string', default: '5' },
    /** Folder of a clone of another version, installed and built. */
    'upgrade-from': { type: 'string' },
  },
})

const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-rehearsal-'))
const database = await createEmptyPostgres()
try {
  const result = await runRehearsal({
    settings: { dataDirectory, databaseUrl: database.databaseUrl, others: poolerSettings(database) },
    apis: Number(values.apis),
    workers: Number(values.workers),
    clients: Number(values.clients),
    calmSeconds: Number(values.calm),
    drainSeconds: Number(values.drain),
    upgradeFrom: values['upgrade-from'] && join(values['upgrade-from'], 'apps/server/bin/routewright.mjs'),
    say: (line) => console.log(`  ${line}`),
  })
  console.log(summary(result))
  if (result.faults.length > 0) process.exitCode = 1
} finally {
  await database.drop()
  rmSync(dataDirectory, { recursive: true, force: true })
}

function summary({ requests, failed, answers, refused, streams, stops, faults }: RehearsalResult): string {
  const whole = (milliseconds: number) => `${milliseconds.toFixed(0)} ms`
  return [
    '',
    ...answers.map(
      ({ name, count, median, longest }) =>
        `  ${name.padEnd(13)} ${String(count).padStart(6)}   median ${whole(median).padStart(8)}   longest ${whole(longest).padStart(8)}`,
    ),
    '',
    `  requests   ${requests}, of which ${failed} failed; ${refused} were refused by a stopped node and answered by the next`,
    `  streams    ${streams.ended} ended by a node that stopped; ${streams.resumed} went on where they were`,
    `  stops      ${stops} acknowledged, looked for one by one, in the plans, on the pages and among the events`,
    `  load       ${loadavg()
      .map((value) => value.toFixed(1))
      .join(', ')}`,
    faults.length === 0 ? '  no faults' : `  ${faults.length} FAULTS`,
    ...faults.slice(0, 30).map((fault) => `    ${fault}`),
  ].join('\n')
}

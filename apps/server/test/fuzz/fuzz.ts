// The command `npm run fuzz`: tens of thousands of hostile requests to a service of its own, with a report.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findAdminSecret } from '../../src/frame/platform/admin-secret.ts'
import { startService } from '../scenarios/service-process.ts'
import { type FuzzResult, runFuzz } from './fuzz-run.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '50000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    concurrency: { type: 'string', default: '8' },
  },
})
const seed = Number(values.seed)

async function main(): Promise<void> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'routewright-fuzz-'))
  const databaseUrl = process.env.DATABASE_URL || undefined
  const service = await startService({ dataDirectory, databaseUrl })
  process.stderr.write(`Seed ${seed}, on ${databaseUrl ? 'PostgreSQL' : 'the embedded database'}.\n`)
  try {
    const options = { requests: Number(values.requests), concurrency: Number(values.concurrency), seed, hangMs: 30_000 }
    const progress = (sent: number) => process.stderr.write(`${sent} sent\n`)
    const result = await runFuzz(service, findAdminSecret(dataDirectory)!, { ...options, progress })
    const serves = (await service.call('GET', '/health')).status === 200
    process.stdout.write(report(result, serves, getMemory(service.command.child.pid)))
    const log = service.command.stderr()
    if (result.faults.length > 0 && log) process.stdout.write(`\nLog of the service:\n${log.slice(0, 20_000)}\n`)
    process.exitCode = serves && result.faults.length === 0 ? 0 : 1
  } finally {
    await service.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

function report(result: FuzzResult, serves: boolean, memory: string): string {
  const { requests, rawRequests, byStatus, faults, slowestMs } = result
  const statuses = [...byStatus].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  return [
    `${requests} requests (${rawRequests} below the declarations), seed ${seed}`,
    statuses.join(', '),
    `slowest answer ${Math.round(slowestMs)} ms, ${memory}`,
    serves ? 'and afterwards the service serves' : 'AND AFTERWARDS THE SERVICE DOES NOT SERVE',
    `${faults.length} faults`,
    ...faults.slice(0, 50).map((fault) => `- ${fault}`),
    '',
  ].join('\n')
}

/** Resident memory as Linux tells it. */
function getMemory(pid: number | undefined): string {
  try {
    const kibibytes = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    return `most memory ${Math.round(kibibytes / 1024)} MiB`
  } catch {
    return 'memory unknown'
  }
}

await main()

// Cost of the service while nobody uses it: processor time and memory of `routewright start` with its demo, after roads,
// addresses, map and the month behind the demo day are made. `npm run bench -- idle`; five minutes, one with --quick. Linux.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startCommand } from '../../apps/server/test/processes.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, minutes: { type: 'string' } },
  strict: false,
})
const minutes = Number(options.minutes ?? (options.quick ? 1 : 5))
const goal = { processorPercent: 1, megabytes: 700 }
/** The service is at rest when it used less than this share of a processor for as long. */
const quiet = { percent: 5, seconds: 20 }
const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

const directory = mkdtempSync(join(tmpdir(), 'routewright-idle-'))
const { DATABASE_URL } = process.env
const command = startCommand(['start', '--port', '0', '--json'], { DATA_DIR: directory, OSM_FILE: '', DATABASE_URL })
const root = command.child.pid!
let isMet = false
try {
  const begun = performance.now()
  const { base_url } = JSON.parse(await command.firstLine()) as { base_url: string }
  await untilPrepared(base_url)
  await untilQuiet()
  const readySeconds = (performance.now() - begun) / 1_000
  const peakMegabytes = computeSum(root, 'status', 'VmHWM')
  const used = await processorPercent(minutes * 60)
  const megabytes = computeSum(root, 'smaps_rollup', 'Rss')
  const own = computeSum(root, 'smaps_rollup', 'Pss')
  console.log(
    `${DATABASE_URL ? 'PostgreSQL' : 'embedded database'}, ${listTree(root).length} process(es), at rest after ${Math.round(readySeconds)} s`,
  )
  console.log(`processor over ${minutes} min: ${used.toFixed(2)} % of one core (goal ${goal.processorPercent} %)`)
  console.log(
    `memory: RSS ${Math.round(megabytes)} MB, PSS ${Math.round(own)} MB (goal ${goal.megabytes} MB), most during preparation ${Math.round(peakMegabytes)} MB`,
  )
  isMet = used <= goal.processorPercent && megabytes <= goal.megabytes
} finally {
  command.child.kill('SIGINT')
  await command.ended()
  rmSync(directory, { recursive: true, force: true })
}
process.exitCode = isMet ? 0 : 1

async function untilPrepared(address: string): Promise<void> {
  for (;;) {
    const information = (await (await fetch(`${address}/map/information.json`)).json()) as Record<
      string,
      { state?: string }
    >
    const parts = ['roads', 'addresses', 'tiles'].map((name) => information[name]?.state)
    if (parts.every((state) => state === 'ready')) return
    if (parts.includes('failed')) throw new Error(`The map could not be prepared: ${JSON.stringify(information)}`)
    await pause(1_000)
  }
}

/** Roads for other ways of travel and the month behind the day are made after what the map tells of. */
async function untilQuiet(): Promise<void> {
  while ((await processorPercent(quiet.seconds)) > quiet.percent) {
    // Something is still being made.
  }
}

/** Processor time of all processes and their threads within this many seconds, in percent of one core. */
async function processorPercent(seconds: number): Promise<number> {
  const [startedAt, before] = [performance.now(), processorSeconds()]
  await pause(seconds * 1_000)
  return ((processorSeconds() - before) / ((performance.now() - startedAt) / 1_000)) * 100
}

function processorSeconds(): number {
  const ticks = listTree(root).map((pid) => {
    // The name may hold blanks and brackets; what follows its last bracket does not.
    const [, fields] = /^.*\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!
    const [user, system] = fields!.split(' ').slice(11, 13)
    return Number(user) + Number(system)
  })
  return ticks.reduce((sum, tick) => sum + tick, 0) / ticksPerSecond
}

/** Sum of a line of /proc over all processes, in MB. */
function computeSum(pid: number, file: 'smaps_rollup' | 'status', name: string): number {
  const line = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm')
  const kilobytes = listTree(pid).map((value) => Number(line.exec(readFileSync(`/proc/${value}/${file}`, 'utf8'))![1]))
  return (kilobytes.reduce((sum, kilobyte) => sum + kilobyte, 0) * 1_024) / 1_000_000
}

/** The process and all that it started. */
function listTree(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(listTree)]
}

// How many small faults the tests notice: `npm run bench -- mutants [--room NAME] [--count N] [--seed S] [--workers N] [--limit SECONDS] [--pages]
// [--json FILE] [--again FILE] [--file PATH] [--list]`. Plants faults by a seeded draw in a copy of the checkout, runs the tests that `npm test` has for each, and
// says what survived. `--again` judges what survived in a run kept by `--json` once more, and counts what was killed then as it was;
// `--file` plants every fault of a file.

import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
// @ts-expect-error The scripts are plain JavaScript, as they begin on a Node without type stripping.
import { listWorkspaces, ROOT, SHARED } from '../../scripts/lib/paths.mjs'
// @ts-expect-error As above.
import { LONG_UNITS } from '../../scripts/lib/quick-tests.mjs'
import { isSource, readRepository } from '../../test/architecture/source-files.ts'
import { makeChooser } from './choose-tests.ts'
import { type DrawnFault, drawFaults, listRoomFaults } from './draw.ts'
import { findFault } from './faults.ts'
import { HARMLESS } from './harmless.ts'
import { readImportGraph } from './import-graph.ts'
import { Judge } from './judge.ts'
import { isTest, listRooms } from './product-files.ts'
import { describeFault, type JudgedFault, listStale, writeFault, writeSummary } from './report.ts'
import { makeScratch, removeScratch } from './scratch.ts'
import { TestRunner } from './test-runner.ts'

const { values: options } = parseArgs({
  options: {
    room: { type: 'string', multiple: true },
    count: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    limit: { type: 'string', default: '60' },
    pages: { type: 'boolean', default: false },
    again: { type: 'string' },
    file: { type: 'string', multiple: true },
    list: { type: 'boolean', default: false },
    json: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
})
const files = readRepository().filter(isSource)
const allRooms = listRooms(files)
/** `planner` stands for all rooms of the planner. */
const isAsked = (name: string) => options.room?.some((asked) => name === asked || name.startsWith(`${asked}/`)) ?? true
const rooms = allRooms.filter(({ name }) => isAsked(name))
if (rooms.length === 0) {
  console.error(`There is no such room. There are: ${allRooms.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const earlier = options.again ? readEarlier(options.again) : []
const drawn = chooseFaults()
if (options.list) {
  for (const { room, file, fault } of drawn) console.log(`${room}  ${file.path}:${fault.line}  ${fault.kind}`)
  process.exit(0)
}
const tests = files.filter(({ path }) => isTest(path, options.pages))
const chooseTests = makeChooser(readImportGraph(files, ROOT, listWorkspaces()), tests, LONG_UNITS)

const judged: JudgedFault[] = earlier.filter(({ outcome }) => outcome === 'killed')
const waiting = [...drawn]
/** Functions that end the work and take its copies away, also when the run is broken off. */
const ends: (() => void)[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const end of ends) end()
    process.exit(130)
  })
}
await Promise.all(Array.from({ length: Math.min(Number(options.workers), 2) }, work))
console.log(writeSummary(judged, allRooms))
for (const { file, line } of listStale(HARMLESS, allRooms)) console.log(`STALE in harmless.ts: ${file}: ${line}`)

/** Judges one waiting fault after the other in a copy of its own. */
async function work(): Promise<void> {
  const scratch = makeScratch(ROOT)
  const { TEST_DATABASE_URL: _, ...environment } = process.env
  const given = { ...environment, ROUTEWRIGHT_SHARED: SHARED }
  const runner = new TestRunner(scratch, given, options.pages ? ['--pages'] : [])
  const end = () => {
    runner.end()
    removeScratch(scratch)
  }
  ends.push(end)
  const judge = new Judge(scratch, runner, chooseTests, Number(options.limit) * 1_000)
  try {
    const killed = await judgeAll(judge)
    // A test that fails without any fault, too, has noticed nothing.
    const broken = await judge.findBroken([...new Set(killed.flatMap(({ killer }) => killer ?? []))])
    for (const test of broken) console.log(`LEFT OUT: ${test} fails, or takes too long, without any fault`)
    const doubtful = killed.filter(({ killer }) => killer !== undefined && broken.includes(killer))
    for (const fault of doubtful) judged.splice(judged.indexOf(fault), 1)
    waiting.push(...replant(doubtful))
    await judgeAll(judge)
  } finally {
    end()
  }
}

/** Judges faults until none waits; returns those that were killed. */
async function judgeAll(judge: Judge): Promise<JudgedFault[]> {
  const killed: JudgedFault[] = []
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const fault = describeFault(next, await judge.judge(next), HARMLESS)
    judged.push(fault)
    if (fault.outcome === 'killed') killed.push(fault)
    console.log(writeFault(fault))
    if (options.json)
      writeFileSync(options.json, `${JSON.stringify({ seed: options.seed, faults: judged }, null, 1)}\n`)
  }
  return killed
}

function chooseFaults(): DrawnFault[] {
  if (options.again) return replant(earlier.filter(({ outcome }) => outcome !== 'killed'))
  const { file: named, count, seed, quick } = options
  if (named) return listRoomFaults(allRooms).filter(({ file }) => named.includes(file.path))
  return drawFaults(rooms, quick ? 5 : Number(count), Number(seed))
}

/** Reads a run kept with `--json`. */
function readEarlier(path: string): JudgedFault[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as { faults: JudgedFault[] }).faults
}

/** The faults of an earlier run that no test noticed, where their lines are still as they were. */
function replant(earlier: readonly JudgedFault[]): DrawnFault[] {
  return earlier.flatMap((fault) => {
    const file = files.find(({ path }) => path === fault.file)
    const found = file && findFault(file, fault)
    return found ? { room: fault.room, file, fault: found } : []
  })
}

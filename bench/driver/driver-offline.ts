// Repeats two whole days in a real browser: one without a network and then with a bad one, and one on which everything goes wrong. How many
// of them lost, doubled or misplaced anything.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** The files of the two days, and what each day holds. */
const kinds = {
  offline: `5 stops, 6 reports (4 deliveries with signature, an attempt, a refusal), 6 photos, 5 parcels scanned by camera,
a break, the app closed and opened twice; then two answers of reports and one of a photo lost, one 503, two tabs at once.`,
  hard: `4 stops without a network, each with a photo and its own words, every last button tapped twice; the clock jumps by hours at each stop;
the app is killed at one of six steps of one of the stops; one report corrected, or taken back and done again; meanwhile the office moves a stop,
closes one, deletes one, or deletes the route; then two answers lost, one 503, one upload that stalls or whose answer is lost.`,
}
type Kind = keyof typeof kinds

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' }, days: { type: 'string' } },
  strict: false,
})
const rounds = Number(options.rounds ?? (options.quick ? 1 : 50))
const wanted = (Object.keys(kinds) as Kind[]).filter((kind) => options.days === undefined || options.days === kind)
const root = fileURLToPath(new URL('../../', import.meta.url))

interface Outcome {
  testResults: {
    name: string
    assertionResults: { status: string; duration?: number; failureMessages: string[] }[]
  }[]
}

const folder = mkdtempSync(join(tmpdir(), 'routewright-offline-'))
try {
  const results = join(folder, 'results.json')
  await run(results)
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as Outcome
  const areAllRight = wanted.map((kind) => tell(kind, testResults))
  process.exitCode = areAllRight.every(Boolean) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Whether every day of the kind was driven and came out right. */
function tell(kind: Kind, all: Outcome['testResults']): boolean {
  const files = all.filter(({ name }) => basename(name) === `${kind}-day.browser.test.ts`)
  const days = files.flatMap(({ assertionResults }) => assertionResults)
  const failed = days.filter(({ status }) => status !== 'passed')
  const seconds = days.map(({ duration = 0 }) => duration / 1000).sort((a, b) => a - b)
  console.log(`
${kind} days                  ${days.length}
nothing lost or doubled   ${days.length - failed.length}
seconds a day, median     ${seconds[Math.floor(seconds.length / 2)]?.toFixed(1) ?? '-'}

Each day: ${kinds[kind]}`)
  for (const { failureMessages } of failed) console.log(failureMessages[0]?.split('\n')[0])
  return failed.length === 0 && days.length === rounds
}

function run(results: string): Promise<void> {
  const files = wanted.map((kind) => `apps/driver/test/${kind}-day.browser.test.ts`)
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--project', 'browser', ...files],
    // A day that needed its second try is a day that failed.
    ...['--retry=0', '--reporter=dot', '--reporter=json', `--outputFile.json=${results}`],
  ]
  const environment = { ...process.env, OFFLINE_ROUNDS: String(rounds) }
  const child = spawn(process.execPath, args, { cwd: root, env: environment, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve) => child.on('exit', () => resolve()))
}

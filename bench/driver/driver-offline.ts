// Repeats a whole day without a network, then with a bad one, in a real browser: how many days lost or doubled anything.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, rounds: { type: 'string' } },
  strict: false,
})
const rounds = Number(options.rounds ?? (options.quick ? 1 : 50))
const root = fileURLToPath(new URL('../../', import.meta.url))

interface Outcome {
  testResults: { assertionResults: { status: string; duration?: number; failureMessages: string[] }[] }[]
}

const folder = mkdtempSync(join(tmpdir(), 'routewright-offline-'))
try {
  const results = join(folder, 'results.json')
  await run(results)
  const outcome = JSON.parse(readFileSync(results, 'utf8')) as Outcome
  const days = outcome.testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = days.filter(({ status }) => status !== 'passed')
  const seconds = days.map(({ duration = 0 }) => duration / 1000).sort((a, b) => a - b)
  console.log(`
days driven offline       ${days.length}
nothing lost or doubled   ${days.length - failed.length}
seconds a day, median     ${seconds[Math.floor(seconds.length / 2)]?.toFixed(1) ?? '-'}

Each day: 5 stops, 6 reports (4 deliveries with signature, an attempt, a refusal), 6 photos, 5 parcels scanned by camera,
a break, the app closed and opened twice; then two answers of reports and one of a photo lost, one 503, two tabs at once.`)
  for (const { failureMessages } of failed) console.log(failureMessages[0]?.split('\n')[0])
  process.exitCode = failed.length === 0 && days.length === rounds ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function run(results: string): Promise<void> {
  const args = [
    join(root, 'node_modules/vitest/vitest.mjs'),
    ...['run', '--project', 'browser', 'apps/driver/test/offline-day.browser.test.ts'],
    // A day that needed its second try is a day that failed.
    ...['--retry=0', '--reporter=dot', '--reporter=json', `--outputFile.json=${results}`],
  ]
  const environment = { ...process.env, OFFLINE_ROUNDS: String(rounds) }
  const child = spawn(process.execPath, args, { cwd: root, env: environment, stdio: ['ignore', 'inherit', 'inherit'] })
  return new Promise((resolve) => child.on('exit', () => resolve()))
}

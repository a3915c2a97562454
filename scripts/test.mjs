// `npm test [-- vitest options]`: every rule once, a browser and several processes included, with what was left out said last.
// `npm test -- quick`: for every save, without PostgreSQL and browser. `npm test -- all`: everything there is.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildMissing, buildStale } from './lib/build.mjs'
import { ROOT, SHARED } from './lib/paths.mjs'
import { prepare } from './lib/prepare.mjs'
import { changedFiles, LEFT_OUT_OF_QUICK, longUnitsBeside, slicesFor } from './lib/quick-tests.mjs'
import { runTool } from './lib/run.mjs'
import { say } from './lib/say.mjs'
import { COUNTS, LEFT_TO_ALL, PROJECTS, TESTS_LEFT_TO_ALL } from './lib/test-runs.mjs'

const [named] = process.argv.slice(2)
const run = named === 'quick' || named === 'all' ? named : 'usual'
const isQuick = run === 'quick'
const passedOn = process.argv.slice(run === 'usual' ? 2 : 3)
/** A named file or project runs whole, on every database that it can run on. */
const isWhole = !isQuick && passedOn.length === 0
/** A named file runs in a quick run, too. */
const changed = isQuick && passedOn.length === 0 ? changedFiles(ROOT) : undefined
const leftOutFiles = changed ? longUnitsBeside(changed) : []

await prepare()
// No page is opened in a quick run; the service's tests only need some to serve.
await (isQuick ? buildMissing() : buildStale())
// Imported only now: these need the installed dependencies.
const { providePostgres } = await import('./lib/test-postgres.mjs')
const { providePgbouncer } = await import('./lib/test-pgbouncer.mjs')
const { hasBrowserTests, provideBrowser } = await import('./lib/test-browser.mjs')

/** Reports of missing parts of the environment; each line is printed at the end, and is an error where CI=true. */
const missing = []
const environment = { ...process.env }
const args = [
  'run',
  '--reporter=default',
  `--reporter=${fileURLToPath(import.meta.resolve('./lib/summary-reporter.mjs'))}`,
]
// One more than there are processors: pages, timers and processes keep a worker waiting. Not more: each loads the service for
// itself, and what they take from each other's caches counts too.
args.push(`--maxWorkers=${availableParallelism() + 1}`)

const left = new Set()
const postgres = isQuick ? undefined : await providePostgres()
if (isQuick) {
  // The embedded database also where a PostgreSQL is named: a quick run is the same everywhere.
  delete environment.TEST_DATABASE_URL
  if (leftOutFiles.length > 0) environment.ROUTEWRIGHT_LEFT_OUT = leftOutFiles.join(':')
  if (changed) environment.ROUTEWRIGHT_SLICES = slicesFor(changed).join(':')
} else if (postgres.url) {
  environment.TEST_DATABASE_URL = postgres.url
} else {
  missing.push(`PostgreSQL: the server's tests ran on the embedded database only (${postgres.why}).`)
  left.add('server-postgres')
}
const needsPooler = run === 'all' || (!isQuick && !isWhole)
const pgbouncer = needsPooler && postgres.url ? await providePgbouncer(postgres.url) : undefined
if (pgbouncer?.url) {
  environment.ROUTEWRIGHT_POOLER_URL = pgbouncer.url
} else {
  left.add('server-pgbouncer')
  if (needsPooler) missing.push(`PgBouncer: no test ran through a pooler (${pgbouncer?.why ?? 'it needs PostgreSQL'}).`)
}
if (!isQuick && hasBrowserTests()) {
  const browser = provideBrowser()
  if (browser.path) {
    environment.CHROMIUM_PATH = browser.path
  } else {
    missing.push(`Chromium: the browser tests did not run (${browser.why}).`)
    left.add('browser')
  }
}
const projects = isQuick || isWhole ? PROJECTS[run] : PROJECTS.all
// A project that the caller names is not named twice: vitest runs all that are named.
if (!passedOn.some((argument) => argument.startsWith('--project')))
  args.push(...projects.filter((name) => !left.has(name)).map((name) => `--project=${name}`))
if (isQuick || isWhole) {
  environment.ROUTEWRIGHT_RUN = run
  Object.assign(environment, { ...COUNTS[run], ...environment })
}

const folder = mkdtempSync(join(tmpdir(), 'routewright-test-'))
environment.ROUTEWRIGHT_TEST_SUMMARY = join(folder, 'summary.json')
if (isWhole) {
  if (postgres.isSuperuser) environment.ROUTEWRIGHT_COMPARED = '1'
  else if (postgres.url)
    missing.push('Statements on both databases: to compare them, the user of TEST_DATABASE_URL must be a superuser.')
  environment.ROUTEWRIGHT_TEST_ANSWERED = join(folder, 'answered')
  mkdirSync(environment.ROUTEWRIGHT_TEST_ANSWERED)
}
say('Running the tests …')
const code = await runTool('vitest/vitest.mjs', [...args, ...passedOn], { env: environment })
const summary = readSummary(environment.ROUTEWRIGHT_TEST_SUMMARY)
rmSync(folder, { recursive: true, force: true })
pgbouncer?.stop?.()
postgres?.stop?.()

process.exit(report(summary, code))

function readSummary(path) {
  if (!existsSync(path))
    return { passed: 0, failed: ['the run, which ended without counts'], skipped: 0, skippedIn: {} }
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Prints what was left out and what failed, then the counts on a line of their own; returns the exit code. */
function report({ passed, failed, skipped, skippedIn, neverAnswered, compared }, vitestCode) {
  const isCi = process.env.CI === 'true'
  console.log('')
  for (const [file, count] of Object.entries(skippedIn)) console.log(`Skipped: ${count} in ${file}`)
  const leftOut = existsSync(SHARED)
    ? []
    : [
        `The shared benchmark and map data is not at ${SHARED} (ROUTEWRIGHT_SHARED names another place); tests that need it were skipped.`,
      ]
  for (const line of [...leftOut, ...missing]) console.log(`LEFT OUT: ${line}`)
  if (compared) console.log(compared)
  if (run === 'usual' && isWhole)
    console.log(
      `Only \`npm test -- all\` runs ${LEFT_TO_ALL.length} more groups of files and ${TESTS_LEFT_TO_ALL.length} of single tests (scripts/lib/test-runs.mjs).`,
    )
  if (isQuick) {
    console.log('A quick run. Only `npm test` runs:')
    for (const [where, what] of Object.entries(LEFT_OUT_OF_QUICK)) console.log(`  ${where}: ${what}`)
    if (changed)
      console.log(
        `  The slices of the server, and ${leftOutFiles.length} long files, of parts in which nothing changed ` +
          '(scripts/lib/quick-tests.mjs): name one to run it, as in `npm test -- quick apps/server/src/planning/stops`',
      )
  }
  if (neverAnswered) failed.push(neverAnswered)
  // Once more, and last: of a long output often only the end is kept.
  for (const line of failed) console.log(`FAILED: ${line}`)
  if (missing.length > 0 && isCi)
    console.log('With CI=true nothing but the shared data may be left out, so this run counts as failed.')
  console.log(`${passed} passed, ${failed.length} failed, ${skipped} skipped`)
  if (vitestCode !== 0) return vitestCode
  return failed.length > 0 || passed === 0 || (missing.length > 0 && isCi) ? 1 : 0
}

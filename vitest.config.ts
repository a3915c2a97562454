// Which tests there are: packages and repository rules once, the server's on each of its two databases or on one, pages in a browser.
// `npm test -- quick` runs the projects that scripts/lib/quick-tests.mjs names.

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

// Threads of the service and of the optimizer load TypeScript as it is. What Node makes of it is kept, as for the command
// `routewright`: without, each of the thousand threads of a run compiled its sources again.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('./node_modules/.cache/routewright', import.meta.url))

const serverTests = ['apps/server/**/*.test.ts']
const browserTests = ['apps/*/**/*.browser.test.ts']
/** Tests of the server that touch no database: once is enough. */
const serverUnitTests = ['apps/server/**/*.unit.test.ts']
/**
 * Every operation by every role and with every kind of bad input, the whole day, and a short soak: long tables that ask
 * what the declarations say. On one database, and not in the quick tests.
 */
const serverTables = [
  'apps/server/test/{hostile,supervisor}.test.ts',
  'apps/server/test/scenarios/day.test.ts',
  'apps/server/test/soak/soak.test.ts',
  'apps/server/test/contract/bad-input.test.ts',
]
/** Rules whose every statement a test that runs on both databases sends too (docs/decisions/0220). */
const serverTestsWithoutStatementsOfTheirOwn = [
  'apps/server/src/editor/hand-over.test.ts',
  'apps/server/src/http/admission.test.ts',
  'apps/server/src/reports/report-rules.test.ts',
  'apps/server/src/stops/relocate-stops.test.ts',
]
/** Tests that wait, kill and count at length, for what shorter ones ask of both databases; each says of what. */
const serverTestsAtLength = [
  // A statement keeps the limits on PostgreSQL; those of a service on the embedded one, kept in memory, are public-calls.test.ts's.
  'apps/server/src/http/rate-limit.test.ts',
  // A process killed between a change and its job: kill.test.ts does that to both.
  'apps/server/src/sequence/road-times.test.ts',
  // Files behind a deletion, and pictures in a bucket: their rows are those of reports.test.ts and background.test.ts.
  'apps/server/src/files/{deletion,object-storage}.test.ts',
]
/**
 * What is about HTTP, files, words or whole pages that other slices' statements fill. What a database could do differently
 * there, the slices' own tests ask of both. On PostgreSQL where there is one, because that is quicker, else on the
 * embedded database.
 */
const serverTestsOfOneDatabase = [
  ...serverTestsWithoutStatementsOfTheirOwn,
  ...serverTestsAtLength,
  'apps/server/test/{client,contract}/*.test.ts',
  'apps/server/src/intake/thousand-orders.test.ts',
  'apps/server/src/http/{descriptions,frame,open-to-others,planner,site,web-app}.test.ts',
  'apps/server/src/telemetry/telemetry.test.ts',
  'apps/server/src/travel/*.test.ts',
]
/** Several processes on one database, which the embedded one refuses, and the network between. */
const postgresTests = [
  'apps/server/src/assistants/nodes.test.ts',
  'apps/server/src/users/saml-nodes.test.ts',
  'apps/server/src/optimization/lease.test.ts',
  'apps/server/src/platform/postgres.test.ts',
  'apps/server/test/scenarios/rehearsal.test.ts',
  'apps/server/src/platform/lost-connections.test.ts',
  'apps/server/src/slots/many-callers.test.ts',
  'apps/server/test/scenarios/troubles.test.ts',
]
/** Once more through a pooler in transaction mode: statements that travel together, notifications, jobs, several processes. */
const poolerTests = [
  'apps/server/src/platform/{db,postgres}.test.ts',
  'apps/server/src/live/live.test.ts',
  'apps/server/src/stops/stops.test.ts',
]
/** The demo day is made by calls of the interface, which the slices' tests make on both databases. */
const demoTests = ['apps/server/src/demo/*.test.ts']
/**
 * As `serverTestsOfOneDatabase`, but always on the embedded database. A whole run fails when an operation was never answered on it
 * (docs/decisions/0243), and some of them only these ask for.
 */
const embeddedTests = [
  // Every operation with ids of one's own and of others.
  'apps/server/test/isolation.test.ts',
  'apps/server/src/users/roles.test.ts',
  // What the specification says of many operations, and what people see who try the service.
  'apps/server/test/conformance/*.test.ts',
  'apps/server/src/{demo-organization,play}/*.test.ts',
  // Addresses, maps, printed sheets and plans without records: what they ask of the database, others ask of both.
  'apps/server/src/{addresses,maps,vroom}/*.test.ts',
  'apps/server/src/exports/{exports,ways}.test.ts',
  'apps/server/src/driver/driver-page.test.ts',
  // Limits beside the embedded database are kept in memory.
  'apps/server/src/http/public-calls.test.ts',
  // Signing in by a provider that runs on this machine: nobody else asks for its operations.
  'apps/server/src/users/{providers,saml}.test.ts',
]
/** What stands in that list runs there, wherever else it stands. */
const onOneDatabase = [...serverTables, ...serverTestsOfOneDatabase, ...demoTests].filter(
  (files) => !embeddedTests.includes(files),
)
/** For what is the same on both: the quicker one that there is. */
const eitherDatabase = process.env.TEST_DATABASE_URL ? 'postgres' : 'pglite'
/**
 * Set by `npm test` without names of files or projects. Then files that need the same settings are of one project: with each project the
 * workers begin anew, and to load the service and warm it up takes a worker as long as ten files.
 */
const isWhole = Boolean(process.env.ROUTEWRIGHT_WHOLE)
/**
 * Tests of the service and of its pages begin once more where they failed in a whole run of CI: they hang on real processes, timers and
 * a machine that others keep busy. What passed at the second try only is named in the last lines, with why it failed at the first
 * (docs/decisions/0416).
 */
const retry = isWhole && process.env.CI === 'true' ? 1 : 0
/** What a whole run takes along in the project of that database. */
const takenAlong = {
  postgres: eitherDatabase === 'postgres' ? [...serverTables, ...serverTestsOfOneDatabase] : [],
  pglite: [...demoTests, ...(eitherDatabase === 'pglite' ? [...serverTables, ...serverTestsOfOneDatabase] : [])],
}
/** Long files that a quick run does without (scripts/lib/quick-tests.mjs). */
const longFiles = process.env.ROUTEWRIGHT_LEFT_OUT?.split(':') ?? []
const ignored = ['**/node_modules/**', '**/dist/**', '**/fixtures/**', ...longFiles]

export default defineConfig({
  test: {
    pool: 'forks',
    // A process that opens and closes many databases in memory, and threads that load TypeScript, makes V8 free compiled
    // WebAssembly over and over; now and then that ends the process (nodejs/node issue 64500). A running service opens one.
    // What is young is collected less often: a tenth of what the service's tests take was spent on it.
    execArgv: ['--no-wasm-code-gc', '--max-semi-space-size=32'],
    // Long enough for a machine that is busy with other things: no test asserts how quick it is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A second, as it would be else, is no condition: the machine may be busy.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/**/*.test.ts',
            'apps/{planner,driver,tracking}/src/**/*.test.ts',
            'apps/site/test/**/*.test.ts',
            'test/**/*.test.ts',
            'scripts/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: ignored,
          // A process for every file costs more than most of the files; none of them keeps anything in a module.
          isolate: false,
        },
      },
      // As above.
      { extends: true, test: { name: 'server-unit', include: serverUnitTests, exclude: ignored, isolate: false } },
      serverProject('server-pglite', 'pglite', serverTests, [...leftTo('pglite'), ...postgresTests]),
      serverProject('server-demo', 'pglite', unlessTakenAlong(demoTests), []),
      serverProject('server-postgres', 'postgres', serverTests, [...leftTo('postgres'), ...embeddedTests]),
      serverProject('server-pgbouncer', 'postgres', poolerTests, [], {
        TEST_POOLER_URL: process.env.ROUTEWRIGHT_POOLER_URL ?? 'set ROUTEWRIGHT_POOLER_URL, as npm test does',
      }),
      serverProject('server-one-database', eitherDatabase, unlessTakenAlong(serverTestsOfOneDatabase), [
        ...serverTables,
        ...embeddedTests,
      ]),
      serverProject('server-tables', eitherDatabase, unlessTakenAlong(serverTables), []),
      {
        extends: true,
        test: {
          name: 'browser',
          retry,
          include: browserTests,
          exclude: ignored,
          env: { TEST_DATABASE: eitherDatabase },
          // As above.
          isolate: false,
        },
      },
    ],
  },
})

function unlessTakenAlong(files: string[]): string[] {
  return isWhole ? [] : files
}

/** What runs on one database and not in the project of this one. */
function leftTo(database: 'pglite' | 'postgres'): string[] {
  return isWhole ? onOneDatabase.filter((files) => !takenAlong[database].includes(files)) : onOneDatabase
}

/** Files share as many processes as there are workers: to load the service takes longer than most of them. */
function serverProject(
  name: string,
  database: 'pglite' | 'postgres',
  include: string[],
  exclude: string[],
  env: Record<string, string> = {},
) {
  return {
    extends: true as const,
    test: {
      name,
      retry,
      include,
      exclude: [...ignored, ...serverUnitTests, ...browserTests, ...exclude],
      env: { TEST_DATABASE: database, ...env },
      isolate: false,
    },
  }
}

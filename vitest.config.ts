// Which tests there are, and which of them each of the three runs takes: quick, usual (`npm test`) and all.
// The groups left to `all` stand in scripts/lib/test-runs.mjs, with the risk that each leaves.

import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const { filesLeftToAll, JOURNEYS, namesInUsual, onPostgresInstead, onPostgresToo } = await import(
  new URL('./scripts/lib/test-runs.mjs', import.meta.url).href
)

// Threads of the service and of the optimizer load TypeScript as it is. What Node makes of it is kept, as for the command
// `routewright`: without, each of the thousand threads of a run compiled its sources again.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('./node_modules/.cache/routewright', import.meta.url))

/** `usual` and `quick` leave out what is left to `all`. Unset where files or projects are named: then nothing is left out. */
const isWholeUsual = ['usual', 'quick'].includes(process.env.ROUTEWRIGHT_RUN ?? '')

const serverTests = ['apps/server/**/*.test.ts']
/** A quick run takes the slices in which something changed (scripts/lib/quick-tests.mjs), every other run all of them. */
const slices = process.env.ROUTEWRIGHT_SLICES?.split(':') ?? serverTests
const browserTests = ['apps/*/**/*.browser.test.ts']
/** Tests of the server that touch no database: once is enough. */
const serverUnitTests = ['apps/server/**/*.unit.test.ts']
/** Several processes on one database, which the embedded one refuses, and the network between. */
const postgresTests = [
  'apps/server/src/annexes/assistants/nodes.test.ts',
  'apps/server/src/accounts/users/saml-nodes.test.ts',
  'apps/server/src/optimizing/optimization/lease.test.ts',
  'apps/server/src/frame/platform/postgres.test.ts',
  'apps/server/test/scenarios/rehearsal.test.ts',
  'apps/server/src/frame/platform/lost-connections.test.ts',
  'apps/server/src/annexes/slots/many-callers.test.ts',
  'apps/server/test/scenarios/troubles.test.ts',
  'apps/server/test/compared-databases.test.ts',
]
/** Once more through a pooler in transaction mode: statements that travel together, notifications, jobs, several processes. */
const poolerTests = [
  'apps/server/src/frame/platform/{db,postgres}.test.ts',
  'apps/server/src/telling/live/live.test.ts',
  'apps/server/src/planning/stops/stops.test.ts',
]
/** Long files of parts in which nothing changed, which a quick run does without (scripts/lib/quick-tests.mjs). */
const longFiles = process.env.ROUTEWRIGHT_LEFT_OUT?.split(':') ?? []
const leftToAll = isWholeUsual ? filesLeftToAll() : []
const ignored = ['**/node_modules/**', '**/dist/**', '**/fixtures/**', ...longFiles, ...leftToAll]

export default defineConfig({
  test: {
    pool: 'forks',
    // A process that opens and closes many databases in memory, and threads that load TypeScript, makes V8 free compiled
    // WebAssembly over and over; now and then that ends the process (nodejs/node issue 64500). A running service opens one.
    // Young objects are collected less often: of eight slices' 109 processor seconds with 32 MB, 89 were left with 64, and as many with 128.
    execArgv: ['--no-wasm-code-gc', '--max-semi-space-size=64'],
    // Long enough for a machine that is busy with other things: no test asserts how quick it is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A second, as it would be else, is no condition: the machine may be busy.
    expect: { poll: { timeout: 60_000 } },
    // No test is tried twice: one that passes at its second try hides a fault.
    retry: 0,
    testNamePattern: isWholeUsual ? namesInUsual() : undefined,
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
      // Same reason as above.
      { extends: true, test: { name: 'server-unit', include: serverUnitTests, exclude: ignored, isolate: false } },
      serverProject('server-pglite', 'pglite', slices, [...postgresTests, ...(isWholeUsual ? onPostgresInstead : [])]),
      serverProject(
        'server-postgres',
        'postgres',
        isWholeUsual ? [...postgresTests, ...onPostgresToo] : serverTests,
        [],
      ),
      serverProject('server-pgbouncer', 'postgres', poolerTests, [], {
        TEST_POOLER_URL: process.env.ROUTEWRIGHT_POOLER_URL ?? 'set ROUTEWRIGHT_POOLER_URL, as npm test does',
      }),
      {
        extends: true,
        test: {
          name: 'browser',
          include: isWholeUsual ? [JOURNEYS] : browserTests,
          exclude: ignored,
          env: { TEST_DATABASE: 'pglite' },
          // Same reason as above.
          isolate: false,
        },
      },
    ],
  },
})

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
      include,
      exclude: [...ignored, ...serverUnitTests, ...browserTests, ...exclude],
      env: { TEST_DATABASE: database, ...env },
      isolate: false,
    },
  }
}

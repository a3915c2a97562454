// Which tests there are: packages and repository rules once, the server's on each of its two databases, pages in a browser.

import { defineConfig } from 'vitest/config'

const serverTests = ['apps/server/**/*.test.ts']
const browserTests = ['apps/*/**/*.browser.test.ts']
/** Tests of the server that touch no database: once is enough. */
const serverUnitTests = ['apps/server/**/*.unit.test.ts']
const ignored = ['**/node_modules/**', '**/dist/**', '**/fixtures/**']

export default defineConfig({
  test: {
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/**/*.test.ts',
            'apps/{planner,driver,tracking}/src/**/*.test.ts',
            'test/**/*.test.ts',
            'scripts/**/*.test.ts',
            ...serverUnitTests,
          ],
          exclude: ignored,
        },
      },
      ...(['pglite', 'postgres'] as const).map((database) => ({
        extends: true as const,
        test: {
          name: `server-${database}`,
          include: serverTests,
          exclude: [...ignored, ...serverUnitTests, ...browserTests],
          env: { TEST_DATABASE: database },
        },
      })),
      {
        extends: true,
        test: {
          name: 'browser',
          include: browserTests,
          exclude: ignored,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A browser, a service and a second worker share two cores; a test that needed its second try says so in the output.
          retry: 1,
        },
      },
    ],
  },
})

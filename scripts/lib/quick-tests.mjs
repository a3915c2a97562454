// What `npm test -- quick` runs, and what it says it left out: most of what a change can break, in a minute and a half.

/** Projects of vitest.config.ts: all that needs no server, and the server's slices once, on the embedded database. */
export const QUICK_PROJECTS = ['unit', 'server-pglite', 'server-one-database']

/** Every other project, with what it holds; the last lines of a quick run. */
export const LEFT_OUT_OF_QUICK = {
  'server-postgres': "the server's slices on PostgreSQL, and several processes on one database",
  'server-tables': 'every operation by every role and with bad input, and the whole day (hostile, isolation, roles)',
  'server-demo': 'the demo day',
  browser: 'the pages in a browser',
}

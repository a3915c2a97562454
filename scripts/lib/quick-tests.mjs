// What `npm test -- quick` runs, and what it says it left out: most of what a change can break, in some minutes.

/** Projects of vitest.config.ts: all that needs no server, and the server's slices once, on the embedded database. */
export const QUICK_PROJECTS = ['unit', 'server-unit', 'server-pglite', 'server-one-database']

/** Every other project, with what it holds; the last lines of a quick run. */
export const LEFT_OUT_OF_QUICK = {
  'server-postgres': "the server's slices on PostgreSQL, and several processes on one database",
  'server-pgbouncer': 'some of them through a pooler',
  'server-tables':
    'every operation by a supervisor and with bad input, the whole day, a short soak (hostile, supervisor, bad-input)',
  'server-demo': 'the demo day',
  browser: 'the pages in a browser',
}

/**
 * Files of the projects above that take as long as a hundred others, with what they are about. vitest.config.ts leaves
 * them out where ROUTEWRIGHT_QUICK is set.
 */
export const LONG_FILES = {
  'apps/server/src/backup/backup.test.ts': 'backups by commands, of a service that is written to',
  'apps/server/src/cli/cli.test.ts': 'commands as processes of their own',
  'apps/server/src/main.unit.test.ts': 'the service as a process of its own',
  'apps/server/src/files/deletion.test.ts': 'a deletion that waits for the queue to look again',
  'apps/server/src/files/move-files.unit.test.ts': 'a command that is killed while it moves files',
  'apps/server/src/platform/mail-jobs.test.ts': 'mails that wait for the queue to look again',
  'apps/server/src/platform/password.unit.test.ts': 'passwords at what they cost in production',
  'apps/server/src/platform/embedded.unit.test.ts': 'the embedded database killed and started again',
  'apps/server/src/sequence/road-times.test.ts': 'a process killed between a change and its roads',
  'apps/server/src/demo-organization/demo-organization.test.ts': 'the demo made and taken away five times',
  'apps/server/src/users/providers.test.ts': 'signing in by a provider, with providers of its own',
  'apps/server/src/users/saml.test.ts': 'the same by SAML',
  'apps/server/src/intake/thousand-orders.test.ts': 'a thousand orders of a shop',
  'apps/server/src/http/public-calls.test.ts': 'thousands of calls without a key',
  'apps/server/src/http/rate-limit.test.ts': 'thousands of calls against the limits',
  'apps/server/src/optimization/held.test.ts': 'optimizations that wait for a word',
  'apps/server/test/isolation.test.ts': 'every operation with the key of another organization',
  'apps/server/test/scenarios/kill.test.ts': 'the service killed at work',
  'packages/roads/src/engine/truth.test.ts': 'matrices of whole cities against a plain search',
  'tools/extract/cut-extract.test.ts': 'the shipped extract against the whole one that it was cut from',
}

/** Shorter forms of long tables: as many as find most of what a change breaks. */
export const QUICK_COUNTS = { ROUTEWRIGHT_RANDOM: '30' }

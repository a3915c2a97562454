// The three runs of the tests: what each is for, and what the usual one leaves to `npm test -- all`, with the risk that this leaves.

/** The twelve journeys through the applications that the usual run makes in a browser; `all` opens every page. */
export const JOURNEYS = 'apps/*/test/journeys/*.browser.test.ts'

/**
 * Projects of vitest.config.ts by run. In the usual run `server-postgres` holds only several processes and what `onPostgresToo` names,
 * and `browser` only the journeys.
 */
export const PROJECTS = {
  quick: ['unit', 'server-unit', 'server-pglite'],
  usual: ['unit', 'server-unit', 'server-pglite', 'server-postgres', 'browser'],
  all: ['unit', 'server-unit', 'server-pglite', 'server-postgres', 'server-pgbouncer', 'browser'],
}

/**
 * Slices that the usual run asks of PostgreSQL too, because sessions, locks, notifications and jobs behave otherwise there. Statements of
 * the others are compared one by one (apps/server/test/compared-databases.ts).
 */
export const onPostgresToo = [
  'apps/server/src/frame/platform/{db,migrate}.test.ts',
  'apps/server/src/telling/live/live.test.ts',
  'apps/server/src/frame/http/rate-limit.test.ts',
]

/** Files about PostgreSQL's own means; on the embedded database `http/public-calls.test.ts` asks the same. */
export const onPostgresInstead = ['apps/server/src/frame/http/rate-limit.test.ts']

/**
 * What the usual run leaves to `all`, each with the risk that is left until then.
 * @type {{ files: string[], risk: string }[]}
 */
export const LEFT_TO_ALL = [
  {
    files: ['apps/server/test/scenarios/{kill,rehearsal,troubles}.test.ts', 'apps/server/test/soak/soak.test.ts'],
    risk: 'Processes killed, restarted and cut off at length. The lease, lost connections, many callers and a killed writer are asked in `npm test`; what only the mix of all brings waits.',
  },
  {
    files: [
      'apps/server/src/process/cli/cli.test.ts',
      'apps/server/src/process/backup/backup.test.ts',
      'apps/server/src/frame/files/move-files.unit.test.ts',
    ],
    risk: 'Commands of the command line as processes of their own, backups and moved files among them. Their parts (encryption, archive, storage, settings) are units in `npm test`; what a command prints waits.',
  },
  {
    files: [
      'packages/roads/src/engine/{truth,build-beside-truth}.test.ts',
      'packages/solver/src/formats/published.test.ts',
    ],
    risk: 'Real extracts against plain Dijkstra, and published solutions read again. Random towns are compared with Dijkstra and each reader has files of its own in `npm test`; what only real data holds waits.',
  },
  {
    files: ['tools/extract/cut-extract.test.ts', 'apps/site/test/site.test.ts'],
    risk: 'The tool that cuts the shipped extract, and how the site of documents is drawn. Neither changes with the product; links, commands and calls in documents are tested in `npm test`.',
  },
  {
    files: ['apps/server/test/hostile.test.ts'],
    risk: 'Made-up requests of every shape to every operation. A wrong value in each field of each kind is sent in `bad-input.test.ts`, and ids of others in `isolation.test.ts`; what only chance brings waits.',
  },
  {
    files: [
      'apps/server/src/planning/sequence/road-times.test.ts',
      'apps/server/test/contract/printed-examples.test.ts',
    ],
    risk: 'Roads found by a job after a kill, and each printed example run as it stands. The job and the operations of the examples are asked by the slices; a slip in an example itself waits.',
  },
  {
    files: ['apps/server/src/annexes/demo/{demo,played-day}.test.ts'],
    risk: 'The demo made by `npm start` in processes of its own, and its day played from morning to evening. The demo is made and taken away by `demo-organization.test.ts`, and `play.test.ts` plays parts of a day; what only starts again and again show waits.',
  },
  {
    files: [
      'apps/server/src/annexes/what-if/spreadsheet-replays.test.ts',
      'apps/server/src/annexes/{intake/thousand-orders,finding/finding-many}.test.ts',
    ],
    risk: 'Many searches, a thousand orders or thousands of stops for one answer. Replays of planned days, the order sources and the search itself are asked in `npm test`; their arithmetic at length waits.',
  },
]

/** Globs of the files that the usual run leaves out. */
export function filesLeftToAll() {
  return LEFT_TO_ALL.flatMap(({ files }) => files)
}

/** Shorter forms of tables that are drawn at random: the same seeds first, fewer of them. */
const FEWER = {
  ROUTEWRIGHT_RANDOM: '12',
  ROADS_RANDOM_TOWNS: '12',
  ROUTEWRIGHT_BY_KIND: '1',
  ROUTEWRIGHT_KILLS: '1',
  ROUTEWRIGHT_DAY: '120',
}

/** Settings of a run; what the caller sets goes first. */
export const COUNTS = { quick: FEWER, usual: FEWER, all: {} }

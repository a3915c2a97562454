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
  'apps/server/src/frame/platform/job-turns.test.ts',
  'apps/server/src/annexes/what-if/fair-questions.test.ts',
  'apps/server/src/annexes/quotas/quotas.test.ts',
]

/** Files about PostgreSQL's own means; on the embedded database `http/public-calls.test.ts` asks the same. */
export const onPostgresInstead = ['apps/server/src/frame/http/rate-limit.test.ts']

/**
 * Groups that the usual run leaves to `all`, each with the risk that is left until then.
 * @type {{ files: string[], risk: string }[]}
 */
export const LEFT_TO_ALL = [
  {
    files: ['apps/server/test/scenarios/{kill,rehearsal,troubles}.test.ts', 'apps/server/test/soak/soak.test.ts'],
    risk: 'Processes killed, restarted and cut off at length. The lease, lost connections, many callers and a killed writer are asked in `npm test`; what only the mix of all brings waits.',
  },
  {
    files: [
      'apps/server/src/process/cli/{cli,upgrade}.test.ts',
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
    files: ['apps/server/test/client/generated-clients.test.ts'],
    risk: 'Clients made by a generator of others, in PHP, Go, Java, C# and TypeScript: it is installed from the registry. What the descriptions say is compared in `npm test`; what only this generator trips over waits.',
  },
  {
    files: [
      'apps/server/src/annexes/what-if/spreadsheet-replays.test.ts',
      'apps/server/src/annexes/{intake/thousand-orders,finding/finding-many}.test.ts',
    ],
    risk: 'Many searches, a thousand orders or thousands of stops for one answer. Replays of planned days, the order sources and the search itself are asked in `npm test`; their arithmetic at length waits.',
  },
]

/**
 * Single tests that the usual run leaves to `all`, by their titles, each group with the risk that is left until then. A title may be the beginning.
 * @type {{ tests: Record<string, string[]>, risk: string }[]}
 */
export const TESTS_LEFT_TO_ALL = [
  {
    tests: {
      'packages/solver/src/parallel/parallel.test.ts': [
        'a large problem in shares gets a sound answer, the same for the same seed and iterations',
        'a problem whose ways take longer at some hours gets a sound answer, cut into shares too',
      ],
      'packages/solver/src/search/worth-waiting.test.ts': ['a search with a price of waiting ends by its clock'],
      'packages/solver/src/schedule/room.test.ts': ['without a price changes no plan'],
      'packages/solver/src/reasons/explain-plan.test.ts': ['random rich plans: never a vehicle less that helps'],
      'packages/solver/src/periods/stability.test.ts': [
        'seed 2: a new or a dropped customer moves at most a twentieth of the others to other days',
        'seed 3: a new or a dropped customer moves at most a twentieth of the others to other days',
        'seed 4: a new or a dropped customer moves at most a twentieth of the others to other days',
      ],
      'packages/solver/src/energy/charging-places.test.ts': ['leave one point less: one that is taken at all times'],
    },
    risk: 'Large, random and repeated searches. Each kind of problem has smaller ones in `npm test`, and every answer is checked there; what only size or another seed brings waits.',
  },
  {
    tests: {
      'packages/roads/src/service/road-service.test.ts': [
        'takes little memory, and answers as a graph of its own, also when the other one was closed',
        'is whole where the roads differ in too much, and beside one that is closed',
      ],
      'packages/roads/src/engine/image-file.test.ts': [
        'is built anew beside another base, without one, and where it is damaged',
        'is whole under the same name where the roads differ in too much',
      ],
      'packages/roads/src/engine/few-to-many.test.ts': ['is the same from the threads of a service, from few to many'],
      'packages/roads/src/hierarchy/packed-arcs.test.ts': ['hold neighbours near and far, costs, and middle nodes'],
      'packages/roads/src/shapes/node-file.test.ts': ['are found by id, in whatever order they came'],
      'packages/roads/src/tiles/cut-parts.test.ts': ['is the same of two extracts, and draws what both hold once'],
      'apps/server/src/geography/extracts/road-parts.unit.test.ts': [
        'the graph of vans takes little beside that of cars, in whatever order they are named',
      ],
      'apps/server/src/geography/extracts/road-classes.unit.test.ts': ['what is asked for longest ago makes room'],
    },
    risk: 'Memory, damaged files and threads of the road engine on real extracts. That images open and tables are right is asked of smaller towns in `npm test`; leaks and torn files wait.',
  },
  {
    tests: {
      'apps/server/src/annexes/learning/paces.test.ts': [
        'they go as a table, and with the driver',
        'where nobody is known to drive, work is planned as those do it who usually come',
        'limits are named, and who does not manage the project sees nothing of it',
      ],
      'apps/server/src/annexes/learning/learn-days.unit.test.ts': ['estimates of wet days are nearer with it'],
      'apps/server/src/annexes/learning/break-room.test.ts': ['the shares by time are learned with the rest'],
      'apps/server/src/annexes/weeks/weeks.test.ts': [
        'stops that may move stay where they are when little is saved',
        'two far orders get two days where the one point of the place is open for one van a day',
      ],
      'apps/server/src/annexes/what-if/fleet-sizes.test.ts': ['a fleet becomes a draft with its vehicles and orders'],
      'apps/server/src/annexes/what-if/replays.test.ts': ['other vehicles, hours and another depot count'],
      'apps/server/src/annexes/analytics/analytics.test.ts': ['is a report on paper, in every language'],
      'apps/server/src/annexes/analytics/plan-figures.test.ts': [
        'are kept of plans with more clients than a statement takes values for',
      ],
      'apps/server/src/planning/drivers/known-places.test.ts': [
        'a single day tells little, one longer ago than 90 nothing',
      ],
    },
    risk: 'The longer halves of annexes: what is learned, weeks, what-ifs and reports in every language. Each is learned, planned and reported once in `npm test`; further switches and limits wait.',
  },
  {
    tests: {
      'apps/server/src/annexes/demo/play/play.test.ts': [
        'is driven to its end at 60 times the speed, without a fault',
        'goes on after a restart where it was, and its time never goes back',
      ],
      'apps/server/src/annexes/exports/exports.test.ts': ['go on over many pages, whatever is written on them'],
      'apps/server/src/annexes/exports/label-paper.unit.test.ts': [
        'roll: every code is read again and finds its parcel',
      ],
      'apps/server/src/frame/files/object-storage.test.ts': ['a service does not start on a bucket that it cannot use'],
      'apps/server/src/frame/files/deletion.test.ts': ['a backup holds deletions up, and they are made up for'],
      'apps/server/src/frame/http/public-calls.test.ts': [
        'one address has 3,000 calls a minute, whatever links it tries',
      ],
      'apps/server/src/planning/addresses/addresses.test.ts': [
        'the extract is damaged: the call is refused with the reason, and the service works on',
      ],
      'apps/server/src/planning/stops/search-many.test.ts': ['pages of a text lead to the last match'],
      'apps/server/test/embedded.unit.test.ts': [
        'after a change of functions it is not lent again',
        'after a change of statistics it is not lent again',
      ],
      'apps/server/src/frame/platform/embedded.unit.test.ts': [
        'reclaims the room of deleted rows, table by table',
        'a large answer reaches the main thread in pieces',
      ],
      'apps/server/test/client/n8n-nodes.test.ts': ['plans, finds, reports: a day from nothing'],
    },
    risk: 'Many pages, many calls and starts of whole services for one answer. The rules behind them (limits, deletion, paging, labels on A4) are asked in `npm test`; what only length or a start shows waits.',
  },
  {
    tests: { 'apps/server/test/client/python-client.test.ts': ['mypy finds nothing in its modules'] },
    risk: 'The types of the Python client, half of its time. They are generated with its methods, whose tests run in `npm test`; a slip in the few that are written by hand waits.',
  },
]

/** Globs of the files that the usual run leaves out. */
export function filesLeftToAll() {
  return LEFT_TO_ALL.flatMap(({ files }) => files)
}

/** Matches the whole names of the tests that the usual run makes. */
export function namesInUsual() {
  const titles = TESTS_LEFT_TO_ALL.flatMap(({ tests }) => Object.values(tests).flat())
  const escaped = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^(?!(?:.* )?(?:${escaped.join('|')}))`)
}

/** Shorter forms of tables that are drawn at random: the same seeds first, fewer of them. */
const FEWER = {
  ROUTEWRIGHT_RANDOM: '12',
  ROADS_RANDOM_TOWNS: '12',
  ROUTEWRIGHT_BY_KIND: '1',
  ROUTEWRIGHT_KILLS: '1',
  ROUTEWRIGHT_DAY: '120',
  ROADS_SCENARIOS_STEP: '4',
}

/** Settings of a run; what the caller sets goes first. */
export const COUNTS = { quick: FEWER, usual: FEWER, all: {} }

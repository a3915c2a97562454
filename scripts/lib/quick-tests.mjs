// The selection of `npm test -- quick`, and the list of what it leaves out: most of what a change can break, within a minute on
// two processors that nobody else keeps busy.

import { spawnSync } from 'node:child_process'

/** Tests that no quick run contains, listed in its last lines. */
export const LEFT_OUT_OF_QUICK = {
  'server-postgres': 'several processes on one database, and every statement on PostgreSQL too',
  browser: 'twelve journeys through the applications',
  'npm test -- all': 'every slice on both databases and through a pooler, every page, the long tables',
}

/**
 * Slices of the server that every quick run takes; the others run where something changed. One, because each process that has a slice loads
 * the whole service first, which takes longer than the slice.
 */
export const SLICES_ALWAYS = ['apps/server/src/planning/plans/plans.test.ts']

/**
 * Files without a database that take two seconds and more. A quick run takes one along only where something changed in its part of the
 * source (`getPart`), and counts the others in its last lines.
 */
export const LONG_UNITS = [
  'apps/driver/src/outbox/send.test.ts',
  'apps/driver/src/store/clock.test.ts',
  'apps/server/src/annexes/exports/label-paper.unit.test.ts',
  'apps/server/src/annexes/intake/order-files/every-door.unit.test.ts',
  'apps/server/src/annexes/intake/table-reader.unit.test.ts',
  'apps/server/src/frame/files/storage.unit.test.ts',
  'apps/server/src/frame/http/described-operations.unit.test.ts',
  'apps/server/src/frame/http/validate.unit.test.ts',
  'apps/server/src/frame/paper/paper-fonts.unit.test.ts',
  'apps/server/src/frame/paper/paper.unit.test.ts',
  'apps/server/src/frame/pictures/prepare.unit.test.ts',
  'apps/server/src/frame/platform/embedded.unit.test.ts',
  'apps/server/src/frame/platform/password.unit.test.ts',
  'apps/server/src/geography/extracts/road-classes.unit.test.ts',
  'apps/server/src/planning/modelling/law/driving-rules.unit.test.ts',
  'apps/server/src/planning/modelling/plan-problem.unit.test.ts',
  'apps/server/src/process/cli/osm-command.unit.test.ts',
  'apps/server/src/process/main.unit.test.ts',
  'apps/server/src/telling/webhooks/targets.unit.test.ts',
  'apps/server/test/embedded.unit.test.ts',
  'packages/client/src/service.test.ts',
  'packages/contract/src/describe/descriptions.test.ts',
  'packages/contract/src/describe/parts.test.ts',
  'packages/contract/src/endpoints/endpoints.test.ts',
  'packages/contract/src/parcel-code.test.ts',
  'packages/contract/src/validation.test.ts',
  'packages/roads/src/addresses/addresses.test.ts',
  'packages/roads/src/addresses/liechtenstein.test.ts',
  'packages/roads/src/addresses/sure.test.ts',
  'packages/roads/src/engine/driving.test.ts',
  'packages/roads/src/engine/few-to-many.test.ts',
  'packages/roads/src/engine/image-file.test.ts',
  'packages/roads/src/hierarchy/list-own.test.ts',
  'packages/roads/src/matching/track-matcher.test.ts',
  'packages/roads/src/pbf/extract.test.ts',
  'packages/roads/src/reach/reach-search.test.ts',
  'packages/roads/src/service/road-service.test.ts',
  'packages/roads/src/tiles/cut-parts.test.ts',
  'packages/roads/src/tiles/tiles.test.ts',
  'packages/roads/src/traffic/traffic.test.ts',
  'packages/roads/test/scenarios/scenarios.test.ts',
  'packages/solver/bench/run-day.test.ts',
  'packages/solver/src/driving/driving.test.ts',
  'packages/solver/src/energy/charging-places.test.ts',
  'packages/solver/src/energy/energy.test.ts',
  'packages/solver/src/formats/tdvrptw.test.ts',
  'packages/solver/src/hours/hours.test.ts',
  'packages/solver/src/matrix.test.ts',
  'packages/solver/src/model/backhauls.test.ts',
  'packages/solver/src/model/space-order.test.ts',
  'packages/solver/src/parallel/parallel.test.ts',
  'packages/solver/src/periods/periods.test.ts',
  'packages/solver/src/play/play.test.ts',
  'packages/solver/src/reasons/savings.test.ts',
  'packages/solver/src/schedule/room.test.ts',
  'packages/solver/src/schedule/slack.test.ts',
  'packages/solver/src/search/anneal.test.ts',
  'packages/solver/src/search/cooling.test.ts',
  'packages/solver/src/search/genetic/annealed-population.test.ts',
  'packages/solver/src/search/genetic/genetic.test.ts',
  'packages/solver/src/search/lean-steps.test.ts',
  'packages/solver/src/search/moves.test.ts',
  'packages/solver/src/solve.test.ts',
  'packages/solver/src/wide/large-file.test.ts',
  'packages/solver/src/wide/solve-wide.test.ts',
  'packages/solver/test/random.test.ts',
  'test/architecture.test.ts',
  'test/architecture/house.test.ts',
  'test/architecture/module-state.test.ts',
  'test/python-wheel.test.ts',
  'test/trim-packages.test.ts',
]

/**
 * How the paths of the files begin whose changes a test file is about: its slice of the server, its room of a package, or the whole
 * package or page where the test stands outside of the rooms (`packages/solver/test`).
 */
export function getPart(file) {
  const [root, owner, under, room, inRoom] = file.split('/')
  const own = file.slice(0, file.lastIndexOf('/') + 1)
  if (root !== 'packages' && root !== 'apps') return own
  if (under === 'src' && owner === 'server') {
    // A slice is in one of the server's rooms; other files of a room belong to the room's own name.
    const depth = room === 'data' ? 4 : 5
    const folders = file.split('/').slice(0, -1)
    return folders.length < depth ? `${own}${inRoom.split('.')[0]}.` : `${folders.slice(0, depth).join('/')}/`
  }
  if (under === 'src' && inRoom) return `${root}/${owner}/src/${room}/`
  // Tests of the whole service: their folder.
  return owner === 'server' ? own : `${root}/${owner}/`
}

/** Returns the long files that none of the changed files concerns. */
export function longUnitsBeside(changed) {
  return LONG_UNITS.filter((file) => !changed.some((path) => path.startsWith(getPart(file))))
}

/** Returns the slices of a quick run, as patterns of their files: the short ones, and all of each part in which something changed. */
export function slicesFor(changed) {
  const parts = new Set(changed.filter((path) => path.startsWith('apps/server/')).map(getPart))
  return [
    ...SLICES_ALWAYS,
    ...[...parts].map((part) => (part.endsWith('/') ? `${part}**/*.test.ts` : `${part}*test.ts`)),
  ]
}

/** Returns the changed files: since the last commit, in the last commit, and new ones. Empty outside a clone of a repository. */
export function changedFiles(folder) {
  const git = (...args) => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
    return status === 0 ? stdout.split('\n').filter(Boolean) : []
  }
  return [
    ...new Set([
      ...git('diff', '--name-only', 'HEAD'),
      ...git('diff', '--name-only', 'HEAD~1', 'HEAD'),
      ...git('ls-files', '--others', '--exclude-standard'),
    ]),
  ]
}

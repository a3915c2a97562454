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
 * Files of the projects of a quick run that take as long as a dozen others (three seconds and more of a busy machine). A quick run takes one
 * along only where something changed in its part of the source (`partOf`), and names the others in its last lines.
 */
export const LONG_FILES = [
  'apps/server/src/planning/addresses/addresses.test.ts',
  'apps/server/src/annexes/analytics/analytics.test.ts',
  'apps/server/src/annexes/analytics/plan-figures.test.ts',
  'apps/server/src/annexes/assistants/assistants.test.ts',
  'apps/server/src/annexes/assistants/reading-tasks.test.ts',
  'apps/server/src/annexes/assistants/writing-tasks.test.ts',
  'apps/server/src/annexes/charging-places/charging-places.test.ts',
  'apps/server/src/annexes/checkouts/checkouts.test.ts',
  'apps/server/src/process/cli/osm-command.unit.test.ts',
  'apps/server/src/annexes/demo/demo-organization/demo-organization.test.ts',
  'apps/server/src/annexes/demo/demo-history.test.ts',
  'apps/server/src/planning/depots/depots.test.ts',
  'apps/server/src/annexes/driver-sign-in/driver-sign-in.test.ts',
  'apps/server/src/field/driver/driver.test.ts',
  'apps/server/src/field/driver/offline-queue.test.ts',
  'apps/server/src/planning/drivers/known-places.test.ts',
  'apps/server/src/planning/editor/again.test.ts',
  'apps/server/src/planning/editor/edits.test.ts',
  'apps/server/src/planning/editor/hand-over.test.ts',
  'apps/server/src/planning/editor/why.test.ts',
  'apps/server/src/annexes/exports/background.test.ts',
  'apps/server/src/annexes/exports/exports.test.ts',
  'apps/server/src/geography/extracts/road-classes.unit.test.ts',
  'apps/server/src/geography/extracts/road-parts.unit.test.ts',
  'apps/server/src/frame/files/deletion.test.ts',
  'apps/server/src/frame/files/object-storage.test.ts',
  'apps/server/src/frame/files/storage.unit.test.ts',
  'apps/server/src/annexes/finding/finding.test.ts',
  'apps/server/src/planning/full-plans/one-moment.test.ts',
  'apps/server/src/frame/http/admission.test.ts',
  'apps/server/src/frame/http/descriptions.test.ts',
  'apps/server/src/frame/http/frame.test.ts',
  'apps/server/src/frame/http/open-to-others.test.ts',
  'apps/server/src/frame/http/public-calls.test.ts',
  'apps/server/src/frame/http/site.test.ts',
  'apps/server/src/frame/http/validate.unit.test.ts',
  'apps/server/src/frame/http/web-app.test.ts',
  'apps/server/src/annexes/intake/intake.test.ts',
  'apps/server/src/annexes/intake/table-reader.unit.test.ts',
  'apps/server/src/annexes/intake/recorded-shops.test.ts',
  'apps/server/src/annexes/learning/break-room.test.ts',
  'apps/server/src/annexes/learning/learn-days.unit.test.ts',
  'apps/server/src/annexes/learning/learned-places.test.ts',
  'apps/server/src/annexes/learning/learning.test.ts',
  'apps/server/src/annexes/learning/paces.test.ts',
  'apps/server/src/telling/live/live.test.ts',
  'apps/server/src/process/main.unit.test.ts',
  'apps/server/src/geography/maps/maps.test.ts',
  'apps/server/src/telling/messages/messages.test.ts',
  'apps/server/src/planning/modelling/by-hour.test.ts',
  'apps/server/src/annexes/slots/after-bookings.test.ts',
  'apps/server/src/optimizing/optimization/held.test.ts',
  'apps/server/src/optimizing/optimization/one-driver.test.ts',
  'apps/server/src/optimizing/optimization/optimization.test.ts',
  'apps/server/src/annexes/intake/order-files/order-files.test.ts',
  'apps/server/src/frame/pictures/prepare.unit.test.ts',
  'apps/server/src/planning/plans/plans.test.ts',
  'apps/server/src/frame/platform/embedded.unit.test.ts',
  'apps/server/src/frame/platform/mail-jobs.test.ts',
  'apps/server/src/frame/platform/password.unit.test.ts',
  'apps/server/src/annexes/demo/play/play.test.ts',
  'apps/server/src/annexes/privacy/privacy.test.ts',
  'apps/server/src/telling/promises/promises.test.ts',
  'apps/server/src/annexes/driver-talk/push/push.test.ts',
  'apps/server/src/planning/reach/reach.test.ts',
  'apps/server/src/annexes/explanations/reasons/reasons.test.ts',
  'apps/server/src/geography/regions/regions.test.ts',
  'apps/server/src/field/reports/at-once.test.ts',
  'apps/server/src/field/reports/report-rules.test.ts',
  'apps/server/src/field/reports/reports.test.ts',
  'apps/server/src/annexes/explanations/risk/risk.test.ts',
  'apps/server/src/planning/routes/routes.test.ts',
  'apps/server/src/annexes/intake/shops/shops.test.ts',
  'apps/server/src/annexes/slots/slot-choices/slot-choices.test.ts',
  'apps/server/src/annexes/slots/consent.test.ts',
  'apps/server/src/annexes/slots/promises.test.ts',
  'apps/server/src/planning/stops/relocate-stops.test.ts',
  'apps/server/src/planning/stops/search-many.test.ts',
  'apps/server/src/process/telemetry/telemetry.test.ts',
  'apps/server/src/field/tracking/tracking.test.ts',
  'apps/server/src/geography/travel/right-street.test.ts',
  'apps/server/src/geography/travel/roads.test.ts',
  'apps/server/src/geography/travel/routing-url.test.ts',
  'apps/server/src/geography/travel/server-hours.test.ts',
  'apps/server/src/geography/travel/two-networks.test.ts',
  'apps/server/src/geography/travel/vehicle-classes.test.ts',
  'apps/server/src/accounts/users/accounts.test.ts',
  'apps/server/src/accounts/users/factors.test.ts',
  'apps/server/src/accounts/users/providers.test.ts',
  'apps/server/src/accounts/users/roles.test.ts',
  'apps/server/src/accounts/users/saml.test.ts',
  'apps/server/src/accounts/users/users.test.ts',
  'apps/server/src/annexes/vroom/vroom.test.ts',
  'apps/server/src/telling/webhooks/deliver.test.ts',
  'apps/server/src/annexes/weeks/weeks.test.ts',
  'apps/server/src/annexes/what-if/fleet-sizes.test.ts',
  'apps/server/src/annexes/what-if/replays.test.ts',
  'apps/server/test/client/client.test.ts',
  'apps/server/test/client/n8n-nodes.test.ts',
  'apps/server/test/conformance/conformance.test.ts',
  'apps/server/test/contract/bad-input.test.ts',
  'apps/server/test/contract/documents.test.ts',
  'apps/server/test/embedded.unit.test.ts',
  'apps/server/test/isolation.test.ts',
  'apps/server/test/scenarios/day.test.ts',
  'apps/server/test/supervisor.test.ts',
  'packages/contract/src/describe/descriptions.test.ts',
  'packages/contract/src/endpoints/endpoints.test.ts',
  'packages/contract/src/validation.test.ts',
  'packages/roads/src/addresses/addresses.test.ts',
  'packages/roads/src/addresses/liechtenstein.test.ts',
  'packages/roads/src/engine/build-beside.test.ts',
  'packages/roads/src/engine/few-to-many.test.ts',
  'packages/roads/src/engine/image-file.test.ts',
  'packages/roads/src/engine/random-towns.test.ts',
  'packages/roads/src/hierarchy/list-own.test.ts',
  'packages/roads/src/hierarchy/packed-arcs.test.ts',
  'packages/roads/src/reach/reach-search.test.ts',
  'packages/roads/src/service/road-service.test.ts',
  'packages/roads/src/shapes/node-file.test.ts',
  'packages/roads/src/tiles/cut-parts.test.ts',
  'packages/roads/src/tiles/tiles.test.ts',
  'packages/roads/src/traffic/traffic.test.ts',
  'packages/roads/test/scenarios/scenarios.test.ts',
  'packages/solver/bench/run-day.test.ts',
  'packages/solver/src/driving/driving.test.ts',
  'packages/solver/src/energy/charging-places.test.ts',
  'packages/solver/src/formats/tdvrptw.test.ts',
  'packages/solver/src/hours/hours.test.ts',
  'packages/solver/src/matrix.test.ts',
  'packages/solver/src/model/space-order.test.ts',
  'packages/solver/src/parallel/parallel.test.ts',
  'packages/solver/src/periods/periods.test.ts',
  'packages/solver/src/periods/stability.test.ts',
  'packages/solver/src/play/play.test.ts',
  'packages/solver/src/reasons/explain-plan.test.ts',
  'packages/solver/src/schedule/room.test.ts',
  'packages/solver/src/search/anneal.test.ts',
  'packages/solver/src/search/genetic/genetic.test.ts',
  'packages/solver/src/search/lean-steps.test.ts',
  'packages/solver/src/search/moves.test.ts',
  'packages/solver/src/solve.test.ts',
  'packages/solver/test/random.test.ts',
  'test/architecture/house.test.ts',
  'test/trim-packages.test.ts',
]

/**
 * How the paths of the files begin whose changes a test file is about: its slice of the server, its room of a package, or the whole
 * package or page where the test stands outside of the rooms (`packages/solver/test`).
 */
export function partOf(file) {
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
export function longFilesBeside(changed) {
  return LONG_FILES.filter((file) => !changed.some((path) => path.startsWith(partOf(file))))
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

// What `npm test -- quick` runs, and what it says it left out: most of what a change can break, within a minute
// on two processors that nobody else keeps busy.

import { spawnSync } from 'node:child_process'

/** What no quick run holds; its last lines. */
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
  'apps/server/src/addresses/addresses.test.ts',
  'apps/server/src/analytics/analytics.test.ts',
  'apps/server/src/analytics/plan-figures.test.ts',
  'apps/server/src/assistants/assistants.test.ts',
  'apps/server/src/assistants/reading-tasks.test.ts',
  'apps/server/src/assistants/writing-tasks.test.ts',
  'apps/server/src/charging-places/charging-places.test.ts',
  'apps/server/src/checkouts/checkouts.test.ts',
  'apps/server/src/cli/osm-command.unit.test.ts',
  'apps/server/src/demo-organization/demo-organization.test.ts',
  'apps/server/src/demo/demo-history.test.ts',
  'apps/server/src/depots/depots.test.ts',
  'apps/server/src/driver-sign-in/driver-sign-in.test.ts',
  'apps/server/src/driver/driver.test.ts',
  'apps/server/src/driver/offline-queue.test.ts',
  'apps/server/src/drivers/known-places.test.ts',
  'apps/server/src/editor/again.test.ts',
  'apps/server/src/editor/edits.test.ts',
  'apps/server/src/editor/hand-over.test.ts',
  'apps/server/src/editor/why.test.ts',
  'apps/server/src/exports/background.test.ts',
  'apps/server/src/exports/exports.test.ts',
  'apps/server/src/extracts/road-classes.unit.test.ts',
  'apps/server/src/extracts/road-parts.unit.test.ts',
  'apps/server/src/files/deletion.test.ts',
  'apps/server/src/files/object-storage.test.ts',
  'apps/server/src/files/storage.unit.test.ts',
  'apps/server/src/finding/finding.test.ts',
  'apps/server/src/full-plans/one-moment.test.ts',
  'apps/server/src/http/admission.test.ts',
  'apps/server/src/http/descriptions.test.ts',
  'apps/server/src/http/frame.test.ts',
  'apps/server/src/http/open-to-others.test.ts',
  'apps/server/src/http/public-calls.test.ts',
  'apps/server/src/http/site.test.ts',
  'apps/server/src/http/validate.unit.test.ts',
  'apps/server/src/http/web-app.test.ts',
  'apps/server/src/intake/intake.test.ts',
  'apps/server/src/intake/table-reader.unit.test.ts',
  'apps/server/src/intake/recorded-shops.test.ts',
  'apps/server/src/learning/break-room.test.ts',
  'apps/server/src/learning/learn-days.unit.test.ts',
  'apps/server/src/learning/learned-places.test.ts',
  'apps/server/src/learning/learning.test.ts',
  'apps/server/src/learning/paces.test.ts',
  'apps/server/src/live/live.test.ts',
  'apps/server/src/main.unit.test.ts',
  'apps/server/src/maps/maps.test.ts',
  'apps/server/src/messages/messages.test.ts',
  'apps/server/src/modelling/by-hour.test.ts',
  'apps/server/src/optimization/after-bookings.test.ts',
  'apps/server/src/optimization/held.test.ts',
  'apps/server/src/optimization/one-driver.test.ts',
  'apps/server/src/optimization/optimization.test.ts',
  'apps/server/src/order-files/order-files.test.ts',
  'apps/server/src/pictures/prepare.unit.test.ts',
  'apps/server/src/plans/plans.test.ts',
  'apps/server/src/platform/embedded.unit.test.ts',
  'apps/server/src/platform/mail-jobs.test.ts',
  'apps/server/src/platform/password.unit.test.ts',
  'apps/server/src/play/play.test.ts',
  'apps/server/src/privacy/privacy.test.ts',
  'apps/server/src/promises/promises.test.ts',
  'apps/server/src/push/push.test.ts',
  'apps/server/src/reach/reach.test.ts',
  'apps/server/src/reasons/reasons.test.ts',
  'apps/server/src/regions/regions.test.ts',
  'apps/server/src/reports/at-once.test.ts',
  'apps/server/src/reports/report-rules.test.ts',
  'apps/server/src/reports/reports.test.ts',
  'apps/server/src/risk/risk.test.ts',
  'apps/server/src/routes/routes.test.ts',
  'apps/server/src/shops/shops.test.ts',
  'apps/server/src/slot-choices/slot-choices.test.ts',
  'apps/server/src/slots/consent.test.ts',
  'apps/server/src/slots/promises.test.ts',
  'apps/server/src/stops/relocate-stops.test.ts',
  'apps/server/src/stops/search-many.test.ts',
  'apps/server/src/telemetry/telemetry.test.ts',
  'apps/server/src/tracking/tracking.test.ts',
  'apps/server/src/travel/right-street.test.ts',
  'apps/server/src/travel/roads.test.ts',
  'apps/server/src/travel/routing-url.test.ts',
  'apps/server/src/travel/server-hours.test.ts',
  'apps/server/src/travel/two-networks.test.ts',
  'apps/server/src/travel/vehicle-classes.test.ts',
  'apps/server/src/users/accounts.test.ts',
  'apps/server/src/users/factors.test.ts',
  'apps/server/src/users/providers.test.ts',
  'apps/server/src/users/roles.test.ts',
  'apps/server/src/users/saml.test.ts',
  'apps/server/src/users/users.test.ts',
  'apps/server/src/vroom/vroom.test.ts',
  'apps/server/src/webhooks/deliver.test.ts',
  'apps/server/src/weeks/weeks.test.ts',
  'apps/server/src/what-if/fleet-sizes.test.ts',
  'apps/server/src/what-if/replays.test.ts',
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
  if (under === 'src' && inRoom) return `${root}/${owner}/src/${room}/`
  if (owner !== 'server') return `${root}/${owner}/`
  // Beside a file of the service itself (`main.ts`): that file. Tests of the whole service: their folder.
  return under === 'src' ? `${own}${room.split('.')[0]}.` : own
}

/** Of the long files, those that none of the changed files concerns. */
export function longFilesBeside(changed) {
  return LONG_FILES.filter((file) => !changed.some((path) => path.startsWith(partOf(file))))
}

/**
 * What changed here: since the last commit, in the last commit, and files that are new. Nothing where this is no clone of a
 * repository.
 */
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

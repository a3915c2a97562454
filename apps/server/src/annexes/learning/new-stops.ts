// Learned values for new stops: their duration, and where vans stand.
import { listTimesFor } from '../../data/learned-times.sql.ts'
import type { ProjectRow } from '../../data/project-tables.ts'
import type { Scope } from '../../frame/platform/scope.ts'
import { planSettings } from '../../planning/modelling/settings.ts'
import type { FillNewStops, StopDraft } from '../../planning/ports.ts'
import { findCustomer } from './customer.ts'
import { ExpectedSeconds, type ExpectedWork } from './expected-seconds.ts'
import { expectPlaces } from './learned-places.ts'

/** So long a client is new. */
const newMilliseconds = 14 * 86_400_000
const noSettings = { optimizer_config: null, traffic_options: null }

/** A duration that was sent counts, null too; else what was learned stands before the defaults, where the project uses it. */
export const fillNewStops: FillNewStops = async (scope, project, drafts) => {
  const open = drafts.filter(({ hasOpenDuration }) => hasOpenDuration)
  const learned = await expectSeconds(scope, project, open)
  for (const [at, { row }] of open.entries()) {
    const { seconds, anybodySeconds } = learned[at] ?? {}
    row.duration = seconds ?? row.duration
    row.anybody_duration = anybodySeconds ?? null
  }
  const rows = drafts.map(({ row }) => row)
  const places = await expectPlaces(scope, project, rows)
  for (const [at, row] of rows.entries()) row.learned_place = places[at]!
}

/**
 * Learned times of each of the stops, undefined where the given ones are to be taken. Asks nothing where the project does not use
 * what it learned.
 */
async function expectSeconds(
  scope: Scope,
  project: ProjectRow,
  drafts: readonly StopDraft[],
): Promise<(ExpectedWork | undefined)[]> {
  const { uses_service_times, found } = project.learning
  if (!uses_service_times || !found || drafts.length === 0) return []
  const { serviceSeconds } = planSettings(noSettings, project)
  const customers = drafts.map(({ row: { location }, client }) =>
    findCustomer({ clientId: client?.id ?? null, lat: location?.lat, lng: location?.lng }),
  )
  const named = [...new Set(customers.filter((customer) => customer !== undefined))]
  const expected = new ExpectedSeconds(found, await listTimesFor(scope, project.id, named))
  return drafts.map(({ row, client }, at) =>
    expected.of({
      customer: customers[at],
      type: row.type,
      quantity: row[found.quantity] ?? 0,
      isNew: client !== undefined && scope.now.getTime() - client.created_at.getTime() < newMilliseconds,
      givenSeconds: client?.default_duration ?? serviceSeconds,
    }),
  )
}

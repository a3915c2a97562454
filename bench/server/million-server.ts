// Our service as `million.ts` starts it: on a database that is filled, with a key for the organization that it is told.

import { createApiKey } from '../../apps/server/src/accounts/api-keys/api-keys.ts'
import { keepPlanFigures } from '../../apps/server/src/annexes/analytics/plan-figures.job.ts'
import { type Config, readConfig } from '../../apps/server/src/frame/platform/config.ts'
import { getSurroundings, systemCaller } from '../../apps/server/src/frame/platform/services.ts'
import { createServer } from '../../apps/server/src/process/server.ts'
import { answerParent } from './served.ts'

const [dataDirectory, databaseUrl, organizationId, projectId] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
]
const given: Partial<Config> = {
  port: 0,
  dataDirectory,
  databaseUrl,
  requestsPerMinute: 0,
  logLevel: 'error',
  osmFiles: [],
}
const server = await createServer(readConfig({}, given))
const address = await server.start()
const key = await server.services.database.transaction(async (tx) => {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const caller = { ...systemCaller(organizationId), role: 'organization_administrator' as const, userId: user.id }
  return (await createApiKey({ ...getSurroundings(server.services, tx), ...caller }, { label: 'Bench' })).key
})
// Runs the job of every ten minutes, for all projects.
const begun = performance.now()
const plans = await keepPlanFigures(server.services)
if (plans > 0) console.log(`figures of ${plans} plans kept in ${((performance.now() - begun) / 1_000).toFixed(0)} s`)
answerParent({ address, key, project_id: projectId }, () => server.stop())

// The nightly removal of what is past its time, organization by organization.
import { listOrganizationsWithRetention } from '../../data/organizations.sql.ts'
import type { Services } from '../../frame/platform/services.ts'
import { applyRetention } from './retention.ts'

/** When most of Europe and America sleeps; jobs of all nodes are one job. */
const nightly = '23 2 * * *'

export async function startRetention(services: Services): Promise<void> {
  await services.jobs.work('retention', {}, async (_, { isStopping }) => {
    for (const { id, retention } of await listOrganizationsWithRetention(services.database.db)) {
      const removed = await applyRetention(services, id, retention, isStopping)
      // Thrown, so that the next start takes it up.
      if (isStopping()) throw new Error('The service stops.')
      if (Object.keys(removed).length > 0) services.log.info({ organization: id, removed }, 'past its time, and gone')
    }
  })
  await services.jobs.schedule('retention', nightly)
}

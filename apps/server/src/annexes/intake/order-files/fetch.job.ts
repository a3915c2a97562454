// Fetches files of orders: looks every minute which sources are due.
import { claimDueSources } from '../../../data/order-files.sql.ts'
import { createLimit } from '../../../frame/platform/limit.ts'
import type { Services } from '../../../frame/platform/services.ts'
import { createTableReader } from '../intake.ts'
import { fetchSource } from './round.ts'

const sourcesAtOnce = 4
const sourcesARun = 100

export async function startFetching(services: Services): Promise<void> {
  const readTables = createTableReader()
  await services.jobs.work('order_files', {}, async (_, { signal, isStopping }) => {
    const limit = createLimit(sourcesAtOnce)
    const due = await services.database.transaction((tx) => claimDueSources(tx, services.clock.now(), sourcesARun))
    await Promise.all(
      due.map((source) =>
        limit(async () => {
          // A source that was claimed but not fetched is due again after its interval.
          if (!isStopping()) await fetchSource(services, readTables, source, signal)
        }),
      ),
    )
  })
  await services.jobs.schedule('order_files', '* * * * *')
}

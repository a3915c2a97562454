// Merges newly written texts into their search indexes in the background, so that writing calls need not.
import { sql } from 'kysely'
import type { Services } from '../../frame/platform/services.ts'

/** Indexes with a list of pending entries (migration 0005). */
const waitingIndexes = ['stops_texts', 'stops_words', 'packages_texts']

/** Starts the job, every minute. The embedded database merges during its regular VACUUM. */
export async function startSortingTexts(services: Services): Promise<void> {
  if (services.database.backend === 'pglite') return
  await services.jobs.work('sort_in_texts', {}, async () => {
    for (const index of waitingIndexes) {
      await sql`select gin_clean_pending_list(${index}::regclass)`.execute(services.database.db)
    }
  })
  await services.jobs.schedule('sort_in_texts', '* * * * *')
}

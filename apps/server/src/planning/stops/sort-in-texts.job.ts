// Sorts texts that were written into the indexes that find them, apart from the calls that wrote them.
import { sql } from 'kysely'
import type { Services } from '../../frame/platform/services.ts'

/** The indexes whose new entries wait in a list (migration 0005). */
const waitingIndexes = ['stops_texts', 'stops_words', 'packages_texts']

/** Begins to do so every minute. The embedded database does it with its regular VACUUM. */
export async function startSortingTexts(services: Services): Promise<void> {
  if (services.database.backend === 'pglite') return
  await services.jobs.work('sort_in_texts', {}, async () => {
    for (const index of waitingIndexes) {
      await sql`select gin_clean_pending_list(${index}::regclass)`.execute(services.database.db)
    }
  })
  await services.jobs.schedule('sort_in_texts', '* * * * *')
}

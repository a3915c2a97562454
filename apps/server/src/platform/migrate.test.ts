// The history of the database: what a server does with one that another version made.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestServer } from '../../test/harness.ts'
import { migrate } from './migrate.ts'

const server = useTestServer()

test('a database with a migration that this version does not know is refused, with what to do', async () => {
  const { db } = server.services.database
  await expect(migrate(db)).resolves.toEqual([])
  await sql`insert into kysely_migration (name, timestamp) values ('0061_live', ${server.clock.now().toISOString()})`.execute(
    db,
  )
  await expect(migrate(db)).rejects.toThrow(/does not know its migration 0061_live.*empty data folder/)
})

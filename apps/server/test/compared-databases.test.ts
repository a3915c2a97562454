// Statements of the embedded database are repeated on PostgreSQL with the same rows, and differences are found.
import pg from 'pg'
import { expect, test } from 'vitest'
import { compareStatements } from './compared-databases.ts'
import { createTestDatabase } from './template.ts'

/** Two databases with every table, empty: the embedded one and one on PostgreSQL. */
async function onBoth<T>(work: (embedded: pg.Client, postgres: pg.Client) => Promise<T>): Promise<T> {
  const [here, there] = [await createTestDatabase('pglite'), await createTestDatabase('postgres')]
  const thread = await here.startEmbedded!({}, () => {})
  const embedded = new pg.Client({ user: 'postgres', database: 'postgres', stream: () => thread.connect() as never })
  const postgres = new pg.Client({ connectionString: there.databaseUrl })
  try {
    await Promise.all([embedded.connect(), postgres.connect()])
    return await work(embedded, postgres)
  } finally {
    await Promise.all([embedded.end(), postgres.end()])
    await thread.close()
    await there.drop()
  }
}

const addOrganization = {
  text: `insert into organizations (id, name, created_at, updated_at) values ($1, $2, $3, $3) returning id, created_at`,
  values: ['two', 'Two', '2026-03-02T08:00:00.123456Z'],
}

test('rows, refusals and what statements change are the same on both, and nothing of it stays', async () => {
  await onBoth(async (embedded, postgres) => {
    await embedded.query(
      `insert into organizations (id, name, created_at, updated_at) values ('one', E'One "& (only)\\n,', now(), now())`,
    )
    const compared = await compareStatements(embedded, postgres, [
      { text: 'select * from organizations where id = $1', values: ['one'] },
      addOrganization,
      { text: 'insert into organizations (id) values ($1)', values: ['three'] },
      { text: 'update organizations set name = $1', values: ['Renamed'] },
    ])
    expect(compared).toEqual({ differences: [], withRows: 3 })
    expect((await postgres.query('select id from organizations')).rows).toEqual([])
    expect((await embedded.query('select id, name from organizations')).rows).toEqual([
      { id: 'one', name: 'One "& (only)\n,' },
    ])
  })
})

test.each([
  ['another value', `select current_setting('server_version_num') as number`],
  ['a refusal by one of them', `select 1 / (current_setting('server_version_num')::int < 170000)::int as one`],
  [
    'another number of rows',
    `select name from pg_settings where name = 'server_version_num' and setting not like '15%'`,
  ],
])('%s is said with both answers', async (_, text) => {
  await onBoth(async (embedded, postgres) => {
    const { differences } = await compareStatements(embedded, postgres, [{ text, values: [] }])
    expect(differences).toHaveLength(1)
    expect(differences[0]).toMatch(/embedded .*\n {2}PostgreSQL /)
  })
})

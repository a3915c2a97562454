// A service that cannot start says why in one line, as a process of its own.
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runCommand } from '../../../test/processes.ts'
import { createEmptyPostgres, testBackend } from '../../../test/template.ts'

vi.setConfig({ testTimeout: 400_000 })

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'routewright-start-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function failedStart(settings: Record<string, string>, ...args: string[]): Promise<string> {
  const result = await runCommand(['serve', ...args], settings)
  expect(result.code).toBe(1)
  expect(result.stdout).toBe('')
  expect(result.stderr.trimEnd().split('\n')).toHaveLength(1)
  return result.stderr.trimEnd()
}

test('a data folder that is a file is named, with what to do', async () => {
  const file = join(directory, 'a-file')
  writeFileSync(file, '')
  const said = `The data folder ${file} is a file, or lies below one: move the file away, or choose another folder with --data-dir.`
  expect(await failedStart({ DATA_DIR: file })).toBe(said)
  const below = join(file, 'below')
  expect(await failedStart({ DATA_DIR: below })).toBe(said.replace(file, below))
})

test('a port that another program has is named, with what to do, before a database is made', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  const port = String(typeof address === 'object' ? address?.port : address)
  const said = `Port ${port} is taken: end what uses it, or choose another with --port (PORT).`
  const folder = join(directory, 'data')
  expect(await failedStart({ DATA_DIR: folder }, '--port', port)).toBe(said)
  expect(existsSync(folder)).toBe(false)
  other.close()
})

test.skipIf(testBackend === 'pglite')(
  'a database that PostgreSQL does not have is named, with what to do',
  async () => {
    const database = await createEmptyPostgres()
    const url = new URL(database.databaseUrl)
    url.pathname = '/no_such_database'
    const said = await failedStart({ DATA_DIR: join(directory, 'data'), DATABASE_URL: url.href })
    expect(said).toContain(
      'has none called no_such_database: create it (createdb no_such_database), or correct DATABASE_URL.',
    )
    await database.drop()
  },
)

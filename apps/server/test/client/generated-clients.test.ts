// Clients that openapi-generator makes of the running service's description, in five languages: each plans, optimizes and reports.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { useTestServer } from '../harness.ts'

const server = useTestServer({ listen: true, realClock: true })
const program = join(import.meta.dirname, '../../../../tools/generators/try-generators.mjs')
const { GENERATORS } = await import(join(program, '../generators.mjs'))
const names: string[] = GENERATORS.map(({ name }: { name: string }) => name)

test.each(names.filter((name) => name.startsWith('openapi-generator')))('%s', { timeout: 300_000 }, async (name) => {
  const { key } = await server.createAccount()
  const env = { ...process.env, ROUTEWRIGHT_URL: server.address, ROUTEWRIGHT_KEY: key }
  const { stdout } = await promisify(execFile)(process.execPath, [program, name], { env })
  if (stdout.includes('left out')) console.warn(`NOT TESTED: ${stdout.trim()}.`)
  else expect(stdout).toMatch(/ works: generated/)
})

// A database that is missing, starting or named wrongly: how long it is waited for, and the one line that is said.
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { databaseTrouble, waitForDatabase } from './wait-for-database.ts'

const url = 'postgres://routes:secret@db.example.test:5433/routewright'
const patience = { milliseconds: 60_000, pauseMilliseconds: 1 }
let server: Server | undefined
afterEach(() => void server?.close())

/** A message of PostgreSQL's protocol: kind, length, content. */
function message(kind: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + content.length)
  return Buffer.concat([Buffer.from(kind), length, content])
}

const refusal = (code: string) => message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0Mnot now\0\0`))
const welcome = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))])

/** Lets the connections end one after the other in these ways, and in the last way from then on. */
async function databaseThatSays(...answers: Buffer[]): Promise<string> {
  let connections = 0
  server = createServer((socket: Socket) => {
    const answer = answers.at(Math.min(connections, answers.length - 1)) ?? welcome
    connections += 1
    socket.on('error', () => {})
    socket.once('data', () => socket.end(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return `postgres://routes:secret@127.0.0.1:${typeof address === 'object' ? address?.port : address}/routewright`
}

describe('a database', () => {
  test('that is starting is waited for, which is said once', async () => {
    const starting = refusal('57P03')
    const said: string[] = []
    await waitForDatabase(
      await databaseThatSays(starting, starting, starting, welcome),
      (line) => said.push(line),
      patience,
    )
    expect(said).toEqual([
      expect.stringMatching(
        /^The database at 127\.0\.0\.1:\d+ is still starting, or stopping\. Waiting for it, up to 60 s\.$/,
      ),
    ])
  })

  test('that is still not there when patience ends is told in one line', async () => {
    const address = await databaseThatSays(welcome)
    server?.close()
    const waiting = waitForDatabase(address, () => {}, { milliseconds: 20, pauseMilliseconds: 1 })
    await expect(waiting).rejects.toThrow(
      /^No database answers at 127\.0\.0\.1:\d+: start PostgreSQL, or correct DATABASE_URL\.$/,
    )
  })

  test('of another name is not waited for', async () => {
    const said: string[] = []
    const waiting = waitForDatabase(await databaseThatSays(refusal('3D000')), (line) => said.push(line), patience)
    await expect(waiting).rejects.toThrow('has none called routewright: create it (createdb routewright)')
    expect(said).toEqual([])
  })

  test.each([
    ['ENOTFOUND', '', true, 'The host db.example.test is not known: start it, or correct DATABASE_URL.'],
    ['53300', '', true, 'The database at db.example.test:5433 has no free connection'],
    ['28P01', 'password authentication failed', false, 'Correct user and password in DATABASE_URL.'],
    ['ETIMEDOUT', '', true, 'cannot be reached (ETIMEDOUT)'],
    ['', 'timeout expired', true, 'cannot be reached (timeout expired)'],
    ['0A000', 'no TLS', false, 'cannot be used: no TLS. Correct DATABASE_URL.'],
  ])('that fails with %s %s is told without its password', (code, text, mayPass, said) => {
    const trouble = databaseTrouble(Object.assign(new Error(text), { code }), url)
    expect(trouble.mayPass).toBe(mayPass)
    expect(trouble.text).toContain(said)
    expect(trouble.text).not.toContain('secret')
  })
})

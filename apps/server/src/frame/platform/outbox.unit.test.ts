// Messages kept because no server sends them, and which of them are shown.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createOutbox } from './outbox.ts'

const directory = mkdtempSync(join(tmpdir(), 'routewright-outbox-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const clock = { now: () => new Date('2026-11-20T06:00:00.000Z') }
const organizationId = '0123456789abcdef01234567'
const source = 'To: +447700900001\nDate: Fri, 20 Nov 2026 06:00:00 GMT\n\nTo: you\n\nWir kommen um 9.'

test('an SMS is listed with its whole text as title, and only while nothing sends SMS', async () => {
  const without = createOutbox({ directory, channels: ['email', 'sms'], clock })
  await without.keep(organizationId, 'sms', Buffer.from(source))
  const [entry] = await without.list(organizationId)
  expect(entry).toEqual({
    name: expect.stringMatching(/\.sms$/),
    channel: 'sms',
    to: '+447700900001',
    title: 'To: you\n\nWir kommen um 9.',
    date: 'Fri, 20 Nov 2026 06:00:00 GMT',
  })
  expect(await without.find(organizationId, entry!.name)).toBe(source)
  const withGateway = createOutbox({ directory, channels: ['email'], clock })
  expect(await withGateway.list(organizationId)).toEqual([])
  expect(await withGateway.find(organizationId, entry!.name)).toBeUndefined()
})

test.each(['../admin-secret', '..%2fadmin-secret', 'a.eml', '', '/etc/passwd'])(
  'no other file is opened: %j',
  async (name) => {
    writeFileSync(join(directory, 'admin-secret'), 'secret')
    const outbox = createOutbox({ directory, channels: ['email', 'sms'], clock })
    expect(await outbox.find(organizationId, name)).toBeUndefined()
  },
)

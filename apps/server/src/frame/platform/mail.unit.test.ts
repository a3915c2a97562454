// Mails reach a real SMTP server on loopback, or the outbox folder.
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { createMail, type OrganizationMail } from './mail.ts'
import { createOutbox } from './outbox.ts'

const directory = mkdtempSync(join(tmpdir(), 'routewright-mail-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const clock = { now: () => new Date('2026-11-20T06:00:00.000Z') }
const organizationId = '0123456789abcdef01234567'
const message: OrganizationMail = {
  organization_id: organizationId,
  to: 'driver@example.test',
  subject: 'Your route for today – Größe & <b>',
  text: 'Open http://127.0.0.1/d/token',
  html: '<p>Open <a href="http://127.0.0.1/d/token">your route</a></p>',
}
const outboxIn = (folder: string) =>
  createOutbox({ directory: join(directory, folder), channels: ['email', 'sms'], clock })
const outbox = outboxIn('outbox')
const options = { from: 'Routewright <from@example.test>', outbox, clock }

test('through SMTP a mail arrives whole', async () => {
  const received: Email[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on(
        'end',
        () =>
          void PostalMime.parse(Buffer.concat(chunks))
            .then((mail) => received.push(mail))
            .then(() => done()),
      )
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  await createMail({ ...options, smtpUrl: `smtp://127.0.0.1:${port}` }).send(message)
  await new Promise<void>((resolve) => smtp.close(resolve))
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({
    from: { name: 'Routewright', address: 'from@example.test' },
    to: [{ address: 'driver@example.test' }],
    subject: message.subject,
  })
  expect(received[0]!.text).toContain(message.text)
  expect(received[0]!.html).toContain('your route')
})

test('a mail in the name of a sender carries its name, where answers go, its pictures and how to end them', async () => {
  const branded = outboxIn('branded')
  const mail = createMail({ ...options, outbox: branded })
  const pixel = Buffer.from('picture').toString('base64')
  await mail.send({
    ...message,
    from_name: 'Bäckerei "Huber" <x>',
    reply_to: 'shop@example.test',
    unsubscribe: { page: 'https://r.test/t/abc?messages=off', post: 'https://r.test/track/v1/abc/unsubscribe' },
    pictures: [{ name: 'logo', content_type: 'image/png', base64: pixel }],
  })
  const [entry] = await branded.list(organizationId)
  const parsed = await PostalMime.parse((await branded.find(organizationId, entry!.name))!)
  expect(parsed.from).toEqual({ name: 'Bäckerei "Huber" <x>', address: 'from@example.test' })
  expect(parsed.replyTo).toMatchObject([{ address: 'shop@example.test' }])
  expect(parsed.attachments).toMatchObject([{ mimeType: 'image/png', contentId: '<logo>', disposition: 'inline' }])
  const header = (key: string) => parsed.headers.find((header) => header.key === key)?.value
  expect(header('list-unsubscribe')).toBe(
    '<https://r.test/track/v1/abc/unsubscribe>, <https://r.test/t/abc?messages=off>',
  )
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
})

test('a mail server that cannot be reached makes the sending fail, for the queue to repeat', async () => {
  await expect(createMail({ ...options, smtpUrl: 'smtp://127.0.0.1:1' }).send(message)).rejects.toThrow()
})

test('without a mail server a mail is a file that the outbox lists for its organization, newest first', async () => {
  const mail = createMail(options)
  await mail.send({ ...message, subject: 'first' })
  await mail.send(message)
  const entries = await outbox.list(organizationId)
  expect(entries.map(({ to }) => to)).toEqual(['driver@example.test', 'driver@example.test'])
  const parsed = await PostalMime.parse((await outbox.find(organizationId, entries[0]!.name))!)
  expect(parsed.subject).toBe(message.subject)
  expect(entries.map(({ channel, title }) => [channel, title])).toEqual([
    ['email', message.subject],
    ['email', 'first'],
  ])
  const another = 'fedcba9876543210fedcba98'
  expect(await outbox.list(another)).toEqual([])
  expect(await outbox.find(another, entries[0]!.name)).toBeUndefined()
})

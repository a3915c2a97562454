// The certificate of the public address is looked at before browsers refuse it, whoever presents it.
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { makeKey } from '../../../test/saml-provider.ts'
import { examineCertificate } from './doctor.ts'

let proxy: Server | undefined
afterEach(() => proxy?.close())

const DAY_MS = 86_400_000

/** Looks at a proxy on this machine whose certificate ends after that number of days. */
async function examineEnding(days: number) {
  const ends = new Date(Date.now() + days * DAY_MS + 60_000)
  proxy = createServer(await makeKey('CN=localhost', undefined, ends))
  await new Promise<void>((done) => proxy!.listen(0, '127.0.0.1', done))
  const { port } = proxy.address() as AddressInfo
  const [finding] = await examineCertificate({ publicBaseUrl: `https://localhost:${port}` })
  return { ...finding, day: ends.toISOString().slice(0, 10) }
}

test('one that is valid for long is fine', async () => {
  const { state, message, day } = await examineEnding(14)
  expect(state).toBe('ok')
  expect(message).toBe(`localhost: valid until ${day}`)
})

test('one that should have been renewed by now is warned of', async () => {
  const { state, message, day } = await examineEnding(13)
  expect(state).toBe('warning')
  expect(message).toBe(`localhost: valid until ${day}. Renew it.`)
})

test('one that has ended has failed', async () => {
  const { state, message } = await examineEnding(-2)
  expect(state).toBe('failed')
  expect(message).toMatch(/so browsers refuse it\. Renew it\.$/)
})

test('where nothing answers, that is said, and a plain address has none', async () => {
  const [finding] = await examineCertificate({ publicBaseUrl: 'https://127.0.0.1:1' })
  expect(finding).toMatchObject({ name: 'certificate', state: 'warning' })
  expect(finding!.message).toMatch(/^127\.0\.0\.1:1 cannot be looked at from here: /)
  expect(await examineCertificate({ publicBaseUrl: 'http://localhost' })).toEqual([])
})

// Where webhooks may go.
import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutgoingAgent, isPublicAddress } from '../platform/public-targets.ts'
import { sendWebhook, signatureHeaders } from './send.ts'

const forbidden = [
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '127.8.9.10',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '2002:7f00:1::',
  '2002:c0a8:101::1',
  '2001:db8::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  'not an address',
]

describe('public addresses', () => {
  test.each(forbidden)('%s is refused', (address) => expect(isPublicAddress(address)).toBe(false))
  test.each(['93.184.216.34', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is allowed', (address) =>
    expect(isPublicAddress(address)).toBe(true),
  )
})

describe('connections', () => {
  let hits = 0
  const receiver = createServer((_request, response) => {
    hits += 1
    response.end()
  })
  let port = 0
  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    port = (receiver.address() as AddressInfo).port
  })
  afterAll(() => {
    receiver.closeAllConnections()
    receiver.close()
  })

  const send = async (agent: ReturnType<typeof createOutgoingAgent>, url: string) => {
    const outgoing = { url, body: '{}', deliveryId: 'd', signingSecret: null }
    try {
      return await sendWebhook(agent, outgoing, new Date(0))
    } finally {
      await agent.destroy()
    }
  }

  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    'localhost',
  ])('none is made to %s', async (host) => {
    hits = 0
    const result = await send(createOutgoingAgent(false), `http://${host}:${port}/`)
    expect(result).toMatchObject({ ok: false, responseStatus: null })
    expect(result.error).toContain('not a public one')
    expect(hits).toBe(0)
  })

  test('none is made to a name that also has a private address', async () => {
    hits = 0
    const resolve = (_host: string, callback: (error: null, addresses: LookupAddress[]) => void) =>
      callback(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ])
    const result = await send(createOutgoingAgent(false, resolve), `http://rebound.example:${port}/`)
    expect(result.error).toContain('127.0.0.1 is not a public one')
    expect(hits).toBe(0)
  })

  test('redirects are not followed and count as a failure', async () => {
    const redirecting = createServer((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end()
    })
    await new Promise<void>((resolve) => redirecting.listen(0, '127.0.0.1', resolve))
    hits = 0
    const { port: from } = redirecting.address() as AddressInfo
    const result = await send(createOutgoingAgent(true), `http://127.0.0.1:${from}/`)
    redirecting.closeAllConnections()
    redirecting.close()
    expect(result).toMatchObject({ ok: false, responseStatus: 302 })
    expect(hits).toBe(0)
  })

  test('a loopback receiver is reached where private targets are allowed', async () => {
    const result = await send(createOutgoingAgent(true), `http://127.0.0.1:${port}/`)
    expect(result).toMatchObject({ ok: true, responseStatus: 200, error: null })
  })
})

test('a signature follows Standard Webhooks: HMAC-SHA256 of id.timestamp.body', () => {
  // The example of the Standard Webhooks specification's reference libraries.
  const headers = signatureHeaders(
    {
      url: 'https://example.com',
      body: '{"test": 2432232314}',
      deliveryId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      signingSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    },
    new Date(1_614_265_330_000),
  )
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  expect(headers['webhook-timestamp']).toBe('1614265330')
})

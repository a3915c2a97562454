// Where webhooks may go.
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { Agent, buildConnector } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutgoingAgent, isPublicAddress } from '../../frame/platform/public-targets.ts'
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

  test('the receiver has its time from when the connection to it stands', async () => {
    const connect = buildConnector({})
    const slow = new Agent({ connect: (target, callback) => void setTimeout(() => connect(target, callback), 400) })
    const outgoing = { url: `http://127.0.0.1:${port}/`, body: '{}', deliveryId: 'd', signingSecret: null }
    expect(await sendWebhook(slow, outgoing, new Date(0), 200)).toMatchObject({ ok: true })
    await slow.destroy()
  })

  test('a receiver that is silent or never ends its head has failed; one that never ends its answer has received', async () => {
    const endless = createServer((request, response) => {
      if (request.url === '/head') response.writeEarlyHints({ link: '</a>' })
      else if (request.url === '/body') response.writeHead(200).write('begun')
    })
    await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
    const to = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`
    const agent = createOutgoingAgent(true)
    const sendTo = (path: string) =>
      sendWebhook(agent, { url: to + path, body: '{}', deliveryId: 'd', signingSecret: null }, new Date(0), 200)
    const results = await Promise.all(['/silent', '/head', '/body'].map(sendTo))
    await agent.destroy()
    endless.closeAllConnections()
    endless.close()
    const late = { ok: false, responseStatus: null, error: 'no answer within 0.2 seconds' }
    expect(results).toMatchObject([late, late, { ok: true, responseStatus: 200, error: null }])
  })

  test('an answer that came while our own process was held up is no failure', async () => {
    const worker = new Worker(
      `const { parentPort } = require('node:worker_threads')
      const server = require('node:http').createServer((request, response) => {
        parentPort.postMessage('received')
        setTimeout(() => response.end(), 100)
      })
      server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`,
      { eval: true },
    )
    const [workerPort] = (await once(worker, 'message')) as [number]
    const agent = createOutgoingAgent(true)
    const received = once(worker, 'message')
    const outgoing = { url: `http://127.0.0.1:${workerPort}/`, body: '{}', deliveryId: 'd', signingSecret: null }
    const result = sendWebhook(agent, outgoing, new Date(0), 500)
    await received
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
    expect(await result).toMatchObject({ ok: true, responseStatus: 200 })
    await agent.destroy()
    await worker.terminate()
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

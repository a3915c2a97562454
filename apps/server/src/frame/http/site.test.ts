import { expect, test } from 'vitest'
import { useTestServer } from '../../../test/harness.ts'

const server = useTestServer()
const read = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers })

test('the documents stand at /docs under a policy that lets in their own files only', async () => {
  const short = await read('/docs')
  expect([short.statusCode, short.headers.location]).toEqual([302, '/docs/'])
  const page = await read('/docs/')
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<title>Routewright documents</title>')
  const policy = String(page.headers['content-security-policy']).split('; ')
  expect(policy).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'"]))
  expect(policy.join()).not.toMatch(/unsafe|https?:|\*/)
  expect((await read('/docs/install')).headers.location).toBe('/docs/install/')
  expect((await read('/docs/no-such-page/')).statusCode).toBe(404)
  expect((await read('/docs/..%2f..%2fpackage.json')).statusCode).toBe(404)
})

test('they come compressed, and not again to a browser that has them', async () => {
  const whole = await read('/docs/operations/')
  const packed = await read('/docs/operations/', { 'accept-encoding': 'br' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/html; charset=utf-8' })
  expect(packed.headers['content-security-policy']).toBe(whole.headers['content-security-policy'])
  expect(packed.rawPayload.length).toBeLessThan(whole.rawPayload.length / 2)
  const again = await read('/docs/operations/', {
    'accept-encoding': 'br',
    'if-none-match': String(packed.headers.etag),
  })
  expect(again.statusCode).toBe(304)
})

test('the reference of the interface and its changes stand beside them', async () => {
  for (const path of ['/docs/reference', '/docs/changes', '/docs/versions', '/docs/changes.atom']) {
    expect((await read(path)).statusCode, path).toBe(200)
    if (!path.endsWith('.atom')) expect((await read('/docs/')).body).toContain(`href="${path}"`)
  }
})

import { expect, test } from 'vitest'
import { useTestServer } from '../../../test/harness.ts'

const server = useTestServer()

test('every address of the planner answers its document, under a policy that lets nothing foreign in', async () => {
  for (const path of ['/planner', '/planner/', '/planner/plan/656565656565656565656565']) {
    const answer = await server.call('GET', path)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.text).toContain('/planner/assets/')
  }
})

test('its files are kept for good by browsers and come compressed', async () => {
  const document = await server.call('GET', '/planner/')
  // The first one, the bundler's runtime, is too small to be compressed.
  const path = [...document.text.matchAll(/<script[^>]+src="([^"]+)"/g)].at(-1)?.[1] ?? ''
  const file = await server.call('GET', path, { headers: { 'accept-encoding': 'br' } })
  expect(file.status).toBe(200)
  expect(file.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/javascript; charset=utf-8',
  })
})

test.each(['invite', 'reset', 'setup'])('the link /%s/… of a mail leads to the page of the planner', async (part) => {
  const answer = await server.call('GET', `/${part}/abcdefghijklmnop`)
  expect([answer.status, answer.headers.location]).toEqual([302, `/planner/${part}/abcdefghijklmnop`])
})

import { describe, expect, test } from 'vitest'
import { useTestServer } from '../../test/harness.ts'

const directive = (policy: unknown, name: string) =>
  String(policy)
    .split('; ')
    .find((one) => one.startsWith(`${name} `))

describe('with a map style on another server', () => {
  const mapStyleUrl = 'https://maps.example.org/styles/bright.json?key=1'
  const server = useTestServer({ config: { mapStyleUrl, mapStyleHosts: ['https://tiles.example.net'] } })

  test('pages may ask that server and those named beside it, for data and pictures only', async () => {
    const { headers } = await server.call('GET', '/planner/')
    const policy = headers['content-security-policy']
    const hosts = 'https://maps.example.org https://tiles.example.net'
    expect(directive(policy, 'connect-src')).toBe(`connect-src 'self' ${hosts}`)
    expect(directive(policy, 'img-src')).toMatch(new RegExp(`${hosts}$`))
    expect(directive(policy, 'script-src')).toBe("script-src 'self'")
  })
})

describe('without one', () => {
  const server = useTestServer({ config: { mapStyleHosts: ['https://tiles.example.net'] } })

  test('pages ask their own server only', async () => {
    const { headers } = await server.call('GET', '/planner/')
    expect(directive(headers['content-security-policy'], 'connect-src')).toBe("connect-src 'self'")
  })
})

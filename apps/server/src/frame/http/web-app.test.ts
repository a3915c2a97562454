import { rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { useTestServer } from '../../../test/harness.ts'

const directive = (policy: unknown, name: string) =>
  String(policy)
    .split('; ')
    .find((text) => text.startsWith(`${name} `))

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

  test.each([
    ['/planner/', 'geolocation=(self), camera=(self)'],
    ['/d/', 'geolocation=(self), camera=(self)'],
    ['/t/AAAAAAAAAAAAAAAAAAAAAA', 'geolocation=(self), camera=()'],
    ['/docs/', 'geolocation=(), camera=()'],
  ])('%s says which features of the phone or computer it may use, and leaves out all others', async (path, allowed) => {
    const { headers } = await server.call('GET', path)
    expect(headers['permissions-policy']).toBe(`${allowed}, microphone=(), payment=(), usb=()`)
  })

  test('files of a later build are found without a restart, and kept for ever', async () => {
    const name = 'of-a-later-build.js'
    const file = new URL(`../../../../planner/dist/assets/${name}`, import.meta.url)
    expect((await server.call('GET', `/planner/assets/${name}`)).status).toBe(404)
    writeFileSync(file, '')
    try {
      const { status, headers } = await server.call('GET', `/planner/assets/${name}`)
      expect(status).toBe(200)
      expect(headers['cache-control']).toContain('immutable')
    } finally {
      rmSync(file)
    }
  })
})

describe('with other looks of the map', () => {
  const look = {
    name: 'Satellite',
    tiles: 'https://pictures.example.org/{z}/{x}/{y}.jpg?key=1',
    attribution: '© Example',
  }
  const origins = ['https://pictures.example.org']
  const server = useTestServer({ config: { mapLooks: [{ ...look, max_zoom: 18, tile_size: 256, origins }] } })

  test('the planner may ask their servers, for data and pictures only; the pages of drivers may not', async () => {
    const { headers } = await server.call('GET', '/planner/')
    const policy = headers['content-security-policy']
    expect(directive(policy, 'connect-src')).toBe("connect-src 'self' https://pictures.example.org")
    expect(directive(policy, 'img-src')).toMatch(/ https:\/\/pictures\.example\.org$/)
    expect(directive(policy, 'script-src')).toBe("script-src 'self'")
    const driver = await server.call('GET', '/d/')
    expect(String(driver.headers['content-security-policy'])).not.toContain('pictures')
  })

  test('they are told to who is signed in, and to nobody else', async () => {
    const account = await server.createAccount()
    const headers = { cookie: await server.signIn(account.user_id) }
    const told = await server.call('GET', '/app/v1/map_looks', { headers })
    expect(told.body).toEqual([{ ...look, max_zoom: 18, tile_size: 256 }])
    expect((await server.call('GET', '/app/v1/map_looks')).status).toBe(401)
    expect((await server.call('GET', '/map/information.json')).text).not.toContain('pictures')
  })
})

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { mapPicture } from '@routewright/contract'
import { writePbf } from '@routewright/roads/test/pbf-writer'
import { afterAll, describe, expect, test } from 'vitest'
import { until, useTestServer } from '../../../test/harness.ts'

const folder = mkdtempSync(join(tmpdir(), 'routewright-maps-'))
afterAll(() => rmSync(folder, { recursive: true }))
const extract = join(folder, 'town.osm.pbf')
const nodes = [
  { id: 1, lat: 47.1, lng: 9.5, tags: { place: 'town', name: 'Seestadt' } },
  { id: 2, lat: 47.2, lng: 9.6 },
]
writeFileSync(extract, writePbf({ nodes, ways: [{ id: 9, refs: [1, 2], tags: { highway: 'primary' } }] }))

describe('without an extract', () => {
  const server = useTestServer({ config: { mapStyleUrl: 'https://maps.example.org/style.json' } })

  test('the map is the world from afar, and there are no tiles', async () => {
    const { body } = await server.call('GET', '/map/information.json')
    expect(body).toEqual({
      attribution: '© OpenStreetMap contributors',
      online_style_url: 'https://maps.example.org/style.json',
      extracts: [],
    })
    const callStyle = () => server.call('GET', '/map/style.json', { query: { theme: 'dark' } })
    // A busy machine takes longer to build the world than the style waits for it.
    await until('the world is built', async () => Object.keys((await callStyle()).body.sources).length > 0)
    const style = await callStyle()
    expect(Object.keys(style.body.sources)).toEqual(['world'])
    expect(style.body.layers.map((layer: { id: string }) => layer.id)).toEqual([
      'ground',
      'world-land',
      'world-borders',
      'country-names',
    ])
    const world = await server.app.inject({ method: 'GET', url: '/map/world.pmtiles', headers: { range: 'bytes=0-6' } })
    expect([world.statusCode, world.payload]).toEqual([206, 'PMTiles'])
    expect((await server.call('GET', '/map/tiles.pmtiles')).status).toBe(404)
    const picture = await server.call('GET', '/map/picture.svg', { query: { zoom: '14', x: '1', y: '1' } })
    expect([picture.status, picture.headers['cache-control']]).toEqual([200, 'no-cache'])
  })
})

describe('with an extract', () => {
  const server = useTestServer({ config: { osmFiles: [extract] } })
  const ready = () =>
    until(
      'the map is built',
      async () => (await server.call('GET', '/map/information.json')).body.tiles?.state === 'ready',
    )
  const archive = () => {
    const directory = join(server.directory, 'map')
    return readFileSync(join(directory, readdirSync(directory).find((name) => /^town.*\.pmtiles$/.test(name))!))
  }
  /** Bytes, which `call` would read as text. */
  const fetchTiles = (range?: string) =>
    server.app.inject({ method: 'GET', url: '/map/tiles.pmtiles', headers: range ? { range } : {} })

  test('the map says where it is and how it looks in light and dark', async () => {
    await ready()
    const { body } = await server.call('GET', '/map/information.json')
    expect(body.bounds).toEqual([
      [9.5, 47.1],
      [9.6, 47.2],
    ])
    const styles = await Promise.all(
      ['light', 'dark'].map(async (theme) => (await server.call('GET', '/map/style.json', { query: { theme } })).body),
    )
    for (const style of styles) {
      expect(style.sources.base.url).toMatch(/^pmtiles:\/\/\/map\/tiles\.pmtiles\?v=[0-9a-f]{16}$/)
      expect(style.sources.base.attribution).toBe('© OpenStreetMap contributors')
      // Without these MapLibre asks no other server for letters and pictures.
      expect(style).not.toHaveProperty('glyphs')
      expect(style).not.toHaveProperty('sprite')
      const ids = style.layers.map((layer: { id: string }) => layer.id)
      expect(new Set(ids).size).toBe(ids.length)
    }
    expect(styles[0].layers[0].paint).not.toEqual(styles[1].layers[0].paint)
    expect((await server.call('GET', '/map/style.json', { query: { theme: 'pink' } })).status).toBe(400)
  })

  /** Around the primary road of the town. */
  const picture = (query: Record<string, string> = {}) => {
    const search = new URLSearchParams({ zoom: '12', ...cells(47.15, 9.55, 12), ...query })
    return server.app.inject({ method: 'GET', url: `/map/picture.svg?${search}` })
  }

  test('a still picture of it shows its roads, in light and dark, and is kept by browsers', async () => {
    await ready()
    const [light, dark] = await Promise.all([picture(), picture({ theme: 'dark' })])
    for (const answer of [light, dark]) {
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=86400',
        'content-security-policy': "default-src 'none'; sandbox",
      })
    }
    const svg = gunzipSync(light.rawPayload).toString()
    expect(svg).toMatch(/^<svg .* width="576" height="288"/)
    // The road runs through the middle, which is (1152, 576), from one corner to the other.
    const [, x, y, dx, dy] = /stroke="#fadfa6"[^>]* d="M(-?\d+) (-?\d+)l(-?\d+) ?(-?\d+)/.exec(svg)!.map(Number)
    const offLine = Math.abs((1152 - x!) * dy! - (576 - y!) * dx!) / Math.hypot(dx!, dy!)
    expect(offLine).toBeLessThan(32 * 4)
    expect(gunzipSync(dark.rawPayload).toString()).not.toBe(svg)
    expect((await picture()).rawPayload.equals(light.rawPayload)).toBe(true)
  })

  test.each([
    ['zoom', '4'],
    ['zoom', '17'],
    ['x', '-1'],
    ['y', '1048577'],
    ['theme', 'pink'],
  ])('a picture with %s=%s is refused by name', async (place, value) => {
    const { statusCode, payload } = await picture({ [place]: value })
    expect([statusCode, payload]).toEqual([400, expect.stringContaining(place)])
  })

  test.each([
    ['its beginning', 'bytes=0-126', 0, 127],
    ['a part', 'bytes=100-149', 100, 150],
    ['everything from a byte on', 'bytes=50-', 50, undefined],
    ['its end', 'bytes=-20', -20, undefined],
    ['more than there is', 'bytes=10-99999999', 10, undefined],
  ])('the archive is sent in parts: %s', async (_what, range, first, end) => {
    await ready()
    const answer = await fetchTiles(range)
    const expected = archive().subarray(first, end)
    expect(answer.statusCode).toBe(206)
    expect(answer.rawPayload.equals(expected)).toBe(true)
    const from = first < 0 ? archive().length + first : first
    expect(answer.headers['content-range']).toBe(`bytes ${from}-${from + expected.length - 1}/${archive().length}`)
  })

  test('moving a map is not refused for its many requests', async () => {
    await ready()
    const answers = await Promise.all(Array.from({ length: 400 }, (_, at) => fetchTiles(`bytes=${at}-${at + 9}`)))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([206]))
  })

  test('an answer is sent once, and nothing is logged about it', async () => {
    await ready()
    expect((await fetchTiles('bytes=0-126')).statusCode).toBe(206)
    expect(server.logLines.filter((line) => line.includes('already sent'))).toEqual([])
  })

  test('the archive is sent whole without a range, and not at all beyond its end', async () => {
    await ready()
    for (const range of [undefined, 'bytes=-', 'lines=1-2', 'bytes=1-2,4-5']) {
      const whole = await fetchTiles(range)
      expect([whole.statusCode, whole.rawPayload.equals(archive())]).toEqual([200, true])
    }
    for (const range of ['bytes=99999999-', 'bytes=20-10']) {
      const none = await fetchTiles(range)
      expect([none.statusCode, none.headers['content-range']]).toEqual([416, `bytes */${archive().length}`])
    }
  })
})

/** The cell of a place, as pages compute it. */
function cells(lat: number, lng: number, zoom: number) {
  const cellsOfWorld = (mapPicture.worldPixels * 2 ** zoom) / mapPicture.cellPixels
  const north = Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI
  const x = Math.round(((lng + 180) / 360) * cellsOfWorld)
  return { x: String(x), y: String(Math.round(((1 - north) / 2) * cellsOfWorld)) }
}

// The download against a server of the test's own that breaks off, changes the file and lies.
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePbf } from '@routewright/roads/test/pbf-writer'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runCommand } from '../../../test/processes.ts'
import { fetchExtract } from '../../geography/extracts/fetch-extract.ts'
import { findExtractUrl } from '../../geography/extracts/osm-catalog.ts'

const root = mkdtempSync(join(tmpdir(), 'routewright-osm-'))
const manyNodes = Array.from({ length: 20_000 }, (_, index) => ({
  id: index + 1,
  lat: 47 + ((index * 7919) % 9973) / 1e4,
  lng: 9,
}))
const extract = writePbf({ nodes: manyNodes, ways: [] }, { compression: 'none' })
const md5 = createHash('md5').update(extract).digest('hex')

/** The server's response to requests for the file. */
let serve: (request: IncomingMessage, response: ServerResponse) => void
let published: string | undefined
const ranges: (string | undefined)[] = []
const server = createServer((request, response) => {
  if (request.url === '/index-v1-nogeom.json') return void response.end(JSON.stringify(index))
  if (request.url!.endsWith('.md5')) {
    return void (published === undefined
      ? response.writeHead(404).end()
      : response.end(`${published}  town-latest.osm.pbf\n`))
  }
  if (!request.url!.endsWith('town-latest.osm.pbf')) return void response.writeHead(404).end()
  ranges.push(request.headers.range)
  serve(request, response)
})
let base = ''
let url = ''
const region = (id: string, name: string, parent: string) => ({
  properties: { id, name, parent, urls: { pbf: `${base}/${parent}/${id}-latest.osm.pbf` } },
})
let index: object = {}
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  url = `${base}/europe/town-latest.osm.pbf`
  index = {
    features: [
      region('town', 'Town', 'europe'),
      region('us/georgia', 'Georgia', 'us'),
      region('georgia', 'Georgia', 'europe'),
    ],
  }
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(root, { recursive: true })
})

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(root, 'to-'))
  ranges.length = 0
  breaking = undefined
  published = md5
  serve = sendPart()
})

/** Sends what is asked for; after `breakAt` bytes of the file the connection breaks. */
function sendPart(options: { breakAt?: number; etag?: string; body?: Buffer } = {}) {
  const { breakAt, etag = '"v1"', body = extract } = options
  return (request: IncomingMessage, response: ServerResponse) => {
    const isWanted = request.headers['if-range'] === etag
    const start = isWanted ? Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0
    const part = body.subarray(start)
    response.writeHead(start > 0 ? 206 : 200, {
      etag,
      'content-length': part.length,
      ...(start > 0 && { 'content-range': `bytes ${start}-${body.length - 1}/${body.length}` }),
    })
    if (breakAt === undefined || start >= breakAt) return response.end(part)
    breaking = { response, at: breakAt }
    response.write(part.subarray(0, breakAt - start))
  }
}

/** The connection that breaks as soon as the client has this many bytes of the file. */
let breaking: { response: ServerResponse; at: number } | undefined
const breakConnection = (loadedBytes: number) => {
  if (breaking && loadedBytes >= breaking.at) breaking.response.destroy()
}
const options = () => ({ folder, pauseMilliseconds: 1, onProgress: breakConnection })

describe('fetching an extract', () => {
  test('brings it with progress, and checks it', async () => {
    const loaded: number[] = []
    const fetched = await fetchExtract(url, { ...options(), onProgress: (bytes) => loaded.push(bytes) })
    expect(fetched).toMatchObject({ sizeBytes: extract.length, checksum: md5, wasThere: false, resumedAt: undefined })
    expect(readFileSync(fetched.path).equals(extract)).toBe(true)
    expect(loaded.at(-1)).toBe(extract.length)
    expect(readdirSync(folder)).toEqual(['town-latest.osm.pbf'])
  })

  test('carries on where the connection broke', async () => {
    serve = (request, response) => sendPart({ breakAt: ranges.length === 1 ? 100_000 : undefined })(request, response)
    const fetched = await fetchExtract(url, options())
    expect(readFileSync(fetched.path).equals(extract)).toBe(true)
    expect(fetched.resumedAt).toBe(100_000)
    expect(ranges[0]).toBeUndefined()
    expect(ranges[1]).toBe(`bytes=${fetched.resumedAt}-`)
  })

  test('carries on in a later call', async () => {
    serve = (request, response) =>
      ranges.length === 1 ? sendPart({ breakAt: 60_000 })(request, response) : void response.writeHead(503).end()
    await expect(fetchExtract(url, options())).rejects.toThrow('carries on where it stopped')
    expect(existsSync(join(folder, 'town-latest.osm.pbf'))).toBe(false)
    serve = sendPart()
    const fetched = await fetchExtract(url, options())
    expect(fetched.resumedAt).toBe(60_000)
    expect(readFileSync(fetched.path).equals(extract)).toBe(true)
  })

  test('begins anew when the file changed in between', async () => {
    const before = writePbf({ nodes: manyNodes.toReversed(), ways: [] }, { compression: 'none' })
    serve = (request, response) =>
      ranges.length === 1
        ? sendPart({ breakAt: 100_000, etag: '"v0"', body: before })(request, response)
        : sendPart()(request, response)
    const fetched = await fetchExtract(url, options())
    expect(fetched.resumedAt).toBeUndefined()
    expect(readFileSync(fetched.path).equals(extract)).toBe(true)
  })

  test('does not fetch what is there, and fetches what is there damaged', async () => {
    const path = join(folder, 'town-latest.osm.pbf')
    writeFileSync(path, extract)
    expect(await fetchExtract(url, options())).toMatchObject({ wasThere: true, path })
    expect(ranges).toEqual([])
    writeFileSync(path, 'damaged')
    expect(await fetchExtract(url, options())).toMatchObject({ wasThere: false })
    expect(readFileSync(path).equals(extract)).toBe(true)
  })

  test('throws away what has the wrong checksum, and takes one that is given', async () => {
    published = '0'.repeat(32)
    await expect(fetchExtract(url, options())).rejects.toThrow(`the checksum is ${md5}`)
    expect(readdirSync(folder)).toEqual([])
    const checksum = createHash('sha256').update(extract).digest('hex')
    expect(await fetchExtract(url, { ...options(), checksum })).toMatchObject({ checksum })
  })

  test('without a published checksum the format is checked', async () => {
    published = undefined
    expect((await fetchExtract(url, options())).checksum).toBeUndefined()
    serve = sendPart({ body: Buffer.from('<html>Please log in</html>'), etag: '"v2"' })
    rmSync(join(folder, 'town-latest.osm.pbf'))
    await expect(fetchExtract(url, options())).rejects.toThrow('is no usable extract')
    expect(readdirSync(folder)).toEqual([])
  })

  test('asks a failing server again, and a refusing one not', async () => {
    serve = (request, response) =>
      ranges.length < 3 ? void response.writeHead(503).end() : sendPart()(request, response)
    expect((await fetchExtract(url, options())).sizeBytes).toBe(extract.length)
    ranges.length = 0
    serve = (_request, response) => void response.writeHead(403).end()
    await expect(fetchExtract(url, { ...options(), checksum: '1'.repeat(32) })).rejects.toThrow('answered 403')
  })
})

describe('the name of a region', () => {
  test('stands for the address of its extract', async () => {
    expect(await findExtractUrl('town', base)).toBe(url)
    expect(await findExtractUrl('TOWN', base)).toBe(url)
    expect(await findExtractUrl('us/georgia', base)).toBe(`${base}/us/georgia-latest.osm.pbf`)
    expect(await findExtractUrl('https://example.org/a.osm.pbf', base)).toBe('https://example.org/a.osm.pbf')
  })

  test('must be one region', async () => {
    await expect(findExtractUrl('georgia', base)).rejects.toThrow(/is not the name of one region[\s\S]*Georgia, us/)
    await expect(findExtractUrl('atlantis', base)).rejects.toThrow('No region is called "atlantis"')
    await expect(findExtractUrl('town', 'http://127.0.0.1:65533')).rejects.toThrow('cannot be read: ECONNREFUSED')
  })
})

test('routewright osm fetch says where the file is and how to use it', async () => {
  const result = await runCommand(['osm', 'fetch', 'town', '--to', folder, '--mirror', base], {})
  expect([result.code, result.stdout]).toEqual([
    0,
    expect.stringContaining(`npm start -- --osm ${join(folder, 'town-latest.osm.pbf')}`),
  ])
  expect(result.stderr).toContain('100 % of')
  const failed = await runCommand(['osm', 'fetch', 'atlantis', '--to', folder, '--mirror', base], {})
  expect([failed.code, failed.stderr]).toEqual([1, `No region is called "atlantis" in the index of ${base}.\n`])
})

// Share of the addresses of real extracts that snap to a road of the street they name: `npm run bench -- streets`, with `--misses` for the
// others.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { STREET } from '../src/addresses/address-data.ts'
import { AddressIndex } from '../src/addresses/address-index.ts'
import { buildAddressData } from '../src/addresses/build-address-index.ts'
import { buildRoads } from '../src/engine/build-roads.ts'
import type { RoadGraph } from '../src/engine/road-graph.ts'
import { listSpellings } from '../src/names/spellings.ts'
import { isNamed, readStreet } from '../src/names/street-name.ts'
import type { RoadPoint } from '../src/places/road-point.ts'
import { findSharedExtract } from '../test/shared-extracts.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, misses: { type: 'boolean', default: false } },
})
const folder = mkdtempSync(join(tmpdir(), 'roads-streets-'))
const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

row('', 'addresses', 'by', 'named street', 'road without a name', 'another street', 'none', 'CPU for each, µs')
row('---', '--:', '---', '--:', '--:', '--:', '--:', '--:')
try {
  for (const name of options.quick
    ? (['queens'] as const)
    : (['wholeLiechtenstein', 'queens', 'heidelberg'] as const)) {
    const file = findSharedExtract(name)
    if (file) measure(name, buildRoads([file], { profile: 'car', cacheDir: folder }), listAddresses(file))
  }
} finally {
  rmSync(folder, { recursive: true })
}

function listAddresses(file: string): (RoadPoint & { street: string })[] {
  const index = new AddressIndex(buildAddressData([file]))
  const { data } = index
  return Array.from(data.addressNumber, (_, address) => {
    const entry = index.entryOf(address)
    const street = data.entryKind[entry] === STREET ? index.text(data.entryName[entry]!) : ''
    const [lat, lng] = [data.addressLatE7[address]! / 1e7, data.addressLngE7[address]! / 1e7]
    return { lat, lng, street: street && `${street} ${index.writtenNumber(address)}` }
  }).filter(({ street }) => street !== '')
}

function measure(name: string, graph: RoadGraph, addresses: readonly (RoadPoint & { street: string })[]): void {
  for (const isByStreet of [false, true]) {
    const count = { named: 0, nameless: 0, other: 0, none: 0 }
    const points = addresses.map(({ street, ...point }) => (isByStreet ? { ...point, street } : point))
    const before = process.cpuUsage()
    const snaps = points.map((point) => graph.snap(point))
    const { user, system } = process.cpuUsage(before)
    for (const [at, snap] of snaps.entries()) {
      const kind = getKind(addresses[at]!.street, snap?.roadName)
      count[kind]++
      if (isByStreet && options.misses && kind === 'other') console.log(`${addresses[at]!.street}: ${snap!.roadName}`)
    }
    const micros = ((user + system) / points.length).toFixed(0)
    row(
      name,
      points.length,
      isByStreet ? 'street' : 'distance',
      count.named,
      count.nameless,
      count.other,
      count.none,
      micros,
    )
  }
}

function getKind(street: string, roadName: string | undefined): 'named' | 'nameless' | 'other' | 'none' {
  if (roadName === undefined) return 'none'
  if (roadName === '') return 'nameless'
  return isNamed(readStreet(street), listSpellings(roadName)) ? 'named' : 'other'
}

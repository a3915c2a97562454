// Addresses for a scenario: real ones of an OpenStreetMap extract.

import { openExtract, type Tags } from '@routewright/roads'
import { createRandom } from '../random.ts'

export interface Address {
  street: string
  postal_code?: string
  city?: string
  lat: number
  lng: number
}

/** `count` distinct addresses of the extract, the same ones for the same seed. */
export function takeAddresses(extractPath: string, count: number, seed: number): Address[] {
  const all = readAddresses(extractPath)
  if (all.length < count) throw new Error(`${extractPath} holds ${all.length} addresses, ${count} are needed.`)
  return sample(all, count, createRandom(seed))
}

/** Every distinct address of the extract: nodes and buildings that carry street and house number. */
export function readAddresses(path: string): Address[] {
  const extract = openExtract(path)
  try {
    const buildings: { tags: Tags; nodes: number[] }[] = []
    const wanted = new Map<number, { lat: number; lng: number } | undefined>()
    extract.read({
      wayKeys: ['addr:housenumber'],
      way(_id, refs, tags) {
        buildings.push({ tags, nodes: [...new Set(refs)] })
        for (const ref of refs) wanted.set(ref, undefined)
      },
    })
    const found = new Map<string, Address>()
    const keep = (tags: Tags, lat: number, lng: number) => {
      const street = tags.get('addr:street') ?? tags.get('addr:place')
      const number = tags.get('addr:housenumber')
      if (!street || !number) return
      const address: Address = { street: `${street} ${number}`, lat: round(lat), lng: round(lng) }
      const [postal_code, city] = [tags.get('addr:postcode'), tags.get('addr:city')]
      if (postal_code) address.postal_code = postal_code
      if (city) address.city = city
      const key = `${postal_code} ${city} ${address.street}`
      if (!found.has(key)) found.set(key, address)
    }
    extract.read({
      node(id, latE7, lngE7, tags) {
        if (wanted.has(id)) wanted.set(id, { lat: latE7 / 1e7, lng: lngE7 / 1e7 })
        if (tags.has('addr:housenumber')) keep(tags, latE7 / 1e7, lngE7 / 1e7)
      },
    })
    for (const { tags, nodes } of buildings) {
      const corners = nodes.flatMap((id) => wanted.get(id) ?? [])
      if (corners.length > 0) keep(tags, mean(corners.map(({ lat }) => lat)), mean(corners.map(({ lng }) => lng)))
    }
    return [...found.values()]
  } finally {
    extract.close()
  }
}

/** `count` of the list in random order (a Fisher-Yates shuffle cut short). */
function sample<T>(list: readonly T[], count: number, random: () => number): T[] {
  const pool = [...list]
  for (let at = 0; at < count; at++) {
    const from = at + Math.floor(random() * (pool.length - at))
    ;[pool[at], pool[from]] = [pool[from]!, pool[at]!]
  }
  return pool.slice(0, count)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}

// Areas that vehicles without a permit for low-emission zones may not enter (boundary=low_emission_zone).

import { Float64List } from '../foundation/growable.ts'
import type { Extract } from '../pbf/extract.ts'
import type { RelationMember, Tags } from '../pbf/primitive-block.ts'
import { NodePlaces } from '../shapes/node-places.ts'
import { isInsideRings, joinRings } from '../shapes/rings.ts'
import type { Profile } from './profiles.ts'

/** Closed rings as flat longitude, latitude pairs in 10⁻⁷ degrees, and the box around them. */
export interface Zone {
  rings: Float64Array[]
  minLatE7: number
  maxLatE7: number
  minLngE7: number
  maxLngE7: number
}

/** Whether the tags describe a zone in force at any time that the vehicle is under way; its hours are recorded in any case. */
export function isZoneInForce(tags: Tags, profile: Profile): boolean {
  if (tags.get('boundary') !== 'low_emission_zone') return false
  const hours = tags.get('opening_hours')
  return hours === undefined || profile.hours.coverOf(hours) !== 'never'
}

/** Reads the zones in force, drawn as a way or as a relation. Reads ways and nodes again, but only when there is a zone. */
export function readLowEmissionZones(extracts: readonly Extract[], profile: Profile): Zone[] {
  if (profile.mayEnterLowEmissionZones) return []
  /** Each zone as the ways around it. */
  const outlines: number[][] = []
  const listWays = (members: readonly RelationMember[]) =>
    members.filter(({ type, role }) => type === 'way' && role !== 'label').map(({ ref }) => ref)
  for (const extract of extracts) {
    extract.read({
      relationKeys: ['boundary'],
      relation: (_id, members, tags) => void (isZoneInForce(tags, profile) && outlines.push(listWays(members))),
      wayKeys: ['boundary'],
      way: (id, _refs, tags) => void (isZoneInForce(tags, profile) && outlines.push([id])),
    })
  }
  if (outlines.length === 0) return []
  const wanted = new Set(outlines.flat())
  const refsOf = new Map<number, number[]>()
  for (const extract of extracts) {
    extract.read({ way: (id, refs) => void (wanted.has(id) && refsOf.set(id, [...refs])) })
  }
  const ids = new Float64List()
  for (const refs of refsOf.values()) for (const ref of refs) ids.push(ref)
  const places = new NodePlaces(ids.toArray())
  for (const extract of extracts) {
    extract.read({ node: (id, latE7, lngE7) => places.set(id, latE7, lngE7) })
  }
  return outlines.flatMap((ways) => findZone(joinRings(ways.flatMap((way) => [refsOf.get(way) ?? []])), places) ?? [])
}

export function isInZone({ rings, ...box }: Zone, latE7: number, lngE7: number): boolean {
  if (latE7 < box.minLatE7 || latE7 > box.maxLatE7 || lngE7 < box.minLngE7 || lngE7 > box.maxLngE7) return false
  return isInsideRings(rings, lngE7, latE7)
}

/** Undefined when the extract contains no complete ring. */
function findZone(chains: readonly (readonly number[])[], places: NodePlaces): Zone | undefined {
  const zone: Zone = { rings: [], minLatE7: Infinity, maxLatE7: -Infinity, minLngE7: Infinity, maxLngE7: -Infinity }
  for (const chain of chains) {
    const found = chain.map((node) => places.find(node))
    if (found.includes(-1)) continue
    zone.rings.push(Float64Array.from(found.flatMap((at) => [places.lngE7[at]!, places.latE7[at]!])))
    for (const at of found) {
      zone.minLatE7 = Math.min(zone.minLatE7, places.latE7[at]!)
      zone.maxLatE7 = Math.max(zone.maxLatE7, places.latE7[at]!)
      zone.minLngE7 = Math.min(zone.minLngE7, places.lngE7[at]!)
      zone.maxLngE7 = Math.max(zone.maxLngE7, places.lngE7[at]!)
    }
  }
  return zone.rings.length > 0 ? zone : undefined
}

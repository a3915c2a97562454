// What the files say about addresses, streets, places and areas, before anything is filled in or sorted.

import { Int32List } from '../foundation/growable.ts'
import { foldKey } from '../names/fold.ts'
import { type Extract, openExtract } from '../pbf/extract.ts'
import type { RelationMember, Tags } from '../pbf/primitive-block.ts'
import { NodePlaces } from '../shapes/node-places.ts'
import { joinRings } from '../shapes/rings.ts'
import { Entrances } from './entrances.ts'
import { StringTable } from './intern.ts'
import { interpolate } from './interpolation.ts'
import { isLandmark } from './landmarks.ts'

/** Columns of equal length; strings by their number, 0 where the files say nothing. */
export class AddressColumns {
  readonly street = new Int32List()
  readonly number = new Int32List()
  readonly city = new Int32List()
  readonly postcode = new Int32List()
  readonly country = new Int32List()
  readonly latE7 = new Int32List()
  readonly lngE7 = new Int32List()

  get length(): number {
    return this.street.length
  }
}

export interface NamedPoint {
  name: string
  latE7: number
  lngE7: number
}

export interface Place extends NamedPoint {
  /** Value of the tag `place`: city, town, village, … */
  kind: string
  postcode: string
}

export interface Landmark extends NamedPoint {
  city: string
  postcode: string
  country: string
}

/** A closed area that names its city, country or postcode. Rings are flat lng, lat arrays in 1e-7 degrees. */
export interface Area {
  kind: 'city' | 'country' | 'postcode'
  name: string
  rings: Float64Array[]
}

export interface RawAddresses {
  strings: StringTable
  addresses: AddressColumns
  /** One for each named road way. */
  streets: NamedPoint[]
  places: Place[]
  /** Points of interest, with what their own address says of the place. */
  landmarks: Landmark[]
  areas: Area[]
  /** Other names of streets and of towns, by the name that addresses use. */
  streetAliases: Map<string, Set<string>>
  cityAliases: Map<string, Set<string>>
  landmarkAliases: Map<string, Set<string>>
}

const PLACE_KINDS = new Set(['city', 'town', 'village', 'hamlet', 'suburb', 'neighbourhood', 'isolated_dwelling'])
const ADDRESS_KEYS = ['addr:housenumber', 'addr:interpolation', 'highway']

/** Reads the files in three passes: relations, ways, nodes. Throws RoadsError. */
export function readRawAddresses(paths: readonly string[], shouldStop?: () => boolean): RawAddresses {
  const extracts = paths.map(openExtract)
  try {
    return new AddressReader(extracts, shouldStop).read()
  } finally {
    for (const extract of extracts) extract.close()
  }
}

interface AreaRelation {
  kind: Area['kind']
  name: string
  wayIds: number[]
}

interface TaggedWay {
  refs: number[]
  tags: Tags
}

class AddressReader {
  private readonly extracts: readonly Extract[]
  private readonly shouldStop: (() => boolean) | undefined
  private readonly strings = new StringTable()
  private readonly addresses = new AddressColumns()
  private readonly streets: NamedPoint[] = []
  private readonly places: Place[] = []
  private readonly streetAliases = new Map<string, Set<string>>()
  private readonly cityAliases = new Map<string, Set<string>>()
  private readonly landmarks: Landmark[] = []
  private readonly landmarkAliases = new Map<string, Set<string>>()
  private readonly landmarkWays = new Map<number, TaggedWay>()
  /** Outer ways of points of interest that are multipolygons. */
  private readonly landmarkOuters = new Map<number, Tags>()
  private readonly entrances = new Entrances()
  private readonly areaRelations = new Map<number, AreaRelation>()
  private readonly areaWays = new Map<number, number[]>()
  /** Street name that a relation of type associatedStreet gives to an element, by its kind and id. */
  private readonly streetOfMember = new Map<string, string>()
  private readonly addressWays = new Map<number, TaggedWay>()
  /** Outer ways of buildings that are multipolygons, with the address that stands at the relation. */
  private readonly addressOuters = new Map<number, Tags>()
  private readonly interpolations: TaggedWay[] = []
  private readonly namedRoads = new Map<number, { name: string; refs: number[] }>()
  /** House numbers of nodes that an interpolation begins or ends at. */
  private readonly interpolationEnds = new Map<number, Tags | undefined>()

  constructor(extracts: readonly Extract[], shouldStop: (() => boolean) | undefined) {
    this.extracts = extracts
    this.shouldStop = shouldStop
  }

  read(): RawAddresses {
    const { shouldStop } = this
    for (const extract of this.extracts) {
      extract.read({ relation: (id, members, tags) => this.readRelation(id, members, tags) }, { shouldStop })
    }
    for (const relation of this.areaRelations.values()) for (const id of relation.wayIds) this.areaWays.set(id, [])
    for (const extract of this.extracts) {
      extract.read({ way: (id, refs, tags) => this.readWay(id, refs, tags) }, { shouldStop })
    }
    const nodes = new NodePlaces(this.listRefs())
    const seenNodes = this.extracts.length > 1 ? new Set<number>() : undefined
    for (const extract of this.extracts) {
      extract.read(
        {
          node: (id, latE7, lngE7, tags) => {
            nodes.set(id, latE7, lngE7)
            if (tags.size === 0 || seenNodes?.has(id)) return
            seenNodes?.add(id)
            this.readNode(id, latE7, lngE7, tags)
          },
        },
        { shouldStop },
      )
    }
    this.finishWays(nodes)
    return {
      strings: this.strings,
      addresses: this.addresses,
      streets: this.streets,
      places: this.places,
      areas: this.finishAreas(nodes),
      landmarks: this.landmarks,
      streetAliases: this.streetAliases,
      cityAliases: this.cityAliases,
      landmarkAliases: this.landmarkAliases,
    }
  }

  private readRelation(id: number, members: RelationMember[], tags: Tags): void {
    if (tags.get('type') === 'associatedStreet') {
      const name = tags.get('addr:street') ?? tags.get('name')
      if (name === undefined) return
      for (const member of members) {
        if (member.role !== 'street') this.streetOfMember.set(`${member.type} ${member.ref}`, name)
      }
      return
    }
    const outer = members.find((member) => member.type === 'way' && member.role === 'outer')
    if (outer && tags.has('addr:housenumber')) this.addressOuters.set(outer.ref, tags)
    if (outer && isLandmark(tags)) this.landmarkOuters.set(outer.ref, tags)
    const area = readAddressArea(tags)
    if (!area) return
    if (area.kind === 'city') addOtherNames(this.cityAliases, area.name, tags)
    const wayIds = members.filter((one) => one.type === 'way' && one.role !== 'inner').map((one) => one.ref)
    this.areaRelations.set(id, { ...area, wayIds })
  }

  private readWay(id: number, refs: readonly number[], tags: Tags): void {
    if (this.areaWays.has(id)) this.areaWays.set(id, [...refs])
    const relationTags = this.addressOuters.get(id)
    if (relationTags && !tags.has('addr:housenumber')) this.addressWays.set(id, { refs: [...refs], tags: relationTags })
    const landmark = isLandmark(tags) ? tags : this.landmarkOuters.get(id)
    if (landmark && refs.length > 0) this.landmarkWays.set(id, { refs: [...refs], tags: landmark })
    if (!ADDRESS_KEYS.some((key) => tags.has(key)) || refs.length === 0) return
    if (tags.has('addr:housenumber')) this.addressWays.set(id, { refs: [...refs], tags })
    else if (tags.has('addr:interpolation')) {
      this.interpolations.push({ refs: [...refs], tags })
      for (const ref of refs) this.interpolationEnds.set(ref, undefined)
    }
    const name = tags.get('name')
    if (tags.has('highway') && name !== undefined) {
      addOtherNames(this.streetAliases, name, tags)
      this.namedRoads.set(id, { name, refs: [...refs] })
    }
  }

  private listRefs(): Float64Array {
    const lists = [
      ...[this.addressWays, this.landmarkWays, this.namedRoads].flatMap((ways) =>
        [...ways.values()].map(({ refs }) => refs),
      ),
      ...this.interpolations.map(({ refs }) => refs),
      ...this.areaWays.values(),
    ]
    const all = new Float64Array(lists.reduce((sum, refs) => sum + refs.length, 0))
    let length = 0
    for (const refs of lists) for (const ref of refs) all[length++] = ref
    return all
  }

  private readNode(id: number, latE7: number, lngE7: number, tags: Tags): void {
    this.entrances.read(id, tags)
    if (isLandmark(tags)) this.addLandmark(tags, latE7, lngE7)
    if (this.interpolationEnds.has(id)) this.interpolationEnds.set(id, tags)
    const kind = tags.get('place')
    const name = tags.get('name')
    if (kind !== undefined && name !== undefined && PLACE_KINDS.has(kind)) {
      addOtherNames(this.cityAliases, name, tags)
      const postcode = tags.get('postal_code') ?? tags.get('addr:postcode') ?? ''
      this.places.push({ kind, name, latE7, lngE7, postcode: postcode.includes(';') ? '' : postcode })
    }
    this.addAddress(tags, latE7, lngE7, this.streetOfMember.get(`node ${id}`))
  }

  private finishWays(nodes: NodePlaces): void {
    for (const [id, { refs, tags }] of this.addressWays) {
      const door = this.doorOf(refs, nodes)
      if (door) this.addAddress(tags, door.latE7, door.lngE7, this.streetOfMember.get(`way ${id}`))
    }
    for (const { refs, tags } of this.landmarkWays.values()) {
      const door = this.doorOf(refs, nodes)
      if (door) this.addLandmark(tags, door.latE7, door.lngE7)
    }
    for (const { name, refs } of this.namedRoads.values()) {
      const known = refs.filter((ref) => nodes.find(ref) >= 0)
      const middle = known[known.length >> 1]
      if (middle === undefined) continue
      const index = nodes.find(middle)
      this.streets.push({ name, latE7: nodes.latE7[index]!, lngE7: nodes.lngE7[index]! })
    }
    for (const { refs, tags } of this.interpolations) {
      const kind = tags.get('addr:interpolation')!
      for (const found of interpolate(refs, kind, this.interpolationEnds, nodes)) {
        this.addAddress(found.tags, found.latE7, found.lngE7, tags.get('addr:street'), found.number)
      }
    }
  }

  /** The entrance of a building, or its middle where the map has none, or several that may be meant. */
  private doorOf(refs: readonly number[], nodes: NodePlaces): { latE7: number; lngE7: number } | undefined {
    const entrance = this.entrances.choose(refs)
    return centerOf(entrance === undefined ? refs : [entrance], nodes)
  }

  private addLandmark(tags: Tags, latE7: number, lngE7: number): void {
    const name = tags.get('name')!.trim()
    if (name === '') return
    addOtherNames(this.landmarkAliases, name, tags, ['brand'])
    const said = (...keys: string[]) =>
      keys
        .map((key) => tags.get(`addr:${key}`))
        .find((value) => value)
        ?.trim() ?? ''
    const [city, country] = [said('city', 'town', 'village'), said('country').toUpperCase()]
    this.landmarks.push({ name, latE7, lngE7, city, postcode: said('postcode'), country })
  }

  private addAddress(tags: Tags, latE7: number, lngE7: number, streetOfRelation?: string, only?: string): void {
    const numbers = only ?? tags.get('addr:housenumber') ?? tags.get('addr:conscriptionnumber')
    if (numbers === undefined) return
    const street = tags.get('addr:street') ?? tags.get('addr:place') ?? streetOfRelation ?? tags.get('addr:hamlet')
    if (street === undefined) return
    const { strings, addresses } = this
    const city = tags.get('addr:city') ?? tags.get('addr:town') ?? tags.get('addr:village') ?? ''
    // One building may carry several numbers: `76, 76a` and `68a;68b`.
    for (const number of numbers.split(/[;,]/)) {
      const text = number.trim()
      if (text === '' || text.length > 20) continue
      addresses.street.push(strings.numberOf(street.trim()))
      addresses.number.push(strings.numberOf(text))
      addresses.city.push(strings.numberOf(city.trim()))
      addresses.postcode.push(strings.numberOf((tags.get('addr:postcode') ?? '').trim()))
      addresses.country.push(strings.numberOf((tags.get('addr:country') ?? '').trim().toUpperCase()))
      addresses.latE7.push(latE7)
      addresses.lngE7.push(lngE7)
    }
  }

  private finishAreas(nodes: NodePlaces): Area[] {
    const areas: Area[] = []
    for (const { kind, name, wayIds } of this.areaRelations.values()) {
      const ways = wayIds.map((id) => this.areaWays.get(id) ?? [])
      const rings = joinRings(ways).flatMap((ring) => {
        const indexes = ring.map((ref) => nodes.find(ref))
        if (indexes.includes(-1)) return []
        return [Float64Array.from(indexes.flatMap((index) => [nodes.lngE7[index]!, nodes.latE7[index]!]))]
      })
      if (rings.length > 0) areas.push({ kind, name, rings })
    }
    return areas
  }
}

const OTHER_NAME = /^(?:name:[a-z]{2,3}|(?:alt|old|short|loc|official|int|nat|reg)_name)$/

/** Adds what a place or street is called as well: in other languages, formerly, for short. */
export function addOtherNames(
  aliases: Map<string, Set<string>>,
  name: string,
  tags: Tags,
  more: readonly string[] = [],
): void {
  for (const key of tags.keys()) {
    if (!OTHER_NAME.test(key) && !more.includes(key)) continue
    for (const other of tags
      .get(key)!
      .split(';')
      .map((text) => text.trim())) {
      if (other === '' || other === name || foldKey(other) === foldKey(name)) continue
      const known = aliases.get(name) ?? new Set()
      aliases.set(name, known.add(other))
    }
  }
}

/** Which area a relation bounds, if it is one that addresses name. */
export function readAddressArea(tags: Tags): { kind: Area['kind']; name: string } | undefined {
  const boundary = tags.get('boundary')
  if (boundary === 'postal_code') {
    const postcode = tags.get('postal_code') ?? tags.get('ref')
    return postcode === undefined ? undefined : { kind: 'postcode', name: postcode }
  }
  if (boundary !== 'administrative') return undefined
  const level = tags.get('admin_level')
  const name = tags.get('name')
  const country = tags.get('ISO3166-1') ?? tags.get('ISO3166-1:alpha2')
  if (level === '2') return country === undefined ? undefined : { kind: 'country', name: country }
  return level === '8' && name !== undefined ? { kind: 'city', name } : undefined
}

/** Mean of the corners: inside every house that is not bent around a yard. */
function centerOf(refs: readonly number[], nodes: NodePlaces): { latE7: number; lngE7: number } | undefined {
  const isClosed = refs.length > 1 && refs[0] === refs[refs.length - 1]
  let count = 0
  let latSum = 0
  let lngSum = 0
  for (const ref of isClosed ? refs.slice(1) : refs) {
    const index = nodes.find(ref)
    if (index < 0) continue
    latSum += nodes.latE7[index]!
    lngSum += nodes.lngE7[index]!
    count++
  }
  return count === 0 ? undefined : { latE7: Math.round(latSum / count), lngE7: Math.round(lngSum / count) }
}

// Reads addresses, streets, places and areas from extracts, before anything is filled in or sorted.

import { EarlierIds } from '../foundation/earlier-ids.ts'
import { foldKey } from '../names/fold.ts'
import { type Extract, openExtract } from '../pbf/extract.ts'
import type { RelationMember, Tags } from '../pbf/primitive-block.ts'
import { NodePlaces } from '../shapes/node-places.ts'
import { joinRings } from '../shapes/rings.ts'
import { Entrances } from './entrances.ts'
import { StringTable } from './intern.ts'
import { interpolate } from './interpolation.ts'
import { isLandmark } from './landmarks.ts'
import {
  AddressColumns,
  type Area,
  LandmarkColumns,
  type Place,
  type RawAddresses,
  SaidColumns,
  type SaidLandmark,
  StreetColumns,
} from './raw-columns.ts'
import { joinUnit, listNumbers, readSaidAddress, type SaidAddress } from './said-address.ts'
import { WayList } from './way-list.ts'

const PLACE_KINDS = new Set(['city', 'town', 'village', 'hamlet', 'suburb', 'neighbourhood', 'isolated_dwelling'])

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

interface InterpolationWay {
  refs: number[]
  /** Value of `addr:interpolation`. */
  kind: string
  street: string
}

class AddressReader {
  private readonly extracts: readonly Extract[]
  private readonly shouldStop: (() => boolean) | undefined
  private readonly strings = new StringTable()
  private readonly addresses = new AddressColumns()
  private readonly streets = new StreetColumns()
  private readonly places: Place[] = []
  private readonly streetAliases = new Map<string, Set<string>>()
  private readonly cityAliases = new Map<string, Set<string>>()
  private readonly landmarks = new LandmarkColumns()
  private readonly landmarkAliases = new Map<string, Set<string>>()
  /** Tags of ways that are points of interest, by the notes of these ways. */
  private readonly saidLandmarks: SaidLandmark[] = []
  private readonly landmarkWays = new WayList()
  /** Outer ways of points of interest that are multipolygons. */
  private readonly landmarkOuters = new Map<number, SaidLandmark>()
  private readonly entrances = new Entrances()
  private readonly areaRelations = new Map<number, AreaRelation>()
  private readonly areaWays = new Map<number, number[]>()
  /** Street name that a relation of type associatedStreet gives to an element, by the element's kind and id. */
  private readonly streetOfMember = new Map<string, string>()
  /** Addresses of buildings, one row per house number, by the notes of their ways. */
  private readonly saidByWays = new SaidColumns()
  private readonly addressWays = new WayList()
  /** Outer ways of buildings that are multipolygons, with the address of the relation. */
  private readonly addressOuters = new Map<number, SaidAddress>()
  private readonly interpolations: InterpolationWay[] = []
  /** Named roads; their notes are the numbers of the names. */
  private readonly namedRoads = new WayList()
  /** Addresses of nodes at which an interpolation begins or ends. */
  private readonly interpolationEnds = new Map<number, SaidAddress | undefined>()
  /** Ways and nodes with tags seen in earlier files: files may overlap. */
  private readonly earlierWays: EarlierIds | undefined
  private readonly earlierNodes: EarlierIds | undefined

  constructor(extracts: readonly Extract[], shouldStop: (() => boolean) | undefined) {
    this.extracts = extracts
    this.shouldStop = shouldStop
    if (extracts.length < 2) return
    this.earlierWays = new EarlierIds()
    this.earlierNodes = new EarlierIds()
  }

  read(): RawAddresses {
    const { shouldStop } = this
    for (const extract of this.extracts) {
      extract.read({ relation: (id, members, tags) => this.readRelation(id, members, tags) }, { shouldStop })
    }
    for (const relation of this.areaRelations.values()) for (const id of relation.wayIds) this.areaWays.set(id, [])
    for (const extract of this.extracts) {
      extract.read({ way: (id, refs, tags) => this.readWay(id, refs, tags) }, { shouldStop })
      this.earlierWays?.endFile()
    }
    const nodes = new NodePlaces(this.listRefs())
    for (const extract of this.extracts) {
      extract.read({ node: (...node) => this.readNode(nodes, ...node) }, { shouldStop })
      this.earlierNodes?.endFile()
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
    if (outer) {
      const said = tags.has('addr:housenumber') ? readSaidAddress(tags) : undefined
      if (said) this.addressOuters.set(outer.ref, said)
      const landmark = isLandmark(tags) ? this.readLandmark(tags) : undefined
      if (landmark) this.landmarkOuters.set(outer.ref, landmark)
    }
    const area = readAddressArea(tags)
    if (!area) return
    if (area.kind === 'city') addOtherNames(this.cityAliases, area.name, tags)
    const wayIds = members
      .filter((member) => member.type === 'way' && member.role !== 'inner')
      .map((member) => member.ref)
    this.areaRelations.set(id, { ...area, wayIds })
  }

  private readWay(id: number, refs: readonly number[], tags: Tags): void {
    if (this.areaWays.has(id)) this.areaWays.set(id, [...refs])
    if (refs.length === 0) return
    const said = tags.has('addr:housenumber') ? readSaidAddress(tags) : this.addressOuters.get(id)
    const landmark = isLandmark(tags) ? this.readLandmark(tags) : this.landmarkOuters.get(id)
    const interpolation = tags.has('addr:housenumber') ? undefined : tags.get('addr:interpolation')
    const name = tags.has('highway') ? tags.get('name') : undefined
    if (!said && !landmark && interpolation === undefined && name === undefined) return
    if (this.earlierWays?.has(id)) return
    this.earlierWays?.add(id)
    if (landmark) this.landmarkWays.add(this.saidLandmarks.push(landmark) - 1, refs)
    if (said) {
      const street = this.streetOfMember.get(`way ${id}`)
      for (const row of this.addSaid(this.saidByWays, said, street)) this.addressWays.add(row, refs)
    }
    if (interpolation !== undefined) {
      this.interpolations.push({ refs: [...refs], kind: interpolation, street: tags.get('addr:street') ?? '' })
      for (const ref of refs) this.interpolationEnds.set(ref, undefined)
    }
    if (name === undefined) return
    addOtherNames(this.streetAliases, name, tags)
    this.namedRoads.add(this.strings.numberOf(name), refs)
  }

  private listRefs(): Float64Array {
    const lists = [this.addressWays, this.landmarkWays, this.namedRoads]
    const others = [...this.interpolations.map(({ refs }) => refs), ...this.areaWays.values()]
    let length = 0
    for (const ways of lists) length += ways.refCount
    for (const refs of others) length += refs.length
    const all = new Float64Array(length)
    length = 0
    for (const ways of lists) {
      ways.copyRefs(all, length)
      length += ways.refCount
    }
    for (const refs of others) for (const ref of refs) all[length++] = ref
    return all
  }

  private readNode(nodes: NodePlaces, id: number, latE7: number, lngE7: number, tags: Tags): void {
    nodes.set(id, latE7, lngE7)
    if (tags.size === 0 || this.earlierNodes?.has(id)) return
    this.earlierNodes?.add(id)
    this.entrances.read(id, tags)
    const landmark = isLandmark(tags) ? this.readLandmark(tags) : undefined
    if (landmark) this.landmarks.addLandmark(landmark, latE7, lngE7)
    const said = readSaidAddress(tags)
    if (said && this.interpolationEnds.has(id)) this.interpolationEnds.set(id, said)
    const kind = tags.get('place')
    const name = tags.get('name')
    if (kind !== undefined && name !== undefined && PLACE_KINDS.has(kind)) {
      addOtherNames(this.cityAliases, name, tags)
      const postcode = tags.get('postal_code') ?? tags.get('addr:postcode') ?? ''
      this.places.push({ kind, name, latE7, lngE7, postcode: postcode.includes(';') ? '' : postcode })
    }
    if (said) this.addAddress(said, latE7, lngE7, this.streetOfMember.get(`node ${id}`))
  }

  private finishWays(nodes: NodePlaces): void {
    const { saidByWays, saidLandmarks } = this
    this.addressWays.forEach((row, refs) => {
      const door = this.doorOf(refs, nodes)
      if (door) this.addresses.add(saidByWays, row, door.latE7, door.lngE7)
    })
    this.landmarkWays.forEach((at, refs) => {
      const door = this.doorOf(refs, nodes)
      if (door) this.landmarks.addLandmark(saidLandmarks[at]!, door.latE7, door.lngE7)
    })
    this.namedRoads.forEach((name, refs) => {
      const known = refs.map((ref) => nodes.find(ref)).filter((index) => index >= 0)
      const middle = known[known.length >> 1]
      if (middle !== undefined) this.streets.add(name, nodes.latE7[middle]!, nodes.lngE7[middle]!)
    })
    for (const { refs, kind, street } of this.interpolations) {
      for (const { number, said, latE7, lngE7 } of interpolate(refs, kind, this.interpolationEnds, nodes)) {
        this.addAddress({ ...said, numbers: number }, latE7, lngE7, street)
      }
    }
  }

  /** Entrance of a building; its middle when the map marks none, or several that may be meant. */
  private doorOf(refs: readonly number[], nodes: NodePlaces): { latE7: number; lngE7: number } | undefined {
    const entrance = this.entrances.choose(refs)
    return computeCenter(entrance === undefined ? refs : [entrance], nodes)
  }

  private readLandmark(tags: Tags): SaidLandmark | undefined {
    const name = tags.get('name')!.trim()
    if (name === '') return undefined
    addOtherNames(this.landmarkAliases, name, tags, ['brand'])
    const said = (...keys: string[]) =>
      keys
        .map((key) => tags.get(`addr:${key}`))
        .find((value) => value)
        ?.trim() ?? ''
    const { strings } = this
    return {
      name: strings.numberOf(name),
      city: strings.numberOf(said('city', 'town', 'village')),
      postcode: strings.numberOf(said('postcode')),
      country: strings.numberOf(said('country').toUpperCase()),
    }
  }

  private addAddress(said: SaidAddress, latE7: number, lngE7: number, streetOfRelation?: string): void {
    const { addresses } = this
    for (const _ of this.addSaid(addresses, said, streetOfRelation)) {
      addresses.latE7.push(latE7)
      addresses.lngE7.push(lngE7)
    }
  }

  /** Adds a row for each house number and returns the rows. */
  private addSaid(to: SaidColumns, said: SaidAddress, streetOfRelation = ''): number[] {
    const street = said.street || streetOfRelation.trim() || said.hamlet
    if (street === '') return []
    const { strings } = this
    return listNumbers(said.numbers).map((number) => {
      to.street.push(strings.numberOf(street))
      to.number.push(strings.numberOf(joinUnit(number, said.unit)))
      to.city.push(strings.numberOf(said.city))
      to.postcode.push(strings.numberOf(said.postcode))
      to.country.push(strings.numberOf(said.country))
      return to.length - 1
    })
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

/** Adds other names of a place or street: in other languages, former, short. */
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

/** Kind and name of the area that a relation bounds, if addresses can name it. */
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

/** Mean of the corners: inside every house that does not enclose a yard. */
function computeCenter(refs: readonly number[], nodes: NodePlaces): { latE7: number; lngE7: number } | undefined {
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

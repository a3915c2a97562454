// Cuts an OpenStreetMap extract down to what roads, address search and map read of it. `node tools/extract/cut-extract.ts FROM TO`
//
// The rule for keeping is not written a second time here: the readers themselves are asked. An element stays when one of them uses it, and of its
// tags those stay that a reader looked up. So everything that is made of the cut extract equals what is made of the whole one.

import { writeFileSync } from 'node:fs'
import { Entrances } from '../../packages/roads/src/addresses/entrances.ts'
import { isLandmark } from '../../packages/roads/src/addresses/landmarks.ts'
import { addOtherNames, readAddressArea } from '../../packages/roads/src/addresses/raw-addresses.ts'
import { isBarrier, isOpening, isWideBarrier } from '../../packages/roads/src/graph/barriers.ts'
import { isZoneInForce } from '../../packages/roads/src/graph/low-emission-zones.ts'
import { getProfile, PROFILE_NAMES } from '../../packages/roads/src/graph/profiles.ts'
import { readRestriction } from '../../packages/roads/src/graph/restrictions.ts'
import {
  isClosedStreet,
  readNodeAccess,
  readWayRule,
  signalDirections,
} from '../../packages/roads/src/graph/way-rules.ts'
import { type Extract, openExtract, type RelationMember, type Tags } from '../../packages/roads/src/index.ts'
import {
  readArea,
  readBoundary,
  readHouseNumber,
  readLine,
  readPoint,
} from '../../packages/roads/src/tiles/map-kinds.ts'
import {
  type TestExtract,
  type TestNode,
  type TestRelation,
  type TestWay,
  writePbf,
} from '../../packages/roads/test/pbf-writer.ts'

/** Two vehicles of each mode: the usual one, and one that heeds everything. */
const PROFILES = PROFILE_NAMES.flatMap((name) => [
  getProfile(name),
  getProfile(name, {
    hasTrailer: true,
    hasHazmat: true,
    mayEnterLowEmissionZones: false,
    avoid: ['tolls', 'ferries', 'motorways', 'unpaved'],
  }),
])

/** Tags that remember which of them were looked up. */
class WatchedTags extends Map<string, string> {
  readonly lookedUp = new Set<string>()

  override get(key: string): string | undefined {
    this.lookedUp.add(key)
    return super.get(key)
  }

  override has(key: string): boolean {
    this.lookedUp.add(key)
    return super.has(key)
  }

  /** Tags that a reader looked up, in the order of the file. */
  listRead(): Record<string, string> {
    return Object.fromEntries([...this].filter(([key]) => this.lookedUp.has(key)))
  }
}

/** Tags that the address search reads of any element; of places also their name and postal code. */
const ADDRESS_NUMBERS = ['addr:housenumber', 'addr:conscriptionnumber', 'addr:interpolation']
const ADDRESS_PARTS = ['street', 'place', 'hamlet', 'city', 'town', 'village', 'postcode', 'country']

/** The elements that are used, in the order of the file. */
export function cutExtract(extract: Extract): TestExtract {
  const relations = listRelations(extract)
  const outlines = new Set(relations.filter(isArea).flatMap(({ members }) => members.map(({ ref }) => ref)))
  const ways = listWays(extract, outlines)
  return { relations: withoutMissing(relations, ways), ways, nodes: listNodes(extract, ways) }
}

function listRelations(extract: Extract): TestRelation[] {
  const relations: TestRelation[] = []
  const relation = (id: number, members: RelationMember[], plain: Tags) => {
    const tags = new WatchedTags(plain)
    if (!doesUseRelation(members, tags)) return
    relations.push({ id, members: members.filter(({ type }) => type !== 'relation'), tags: tags.listRead() })
  }
  extract.read({ relation })
  return relations
}

function doesUseRelation(members: RelationMember[], tags: WatchedTags): boolean {
  if (tags.get('type') === 'associatedStreet') return tags.has('name') || tags.has('addr:street')
  return anyOf(
    ...PROFILES.map((profile) => readRestriction(members, tags, profile) ?? isZoneInForce(tags, profile)),
    isOutlined(tags.get('type')) && readArea(tags),
    readBoundary(tags),
    readNamedArea(tags),
    readLandmark(tags),
    readAddress(tags),
  )
}

/** Whether the ways around the relation are needed. */
function isArea({ tags }: TestRelation): boolean {
  return isOutlined(tags.type) || 'boundary' in tags
}

function isOutlined(type: string | undefined): boolean {
  return type === 'multipolygon' || type === 'boundary'
}

function listWays(extract: Extract, outlines: ReadonlySet<number>): TestWay[] {
  const ways: TestWay[] = []
  const way = (id: number, refs: readonly number[], plain: Tags) => {
    const tags = new WatchedTags(plain)
    const isClosed = refs.length >= 4 && refs[0] === refs[refs.length - 1]
    const isUsed = doesUseWay(tags, isClosed)
    if (isUsed || outlines.has(id)) ways.push({ id, refs: [...refs], tags: isUsed ? tags.listRead() : {} })
  }
  extract.read({ way })
  return ways
}

function doesUseWay(tags: WatchedTags, isClosed: boolean): boolean {
  return anyOf(
    ...PROFILES.map((profile) => readWayRule(tags, profile) ?? isClosedStreet(tags, profile)),
    isBarrier(tags) && [isWideBarrier(tags)],
    tags.has('highway') && readNames(tags),
    tags.get('natural') === 'coastline',
    readLine(tags),
    isClosed && readArea(tags),
    isClosed && readHouseNumber(tags),
    readLandmark(tags),
    readAddress(tags),
  )
}

function listNodes(extract: Extract, ways: readonly TestWay[]): TestNode[] {
  const corners = new Set(ways.flatMap(({ refs }) => refs))
  const nodes: TestNode[] = []
  const node = (id: number, latE7: number, lngE7: number, plain: Tags) => {
    // Most are corners of ways and say nothing: of them no reader learns anything.
    if (plain.size === 0) {
      if (corners.has(id)) nodes.push({ id, lat: latE7 / 1e7, lng: lngE7 / 1e7, tags: {} })
      return
    }
    const tags = new WatchedTags(plain)
    const isUsed = anyOf(readPoint(tags), readPlace(tags), readLandmark(tags), readAddress(tags), readHouseNumber(tags))
    if (corners.has(id)) {
      for (const profile of PROFILES) void [readNodeAccess(tags, profile), signalDirections(tags)]
      new Entrances().read(id, tags)
      void isOpening(tags)
    } else if (!isUsed) return
    nodes.push({ id, lat: latE7 / 1e7, lng: lngE7 / 1e7, tags: tags.listRead() })
  }
  extract.read({ node })
  return nodes
}

/** Whether a node names a place; then its other names and its postal code are looked up. */
function readPlace(tags: WatchedTags): boolean {
  return tags.has('place') && readNames(tags) && [tags.get('postal_code'), tags.get('addr:postcode')].length > 0
}

/** Whether a relation bounds an area that addresses name; of a town its other names are looked up. */
function readNamedArea(tags: WatchedTags): boolean {
  const area = readAddressArea(tags)
  if (area?.kind === 'city') addOtherNames(new Map(), area.name, tags)
  return area !== undefined
}

/** Whether a street or place has a name; then its other names are looked up. */
function readNames(tags: WatchedTags): boolean {
  const name = tags.get('name')
  if (name !== undefined) addOtherNames(new Map(), name, tags)
  return name !== undefined
}

/** Whether an element is a point of interest; then its other names and its town are looked up. */
function readLandmark(tags: WatchedTags): boolean {
  if (!isLandmark(tags)) return false
  addOtherNames(new Map(), tags.get('name')!, tags, ['brand'])
  for (const part of ADDRESS_PARTS) tags.get(`addr:${part}`)
  return true
}

/** Whether an element has a number of a house; then all parts of its address are looked up. */
function readAddress(tags: WatchedTags): boolean {
  if (!ADDRESS_NUMBERS.some((key) => tags.has(key))) return false
  for (const part of ADDRESS_PARTS) tags.get(`addr:${part}`)
  return true
}

/** Borders of neighbouring countries go on far beyond the edge of the extract; only what lies within it can be drawn. */
function withoutMissing(relations: readonly TestRelation[], ways: readonly TestWay[]): TestRelation[] {
  const kept = new Set(ways.map(({ id }) => id))
  return relations.map((relation) => {
    if (!isArea(relation)) return relation
    return { ...relation, members: relation.members.filter(({ type, ref }) => type === 'way' && kept.has(ref)) }
  })
}

/** All are asked, so that each looks up what it reads. */
function anyOf(...answers: unknown[]): boolean {
  return answers.some((answer) => answer !== undefined && answer !== false)
}

if (import.meta.main) {
  const [from, to] = process.argv.slice(2)
  if (!from || !to) throw new Error('Two files are needed: the extract, and where the cut one is to be written.')
  const extract = openExtract(from)
  const cut = cutExtract(extract)
  extract.close()
  const bytes = writePbf(cut, { bounds: extract.bounds })
  writeFileSync(to, bytes)
  const { nodes, ways, relations } = cut
  console.log(`${nodes.length} nodes, ${ways.length} ways, ${relations!.length} relations: ${bytes.length} bytes`)
}

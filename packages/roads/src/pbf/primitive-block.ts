// Decodes one PrimitiveBlock (nodes, dense nodes, ways, relations) and hands each element to a visitor.

import { corrupt, WireReader } from './wire.ts'

export type Tags = ReadonlyMap<string, string>

export type MemberType = 'node' | 'way' | 'relation'

export interface RelationMember {
  type: MemberType
  ref: number
  role: string
}

/** Callbacks for the wanted elements; kinds without a callback are skipped without decoding. */
export interface ExtractVisitor {
  /** Coordinates are whole 1e-7 degrees. */
  node?(id: number, latE7: number, lngE7: number, tags: Tags): void
  /** `refs` is valid only during the call: copy what must stay. */
  way?(id: number, refs: readonly number[], tags: Tags): void
  relation?(id: number, members: RelationMember[], tags: Tags): void
  /** Only ways with one of these keys are decoded; all when undefined. */
  wayKeys?: readonly string[]
  /** Only relations with one of these keys are decoded; all when undefined. */
  relationKeys?: readonly string[]
}

/** Kinds of elements in a block, as bits: a later pass skips blocks without its kind. */
export const HAS_NODES = 1
export const HAS_WAYS = 2
export const HAS_RELATIONS = 4

const NO_TAGS: Tags = new Map()
const MEMBER_TYPES: readonly MemberType[] = ['node', 'way', 'relation']

/** Decodes a block; returns the HAS_* bits of its content. Throws file_corrupt (without a position). */
export function decodePrimitiveBlock(bytes: Uint8Array, visitor: ExtractVisitor): number {
  return new BlockDecoder(bytes, visitor).decode()
}

class BlockDecoder {
  private readonly bytes: Buffer
  private readonly visitor: ExtractVisitor
  private readonly stringStart: number[] = []
  private readonly stringEnd: number[] = []
  private readonly strings: (string | undefined)[] = []
  private granularity = 100
  private latOffset = 0
  private lngOffset = 0
  private wayKeyIds: Set<number> | undefined
  private relationKeyIds: Set<number> | undefined
  private readonly refs: number[] = []

  constructor(bytes: Uint8Array, visitor: ExtractVisitor) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.visitor = visitor
  }

  decode(): number {
    // Granularity and offsets may follow the groups in the message, so groups are decoded last.
    const groups: WireReader[] = []
    const reader = new WireReader(this.bytes)
    while (reader.hasMore()) {
      const tag = reader.varint()
      if (tag === 10) this.readStringTable(reader.enter())
      else if (tag === 18) groups.push(reader.enter())
      else if (tag === 136) this.granularity = reader.varint()
      else if (tag === 152) this.latOffset = reader.varint()
      else if (tag === 160) this.lngOffset = reader.varint()
      else reader.skip(tag)
    }
    this.wayKeyIds = this.findKeyIds(this.visitor.wayKeys)
    this.relationKeyIds = this.findKeyIds(this.visitor.relationKeys)
    let kinds = 0
    for (const group of groups) kinds |= this.readGroup(group)
    return kinds
  }

  private readGroup(reader: WireReader): number {
    let kinds = 0
    while (reader.hasMore()) {
      const tag = reader.varint()
      if (tag === 10 || tag === 18) {
        kinds |= HAS_NODES
        if (!this.visitor.node) reader.skip(tag)
        else if (tag === 10) this.readNode(reader.enter())
        else this.readDenseNodes(reader.enter())
      } else if (tag === 26) {
        kinds |= HAS_WAYS
        if (this.visitor.way) this.readWay(reader.enter())
        else reader.skip(tag)
      } else if (tag === 34) {
        kinds |= HAS_RELATIONS
        if (this.visitor.relation) this.readRelation(reader.enter())
        else reader.skip(tag)
      } else reader.skip(tag)
    }
    return kinds
  }

  private readNode(reader: WireReader): void {
    let id = 0
    let lat = 0
    let lng = 0
    let keys: WireReader | undefined
    let values: WireReader | undefined
    while (reader.hasMore()) {
      const tag = reader.varint()
      if (tag === 8) id = reader.signedVarint()
      else if (tag === 18) keys = reader.enter()
      else if (tag === 26) values = reader.enter()
      else if (tag === 64) lat = reader.signedVarint()
      else if (tag === 72) lng = reader.signedVarint()
      else reader.skip(tag)
    }
    this.visitor.node!(id, this.toE7(lat, this.latOffset), this.toE7(lng, this.lngOffset), this.readTags(keys, values))
  }

  private readDenseNodes(reader: WireReader): void {
    let ids: WireReader | undefined
    let lats: WireReader | undefined
    let lngs: WireReader | undefined
    let keyValues: WireReader | undefined
    while (reader.hasMore()) {
      const tag = reader.varint()
      if (tag === 10) ids = reader.enter()
      else if (tag === 66) lats = reader.enter()
      else if (tag === 74) lngs = reader.enter()
      else if (tag === 82) keyValues = reader.enter()
      else reader.skip(tag)
    }
    if (!ids) return
    if (!lats || !lngs) throw corrupt('dense nodes without coordinates')
    const visitor = this.visitor
    let id = 0
    let lat = 0
    let lng = 0
    while (ids.hasMore()) {
      if (!lats.hasMore() || !lngs.hasMore()) throw corrupt('dense nodes with fewer coordinates than ids')
      id += ids.signedVarint()
      lat += lats.signedVarint()
      lng += lngs.signedVarint()
      const tags = keyValues?.hasMore() ? this.readDenseTags(keyValues) : NO_TAGS
      visitor.node!(id, this.toE7(lat, this.latOffset), this.toE7(lng, this.lngOffset), tags)
    }
  }

  private readDenseTags(keyValues: WireReader): Tags {
    let tags: Map<string, string> | undefined
    while (keyValues.hasMore()) {
      const key = keyValues.varint()
      if (key === 0) break
      tags ??= new Map()
      tags.set(this.string(key), this.string(keyValues.varint()))
    }
    return tags ?? NO_TAGS
  }

  private readWay(reader: WireReader): void {
    let id = 0
    let keys: WireReader | undefined
    let values: WireReader | undefined
    let refReader: WireReader | undefined
    while (reader.hasMore()) {
      const tag = reader.varint()
      if (tag === 8) id = reader.varint()
      else if (tag === 18) keys = reader.enter()
      else if (tag === 26) values = reader.enter()
      else if (tag === 66) refReader = reader.enter()
      else reader.skip(tag)
    }
    if (this.wayKeyIds && !hasKey(keys, this.wayKeyIds)) return
    const refs = this.refs
    refs.length = 0
    let ref = 0
    while (refReader?.hasMore()) {
      ref += refReader.signedVarint()
      refs.push(ref)
    }
    this.visitor.way!(id, refs, this.readTags(keys, values))
  }

  private readRelation(reader: WireReader): void {
    let id = 0
    let keys: WireReader | undefined
    let values: WireReader | undefined
    let roles: WireReader | undefined
    let refReader: WireReader | undefined
    let types: WireReader | undefined
    while (reader.hasMore()) {
      const tag = reader.varint()
      if (tag === 8) id = reader.varint()
      else if (tag === 18) keys = reader.enter()
      else if (tag === 26) values = reader.enter()
      else if (tag === 66) roles = reader.enter()
      else if (tag === 74) refReader = reader.enter()
      else if (tag === 82) types = reader.enter()
      else reader.skip(tag)
    }
    if (this.relationKeyIds && !hasKey(keys, this.relationKeyIds)) return
    const members: RelationMember[] = []
    let ref = 0
    while (refReader?.hasMore()) {
      ref += refReader.signedVarint()
      if (!roles?.hasMore() || !types?.hasMore()) throw corrupt(`relation ${id} has members without role or type`)
      const type = MEMBER_TYPES[types.varint()]
      if (!type) throw corrupt(`relation ${id} has a member of an unknown type`)
      members.push({ type, ref, role: this.string(roles.varint()) })
    }
    this.visitor.relation!(id, members, this.readTags(keys, values))
  }

  private readTags(keys: WireReader | undefined, values: WireReader | undefined): Tags {
    if (!keys?.hasMore()) return NO_TAGS
    const tags = new Map<string, string>()
    while (keys.hasMore()) {
      if (!values?.hasMore()) throw corrupt('an element has more keys than values')
      tags.set(this.string(keys.varint()), this.string(values.varint()))
    }
    return tags
  }

  private readStringTable(reader: WireReader): void {
    while (reader.hasMore()) {
      const tag = reader.varint()
      if (tag !== 10) {
        reader.skip(tag)
        continue
      }
      const end = reader.lengthEnd()
      this.stringStart.push(reader.position)
      this.stringEnd.push(end)
      reader.position = end
    }
    this.strings.length = this.stringStart.length
  }

  private string(index: number): string {
    const known = this.strings[index]
    if (known !== undefined) return known
    const start = this.stringStart[index]
    if (start === undefined) throw corrupt(`string ${index} is not in the string table`)
    const text = this.bytes.toString('utf8', start, this.stringEnd[index])
    this.strings[index] = text
    return text
  }

  private findKeyIds(keys: readonly string[] | undefined): Set<number> | undefined {
    if (!keys) return undefined
    const wanted = keys.map((key) => Buffer.from(key))
    const ids = new Set<number>()
    for (let index = 0; index < this.stringStart.length; index++) {
      const start = this.stringStart[index]!
      const end = this.stringEnd[index]!
      for (const key of wanted) {
        if (key.length === end - start && key.compare(this.bytes, start, end) === 0) ids.add(index)
      }
    }
    return ids
  }

  private toE7(value: number, offset: number): number {
    return Math.round((offset + this.granularity * value) / 100)
  }
}

function hasKey(keys: WireReader | undefined, wanted: Set<number>): boolean {
  if (!keys || wanted.size === 0) return false
  const start = keys.position
  let found = false
  while (!found && keys.hasMore()) found = wanted.has(keys.varint())
  keys.position = start
  return found
}

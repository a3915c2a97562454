// Makes an extract of country size with all map features: copies of a real one, side by side in a square.

import { openExtract } from '../../src/pbf/extract.ts'
import { PbfStream, type StreamMember, type StreamTags } from './pbf-stream.ts'

/** Above all ids of OpenStreetMap: each copy has its own ids. */
const IDS_PER_COPY = 2e10
/** South of the first row of copies; the others follow northward, so that many rows fit. */
const SOUTH_LAT_E7 = 36e7

interface Elements {
  nodes: { id: number; latE7: number; lngE7: number; tags: StreamTags }[]
  ways: { id: number; refs: number[]; tags: StreamTags }[]
  relations: { id: number; members: StreamMember[]; tags: StreamTags }[]
  widthE7: number
  heightE7: number
  southE7: number
}

/** Writes `copies` copies of the extract at `source`; returns the total number of ways. */
export function repeatExtract(source: string, path: string, copies: number): number {
  const { nodes, ways, relations, widthE7, heightE7, southE7 } = readElements(source)
  const side = Math.ceil(Math.sqrt(copies))
  const file = new PbfStream(path)
  for (let copy = 0; copy < copies; copy++) {
    const east = (copy % side) * widthE7
    const north = SOUTH_LAT_E7 - southE7 + Math.floor(copy / side) * heightE7
    for (const { id, latE7, lngE7, tags } of nodes)
      file.node(id + copy * IDS_PER_COPY, latE7 + north, lngE7 + east, tags)
  }
  for (let copy = 0; copy < copies; copy++) {
    const first = copy * IDS_PER_COPY
    for (const { id, refs, tags } of ways) {
      file.way(
        id + first,
        refs.map((ref) => ref + first),
        tags,
      )
    }
  }
  for (let copy = 0; copy < copies; copy++) {
    const first = copy * IDS_PER_COPY
    for (const { id, members, tags } of relations) {
      file.relation(
        id + first,
        members.map((member) => ({ ...member, ref: member.ref + first })),
        tags,
      )
    }
  }
  file.close()
  return ways.length * copies
}

function readElements(source: string): Elements {
  const all: Elements = { nodes: [], ways: [], relations: [], widthE7: 0, heightE7: 0, southE7: 0 }
  const extract = openExtract(source)
  extract.read({
    node: (id, latE7, lngE7, tags) => all.nodes.push({ id, latE7, lngE7, tags: Object.fromEntries(tags) }),
    way: (id, refs, tags) => all.ways.push({ id, refs: [...refs], tags: Object.fromEntries(tags) }),
    relation: (id, members, tags) => all.relations.push({ id, members, tags: Object.fromEntries(tags) }),
  })
  extract.close()
  const { minLat, maxLat, minLng, maxLng } = extract.bounds!
  return {
    ...all,
    widthE7: Math.round((maxLng - minLng) * 1e7),
    heightE7: Math.round((maxLat - minLat) * 1e7),
    southE7: Math.round(minLat * 1e7),
  }
}

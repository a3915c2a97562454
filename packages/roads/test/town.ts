// Builds little towns for scenario tests: nodes on a grid of 100 m, ways and restrictions by name, a RoadGraph at the end.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildImage } from '../src/engine/build-image.ts'
import { RoadGraph } from '../src/engine/road-graph.ts'
import { decodePolyline } from '../src/foundation/geo.ts'
import { getProfile, type ProfileName } from '../src/graph/profiles.ts'
import type { VehicleNeeds } from '../src/graph/vehicle-needs.ts'
import type { RoadPoint } from '../src/places/road-point.ts'
import { type TestExtract, writePbf } from './pbf-writer.ts'

const ORIGIN_LAT = 47
const ORIGIN_LNG = 9.5
const LAT_PER_METER = 1 / 111_195.08
const LNG_PER_METER = LAT_PER_METER / Math.cos((ORIGIN_LAT * Math.PI) / 180)

/** A place in metres east and north of the town's corner. */
export function at(eastMeters: number, northMeters: number): RoadPoint {
  return { lat: ORIGIN_LAT + northMeters * LAT_PER_METER, lng: ORIGIN_LNG + eastMeters * LNG_PER_METER }
}

/** A place the given metres east and north of another. */
export function moved({ lat, lng }: RoadPoint, eastMeters: number, northMeters: number): RoadPoint {
  return { lat: lat + northMeters * LAT_PER_METER, lng: lng + eastMeters * LNG_PER_METER }
}

/** [east, north] in whole metres of the points of an encoded polyline. */
export function shapeMeters(geometry: string): [number, number][] {
  return decodePolyline(geometry).map(([lat, lng]) => [
    Math.round((lng - ORIGIN_LNG) / LNG_PER_METER),
    Math.round((lat - ORIGIN_LAT) / LAT_PER_METER),
  ])
}

export interface TownRestriction {
  type: string
  from: string
  /** A node, or ways in order. */
  via: string | string[]
  to: string
  tags?: Record<string, string>
}

/**
 * `map` draws the nodes: each non-space, non-dot character is a node, the last row at north 0.
 * `ways` name a way and list its nodes as a string of characters.
 */
export interface TownPlan {
  map: string
  /** Metres between neighbouring columns of two characters, and between rows; default 100. */
  columnMeters?: number
  rowMeters?: number
  ways: Record<string, [string, Record<string, string>?]>
  nodes?: Record<string, Record<string, string>>
  restrictions?: TownRestriction[]
}

export interface Town {
  graph: RoadGraph
  /** Position of a node. */
  node(name: string): RoadPoint
  /** A place between two nodes, at a share of the way. */
  between(from: string, to: string, share?: number): RoadPoint
  /** Nodes passed between two places, in order, e.g. "ABD"; undefined when there is no way. */
  route(from: RoadPoint, to: RoadPoint): string | undefined
  seconds(from: RoadPoint, to: RoadPoint): number
  meters(from: RoadPoint, to: RoadPoint): number
}

/** Created once per process: creating and removing a folder for each town took longer than building most of them. */
const folder = mkdtempSync(join(tmpdir(), 'roads-town-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
let written = 0

/** Writes the plan as a PBF file, builds the graph of a profile and reads it back. */
export function buildTown(plan: TownPlan, profile: ProfileName = 'car', needs: VehicleNeeds = {}): Town {
  // A unique name, because data about a file is cached by its name.
  const path = join(folder, `town-${++written}.osm.pbf`)
  try {
    writeFileSync(path, writePbf(toExtract(plan)))
    return getTown(plan, new RoadGraph(buildImage([path], getProfile(profile, needs))))
  } finally {
    rmSync(path)
  }
}

/** The plan's elements. Node ids are character codes, way ids count from 1000. */
export function toExtract(plan: TownPlan): TestExtract {
  const wayIds = new Map(Object.keys(plan.ways).map((name, index) => [name, 1000 + index]))
  const wayId = (name: string) => {
    const id = wayIds.get(name)
    if (id === undefined) throw new Error(`the plan has no way ${name}`)
    return id
  }
  return {
    nodes: [...positions(plan)].map(([name, [east, north]]) => {
      const { lat, lng } = at(east, north)
      return { id: name.charCodeAt(0), lat, lng, tags: plan.nodes?.[name] }
    }),
    ways: Object.entries(plan.ways).map(([name, [nodes, tags]]) => ({
      id: wayId(name),
      refs: [...nodes].map((node) => node.charCodeAt(0)),
      // An empty value removes a default tag.
      tags: withoutEmpty({ highway: 'residential', maxspeed: '50', name, ...tags }),
    })),
    relations: (plan.restrictions ?? []).map(({ type, from, via, to, tags }, index) => ({
      id: 5000 + index,
      members: [
        { type: 'way' as const, ref: wayId(from), role: 'from' },
        ...(typeof via === 'string'
          ? [{ type: 'node' as const, ref: via.charCodeAt(0), role: 'via' }]
          : via.map((way) => ({ type: 'way' as const, ref: wayId(way), role: 'via' }))),
        { type: 'way' as const, ref: wayId(to), role: 'to' },
      ],
      tags: withoutEmpty({ type: 'restriction', restriction: type, ...tags }),
    })),
  }
}

function withoutEmpty(tags: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== ''))
}

function positions({ map, columnMeters = 100, rowMeters = 100 }: TownPlan): Map<string, [number, number]> {
  const rows = map.split('\n').filter((row) => row.trim() !== '')
  const found = new Map<string, [number, number]>()
  const indent = Math.min(...rows.map((row) => row.length - row.trimStart().length))
  for (const [index, row] of rows.entries()) {
    for (const [column, name] of [...row.slice(indent)].entries()) {
      if (name !== ' ' && name !== '.')
        found.set(name, [(column / 2) * columnMeters, (rows.length - 1 - index) * rowMeters])
    }
  }
  return found
}

function getTown(plan: TownPlan, graph: RoadGraph): Town {
  const places = positions(plan)
  const position = (name: string) => {
    const place = places.get(name)
    if (!place) throw new Error(`the plan has no node ${name}`)
    return place
  }
  const single = (from: RoadPoint, to: RoadPoint) => graph.matrix([from], [to])
  return {
    graph,
    node: (name) => at(...position(name)),
    between(from, to, share = 0.5) {
      const [a, b] = [position(from), position(to)]
      return at(a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1]))
    },
    route(from, to) {
      const path = graph.path([from, to])
      if (path.legs[0]!.seconds < 0) return undefined
      const nodeAt = new Map([...places].map(([name, [east, north]]) => [`${east},${north}`, name]))
      const passed = shapeMeters(path.geometry).map(([east, north]) => {
        const name = [...nodeAt.keys()].find((key) => {
          const [x, y] = key.split(',').map(Number) as [number, number]
          return Math.abs(x - east) <= 2 && Math.abs(y - north) <= 2
        })
        return name === undefined ? '' : nodeAt.get(name)!
      })
      return passed.join('')
    },
    seconds: (from, to) => single(from, to).seconds[0]!,
    meters: (from, to) => single(from, to).meters[0]!,
  }
}

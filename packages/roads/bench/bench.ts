// Measures the road engine on Greater Porto and on copies of it side by side, and writes docs/benchmarks-roads.md.
// Options: --quick leaves the growth table out and writes nothing; --copies 1,2,4 sets its sizes.

import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildImageOfNetwork } from '../src/engine/build-image.ts'
import { openImage } from '../src/engine/open-image.ts'
import { RoadGraph } from '../src/engine/road-graph.ts'
import { decodePolyline } from '../src/foundation/geo.ts'
import { buildNetwork, type RoadNetwork } from '../src/graph/network.ts'
import { getProfile } from '../src/graph/profiles.ts'
import { readRawRoads } from '../src/graph/raw-roads.ts'
import { buildTurnGraph } from '../src/graph/turn-graph.ts'
import { contractGraph } from '../src/hierarchy/contract.ts'
import { imageBytes } from '../src/image/image.ts'
import type { RoadPoint } from '../src/places/road-point.ts'
import { openRoadService } from '../src/service/road-service.ts'
import { buildArchiveBytes } from '../test/map-layers.ts'
import { createRandom } from '../test/random.ts'
import { recordDrive } from '../test/recorded-drive.ts'
import { listShapes } from '../test/shape-points.ts'
import { findSharedExtract } from '../test/shared-extracts.ts'
import { copySideBySide } from './copies.ts'
import { geocodingRows, measureGeocoding } from './geocoding.ts'
import { type Measure, measure, measureMedian, percentiles } from './measure.ts'
import { compareWithOwnSearches, measurePeriods } from './traffic.ts'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, copies: { type: 'string', default: '1,2,4,8,14' } },
})
const report: string[] = []
const say = (line: string) => {
  console.log(line)
  report.push(line)
}
const seconds = (value: number) =>
  value < 1 ? `${(value * 1000).toFixed(value < 0.01 ? 2 : 0)} ms` : `${value.toFixed(2)} s`
const row = (...cells: (string | number)[]) => say(`| ${cells.join(' | ')} |`)
const timed = (name: string, time: Measure, goal: string) =>
  row(name, seconds(time.cpuSeconds), seconds(time.wallSeconds), goal)

const extract = findSharedExtract('porto')
if (!extract) process.exit(0)
const folder = mkdtempSync(join(tmpdir(), 'roads-bench-'))
try {
  await run(extract)
  if (!options.quick) writeReport()
} finally {
  rmSync(folder, { recursive: true })
}

async function run(file: string): Promise<void> {
  say('# Road engine: measured')
  say('')
  say('Made by `npm run bench -- roads`. CPU is user and system time of all threads of the process.')
  const load = loadavg()[0]!.toFixed(1)
  say(
    `Machine: ${cpus()[0]!.model.trim()}, ${cpus().length} cores, load ${load} at the start: read ratios within a run.`,
  )
  say('')
  say('## Greater Porto, profile car')
  say('')
  row('what', 'CPU', 'wall', 'goal')
  row('---', '--:', '--:', '---')
  await measureStages(file)
  const graph = await measureOpening(file)
  const points = samplePoints(graph, 5000, 1)
  await measureQueries(graph, points)
  await measureService(file, points)
  measureTraffic()
  await measureAddressesAndMap()
  if (options.quick) return
  say('')
  await measureGrowth(file)
}

async function measureStages(file: string): Promise<void> {
  const profile = getProfile('car')
  let network: RoadNetwork
  const reading = await measure(() => {
    network = buildNetwork(readRawRoads([file], profile), profile)
  })
  timed('read the extract, make the network', reading, '')
  const turnGraph = buildTurnGraph(network!)
  timed('hierarchy', await measure(() => contractGraph(turnGraph.stateCount, turnGraph)), '')
}

async function measureOpening(file: string): Promise<RoadGraph> {
  const open = () => openImage([file], { profile: 'car', cacheDir: folder })
  timed('graph and hierarchy, from file to kept on disk', await measure(open), '≤ 6 s CPU')
  let opened = open()
  const warm = await measureMedian(5, () => {
    opened = open()
  })
  timed(`warm start (from ${opened.source})`, warm, '≤ 0.5 s')
  return new RoadGraph(opened.image)
}

async function measureQueries(graph: RoadGraph, points: readonly RoadPoint[]): Promise<void> {
  const thousand = points.slice(0, 1000)
  // The first calls also compile; a server has done that long before.
  graph.matrix(thousand)
  timed('snap 5,000 points', await measureMedian(3, () => points.map((point) => graph.snap(point))), '≤ 60 ms')
  timed('matrix 1000 × 1000', await measureMedian(3, () => graph.matrix(thousand)), '≤ 0.25 s CPU')
  timed('matrix 5000 × 5000, one thread', await measure(() => graph.matrix(points)), '≤ 2.5 s CPU')
  const times = points.slice(1).map((point, index) => {
    const start = performance.now()
    graph.path([points[index]!, point])
    return performance.now() - start
  })
  const { p50, p99 } = percentiles(times)
  await measureMatching(graph, points)
  row(`path, p50 and p99 of ${times.length}`, '', `${p50.toFixed(2)} and ${p99.toFixed(2)} ms`, 'p50 ≤ 2 ms')
}

/** A day's drive recorded every 120 m, 8 m off, and how well its length is found. */
async function measureMatching(graph: RoadGraph, points: readonly RoadPoint[]): Promise<void> {
  const random = createRandom(3)
  const line = decodePolyline(graph.path(points.slice(0, 20)).geometry)
  const drive = recordDrive(line, 120, 8, random)
  graph.match(drive.positions.slice(0, 300))
  const time = await measureMedian(3, () => graph.match(drive.positions))
  const meters = graph.match(drive.positions).reduce((sum, leg) => sum + leg.meters, 0)
  const error = `${(100 * Math.abs(meters / drive.meters - 1)).toFixed(1)} % off`
  timed(
    `${drive.positions.length} recorded positions matched, ${Math.round(drive.meters / 1000)} km, ${error}`,
    time,
    '',
  )
}

async function measureService(file: string, points: readonly RoadPoint[]): Promise<void> {
  const service = await openRoadService([file], { profile: 'car', cacheDir: folder, threads: 2 })
  await service.matrix(points.slice(0, 500))
  timed('matrix 5000 × 5000, service with 2 threads', await measure(() => service.matrix(points)), '≤ 4 s wall')
  const thousand = points.slice(0, 1000)
  await measurePeriods(service, thousand.slice(0, 300), 8)
  timed(
    '1000 × 1000 in 8 periods of the day, service with 2 threads',
    await measurePeriods(service, thousand, 8),
    '≤ 3 s CPU',
  )
  const { facts, memoryBytes } = service
  await service.close()
  const [name] = readdirSync(folder)
  const diskMb = (statSync(join(folder, name!)).size / 1e6).toFixed(1)
  say('')
  say(
    `${facts.stateCount.toLocaleString('en')} edge-nodes, ${facts.arcCount.toLocaleString('en')} turns, ` +
      `${facts.shortcutCount.toLocaleString('en')} shortcuts; ${(memoryBytes / 1e6).toFixed(1)} MB of shared arrays ` +
      `(${(memoryBytes / facts.stateCount).toFixed(0)} bytes an edge-node), ${diskMb} MB on disk.`,
  )
}

function measureTraffic(): void {
  say('')
  say('## By the hour: the plain way in traffic, against a search of its own for the hour')
  say('')
  say(
    'Longer by so much, of 100 pairs the 1st, 50th, 90th, 99th and the worst; ways of two minutes and more. Below 0: rounding.',
  )
  say('')
  row('extract', 'hour', 'pairs', '1st', '50th', '90th', '99th', 'worst')
  row('---', '---', '--:', '--:', '--:', '--:', '--:', '--:')
  const profile = getProfile('car')
  for (const name of ['porto', 'heidelberg', 'queens', 'liechtenstein'] as const) {
    const file = findSharedExtract(name)
    if (!file) continue
    const network = buildNetwork(readRawRoads([file], profile), profile)
    const cells = compareWithOwnSearches(network, (graph) => samplePoints(graph, 400, 9))
    for (const one of cells) row(name, ...one)
  }
}

async function measureAddressesAndMap(): Promise<void> {
  const liechtenstein = findSharedExtract('liechtenstein')
  if (!liechtenstein) return
  say('')
  say('## Liechtenstein: addresses and map')
  say('')
  row('what', 'measured', 'goal')
  row('---', '--:', '---')
  for (const cells of geocodingRows(measureGeocoding(liechtenstein))) row(...cells)
  let bytes = 0
  const tiles = await measure(() => {
    bytes = buildArchiveBytes([liechtenstein]).length
  })
  row(`map of ${(bytes / 1e6).toFixed(1)} MB, CPU`, seconds(tiles.cpuSeconds), '')
}

async function measureGrowth(file: string): Promise<void> {
  say('## Growth: copies of the network side by side, joined by roads')
  say('')
  row(
    'copies',
    'edge-nodes',
    'build CPU',
    'per edge-node',
    'arrays',
    'process peak',
    '1000 × 1000 CPU',
    'path p50',
    'nodes of the matrix',
  )
  row('--:', '--:', '--:', '--:', '--:', '--:', '--:', '--:', '--:')
  const profile = getProfile('car')
  const single = buildNetwork(readRawRoads([file], profile), profile)
  for (const copies of options.copies.split(',').map(Number)) {
    const network = copySideBySide(single, copies)
    let graph: RoadGraph | undefined
    const build = await measure(() => {
      graph = new RoadGraph(buildImageOfNetwork(network))
    })
    const { stateCount } = graph!.image.facts
    const points = samplePoints(graph!, 1000, copies)
    graph!.matrix(points.slice(0, 300))
    const matrix = await measure(() => graph!.matrix(points))
    const paths = points.slice(1).map((point, index) => {
      const start = performance.now()
      graph!.path([points[index]!, point])
      return performance.now() - start
    })
    const placed = graph!.placeAll(points, 0)
    const { nodeCount } = graph!.cutTable(placed, placed, false).part
    row(
      copies,
      stateCount.toLocaleString('en'),
      seconds(build.cpuSeconds),
      `${((build.cpuSeconds / stateCount) * 1e6).toFixed(1)} µs`,
      `${(imageBytes(graph!.image.lengths) / 1e6).toFixed(0)} MB`,
      `${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`,
      seconds(matrix.cpuSeconds),
      `${percentiles(paths).p50.toFixed(2)} ms`,
      nodeCount.toLocaleString('en'),
    )
  }
}

function samplePoints(graph: RoadGraph, count: number, seed: number): RoadPoint[] {
  const shapePoints = listShapes(graph.image.arrays).flat()
  const random = createRandom(seed)
  const points: RoadPoint[] = []
  while (points.length < count) {
    const { latE7, lngE7 } = random.pick(shapePoints)
    const point = { lat: latE7 / 1e7 + (random.next() - 0.5) * 0.001, lng: lngE7 / 1e7 + (random.next() - 0.5) * 0.001 }
    if (graph.snap(point)) points.push(point)
  }
  return points
}

function writeReport(): void {
  const path = join(import.meta.dirname, '../../../docs/benchmarks-roads.md')
  writeFileSync(path, `${report.join('\n')}\n`)
  console.log(`written to ${path}`)
}

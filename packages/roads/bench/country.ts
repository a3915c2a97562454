// Measures the road engine on synthetic countries, and writes docs/benchmarks-country.md: bytes of each array, and time and memory of each
// stage of a build. Options: --edge-nodes 1,5,20 (millions) sets the sizes; --keep FOLDER keeps extracts and graphs there, and reuses
// existing ones, with the figures of their build; --quick takes a fifth of a million and writes nothing.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type OpenedImage, openImage } from '../src/engine/open-image.ts'
import { RoadGraph } from '../src/engine/road-graph.ts'
import { imageBytes, type RoadImage } from '../src/image/image.ts'
import type { RoadPoint } from '../src/places/road-point.ts'
import { createRandom } from '../test/random.ts'
import { StageMeter } from './country/stage-meter.ts'
import { measure, measureMedian, percentiles } from './measure.ts'

/** Results of one size. */
interface CountryFigures {
  edgeNodes: number
  arcs: number
  extractBytes: number
  stages: { name: string; cpuSeconds: number; peakBytes: number }[]
  arrays: { name: string; bytes: number }[]
  keptBytes: number
  /** Bytes of the kept file in memory, in a new process that has answered for one region. */
  residentBytes: number
  startCpuSeconds: number
  startWallSeconds: number
  queries: QueryFigures
  /** A second mode, whose graph should be based on the first. */
  van: VanFigures
}

interface QueryFigures {
  snapMicroseconds: number
  matrixCpuSeconds: number
  pathRegionMs: number
  pathCountryMs: number
}

interface VanFigures {
  edgeNodes: number
  /** False when the two graphs differ too much: then it is whole. */
  isBeside: boolean
  /** Bytes of its own. */
  bytes: number
  /** Nodes with arcs of its own. */
  ownNodes: number
  ownArcs: number
  buildCpuSeconds: number
  queries: QueryFigures
}

/** Points of a matrix lie within a square of this size. */
const REGION_DEGREES = 0.7

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    'edge-nodes': { type: 'string', default: '1,5' },
    /** For the child process that measures one size, so that its memory is measured separately. */
    only: { type: 'string' },
    /** For the child process that opens a kept graph, and measures one region. */
    region: { type: 'string' },
    folder: { type: 'string', default: tmpdir() },
    keep: { type: 'string' },
  },
})

if (options.region) tellResident(options.region, options.folder)
else if (options.only) await measureOne(Number(options.only), options.folder)
else measureAll(options.quick ? [0.2] : options['edge-nodes'].split(',').map(Number))

function measureAll(millions: readonly number[]): void {
  const folder = options.keep ?? mkdtempSync(join(options.folder, 'roads-country-'))
  mkdirSync(folder, { recursive: true })
  try {
    const all = millions.map((size) => {
      const program = [...process.execArgv, import.meta.filename]
      execFileSync(process.execPath, [...program, '--only', String(size), '--folder', folder], { stdio: 'inherit' })
      return JSON.parse(readFileSync(figuresPath(folder, size), 'utf8')) as CountryFigures
    })
    const text = `${describe(all).join('\n')}\n`
    console.log(text)
    if (!options.quick) writeFileSync(join(import.meta.dirname, '../../../docs/benchmarks-country.md'), text)
  } finally {
    if (!options.keep) rmSync(folder, { recursive: true })
  }
}

function figuresPath(folder: string, millions: number): string {
  return join(folder, `${millions}.figures.json`)
}

async function measureOne(millions: number, folder: string): Promise<void> {
  const file = join(folder, `${millions}.osm.pbf`)
  const writer = `import { writeCountry } from ${JSON.stringify(import.meta.resolve('./country/make-country.ts'))}; writeCountry(process.argv[1], Number(process.argv[2]))`
  if (!existsSync(file)) {
    execFileSync(process.execPath, ['--input-type=module', '-e', writer, `${file}.draft`, String(millions * 1e6)])
    renameSync(`${file}.draft`, file)
  }
  const meter = new StageMeter()
  const open = (onProgress?: (progress: { stage: string }) => void) =>
    openImage([file], { profile: 'car', cacheDir: folder }, { onProgress })
  let opened = open(({ stage }) => meter.enter(stage))
  meter.end()
  const stages = join(folder, `${millions}.stages.json`)
  if (opened.source === 'build') writeFileSync(stages, JSON.stringify(meter.stages))
  const start = await measureMedian(3, () => {
    opened = open()
  })
  const { facts, arrays, lengths } = opened.image
  const program = [...process.execArgv, import.meta.filename, '--region', file, '--folder', folder]
  const residentBytes = Number(execFileSync(process.execPath, program, { encoding: 'utf8' }))
  const graph = new RoadGraph(opened.image)
  const figures: CountryFigures = {
    edgeNodes: facts.stateCount,
    arcs: facts.arcCount,
    extractBytes: statSync(file).size,
    // For a graph that was kept: the stages of its build.
    stages: JSON.parse(readFileSync(stages, 'utf8')),
    arrays: Object.entries(arrays).map(([name, array]) => ({ name, bytes: (array as Uint8Array).byteLength })),
    keptBytes: imageBytes(lengths),
    residentBytes,
    startCpuSeconds: start.cpuSeconds,
    startWallSeconds: start.wallSeconds,
    queries: await measureQueries(graph),
    van: await measureVan(file, opened.image, join(folder, `${millions}.van.json`)),
  }
  writeFileSync(figuresPath(folder, millions), JSON.stringify(figures))
}

/**
 * Measures vans, whose graph should be based on that of cars; the figures of a build are stored in a file for later runs with the kept
 * graph.
 */
async function measureVan(file: string, base: RoadImage, notes: string): Promise<VanFigures> {
  let opened: OpenedImage | undefined
  const build = await measure(() => {
    opened = openImage([file], { profile: 'van', cacheDir: dirname(notes) }, {}, base)
  })
  const { image, source } = opened!
  if (source === 'build') writeFileSync(notes, JSON.stringify(build.cpuSeconds))
  return {
    edgeNodes: image.facts.stateCount,
    isBeside: image.base !== undefined,
    bytes: imageBytes(image.lengths),
    ownNodes: image.arrays.own?.loopVia.length ?? image.facts.stateCount,
    ownArcs: image.arrays.own?.arcNode.length ?? image.arrays.arcNode.length,
    buildCpuSeconds: JSON.parse(readFileSync(notes, 'utf8')),
    queries: await measureQueries(new RoadGraph(image)),
  }
}

/**
 * Prints the bytes of kept files that this process has in memory, as counted by Linux, after a matrix in one region and without the
 * program's own.
 */
function tellResident(file: string, folder: string): void {
  const before = residentFileBytes()
  const { image } = openImage([file], { profile: 'car', cacheDir: folder })
  const graph = new RoadGraph(image)
  const region = samplePoints(graph, computeMiddle(graph), REGION_DEGREES, 1000)
  graph.matrix(region)
  graph.path(region)
  console.log(residentFileBytes() - before)
}

function residentFileBytes(): number {
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(/^RssFile:\s+(\d+)/m.exec(status)![1]) * 1024
}

function computeMiddle(graph: RoadGraph): { lat: number; lng: number } {
  const { minLat, minLng, maxLat, maxLng } = graph.bounds
  return { lat: (minLat + maxLat) / 2, lng: (minLng + maxLng) / 2 }
}

async function measureQueries(graph: RoadGraph): Promise<QueryFigures> {
  const { minLat, minLng, maxLat, maxLng } = graph.bounds
  const middle = computeMiddle(graph)
  const region = samplePoints(graph, middle, REGION_DEGREES, 1000)
  const country = samplePoints(graph, middle, Math.max(maxLat - minLat, maxLng - minLng), 300)
  graph.matrix(region)
  const snap = await measureMedian(3, () => region.map((point) => graph.snap(point)))
  const matrix = await measureMedian(3, () => graph.matrix(region))
  return {
    snapMicroseconds: (snap.cpuSeconds / region.length) * 1e6,
    matrixCpuSeconds: matrix.cpuSeconds,
    pathRegionMs: medianPathMs(graph, region),
    pathCountryMs: medianPathMs(graph, country),
  }
}

function medianPathMs(graph: RoadGraph, points: readonly RoadPoint[]): number {
  const times = points.slice(1).map((point, index) => {
    const start = performance.now()
    graph.path([points[index]!, point])
    return performance.now() - start
  })
  return percentiles(times).p50
}

function samplePoints(graph: RoadGraph, middle: RoadPoint, degrees: number, count: number): RoadPoint[] {
  const random = createRandom(1)
  const points: RoadPoint[] = []
  while (points.length < count) {
    const point = {
      lat: middle.lat + (random.next() - 0.5) * degrees,
      lng: middle.lng + (random.next() - 0.5) * degrees,
      maxCurbMeters: 200,
    }
    if (graph.snap(point)) points.push(point)
  }
  return points
}

function describe(all: readonly CountryFigures[]): string[] {
  const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  const table = (head: string[], rows: (string | number)[][]) => [
    row(...head),
    row(...head.map((_, index) => (index === 0 ? '---' : '--:'))),
    ...rows.map((cells) => row(...cells)),
    '',
  ]
  const sizes = all.map(({ edgeNodes }) => `${(edgeNodes / 1e6).toFixed(1)} million`)
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`
  const line = (name: string, goal: string, of: (figures: CountryFigures) => string) => [name, ...all.map(of), goal]
  const queryRows = (of: (figures: CountryFigures) => QueryFigures) => [
    line('snap of a point, CPU', '', (figures) => `${of(figures).snapMicroseconds.toFixed(0)} µs`),
    line('matrix 1000 × 1000 in a region, CPU', '≤ 0.4 s', (figures) => `${of(figures).matrixCpuSeconds.toFixed(2)} s`),
    line('path in a region, p50', '≤ 3 ms', (figures) => `${of(figures).pathRegionMs.toFixed(2)} ms`),
    line('path across the country, p50', '', (figures) => `${of(figures).pathCountryMs.toFixed(2)} ms`),
  ]
  const stageNames = all[0]!.stages.map(({ name }) => name)
  const arrayNames = all[0]!.arrays.map(({ name }) => name)
  const perNode = (bytes: number, { edgeNodes }: CountryFigures) => (bytes / edgeNodes).toFixed(2)
  const getCpu = ({ stages }: CountryFigures) => stages.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0)
  const computePeak = ({ stages }: CountryFigures) => Math.max(...stages.map(({ peakBytes }) => peakBytes))
  return [
    '# Road engine: on made-up countries',
    '',
    'Made by `npm run bench -- country`, each size in a process of its own: towns on grids of streets, roads between them, motorways, turn',
    `restrictions (\`packages/roads/bench/country\`), for cars, and for vans, to which 0.3 % of the residential streets are closed. CPU is user and system time. Machine: ${cpus()[0]!.model.trim()}, ${cpus().length} cores.`,
    '',
    ...table(
      ['edge-nodes', ...sizes, 'goal'],
      [
        line('extract', '', (figures) => gigabytes(figures.extractBytes)),
        line('build, CPU', '≤ 60 min for 20 million', (figures) => `${(getCpu(figures) / 60).toFixed(1)} min`),
        line('build, highest memory of the process', '≤ 6 GB', (figures) => gigabytes(computePeak(figures))),
        line('arrays', '', (figures) => gigabytes(figures.keptBytes)),
        line('arrays, bytes an edge-node', '≤ 60', (figures) => perNode(figures.keptBytes, figures)),
        line('of them in memory of a new process that answered for one region (Linux)', '', (figures) =>
          gigabytes(figures.residentBytes),
        ),
        line('start from the kept file, CPU', '', (figures) => `${figures.startCpuSeconds.toFixed(2)} s`),
        line('start from the kept file, wall', '≤ 3 s', (figures) => `${figures.startWallSeconds.toFixed(2)} s`),
        ...queryRows(({ queries }) => queries),
        line('**vans**: beside cars?', 'yes', ({ van }) => (van.isBeside ? 'yes' : 'no, whole')),
        line('arrays, bytes an edge-node', '≤ 15', ({ van }) => (van.bytes / van.edgeNodes).toFixed(2)),
        line('nodes and arcs of their own', '', ({ van }) => `${van.ownNodes} and ${van.ownArcs}`),
        line('build, CPU', '', ({ van }) => `${(van.buildCpuSeconds / 60).toFixed(1)} min`),
        ...queryRows(({ van }) => van.queries),
      ],
    ),
    '## The build by stages: CPU, and the highest memory of the process in each',
    '',
    ...table(
      ['stage', ...sizes],
      stageNames.map((name, index) => [
        name,
        ...all.map(({ stages }) => `${stages[index]!.cpuSeconds.toFixed(1)} s, ${gigabytes(stages[index]!.peakBytes)}`),
      ]),
    ),
    '## Bytes an edge-node by array',
    '',
    ...table(
      ['array', ...sizes],
      arrayNames.map((name, index) => [name, ...all.map((figures) => perNode(figures.arrays[index]!.bytes, figures))]),
    ),
  ].slice(0, -1)
}

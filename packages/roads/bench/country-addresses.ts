// Measures the address index on synthetic countries, and writes docs/benchmarks-addresses.md. Options: --addresses 1,20 (millions) sets the
// sizes; --keep FOLDER keeps extracts and indexes there; --quick takes a twentieth of a million and writes nothing.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { AddressIndex } from '../src/addresses/address-index.ts'
import { openAddressData } from '../src/addresses/index-file.ts'
import { searchAddresses } from '../src/addresses/search-addresses.ts'
import { type MadeHouse, writeHouses } from './country/make-houses.ts'
import { StageMeter } from './country/stage-meter.ts'
import { measure } from './measure.ts'

/** A house is found when the best hit is nearer than this, in 1e-7 degrees: about 30 metres. */
const FOUND_E7 = 3_000
/** Forms of the query for each house. */
const FORMS: Readonly<Record<string, (house: MadeHouse) => string>> = {
  whole: ({ number, street, postcode, city }) => `${number} ${street}, ${postcode} ${city}`,
  'no postcode': ({ number, street, city }) => `${number} ${street}, ${city}`,
  'a letter missing': ({ number, street, postcode, city }) =>
    `${number} ${street.slice(0, 3)}${street.slice(4)}, ${postcode} ${city}`,
}

interface AddressFigures {
  addresses: number
  streets: number
  extractBytes: number
  buildCpuSeconds: number
  buildPeakBytes: number
  keptBytes: number
  startCpuSeconds: number
  residentBytes: number
  searches: { form: string; found: number; asked: number; milliseconds: number }[]
}

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    addresses: { type: 'string', default: '1,20' },
    keep: { type: 'string' },
    /** For child processes, one per step: `build` measures building one size, the other one answering. */
    build: { type: 'string' },
    ask: { type: 'string' },
    folder: { type: 'string', default: tmpdir() },
  },
})

if (options.build) await measureBuild(Number(options.build), options.folder)
else if (options.ask) await measureAnswers(Number(options.ask), options.folder)
else measureAll(options.quick ? [0.05] : options.addresses.split(',').map(Number))

function measureAll(millions: readonly number[]): void {
  const folder = options.keep ?? mkdtempSync(join(options.folder, 'country-addresses-'))
  mkdirSync(folder, { recursive: true })
  try {
    const all = millions.map((size) => {
      for (const step of ['--build', '--ask']) {
        const program = [...process.execArgv, import.meta.filename, step, String(size), '--folder', folder]
        execFileSync(process.execPath, program, { stdio: 'inherit' })
      }
      const read = (name: string) => JSON.parse(readFileSync(join(folder, `${size}.${name}.json`), 'utf8'))
      return { ...read('build'), ...read('answers') } as AddressFigures
    })
    const text = `${describe(all).join('\n')}\n`
    console.log(text)
    if (!options.quick) writeFileSync(join(import.meta.dirname, '../../../docs/benchmarks-addresses.md'), text)
  } finally {
    if (!options.keep) rmSync(folder, { recursive: true })
  }
}

async function measureBuild(millions: number, folder: string): Promise<void> {
  const file = join(folder, `${millions}.osm.pbf`)
  const figures = join(folder, `${millions}.build.json`)
  if (!existsSync(file)) {
    const houses = writeHouses(`${file}.draft`, millions * 1e6)
    writeFileSync(join(folder, `${millions}.houses.json`), JSON.stringify(houses))
    renameSync(`${file}.draft`, file)
  }
  const meter = new StageMeter()
  meter.enter('build')
  const { source } = openAddressData([file], folder)
  meter.end()
  if (source === 'cache' && existsSync(figures)) return
  const [stage] = meter.stages
  writeFileSync(
    figures,
    JSON.stringify({
      extractBytes: statSync(file).size,
      buildCpuSeconds: stage!.cpuSeconds,
      buildPeakBytes: stage!.peakBytes,
      keptBytes: statSync(`${file}.addresses`).size,
    }),
  )
}

async function measureAnswers(millions: number, folder: string): Promise<void> {
  const file = join(folder, `${millions}.osm.pbf`)
  const houses = JSON.parse(readFileSync(join(folder, `${millions}.houses.json`), 'utf8')) as MadeHouse[]
  const before = process.memoryUsage().rss
  let index: AddressIndex | undefined
  const start = await measure(() => {
    index = new AddressIndex(openAddressData([file], folder).data)
  })
  const { addressCount, streetCount } = index!.facts
  const searches = []
  for (const [form, write] of Object.entries(FORMS)) {
    let found = 0
    const { cpuSeconds } = await measure(() => {
      for (const house of houses) found += isFound(index!, write(house), house) ? 1 : 0
    })
    searches.push({ form, found, asked: houses.length, milliseconds: (cpuSeconds / houses.length) * 1e3 })
  }
  const figures = {
    addresses: addressCount,
    streets: streetCount,
    startCpuSeconds: start.cpuSeconds,
    residentBytes: process.memoryUsage().rss - before,
    searches,
  }
  writeFileSync(join(folder, `${millions}.answers.json`), JSON.stringify(figures))
}

function isFound(index: AddressIndex, text: string, { latE7, lngE7 }: MadeHouse): boolean {
  const [hit] = searchAddresses(index, { text }, 1)
  return hit !== undefined && Math.hypot(hit.lat * 1e7 - latE7, hit.lng * 1e7 - lngE7) < FOUND_E7
}

function describe(all: readonly AddressFigures[]): string[] {
  const row = (name: string, of: (figures: AddressFigures) => string, goal = '') =>
    `| ${[name, ...all.map(of), goal].join(' | ')} |`
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(2)} GB`
  return [
    '# Addresses: on made-up countries',
    '',
    'Made by `npm run bench -- country-addresses`: towns of 40 streets with 40 houses each, half of them buildings and half points, of which one in',
    'twenty says neither town nor postcode and none its country (`packages/roads/bench/country/make-houses.ts`). Building and answering in a process of its',
    'own for each size; CPU is user and system time. Memory of answers is what the process has more than before it opened the index.',
    '',
    `| | ${all.map(({ addresses }) => `${(addresses / 1e6).toFixed(1)} million`).join(' | ')} | goal |`,
    `| --- | ${all.map(() => '--: | ').join('')}--: |`,
    row('streets', ({ streets }) => String(streets)),
    row('extract', ({ extractBytes }) => gigabytes(extractBytes)),
    row('build, CPU', ({ buildCpuSeconds }) => `${buildCpuSeconds.toFixed(0)} s`),
    row('build, highest memory', ({ buildPeakBytes }) => gigabytes(buildPeakBytes), '≤ 6 GB'),
    row('kept index', ({ keptBytes }) => gigabytes(keptBytes)),
    row('start from the kept index, CPU', ({ startCpuSeconds }) => `${startCpuSeconds.toFixed(2)} s`, '≤ 3 s'),
    row('memory after all answers', ({ residentBytes }) => gigabytes(residentBytes)),
    ...Object.keys(FORMS).flatMap((form, at) => [
      row(`${form}: found`, ({ searches }) => `${searches[at]!.found} of ${searches[at]!.asked}`),
      row(`${form}: CPU`, ({ searches }) => `${searches[at]!.milliseconds.toFixed(1)} ms`),
    ]),
  ]
}

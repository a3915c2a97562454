// Measures building the map of a country: copies of the shipped extract side by side, each size in a process of its own, and prints a
// table. Options: --copies 1,4,16,64 sets the sizes; --extract names another file; --folder is for temporary extracts and archives.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Workspace } from '../src/foundation/workspace.ts'
import { SHIPPED_EXTRACT } from '../src/pbf/shipped-extract.ts'
import { buildTileArchive } from '../src/tiles/build-tiles.ts'
import { repeatExtract } from './country/repeat-extract.ts'
import { StageMeter } from './country/stage-meter.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    copies: { type: 'string', default: '1,4,16' },
    extract: { type: 'string', default: SHIPPED_EXTRACT },
    folder: { type: 'string', default: tmpdir() },
    /** For the child process that measures one size: its extract. */
    only: { type: 'string' },
  },
})

if (options.only) measureOne(options.only)
else measureAll((options.quick ? '1,4' : options.copies).split(',').map(Number))

function measureAll(sizes: readonly number[]): void {
  const folder = mkdtempSync(join(options.folder, 'roads-map-'))
  console.log('| ways | extract | map | CPU, reading | CPU, cutting | highest memory of the process |')
  console.log('| --: | --: | --: | --: | --: | --: |')
  try {
    for (const copies of sizes) {
      const extract = join(folder, 'country.osm.pbf')
      const ways = repeatExtract(options.extract, extract, copies)
      const program = [...process.execArgv, import.meta.filename, '--only', extract]
      const measured = execFileSync(process.execPath, program, { encoding: 'utf8' })
      console.log(`| ${ways.toLocaleString('en')} | ${measured.trim()} |`)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Prints the results of one size, with the columns of the table. */
function measureOne(extract: string): void {
  const path = `${extract}.pmtiles`
  const workspace = new Workspace({ path: `${path}.draft` })
  const meter = new StageMeter()
  meter.enter('reading')
  // The first three tenths are reading.
  const onProgress = (share: number) => meter.enter(share < 0.3 ? 'reading' : 'cutting')
  buildTileArchive([extract], { path, workspace, onProgress })
  workspace.closeAll()
  meter.end()
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
  const peak = Math.max(...meter.stages.map(({ peakBytes }) => peakBytes))
  const cells = [megabytes(statSync(extract).size), megabytes(statSync(path).size)]
  for (const { cpuSeconds } of meter.stages) cells.push(`${cpuSeconds.toFixed(1)} s`)
  console.log([...cells, `${(peak / 1e9).toFixed(2)} GB`].join(' | '))
}

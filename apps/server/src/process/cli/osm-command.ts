// `routewright osm fetch`: brings an OpenStreetMap extract for addresses, roads and the map.
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { DEFAULT_MIRROR } from '../../frame/platform/config.ts'
import { fetchExtract } from '../../geography/extracts/fetch-extract.ts'
import { findExtractUrl } from '../../geography/extracts/osm-catalog.ts'
import { megabytes, print } from './output.ts'

interface FetchCommandOptions {
  to: string
  checksum?: string
  mirror: string
  json?: boolean
}

/** Adds `osm` to the program. */
export function addOsmCommands(program: Command): void {
  program
    .command('osm')
    .description('OpenStreetMap extracts')
    .command('fetch <name-or-url>')
    .description('download an extract: a region by name (liechtenstein), by path (europe/liechtenstein) or any address')
    .option('--to <folder>', 'where to put it', '.')
    .option('--checksum <hex>', 'MD5 or SHA-256 that it must have (default: the .md5 file beside it)')
    .option('--mirror <url>', 'where named regions come from (or OSM_MIRROR)', process.env.OSM_MIRROR ?? DEFAULT_MIRROR)
    .option('--json', 'print one line of JSON')
    .action(fetchCommand)
}

async function fetchCommand(nameOrUrl: string, options: FetchCommandOptions): Promise<void> {
  const url = await findExtractUrl(nameOrUrl, options.mirror.replace(/\/+$/, ''))
  const { to, checksum, json } = options
  const onProgress = json ? undefined : progressLine()
  const fetched = await fetchExtract(url, { folder: resolve(to), checksum, onProgress })
  if (json) {
    const { path, sizeBytes, wasThere, resumedAt } = fetched
    print({ path, size_bytes: sizeBytes, checksum: fetched.checksum, was_there: wasThere, resumed_at: resumedAt }, true)
    return
  }
  const trust = fetched.checksum ? 'checksum right' : 'no checksum is published; only its format was checked'
  console.log(fetched.wasThere ? `${fetched.path} is there already (${trust}).` : `${fetched.path} (${trust})`)
  console.log(`\nUse it:  npm start -- --osm ${fetched.path}\n`)
  console.log('Data © OpenStreetMap contributors, Open Database License: openstreetmap.org/copyright')
}

/** One line that is written over on a terminal, a line for every tenth part elsewhere. */
function progressLine(): (loadedBytes: number, totalBytes: number | undefined) => void {
  let lastTenth = -1
  let lastShown = 0
  return (loadedBytes, totalBytes) => {
    const isWhole = loadedBytes === totalBytes
    const share = totalBytes ? `${Math.floor((100 * loadedBytes) / totalBytes)} % of ` : ''
    const text = `${share}${megabytes(totalBytes ?? loadedBytes)}`
    if (process.stderr.isTTY) {
      if (!isWhole && performance.now() - lastShown < 200) return
      lastShown = performance.now()
      process.stderr.write(`\r${text.padEnd(40)}${isWhole ? '\n' : ''}`)
      return
    }
    const tenth = totalBytes ? Math.floor((10 * loadedBytes) / totalBytes) : Math.floor(loadedBytes / 50_000_000)
    if (tenth === lastTenth) return
    lastTenth = tenth
    process.stderr.write(`${text}\n`)
  }
}

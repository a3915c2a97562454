// Which extracts this process works with: those named at its start, else the shipped one, and those that were added while it
// ran. A change by any process of the database is taken up by all of them.
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { SHIPPED_EXTRACT } from '@routewright/roads'
import { listMapExtractRows } from '../../data/map-extracts.sql.ts'
import type { Config } from '../../frame/platform/config.ts'
import type { Database } from '../../frame/platform/db.ts'
import type { Log } from '../../frame/platform/log.ts'
import { findBounds } from './extract-groups.ts'
import type { MapData } from './map-data.ts'
import type { RoadParts } from './road-parts.ts'

export interface UsedExtract {
  /** Name shown to people. */
  name: string
  file: string
  /** Degrees; undefined where the file tells no believable box. */
  bounds: ReturnType<typeof findBounds>
}

export interface ExtractSetOptions {
  config: Pick<Config, 'osmFiles' | 'dataDirectory' | 'role' | 'routingUrl'>
  database: Database
  log: Log
  mapData: MapData
  roads: RoadParts
}

/** Channel of the table's notifications about changes that matter to readers. */
const channel = 'map_extracts'

/** Where the files of added extracts lie. */
export function extractFolder({ dataDirectory }: Pick<Config, 'dataDirectory'>): string {
  return join(dataDirectory, 'map', 'extracts')
}

export class ExtractSet {
  /** In the order in which they were named and added. */
  used: readonly UsedExtract[] = []
  private readonly options: ExtractSetOptions
  private stopListening: (() => Promise<void>) | undefined
  /** One look at the table after the other. */
  private looking: Promise<void> = Promise.resolve()

  constructor(options: ExtractSetOptions) {
    this.options = options
  }

  /** Reads which there are, begins to open them, and listens for changes. */
  async open(): Promise<void> {
    await this.look()
    const again = () => void this.look().catch((error) => this.options.log.error({ err: error }, 'extracts not read'))
    this.stopListening = await this.options.database.listener.listen(channel, again, again)
  }

  async close(): Promise<void> {
    await this.stopListening?.()
    await this.looking.catch(() => {})
  }

  private look(): Promise<void> {
    this.looking = this.looking.catch(() => {}).then(() => this.takeUp())
    return this.looking
  }

  private async takeUp(): Promise<void> {
    const { config, database, log, mapData, roads } = this.options
    const rows = await listMapExtractRows(database.db)
    const given = config.osmFiles?.map((file) => ({ name: nameOfFile(file), file }))
    const added = rows.flatMap(({ source, name, file }) => {
      if (source === 'shipped') return given ? [] : [{ name, file: SHIPPED_EXTRACT }]
      return file === null ? [] : [{ name, file: join(extractFolder(config), file) }]
    })
    const wanted = [...(given ?? []), ...added]
    const there = wanted.filter(({ file }) => existsSync(file))
    for (const { file } of wanted) if (!existsSync(file)) log.error({ file }, 'an extract is not where it was')
    const known = new Map(this.used.map((extract) => [extract.file, extract]))
    this.used = there.map(({ name, file }) => ({ name, file, bounds: known.get(file)?.bounds ?? findBounds(file) }))
    const files = there.map(({ file }) => file)
    // Workers serve no questions about addresses, and with a routing server our own roads are not needed.
    mapData.use(config.role === 'worker' ? [] : files)
    roads.use(config.routingUrl ? [] : files)
  }
}

/** `/maps/porto-latest.osm.pbf` is called porto. */
export function nameOfFile(file: string): string {
  return basename(file).replace(/(-latest)?(\.osm)?\.pbf$/i, '')
}

// What this process makes of the OpenStreetMap extracts it was given: opened in the background, kept on disk, closed in order.
import {
  type AddressService,
  openAddressService,
  openTiles,
  openWorldTiles,
  type TileArchive,
} from '@routewright/roads'
import type { Log } from '../platform/log.ts'
import { MapPart, type PartStatus } from './map-part.ts'

export interface MapDataOptions {
  /** Extracts; without any there are no parts. */
  files: readonly string[]
  /** Where built indexes are kept. */
  cacheDir: string
  log: Log
}

export type MapStatus = Record<'addresses' | 'tiles', PartStatus | undefined>

/** The archive lies on disk; there is nothing to close. */
type OpenTiles = TileArchive & { close(): Promise<void> }

export class MapData {
  private readonly options: MapDataOptions
  /** Undefined until `open`, and without extracts. */
  addresses: MapPart<AddressService> | undefined
  /** Undefined until `open`, and without extracts. */
  tiles: MapPart<OpenTiles> | undefined

  private openedWorld: MapPart<OpenTiles> | undefined

  constructor(options: MapDataOptions) {
    this.options = options
  }

  /** Begins to open every part; returns at once. The map is built after the addresses, as both at once would take two cores. */
  open(): void {
    const { files, cacheDir, log } = this.options
    if (files.length === 0) return
    const addresses = new MapPart((signal) => openAddressService(files, { cacheDir, signal }))
    this.addresses = addresses
    this.tiles = new MapPart(async (signal, onProgress) => {
      await addresses.opened().catch(() => undefined)
      return { ...(await openTiles(files, { cacheDir, signal, onProgress })), close: async () => {} }
    })
    void this.tell('addresses', addresses, ({ facts, source, saveProblem }) => {
      log.info({ facts, source }, 'the addresses of the extract are ready')
      if (saveProblem) log.warn({ saveProblem }, 'the addresses could not be kept on disk')
    })
    void this.tell('tiles', this.tiles, ({ sizeBytes, source }) => {
      log.info({ sizeBytes, source }, 'the map of the extract is ready')
    })
  }

  /** The world from afar, for where no extract reaches; opened when somebody first looks at a map. */
  get world(): MapPart<OpenTiles> {
    if (!this.openedWorld) {
      const { cacheDir, log } = this.options
      this.openedWorld = new MapPart(async (signal) => {
        return { ...(await openWorldTiles({ cacheDir, signal })), close: async () => {} }
      })
      this.openedWorld.opened().catch((error) => log.error({ err: error }, 'no map of the world'))
    }
    return this.openedWorld
  }

  get status(): MapStatus {
    return { addresses: this.addresses?.status, tiles: this.tiles?.status }
  }

  async close(): Promise<void> {
    await Promise.all([this.addresses?.close(), this.tiles?.close(), this.openedWorld?.close()])
  }

  private async tell<T extends { close(): Promise<void> }>(name: string, part: MapPart<T>, ready: (opened: T) => void) {
    const { log, files } = this.options
    try {
      ready(await part.opened())
    } catch (error) {
      if ((error as { code?: string }).code !== 'aborted')
        log.error({ err: error, files }, `no ${name} from the extract`)
    }
  }
}

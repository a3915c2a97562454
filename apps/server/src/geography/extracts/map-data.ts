// Data of this process from its OpenStreetMap extracts: opened in the background, stored on disk, closed in order.
import {
  type AddressService,
  openAddressService,
  openTiles,
  openWorldTiles,
  type TileArchive,
} from '@routewright/roads'
import type { Log } from '../../frame/platform/log.ts'
import { ChangingPart } from './changing-part.ts'
import { MapPart, type PartStatus } from './map-part.ts'

export interface MapDataOptions {
  /** Where built indexes are kept. */
  cacheDir: string
  log: Log
}

export type MapStatus = Record<'addresses' | 'tiles', PartStatus | undefined>

/** The archive lies on disk; there is nothing to close. */
type OpenTiles = TileArchive & { close(): Promise<void> }

export class MapData {
  private readonly options: MapDataOptions
  private readonly addressPart = new ChangingPart<AddressService>()
  private readonly tilePart = new ChangingPart<OpenTiles>()
  private files: readonly string[] = []
  private openedWorld: MapPart<OpenTiles> | undefined

  constructor(options: MapDataOptions) {
    this.options = options
  }

  /** Undefined without extracts. */
  get addresses(): MapPart<AddressService> | undefined {
    return this.addressPart.current
  }

  /** Undefined without extracts. */
  get tiles(): MapPart<OpenTiles> | undefined {
    return this.tilePart.current
  }

  /**
   * Starts building every part of these extracts; returns at once. Existing parts stay in use until their successor is ready. The
   * map is built after the addresses, as both at once would take two cores.
   */
  use(files: readonly string[]): void {
    if (files.join('\n') === this.files.join('\n')) return
    this.files = files
    if (files.length === 0) {
      this.addressPart.change(undefined)
      this.tilePart.change(undefined)
      return
    }
    const { cacheDir, log } = this.options
    const addresses = this.addressPart.change((signal) => openAddressService(files, { cacheDir, signal }))!
    const tiles = this.tilePart.change(async (signal, onProgress) => {
      await addresses.opened().catch(() => undefined)
      return { ...(await openTiles(files, { cacheDir, signal, onProgress })), close: async () => {} }
    })!
    void this.tell('addresses', addresses, ({ facts, source, saveProblem }) => {
      log.info({ facts, source }, 'the addresses of the extract are ready')
      if (saveProblem) log.warn({ saveProblem }, 'the addresses could not be kept on disk')
    })
    void this.tell('tiles', tiles, ({ sizeBytes, source }) => {
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

  /** How far the parts are that are being made; of those that are ready when none is. */
  get status(): MapStatus {
    return { addresses: this.addressPart.status, tiles: this.tilePart.status }
  }

  async close(): Promise<void> {
    await Promise.all([this.addressPart.close(), this.tilePart.close(), this.openedWorld?.close()])
  }

  private async tell<T extends { close(): Promise<void> }>(name: string, part: MapPart<T>, ready: (opened: T) => void) {
    const { log } = this.options
    const { files } = this
    try {
      ready(await part.opened())
    } catch (error) {
      if ((error as { code?: string }).code !== 'aborted')
        log.error({ err: error, files }, `no ${name} from the extract`)
    }
  }
}

// What this process makes of the OpenStreetMap extracts it was given: opened in the background, kept on disk, closed in order.
import { type AddressService, openAddressService } from '@routewright/roads'
import type { Log } from './log.ts'
import { MapPart, type PartStatus } from './map-part.ts'

export interface MapDataOptions {
  /** Extracts; without any there are no parts. */
  files: readonly string[]
  /** Where built indexes are kept. */
  cacheDir: string
  log: Log
}

export type MapStatus = Record<'addresses', PartStatus | undefined>

export class MapData {
  private readonly options: MapDataOptions
  /** Undefined until `open`, and without extracts. */
  addresses: MapPart<AddressService> | undefined

  constructor(options: MapDataOptions) {
    this.options = options
  }

  /** Begins to open every part; returns at once. */
  open(): void {
    const { files, cacheDir } = this.options
    if (files.length === 0) return
    this.addresses = new MapPart((signal) => openAddressService(files, { cacheDir, signal }))
    void this.tell('addresses', this.addresses)
  }

  get status(): MapStatus {
    return { addresses: this.addresses?.status }
  }

  async close(): Promise<void> {
    await this.addresses?.close()
  }

  private async tell(name: string, part: MapPart<AddressService>): Promise<void> {
    const { log, files } = this.options
    try {
      const { facts, source, saveProblem } = await part.opened()
      log.info({ facts, source }, `${name} of the map are ready`)
      if (saveProblem) log.warn({ saveProblem }, `${name} of the map could not be kept on disk`)
    } catch (error) {
      if ((error as { code?: string }).code !== 'aborted') log.error({ err: error, files }, `${name}: not usable`)
    }
  }
}

// The road graphs of the extracts, one for each mode of travel: opened one after another in the background, the first mode first.
import { openRoadService, type ProfileName, type RoadService } from '@routewright/roads'
import type { Log } from './log.ts'
import { MapPart, type PartStatus } from './map-part.ts'

export interface RoadPartsOptions {
  files: readonly string[]
  /** Where built graphs are kept. */
  cacheDir: string
  /** The first is opened first, and gets the most threads. */
  modes: readonly ProfileName[]
  log: Log
}

export type RoadsOfMode = Pick<RoadService, 'matrix' | 'path' | 'snap' | 'facts'>

export class RoadParts {
  private readonly options: RoadPartsOptions
  private readonly parts = new Map<ProfileName, MapPart<RoadService>>()

  constructor(options: RoadPartsOptions) {
    this.options = options
  }

  /** Begins to open, if there are extracts; returns at once. Building takes all that a core gives, so there is one at a time. */
  open(): void {
    const { files, cacheDir, modes } = this.options
    if (files.length === 0) return
    let before: Promise<unknown> = Promise.resolve()
    for (const [index, profile] of modes.entries()) {
      const previous = before
      const part = new MapPart<RoadService>(async (signal, onProgress) => {
        await previous
        return openRoadService(files, {
          profile,
          cacheDir,
          signal,
          threads: index === 0 ? undefined : 1,
          onProgress: ({ share }) => onProgress(share),
        })
      })
      this.parts.set(profile, part)
      before = this.tell(profile, part)
    }
  }

  /** The roads of a mode, when they are ready. */
  find(mode: ProfileName): RoadsOfMode | undefined {
    return this.parts.get(mode)?.find()
  }

  /** Waits for a mode for as long as it takes; throws why it cannot be had. */
  async opened(mode: ProfileName): Promise<RoadsOfMode> {
    const part = this.parts.get(mode)
    if (!part) throw new Error(`there are no roads for ${mode}`)
    return part.opened()
  }

  get status(): Record<string, PartStatus> {
    return Object.fromEntries([...this.parts].map(([mode, part]) => [mode, part.status]))
  }

  async close(): Promise<void> {
    await Promise.all([...this.parts.values()].map((part) => part.close()))
  }

  /** Settles when the part is open or failed. */
  private async tell(mode: ProfileName, part: MapPart<RoadService>): Promise<void> {
    const { log, files } = this.options
    try {
      const { facts, source, saveProblem, memoryBytes } = await part.opened()
      log.info({ mode, source, edges: facts.edgeCount, memoryBytes }, 'roads are ready')
      if (saveProblem) log.warn({ mode, saveProblem }, 'roads could not be kept on disk')
    } catch (error) {
      if ((error as { code?: string }).code === 'aborted') return
      log.error({ err: error, mode, files }, 'no roads: travel times stay straight lines')
    }
  }
}

// The road graphs of the extracts, for each mode of travel: opened one after another in the background, the first mode first.
import { openRoadService, type ProfileName, type RoadService } from '@routewright/roads'
import type { Log } from '../platform/log.ts'
import { groupExtracts } from './extract-groups.ts'
import { MapPart, type PartStatus } from './map-part.ts'

export interface RoadPartsOptions {
  files: readonly string[]
  /** Where built graphs are kept. */
  cacheDir: string
  /** The first is opened first, and gets the most threads. */
  modes: readonly ProfileName[]
  log: Log
}

export type Roads = Pick<RoadService, 'matrix' | 'path' | 'match' | 'facts'>

export class RoadParts {
  private readonly options: RoadPartsOptions
  /** For each mode a graph of each group of extracts. */
  private readonly parts = new Map<ProfileName, MapPart<RoadService>[]>()
  private readonly settled = new Map<ProfileName, readonly Roads[]>()

  constructor(options: RoadPartsOptions) {
    this.options = options
  }

  /** Begins to open, if there are extracts; returns at once. Building takes all that a core gives, so there is one at a time. */
  open(): void {
    const groups = groupExtracts(this.options.files)
    if (groups.length === 0) return
    let before: Promise<unknown> = Promise.resolve()
    for (const mode of this.options.modes) {
      const parts: MapPart<RoadService>[] = []
      for (const files of groups) {
        const part = this.openPart(mode, files, before)
        parts.push(part)
        before = this.tell(mode, files, part)
      }
      this.parts.set(mode, parts)
      before = before.then(() => this.settle(mode, parts))
    }
  }

  /** The graphs of a mode, once all are there that can be had; the same array every time. */
  find(mode: ProfileName): readonly Roads[] | undefined {
    return this.settled.get(mode)
  }

  get status(): Record<string, PartStatus> {
    return Object.fromEntries(
      [...this.parts].map(([mode, parts]) => [mode, joinStatus(parts.map((part) => part.status))]),
    )
  }

  async close(): Promise<void> {
    await Promise.all([...this.parts.values()].flat().map((part) => part.close()))
  }

  private openPart(profile: ProfileName, files: readonly string[], before: Promise<unknown>): MapPart<RoadService> {
    const { cacheDir, modes } = this.options
    return new MapPart(async (signal, onProgress) => {
      await before
      const isFirst = profile === modes[0]
      const roads = await openRoadService(files, {
        profile,
        cacheDir,
        signal,
        threads: isFirst ? undefined : 1,
        onProgress: ({ share }) => onProgress(share),
      })
      // Threads start with their first task; the mode that most plans use has one ready.
      if (isFirst) await roads.snap([])
      return roads
    })
  }

  private settle(mode: ProfileName, parts: readonly MapPart<RoadService>[]): void {
    const roads = parts.flatMap((part) => part.find() ?? [])
    if (roads.length > 0) this.settled.set(mode, roads)
  }

  /** Settles when the part is open or failed. */
  private async tell(mode: ProfileName, files: readonly string[], part: MapPart<RoadService>): Promise<void> {
    const { log } = this.options
    try {
      const { facts, source, saveProblem, memoryBytes } = await part.opened()
      log.info({ mode, files, source, edges: facts.edgeCount, memoryBytes }, 'roads are ready')
      if (saveProblem) log.warn({ mode, saveProblem }, 'roads could not be kept on disk')
    } catch (error) {
      if ((error as { code?: string }).code === 'aborted') return
      log.error({ err: error, mode, files }, 'no roads: travel times stay straight lines')
    }
  }
}

/** What is still opening comes first, then what failed. */
function joinStatus(parts: readonly PartStatus[]): PartStatus {
  const opening = parts.filter(({ state }) => state === 'opening')
  const [failed] = parts.filter(({ state }) => state === 'failed')
  if (opening.length === 0) return failed ?? { state: 'ready' }
  const done = parts.length - opening.length + (opening[0]!.progress ?? 0)
  return { state: 'opening', progress: done / parts.length }
}

// The road graphs of the extracts, for each mode of travel: opened one after another in the background, the first mode first.
import { openRoadService, type ProfileName, type RoadService } from '@routewright/roads'
import type { Log } from '../../frame/platform/log.ts'
import { groupExtracts } from './extract-groups.ts'
import { MapPart, type PartStatus } from './map-part.ts'

export interface RoadPartsOptions {
  /** Where built graphs are kept. */
  cacheDir: string
  /** The first is opened first, and gets the most threads. */
  modes: readonly ProfileName[]
  log: Log
}

export type Roads = Pick<
  RoadService,
  'matrix' | 'path' | 'match' | 'reach' | 'snap' | 'nearest' | 'drive' | 'trace' | 'facts'
>

type RoadPart = MapPart<RoadService>

/** Graphs of a mode of travel. */
interface ModeParts {
  /** The graphs that are wanted, by the files of their group. */
  wanted: ReadonlyMap<string, RoadPart>
  /** All graphs that are open or being opened, also those in use until the wanted ones are ready. */
  alive: Set<RoadPart>
  /** Roads in use; the same array until they change. */
  settled: readonly Roads[] | undefined
}

export class RoadParts {
  private readonly options: RoadPartsOptions
  private readonly modes: ReadonlyMap<ProfileName, ModeParts>
  private files: readonly string[] = []
  /** Ends when everything that was begun is open or failed. */
  private last: Promise<unknown> = Promise.resolve()
  private leaving: Promise<unknown> = Promise.resolve()

  constructor(options: RoadPartsOptions) {
    this.options = options
    this.modes = new Map(
      inOpeningOrder(options.modes).map((mode) => [mode, { wanted: new Map(), alive: new Set(), settled: undefined }]),
    )
  }

  /**
   * Begins to open the graphs of these extracts; returns at once. Building takes all that a core gives, so there is one at a time.
   * Groups of extracts that were there before keep their graphs, and the graphs of a mode change together, when all are ready.
   */
  use(files: readonly string[]): void {
    if (files.join('\n') === this.files.join('\n')) return
    this.files = files
    const groups = groupExtracts(files)
    if (groups.length > 0) this.options.log.info('travel times are straight lines until the roads are ready')
    for (const [mode, parts] of this.modes) {
      const wanted = new Map<string, RoadPart>()
      for (const group of groups) {
        const key = group.join('\n')
        wanted.set(key, parts.wanted.get(key) ?? this.openPart(mode, group))
      }
      for (const part of parts.wanted.values()) if (!isAmong(part, wanted) && !part.find()) this.leave(parts, part)
      for (const part of wanted.values()) parts.alive.add(part)
      parts.wanted = wanted
      this.last = this.last.then(() => this.settle(parts, wanted))
    }
  }

  /** The graphs of a mode, once all are there that can be had; the same array every time. */
  find(mode: ProfileName): readonly Roads[] | undefined {
    return this.modes.get(mode)?.settled
  }

  has(mode: ProfileName): boolean {
    return this.modes.has(mode)
  }

  /** The graphs of a mode that are wanted, by the files of their group. */
  wanted(mode: ProfileName): ReadonlyMap<readonly string[], MapPart<RoadService>> {
    const parts = this.modes.get(mode)?.wanted ?? new Map<string, RoadPart>()
    return new Map([...parts].map(([files, part]) => [files.split('\n'), part]))
  }

  /** Waits until everything that was begun is open or failed. */
  async opened(): Promise<void> {
    await this.last
  }

  get status(): Record<string, PartStatus> {
    return Object.fromEntries(
      [...this.modes]
        .filter(([, { wanted }]) => wanted.size > 0)
        .map(([mode, { wanted }]) => [mode, joinStatus([...wanted.values()].map((part) => part.status))]),
    )
  }

  async close(): Promise<void> {
    const alive = [...this.modes.values()].flatMap((parts) => [...parts.alive])
    await Promise.all([...alive.map((part) => part.close()), this.leaving])
  }

  private openPart(profile: ProfileName, files: readonly string[]): RoadPart {
    const { cacheDir, modes } = this.options
    const before = this.last
    const cars = profile === 'van' ? this.modes.get('car')?.wanted.get(files.join('\n')) : undefined
    const part: RoadPart = new MapPart(async (signal, onProgress) => {
      await before
      const isFirst = profile === modes[0]
      const roads = await openRoadService(files, {
        profile,
        cacheDir,
        signal,
        beside: cars?.find(),
        threads: isFirst ? undefined : 1,
        onProgress: ({ share }) => onProgress(share),
      })
      // Threads start with their first task; the mode that most plans use has one ready.
      if (isFirst) await roads.snap([])
      return roads
    })
    this.last = this.tell(profile, files, part)
    return part
  }

  /** Puts the wanted graphs into use, unless others are wanted by now; earlier ones close after their last call. */
  private settle(parts: ModeParts, wanted: ModeParts['wanted']): void {
    if (parts.wanted !== wanted) return
    const roads = [...wanted.values()].flatMap((part) => findRoads(part) ?? [])
    parts.settled = roads.length > 0 ? roads : undefined
    for (const part of parts.alive) if (!isAmong(part, wanted)) this.leave(parts, part)
  }

  private leave({ alive }: ModeParts, part: RoadPart): void {
    alive.delete(part)
    this.leaving = Promise.all([this.leaving, part.retire()])
  }

  /** Settles when the part is open or failed. */
  private async tell(mode: ProfileName, files: readonly string[], part: RoadPart): Promise<void> {
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

/** Returns the modes as named, but vans after cars, because with those graphs open theirs need little memory. */
function inOpeningOrder(modes: readonly ProfileName[]): readonly ProfileName[] {
  if (!modes.includes('car') || !modes.includes('van')) return modes
  const others = modes.filter((mode) => mode !== 'van')
  return others.flatMap((mode) => (mode === 'car' ? (['car', 'van'] as const) : [mode]))
}

function isAmong(part: RoadPart, wanted: ModeParts['wanted']): boolean {
  return [...wanted.values()].includes(part)
}

/** Returns the roads of the graph, if it is ready; it stays open while they are used. */
export function findRoads(part: MapPart<RoadService>): Roads | undefined {
  const roads = part.find()
  return (
    roads && {
      facts: roads.facts,
      matrix: (...query) => part.during(() => roads.matrix(...query)),
      path: (...query) => part.during(() => roads.path(...query)),
      match: (...query) => part.during(() => roads.match(...query)),
      reach: (...query) => part.during(() => roads.reach(...query)),
      snap: (...query) => part.during(() => roads.snap(...query)),
      nearest: (...query) => part.during(() => roads.nearest(...query)),
      drive: (...query) => part.during(() => roads.drive(...query)),
      trace: (...query) => part.during(() => roads.trace(...query)),
    }
  )
}

/** Joins states: opening wins over failed. */
function joinStatus(parts: readonly PartStatus[]): PartStatus {
  const opening = parts.filter(({ state }) => state === 'opening')
  const [failed] = parts.filter(({ state }) => state === 'failed')
  if (opening.length === 0) return failed ?? { state: 'ready' }
  const done = parts.length - opening.length + (opening[0]!.progress ?? 0)
  return { state: 'opening', progress: done / parts.length }
}

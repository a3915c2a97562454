// Roads for vehicles that differ from the usual one of their mode, or drive on another kind of day: opened on first use, shared
// where they are equal, stored as differences from those of the mode where they differ in little, and closed when others are
// needed more.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import {
  differentHours,
  openRoadService,
  type ProfileName,
  type RoadService,
  type TravelDay,
  type VehicleNeeds,
} from '@routewright/roads'
import type { Log } from '../../frame/platform/log.ts'
import { MapPart } from './map-part.ts'
import { findRoads, type RoadParts, type Roads } from './road-parts.ts'

/** A kind of vehicle; by default the usual one of a mode on the usual day. */
export interface RoadClass {
  mode: ProfileName
  needs: Omit<VehicleNeeds, 'hours'>
  day?: TravelDay
}

export interface RoadClassesOptions {
  parts: RoadParts
  /** Where built graphs are kept; those that were built longest ago make room. */
  cacheDir: string
  /** Kinds of vehicles whose roads are open at a time; with none, all travel as is usual for their mode. */
  most: number
  log: Log
}

export interface FoundRoads {
  roads: readonly Roads[] | undefined
  /** They are those of the mode, until the vehicle's own are open. */
  isStandIn: boolean
}

type RoadPart = MapPart<RoadService>

interface Entry {
  /** The mode's graphs with which it was opened; when these change, it is opened again. */
  usual: readonly Roads[]
  /** Graphs of the mode, of other entries, and its own. */
  parts: readonly RoadPart[]
  settled: readonly Roads[] | undefined
  failure: Error | undefined
  opened: Promise<void>
}

/** Time conditions of restrictions in the graphs. */
interface RoadHours {
  texts: readonly string[]
  /** Conditions by day that apply differently from the usual day. */
  different: Map<string, Record<string, string>>
}

export class RoadClasses {
  private readonly options: RoadClassesOptions
  /** The one asked for last stands last. */
  private readonly entries = new Map<string, Entry>()
  private readonly hours = new WeakMap<readonly Roads[], RoadHours>()
  /** Ends when everything that was begun is open or failed. */
  private last: Promise<unknown> = Promise.resolve()
  private readonly closing = new AbortController()
  /** The files of each graph that is not one of the mode's. */
  private readonly filesOf = new WeakMap<RoadPart, string>()

  constructor(options: RoadClassesOptions) {
    this.options = options
  }

  /** Returns the roads in use; starts opening missing ones. */
  find(roadClass: RoadClass): FoundRoads {
    const usual = this.options.parts.find(this.homeOf(roadClass.mode))
    const entry = usual && this.getEntry(roadClass, usual)
    if (!entry) return { roads: usual, isStandIn: false }
    return { roads: entry.settled ?? usual, isStandIn: !entry.settled && !entry.failure }
  }

  /** Waits until the roads of the vehicle are there. Throws why they cannot be had. */
  async open(roadClass: RoadClass): Promise<void> {
    const usual = this.options.parts.find(this.homeOf(roadClass.mode))
    const entry = usual && this.getEntry(roadClass, usual)
    await entry?.opened
    if (entry?.failure) throw entry.failure
  }

  async close(): Promise<void> {
    this.closing.abort()
    await this.last
    for (const key of [...this.entries.keys()]) await this.forget(key)
  }

  /** Vans travel on the roads of cars where they have none of their own. */
  private homeOf(mode: ProfileName): ProfileName {
    return mode === 'van' && !this.options.parts.has('van') ? 'car' : mode
  }

  /** Undefined where the roads of the mode are the vehicle's. */
  private getEntry({ mode, needs, day }: RoadClass, usual: readonly Roads[]): Entry | undefined {
    const home = this.homeOf(mode)
    const hours = day ? this.hoursOf(usual, day) : {}
    if (home === mode && Object.keys(needs).length === 0 && Object.keys(hours).length === 0) return undefined
    if (this.options.most === 0) return undefined
    const key = JSON.stringify([mode, needs, hours])
    const known = this.entries.get(key)
    this.entries.delete(key)
    const isCurrent = known?.usual === usual
    const entry = isCurrent ? known : this.begin(home, usual, { ...needs, hours } as VehicleNeeds, mode)
    if (known && !isCurrent) void this.leave(known)
    this.entries.set(key, entry)
    this.makeRoom()
    return entry
  }

  /** Texts of hours that do not hold as on the usual day; asked for every route, so they are kept. */
  private hoursOf(usual: readonly Roads[], day: TravelDay): Record<string, string> {
    if (usual.some(({ facts }) => facts.stateCount > mostStatesForDays)) return {}
    let hours = this.hours.get(usual)
    if (!hours) {
      hours = { texts: [...new Set(usual.flatMap(({ facts }) => facts.hours))].sort(), different: new Map() }
      this.hours.set(usual, hours)
    }
    const { texts, different } = hours
    if (texts.length === 0) return {}
    const key = `${day.date} ${day.fromSeconds} ${day.toSeconds} ${day.isHoliday === true}`
    const known = different.get(key)
    if (known) return known
    if (different.size >= mostDays) different.clear()
    const found = differentHours(texts, day)
    different.set(key, found)
    return found
  }

  private begin(home: ProfileName, usual: readonly Roads[], needs: VehicleNeeds, mode: ProfileName): Entry {
    const entry: Entry = { usual, parts: [], settled: undefined, failure: undefined, opened: Promise.resolve() }
    entry.opened = this.last.then(() => this.build(entry, home, needs, mode))
    this.last = entry.opened
    return entry
  }

  /** One graph for each group of extracts, as the mode has them. Never throws: a failure is kept. */
  private async build(entry: Entry, home: ProfileName, needs: VehicleNeeds, mode: ProfileName): Promise<void> {
    const { parts, cacheDir, log } = this.options
    try {
      const own: RoadPart[] = []
      for (const [files, usualPart] of parts.wanted(home)) {
        const part = await this.openPart(files, usualPart, { ...needs, profile: mode, cacheDir })
        own.push(part)
        // Noted at once, so that what failed later on closes it.
        entry.parts = [...own]
      }
      const usual = [...parts.wanted(home).values()]
      entry.settled = isSame(own, usual)
        ? entry.usual
        : (this.findSettled(own) ?? own.flatMap((part) => findRoads(part) ?? []))
      log.info({ mode, needs, isUsual: entry.settled === entry.usual }, 'roads for a kind of vehicle are ready')
      forgetOldest(cacheDir, keptFiles * this.options.most)
    } catch (error) {
      entry.failure = error as Error
      if (!this.closing.signal.aborted) log.error({ err: error, mode, needs }, 'no roads for a kind of vehicle')
    }
  }

  private async openPart(
    files: readonly string[],
    usual: RoadPart,
    options: VehicleNeeds & { profile: ProfileName; cacheDir: string },
  ): Promise<RoadPart> {
    const among = [usual, ...this.listShareable(files)].filter((part) => part.find())
    const part: RoadPart = new MapPart((signal) =>
      openRoadService(files, {
        ...options,
        signal,
        threads: 1,
        among: among.map((part) => part.find()!),
        beside: usual.find(),
      }),
    )
    this.filesOf.set(part, files.join('\n'))
    const stop = () => void part.close()
    this.closing.signal.addEventListener('abort', stop, { once: true })
    try {
      const service = await part.opened()
      return among.find((part) => part.find() === service) ?? part
    } finally {
      this.closing.signal.removeEventListener('abort', stop)
    }
  }

  /** Returns the roads of another kind with the same graphs: with the same array they share caches. */
  private findSettled(parts: readonly RoadPart[]): readonly Roads[] | undefined {
    return [...this.entries.values()].find((entry) => entry.settled && isSame(entry.parts, parts))?.settled
  }

  /** Open graphs of other kinds of vehicles on the same files. */
  private listShareable(files: readonly string[]): RoadPart[] {
    const all = new Set([...this.entries.values()].flatMap((entry) => entry.parts))
    return [...all].filter((part) => this.filesOf.get(part) === files.join('\n'))
  }

  private makeRoom(): void {
    const ready = [...this.entries].filter(([, { settled, failure }]) => settled || failure)
    for (const [key] of ready.slice(0, Math.max(0, this.entries.size - this.options.most))) void this.forget(key)
  }

  private async forget(key: string): Promise<void> {
    const entry = this.entries.get(key)
    this.entries.delete(key)
    if (entry) await this.leave(entry)
  }

  /** Closes graphs that nobody else uses, after the last call. Waits for running builds, which may turn out to be the same. */
  private async leave(entry: Entry): Promise<void> {
    await this.last
    const used = new Set([...this.entries.values()].flatMap(({ parts }) => parts))
    await Promise.all(
      entry.parts.filter((part) => this.filesOf.has(part) && !used.has(part)).map((part) => part.retire()),
    )
  }
}

/** Days whose hours are kept. */
const mostDays = 1_000

/**
 * Largest graph that is built again for another day, which would take minutes of processor time for larger ones: they use the
 * usual day.
 */
const mostStatesForDays = 1_000_000

/** Graphs that are kept on disk for each one that may be open. */
const keptFiles = 4

function isSame(a: readonly RoadPart[], b: readonly RoadPart[]): boolean {
  return a.length === b.length && a.every((part, index) => part === b[index])
}

function forgetOldest(folder: string, most: number): void {
  if (!existsSync(folder)) return
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.roads'))
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at)
  for (const { path } of files.slice(most)) rmSync(path, { force: true })
}

// Remembers travel tables, so that a plan that is optimized once more computes only its new points.
import { computeRange, type Matrix, makeMatrix, mostOfShort } from '@routewright/solver'
import { type LegSource, type LegTable, type OpenTable, pointKey, roundedPoint } from './leg-source.ts'
import { shareTable } from './shared-table.ts'
import type { TravelMatrix, TravelOptions, TravelPoint } from './travel.ts'
import { startTurns } from './turns.ts'

interface KeptTable extends TravelMatrix {
  source: LegSource
  indexOf: ReadonlyMap<string, number>
  count: number
  bytes: number
}

/** Memory of a table's point without its matrices. */
const bytesPerPoint = 120
/** The most tables that are kept, because each look-up goes through all of them. */
const maxTables = 200

export interface MatrixCacheFacts {
  tables: number
  bytes: number
  /** Entries that were computed, and that were found. */
  computedEntries: number
  foundEntries: number
}

export class MatrixCache {
  private readonly maxBytes: number
  /** In the order of their last use, so that the first ones are the first to go. */
  private tables: KeptTable[] = []
  private computedEntries = 0
  private foundEntries = 0

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  get facts(): MatrixCacheFacts {
    const { tables, computedEntries, foundEntries } = this
    return { tables: tables.length, bytes: this.bytes, computedEntries, foundEntries }
  }

  /** The square matrix of the points. The table that knows most of them is taken, and only what it lacks is computed. */
  async matrix(source: LegSource, points: readonly TravelPoint[], options?: TravelOptions): Promise<TravelMatrix> {
    const keys = points.map(pointKey)
    const found = this.findBest(source, keys)
    if (found && found.known === points.length) {
      this.touch(found.table)
      this.foundEntries += points.length ** 2
      return gather(found.table, keys)
    }
    const rounded = points.map(roundedPoint)
    // The missing rows and the missing columns are two questions; when less than half is known, one question for all is quicker.
    const base = found && found.known * 2 >= points.length ? found.table : undefined
    if (base) this.touch(base)
    const matrix = base
      ? await this.extend(source, base, rounded, keys, options)
      : await this.compute(source, rounded, options)
    // A vehicle under way is somewhere else next time, so a table that is new only by its position is not worth keeping.
    if (!base || !points.some((point) => point.isVehicle)) this.keep({ ...matrix, source, ...numbering(keys) })
    return matrix
  }

  /** Overwrites the entries of a matrix that the best table knows. */
  fillKnown(source: LegSource, points: readonly TravelPoint[], matrix: OpenTable): void {
    const keys = points.map(pointKey)
    const table = this.findBest(source, keys)?.table
    if (!table) return
    const places = keys.map((key) => table.indexOf.get(key))
    for (const [row, from] of places.entries()) {
      if (from === undefined) continue
      for (const [column, to] of places.entries()) {
        if (to === undefined) continue
        matrix.seconds[row * keys.length + column] = table.seconds[from * table.count + to]!
        matrix.meters[row * keys.length + column] = table.meters[from * table.count + to]!
        if (matrix.mixes && table.mixes)
          matrix.mixes[row * keys.length + column] = table.mixes[from * table.count + to]!
      }
    }
  }

  private get bytes(): number {
    return this.tables.reduce((sum, table) => sum + table.bytes, 0)
  }

  private findBest(source: LegSource, keys: readonly string[]): { table: KeptTable; known: number } | undefined {
    let best: { table: KeptTable; known: number } | undefined
    for (const table of this.tables.toReversed()) {
      if (table.source !== source) continue
      let known = 0
      for (const key of keys) if (table.indexOf.has(key)) known += 1
      if (!best || known > best.known) best = { table, known }
      if (known === keys.length) break
    }
    return best
  }

  private async compute(
    source: LegSource,
    points: readonly TravelPoint[],
    options: TravelOptions | undefined,
  ): Promise<TravelMatrix> {
    this.computedEntries += points.length ** 2
    return shareTable(await source.matrix(points, points, options))
  }

  private async extend(
    source: LegSource,
    table: KeptTable,
    points: readonly TravelPoint[],
    keys: readonly string[],
    options: TravelOptions | undefined,
  ): Promise<TravelMatrix> {
    const added: number[] = []
    const known: number[] = []
    for (const [index, key] of keys.entries()) (table.indexOf.has(key) ? known : added).push(index)
    const pick = (indices: readonly number[]) => indices.map((index) => points[index]!)
    const [rows, columns] = await Promise.all([
      source.matrix(pick(added), points, options),
      source.matrix(pick(known), pick(added), options),
    ])
    this.computedEntries += added.length * (points.length + known.length)
    this.foundEntries += known.length ** 2
    const fits = (name: 'seconds' | 'meters') => isAllShort(rows[name]) && isAllShort(columns[name])
    const matrix = await gather(table, keys, fits)
    const count = points.length
    for (const [row, index] of added.entries()) {
      copyRow(rows, row * count, matrix, index * count, count)
    }
    for (const [row, index] of known.entries()) {
      for (const [column, target] of added.entries()) {
        matrix.seconds[index * count + target] = columns.seconds[row * added.length + column]!
        matrix.meters[index * count + target] = columns.meters[row * added.length + column]!
        if (matrix.mixes) matrix.mixes[index * count + target] = columns.mixes![row * added.length + column]!
      }
    }
    return matrix
  }

  /** Keeps the table. Those whose points it contains are no longer needed, and the oldest ones make room. */
  private keep(table: Omit<KeptTable, 'bytes'>): void {
    const { seconds, meters, mixes, count } = table
    const bytes = seconds.byteLength + meters.byteLength + (mixes?.byteLength ?? 0) + count * bytesPerPoint
    if (bytes > this.maxBytes) return
    const others = this.tables.filter((other) => other.source !== table.source || !isWithin(other, table))
    this.tables = [...others, { ...table, bytes }]
    while (this.bytes > this.maxBytes || this.tables.length > maxTables) this.tables.shift()
  }

  private touch(table: KeptTable): void {
    const at = this.tables.indexOf(table)
    if (at >= 0) this.tables.push(...this.tables.splice(at, 1))
  }
}

function isWithin(small: KeptTable, large: Omit<KeptTable, 'bytes'>): boolean {
  if (small.count > large.count) return false
  for (const key of small.indexOf.keys()) if (!large.indexOf.has(key)) return false
  return true
}

function numbering(keys: readonly string[]): { indexOf: Map<string, number>; count: number } {
  return { indexOf: new Map(keys.map((key, index) => [key, index])), count: keys.length }
}

/**
 * The entries of the table between the points that it knows, in the asked order; 0 in the rows and columns of the others, which may be written
 * in 16 bits where `fits` says so.
 */
async function gather(
  table: KeptTable,
  keys: readonly string[],
  fits: (name: 'seconds' | 'meters') => boolean = () => true,
): Promise<TravelMatrix> {
  const count = keys.length
  const places = Int32Array.from(keys, (key) => table.indexOf.get(key) ?? -1)
  // Only the matrix, without what the table knows about its points: it is passed to another thread.
  if (count === table.count && places.every((place, index) => place === index)) {
    return { seconds: table.seconds, meters: table.meters, ...(table.mixes && { mixes: table.mixes }) }
  }
  const emptyLike = (name: 'seconds' | 'meters') =>
    makeMatrix(count * count, table[name] instanceof Uint16Array && fits(name))
  const matrix: TravelMatrix = {
    seconds: emptyLike('seconds'),
    meters: emptyLike('meters'),
    ...(table.mixes && { mixes: new Uint8Array(new SharedArrayBuffer(count * count)) }),
  }
  const takeTurn = startTurns()
  for (let row = 0; row < count; row++) {
    if (places[row]! < 0) continue
    const offset = places[row]! * table.count
    for (let column = 0; column < count; column++) {
      const place = places[column]!
      if (place < 0) continue
      matrix.seconds[row * count + column] = table.seconds[offset + place]!
      matrix.meters[row * count + column] = table.meters[offset + place]!
      if (matrix.mixes) matrix.mixes[row * count + column] = table.mixes![offset + place]!
    }
    await takeTurn()
  }
  return matrix
}

function copyRow(from: LegTable, fromOffset: number, to: TravelMatrix, toOffset: number, count: number): void {
  to.seconds.set(from.seconds.subarray(fromOffset, fromOffset + count), toOffset)
  to.meters.set(from.meters.subarray(fromOffset, fromOffset + count), toOffset)
  to.mixes?.set(from.mixes!.subarray(fromOffset, fromOffset + count), toOffset)
}

function isAllShort(entries: Matrix): boolean {
  if (entries instanceof Uint16Array) return true
  const { least, most } = computeRange(entries)
  return least >= 0 && most <= mostOfShort
}
